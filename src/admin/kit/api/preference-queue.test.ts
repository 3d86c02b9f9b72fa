import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPreferenceQueue, type Preferences } from './preference-queue.ts'

test('choices are sent one after another, and those made meanwhile together', async () => {
  const sent: Preferences[] = []
  const answers: (() => void)[] = []
  const queue = createPreferenceQueue((change) => {
    sent.push(change)
    return new Promise<void>((resolve) => answers.push(resolve))
  })
  const all = [
    queue.add({ theme: 'dark' }),
    queue.add({ theme: 'light' }),
    queue.add({ language: 'ar' }),
    queue.add({ theme: 'auto' }),
  ]
  assert.deepEqual(sent, [{ theme: 'dark' }])
  answers[0]?.()
  await new Promise(setImmediate)
  assert.deepEqual(sent[1], { theme: 'auto', language: 'ar' })
  answers[1]?.()
  await Promise.all(all)
  assert.equal(sent.length, 2)
})

test('a choice that was not stored is told, and the next one is sent', async () => {
  let fails = true
  const queue = createPreferenceQueue(async () => {
    if (fails) throw new Error('no connection')
  })
  await assert.rejects(queue.add({ theme: 'dark' }), /no connection/)
  fails = false
  await queue.add({ theme: 'light' })
})
