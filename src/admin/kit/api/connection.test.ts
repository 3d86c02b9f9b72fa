import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { createConnection } from './connection.ts'

function open({ answers = [] as boolean[] } = {}) {
  const window = new EventTarget() as EventTarget & Pick<Window, 'addEventListener'>
  const network = { isThere: true }
  const states: string[] = []
  const connection = createConnection({
    window,
    hasNetwork: () => network.isThere,
    probe: async () => answers.shift() ?? false,
    probeAfter: 5,
  })
  connection.subscribe(() => states.push(connection.read()))
  return { connection, states, network, window }
}

test('a server that does not answer is tried again until it does', async () => {
  const { connection, states } = open({ answers: [false, false, true] })
  assert.equal(connection.read(), 'connected')
  connection.note(false)
  connection.note(false)
  assert.equal(connection.read(), 'unreachable')
  await until(() => connection.read() === 'connected', 'it is reached again', 5)
  assert.deepEqual(states, ['unreachable', 'connected'])
})

test('a lost network is told at once, and so is its return', () => {
  const { connection, states, network, window } = open({ answers: [true] })
  network.isThere = false
  window.dispatchEvent(new Event('offline'))
  assert.equal(connection.read(), 'offline')
  network.isThere = true
  window.dispatchEvent(new Event('online'))
  assert.deepEqual(states, ['offline', 'connected'])
})
