import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { until } from '../../../test/support/until.ts'
import { createConnectionLimits } from './connections.ts'
import { createRequestTurns } from './request-turns.ts'

const limits = createConnectionLimits({
  ...{ perNetwork: 0, total: 100, requestsAtOnce: 8, writeTimeout: 10_000, proxyIdleTime: 0 },
  networkOf: () => undefined,
  refuse: (socket) => socket.destroy(),
})
const server = Fastify({ serverFactory: (handle) => createServer(limits.limitPipelining(handle)) })
/** Calls that wait until the test lets them go on. */
const held: (() => void)[] = []

before(async () => {
  const turns = createRequestTurns({ concurrency: 1, maxWaiting: 5 })
  server.addHook('onRequest', async (request) => {
    if (request.headers['x-held']) await new Promise<void>((resolve) => held.push(resolve))
  })
  server.get('/slow', () => new Promise(() => {}))
  server.post('/files', { preParsing: turns }, async () => 'done')
  await server.listen({ port: 0, host: '127.0.0.1' })
})
after(() => {
  server.server.closeAllConnections()
  return server.close()
})

const post = (headers = '') => `POST /files HTTP/1.1\r\nHost: a\r\n${headers}Content-Length: 0\r\n\r\n`

async function sendAndLeave(bytes: string): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.server.once('connection', (own) => own.once('close', () => resolve()))
  })
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  await until(() => held.length > 0, 'the request is worked on')
  socket.destroy()
  await closed
  held.shift()?.()
  await new Promise(setImmediate)
}

async function assertFree(): Promise<void> {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(post())
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(900) })
  assert.match(String(answer), /^HTTP\/1\.1 200/)
  socket.destroy()
}

test('a request whose client disconnects while it waits does not keep its turn', async () => {
  await sendAndLeave(post('X-Held: 1\r\n'))
  await assertFree()
})

test('a turn ends with the connection, also for a request behind another that is not answered', async () => {
  await sendAndLeave(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${post('X-Held: 1\r\n')}`)
  await assertFree()
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\n${post()}`)
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  await assertFree()
})
