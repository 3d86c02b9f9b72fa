import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PlatformId } from '#features/social/contract.ts'
import { realEndpoints } from '#features/social/platforms/endpoints.ts'
import { createPlatformCalls } from '#features/social/platforms/platform-calls.ts'
import { createPlatforms } from '#features/social/platforms/platforms.ts'
import { findEnd, isRenewable } from './token-ends.ts'

const now = () => new Date('2026-11-28T12:00:00Z')
const calls = createPlatformCalls({ userAgent: 'test', now })
const platforms = createPlatforms({ calls, endpoints: realEndpoints, now })
const get = (id: PlatformId) => {
  const platform = platforms.find((one) => one.id === id)
  assert.ok(platform, id)
  return platform
}
const listRenewed = (refreshToken: string | null) =>
  platforms
    .filter((platform) => isRenewable({ accessToken: 'a', refreshToken }, platform))
    .map(({ id }) => id)

const [expiresAt, refreshExpiresAt] = [new Date('2026-12-01'), new Date('2027-12-01')]
const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt, refreshExpiresAt, failingSince: null }

describe('the token of an account', () => {
  test('is renewed where the platform has the means', () => {
    assert.deepEqual(listRenewed('r'), [
      ...['github', 'instagram', 'reddit', 'twitter', 'linkedin', 'tiktok', 'threads'],
    ])
    assert.deepEqual(listRenewed(null), ['instagram', 'threads'])
  })

  test('ends for a person when nothing renews it, or when what renews it ends', () => {
    assert.equal(findEnd(tokens, get('linkedin')), refreshExpiresAt)
    assert.equal(findEnd({ ...tokens, refreshToken: null }, get('linkedin')), expiresAt)
    assert.equal(findEnd(tokens, get('stackoverflow')), expiresAt)
    assert.equal(findEnd({ ...tokens, refreshToken: null }, get('threads')), null)
    assert.equal(findEnd({ ...tokens, refreshToken: null, failingSince: now() }, get('threads')), expiresAt)
  })
})
