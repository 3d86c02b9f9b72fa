import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postFaults } from '#features/social/posts/contract.ts'
import { nextStepOf } from './next-step.ts'

test('what helps most is offered first: nothing that may publish a post twice, and nothing that ends the same way', () => {
  const steps = Object.fromEntries(postFaults.map((fault) => [fault, nextStepOf(fault)]))
  assert.deepEqual(steps, {
    ...{ refused: 'edit', limits: 'edit', unknown: 'published', account: 'reconnect' },
    ...{ retries: 'retry', late: 'retry' },
  })
  assert.equal(nextStepOf(null), 'retry')
})
