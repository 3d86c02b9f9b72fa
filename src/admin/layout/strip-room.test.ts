import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveRoom } from './strip-room.ts'

test('the page is scrolled by what a message needs, and back when it is gone', () => {
  const shown = moveRoom(0, 30, 0)
  assert.deepEqual(shown, { room: 30, scrollBy: 30 })
  assert.deepEqual(moveRoom(shown.room, 0, 30), { room: 0, scrollBy: -30 })
  assert.deepEqual(moveRoom(30, 60, 500), { room: 60, scrollBy: 30 })
})

test('room that the window shows is not taken away', () => {
  assert.deepEqual(moveRoom(30, 0, 10), { room: 20, scrollBy: -10 })
  assert.deepEqual(moveRoom(30, 0, 0), { room: 30, scrollBy: 0 })
  assert.deepEqual(moveRoom(30, 30, 0), { room: 30, scrollBy: 0 })
})
