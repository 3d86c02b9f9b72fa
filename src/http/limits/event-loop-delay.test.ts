import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchEventLoop } from './event-loop-delay.ts'

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('an event loop with repeated delays is overloaded, and not after one long pause', async () => {
  const eventLoop = watchEventLoop(30)
  try {
    await sleep(300)
    block(600)
    await sleep(1)
    assert.equal(eventLoop.isOverloaded(), false)
    for (let turn = 0; turn < 20 && !eventLoop.isOverloaded(); turn++) {
      block(80)
      await sleep(1)
    }
    assert.equal(eventLoop.isOverloaded(), true)
    for (let turn = 0; turn < 20 && eventLoop.isOverloaded(); turn++) await sleep(100)
    assert.equal(eventLoop.isOverloaded(), false)
  } finally {
    eventLoop.stop()
  }
})
