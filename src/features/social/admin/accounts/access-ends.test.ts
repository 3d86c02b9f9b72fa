import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSimulatedPlatforms } from '../../../../../test/support/social/simulated-platforms.ts'
import { accessEnds } from './access-ends.ts'

test('it is told that a platform is asked to revoke an access where it is asked, and nowhere else', () => {
  const platforms = createSimulatedPlatforms({}, { now: () => new Date() })
  assert.equal(platforms.length, Object.keys(accessEnds).length)
  for (const { id, authorization, capabilities } of platforms) {
    assert.equal(accessEnds[id] === 'asked', authorization?.revoke !== undefined, id)
    assert.equal(accessEnds[id] === 'none', capabilities.connection === 'name', id)
    assert.equal(accessEnds[id] === 'bot', capabilities.connection === 'token', id)
  }
})
