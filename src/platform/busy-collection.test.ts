import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBusyCollection } from './busy-collection.ts'

const mebibyte = 1024 * 1024

/** A heap of which a minor collection leaves `surviving` MiB of what has come since, and a major one nothing. */
function createHeap(kept: number) {
  const collected: string[] = []
  let [young, old] = [0, 0]
  const heap = { surviving: 0, add: (size: number) => (young += size) }
  const { look } = createBusyCollection({
    collect(generation) {
      collected.push(generation)
      old = generation === 'major' ? 0 : old + Math.min(young, heap.surviving)
      young = 0
    },
    inUse: () => (kept + young + old) * mebibyte,
  })
  return { ...heap, heap, look, collected }
}

describe('collecting while there is work', () => {
  it('waits until there is something to collect', () => {
    const { add, look, collected } = createHeap(40)
    look()
    add(3)
    look()
    assert.deepEqual(collected, [])
    add(2)
    look()
    assert.deepEqual(collected, ['minor'])
    look()
    assert.deepEqual(collected, ['minor'])
  })

  it('collects everything only when much has outlived that', () => {
    const { heap, add, look, collected } = createHeap(40)
    heap.surviving = 2
    look()
    for (let step = 0; step < 10; step++) {
      add(5)
      look()
    }
    assert.deepEqual(collected, [...Array(6).fill('minor'), 'major', ...Array(4).fill('minor')])
  })

  it('counts from what V8 has left when it collected by itself', () => {
    const { add, look, collected } = createHeap(40)
    add(30)
    look()
    add(-30)
    look()
    add(3)
    look()
    assert.deepEqual(collected, [])
    add(2)
    look()
    assert.deepEqual(collected, ['minor'])
  })
})
