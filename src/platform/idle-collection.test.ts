import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIdleCollection } from './idle-collection.ts'

const megabyte = 1024 * 1024

/** A process whose heap and work a test sets; a collection leaves 30 MB. */
function createProcess() {
  const state = { heap: 60 * megabyte, utilization: 0.5, collections: 0 }
  const { look } = createIdleCollection({
    collect() {
      state.collections++
      state.heap = 30 * megabyte
    },
    heapSize: () => state.heap,
    utilization: () => state.utilization,
  })
  return { state, look }
}

test('memory is released when the process is idle, and not while it works', () => {
  const { state, look } = createProcess()
  look()
  assert.equal(state.collections, 0)
  state.utilization = 0.01
  look()
  assert.equal(state.collections, 1)
})

test('an idle process does not collect again until its heap has grown', () => {
  const { state, look } = createProcess()
  state.utilization = 0.01
  look()
  state.heap += 2 * megabyte
  look()
  assert.equal(state.collections, 1)
  state.heap += 10 * megabyte
  look()
  assert.equal(state.collections, 2)
})
