import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import type { ConnectionResult } from '#features/social/accounts/contract.ts'
import { askingPause, createConnecting, longestWait, type PopUp } from './connecting.ts'

const page = 'https://platform.example/authorize'
const waiting: ConnectionResult = { state: 'waiting', account: null, failure: null, sentence: null }

function setUp({ isBlocked = false, url = page } = {}) {
  const popUp: { -readonly [Key in keyof PopUp]: PopUp[Key] } & { url: string } = {
    ...{ closed: false, url: '' },
    close: () => {
      popUp.closed = true
    },
    location: {
      replace: (to) => {
        popUp.url = to
      },
    },
  }
  const server = { result: waiting, asked: 0, changes: 0, isDown: false }
  const connecting = createConnecting({
    openPopUp: () => (isBlocked ? null : popUp),
    connect: async () => {
      if (server.isDown) throw new Error('down')
      return { id: crypto.randomUUID(), url }
    },
    readResult: async () => {
      server.asked += 1
      if (server.isDown) throw new Error('down')
      return server.result
    },
    onChange: () => {
      server.changes += 1
    },
  })
  const step = () => connecting.current().step
  return { popUp, server, connecting, step }
}

/** Lets what has been promised happen. */
const settle = async () => {
  for (let round = 0; round < 10; round += 1) await Promise.resolve()
}
async function pass(milliseconds = askingPause) {
  mock.timers.tick(milliseconds)
  await settle()
}

describe('the connecting of an account', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'Date'] }))
  afterEach(() => mock.timers.reset())

  test('opens the window at once, leads it to the platform and ends when the server tells so', async () => {
    const { popUp, server, connecting, step } = setUp()
    connecting.begin('reddit')
    assert.equal(step(), 'opening')
    await settle()
    assert.equal(popUp.url, page)
    assert.equal(step(), 'waiting')
    await pass()
    assert.equal(step(), 'waiting')
    server.result = { ...waiting, state: 'connected' }
    await pass()
    assert.equal(step(), 'connected')
    assert.equal(popUp.closed, true)
    assert.equal(server.changes, 1)
    await pass(10 * askingPause)
    assert.equal(server.asked, 2)
  })

  test('tells what the platform has said when it was refused or has failed', async () => {
    for (const state of ['refused', 'failed'] as const) {
      const { server, connecting } = setUp()
      connecting.begin('twitter')
      await settle()
      server.result = { ...waiting, state, failure: 'scopes', sentence: '<b>No</b>' }
      await pass()
      const end = connecting.current()
      assert.equal(end.step, state)
      assert.equal('sentence' in end && end.sentence, '<b>No</b>')
    }
  })

  test('goes on asking the server when the window looks closed, since a platform can hide it', async () => {
    const { popUp, server, connecting, step } = setUp()
    connecting.begin('threads')
    await settle()
    popUp.closed = true
    await pass()
    assert.equal(step(), 'closed')
    assert.equal(server.changes, 1)
    await pass(5 * askingPause)
    assert.equal(server.changes, 1)
    server.result = { ...waiting, state: 'connected' }
    await pass()
    assert.equal(step(), 'connected')
    assert.equal(server.changes, 2)
  })

  test('shows the address when the browser opens no window', async () => {
    const { server, connecting } = setUp({ isBlocked: true })
    connecting.begin('tiktok')
    await settle()
    assert.deepEqual(connecting.current(), { step: 'blocked', platform: 'tiktok', url: page })
    server.result = { ...waiting, state: 'connected' }
    await pass()
    assert.equal(connecting.current().step, 'connected')
  })

  test('survives that the server is away for a moment, but not at the start', async () => {
    const { server, connecting, step } = setUp()
    connecting.begin('github')
    await settle()
    server.isDown = true
    await pass(3 * askingPause)
    assert.equal(step(), 'waiting')
    connecting.begin('github')
    await settle()
    assert.equal(step(), 'broken')
  })

  test('leads the window to nothing that is no address of the web', async () => {
    const { popUp, connecting, step } = setUp({ url: 'javascript:alert(1)' })
    connecting.begin('linkedin')
    await settle()
    assert.equal(step(), 'broken')
    assert.equal(popUp.url, '')
    assert.equal(popUp.closed, true)
  })

  test('ends when the person stops waiting, or the server no longer would', async () => {
    const { popUp, server, connecting, step } = setUp()
    connecting.begin('instagram')
    await settle()
    connecting.stop()
    assert.equal(step(), 'none')
    assert.equal(popUp.closed, true)
    await pass(3 * askingPause)
    assert.equal(server.asked, 0)
    connecting.begin('instagram')
    await settle()
    await pass(longestWait + askingPause)
    assert.equal(step(), 'expired')
  })
})
