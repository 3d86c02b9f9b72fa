import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePermissions } from '#shared/permissions.ts'
import { createFollowing } from './following.ts'
import type { Changed } from './live-connection.ts'

const document = {
  visibilityState: 'visible' as const,
  addEventListener() {},
  removeEventListener() {},
}

test('parts of a screen that follow the same keys have them fetched once, until the last is gone', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const listeners = new Set<(changed: Changed) => void>()
  const refetch = mock.fn()
  const follow = createFollowing({
    live: {
      onChange(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    refetch,
    document,
  })
  const tell = (changed: Changed) => {
    for (const listener of listeners) listener(changed)
    mock.timers.tick(2_000)
  }
  const { read } = definePermissions('comments', { read: 'viewer' })
  const topics = [{ name: 'comments', permission: read }]
  const keys = [['comments']]
  const stops = [follow(topics, keys), follow(topics, keys)]
  tell(['comments', 'webhooks'])
  assert.deepEqual(refetch.mock.calls[0]?.arguments, [keys])
  assert.equal(refetch.mock.callCount(), 1)
  tell(['webhooks'])
  assert.equal(refetch.mock.callCount(), 1)
  stops[0]?.()
  tell(undefined)
  assert.equal(refetch.mock.callCount(), 2)
  stops[1]?.()
  tell(['comments'])
  assert.equal(refetch.mock.callCount(), 2)
  assert.equal(listeners.size, 0)
})
