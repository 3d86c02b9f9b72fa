import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRefetching } from './refetching.ts'

function createPage() {
  const listeners = new Set<() => void>()
  return {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_event: string, listener: unknown) => void listeners.add(listener as () => void),
    removeEventListener: (_event: string, listener: unknown) => void listeners.delete(listener as () => void),
    show(state: DocumentVisibilityState) {
      this.visibilityState = state
      for (const listener of listeners) listener()
    },
    listeners,
  }
}

test('many changes are fetched at once and once more after a pause', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const refetch = mock.fn()
  const document = createPage()
  const refetching = createRefetching({ refetch, document })
  for (let change = 0; change < 10; change++) refetching.ask()
  assert.equal(refetch.mock.callCount(), 1)
  mock.timers.tick(1_000)
  assert.equal(refetch.mock.callCount(), 2)
  mock.timers.tick(5_000)
  assert.equal(refetch.mock.callCount(), 2)
  refetching.stop()
  assert.equal(document.listeners.size, 0)
})

test('nothing is fetched while nobody looks, and what was missed once somebody does', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const refetch = mock.fn()
  const document = createPage()
  const refetching = createRefetching({ refetch, document })
  document.show('hidden')
  refetching.ask()
  mock.timers.tick(10_000)
  assert.equal(refetch.mock.callCount(), 0)
  document.show('visible')
  assert.equal(refetch.mock.callCount(), 1)
  refetching.stop()
})
