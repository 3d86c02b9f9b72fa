import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { definePermissions } from '#shared/permissions.ts'
import { until } from '../../test/support/until.ts'
import { guardRoutes } from './access.ts'
import { recordActions } from './recorded-actions.ts'
import { defineRoutes } from './routes.ts'

const { erase } = definePermissions('things', { erase: { least: 'admin', recentPassword: true } })
const now = new Date()
const signedIn = {
  user: {
    ...{ id: 'one', username: 'ana', name: 'Ana', role: 'admin' as const, languages: null },
    ...{ language: null, theme: null, time_zone: null },
  },
  sessionId: 'session',
  passwordConfirmedAt: now,
}

const server = Fastify()
const calls: string[] = []
let recording = Promise.withResolvers<string>()

before(async () => {
  guardRoutes(
    server,
    async () => signedIn,
    async () => {},
    () => now,
  )
  recordActions(server, {
    begin() {
      calls.push('begin')
      return recording.promise
    },
    end: async (_id, outcome) => void calls.push(outcome),
    cancel: async () => void calls.push('cancel'),
  })
  await server.register(
    defineRoutes((routes) => {
      routes.post('/erase', { config: { access: erase } }, async () => {
        calls.push('work')
        return 'erased'
      })
      routes.post('/export', { config: { access: erase } }, async () => {
        calls.push('work')
        return Readable.from(['a', 'b'])
      })
    }),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => server.close())

function send(path: string) {
  calls.length = 0
  recording = Promise.withResolvers()
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nContent-Length: 0\r\n\r\n`)
  return socket
}

/** Sends a request whose client goes away while its action is being recorded. */
async function sendAndLeave(path: string): Promise<void> {
  const closed = new Promise((resolve) => {
    server.server.once('connection', (own) => own.once('close', resolve))
  })
  const socket = send(path)
  await until(() => calls.includes('begin'), 'the action is being recorded')
  socket.destroy()
  await closed
  recording.resolve('record')
}

test('an action is recorded before it is done, and its outcome afterwards', async () => {
  for (const path of ['/erase', '/export']) {
    const socket = send(path)
    await until(() => calls.includes('begin'), 'the action is being recorded')
    assert.deepEqual(calls, ['begin'])
    recording.resolve('record')
    await until(() => calls.length === 3, 'the outcome is recorded')
    assert.deepEqual(calls, ['begin', 'work', 'done'])
    socket.destroy()
  }
})

test('an action whose client disconnects while it is being recorded has its outcome recorded', async () => {
  await sendAndLeave('/erase')
  await until(() => calls.length === 3, 'the outcome is recorded', 2)
  assert.deepEqual(calls, ['begin', 'work', 'done'])
})

test('a file for a client that has disconnected is recorded as failed', async () => {
  await sendAndLeave('/export')
  await until(() => calls.length === 3, 'the outcome is recorded', 2)
  assert.deepEqual(calls, ['begin', 'work', 'failed'])
})
