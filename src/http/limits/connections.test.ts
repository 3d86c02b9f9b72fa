import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../test/support/until.ts'
import { createConnectionLimits } from './connections.ts'

const held: ServerResponse[] = []
let most = 0
let answered = 0
let slow = 0
const limits = createConnectionLimits({
  perNetwork: 3,
  total: 8,
  requestsAtOnce: 2,
  writeTimeout: 150,
  proxyIdleTime: 400,
  networkOf: (socket) => (socket.remoteAddress === '127.0.0.2' ? undefined : socket.remoteAddress),
  refuse: (socket, isFull) => socket.end(isFull ? 'full' : 'refused'),
})
const server = createServer(
  { keepAliveTimeout: 50, keepAliveTimeoutBuffer: 0 },
  limits.limitPipelining((request, response) => {
    if (request.url === '/large') return response.end(Buffer.alloc(20_000_000))
    if (request.url === '/slow') return void slow++
    held.push(response)
    most = Math.max(most, held.length)
    setImmediate(() => {
      answered++
      held.shift()?.end(String(answered))
    })
  }),
)

before(async () => {
  limits.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => {
  server.close()
  server.closeAllConnections()
})

function open(localAddress = '127.0.0.1'): Socket {
  return connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
}

describe('a connection', () => {
  test('that sends many requests at once gets all responses in order, a few at a time', async () => {
    const socket = open()
    const count = 500
    for (let number = 1; number <= count; number++) {
      const isLast = number === count
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${isLast ? 'Connection: close\r\n' : ''}\r\n`)
    }
    const bodies = [...(await text(socket)).matchAll(/\r\n\r\n(\d+)/g)].map(([, body]) => Number(body))
    assert.equal(bodies.length, count)
    assert.deepEqual(
      bodies,
      bodies.toSorted((a, b) => a - b),
    )
    assert.ok(most <= 2, `${most} at a time`)
  })

  test('whose client disconnects has its waiting requests dropped', async () => {
    const socket = open()
    socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(100))
    await until(() => slow === 2, 'two requests are worked on')
    socket.destroy()
    await sleep(50)
    assert.equal(slow, 2)
  })

  test('whose client does not read is closed', async () => {
    const socket = open()
    socket.pause()
    const closed = new Promise<void>((resolve) => {
      server.once('connection', (own: Socket) => own.once('close', () => resolve()))
    })
    socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
    await closed
    socket.destroy()
  })
})

test('a network has a limited number of connections, until one of them ends; a proxy has any number', async () => {
  const sockets = Array.from({ length: 3 }, () => open())
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  assert.equal(await text(open()), 'refused')
  const proxied = open('127.0.0.2')
  proxied.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(await text(proxied), /^HTTP\/1\.1 200/)
  for (const socket of sockets) socket.destroy()
  await sleep(20)
  const next = open()
  next.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(await text(next), /^HTTP\/1\.1 200/)
})

test('the idle connection of a proxy stays open for longer than others, after each of its requests', async () => {
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const [client, proxy] = [open(), open('127.0.0.2')]
  let answers = 0
  proxy.on('data', (bytes) => {
    answers += String(bytes).split('HTTP/1.1 200').length - 1
  })
  const closed = once(proxy, 'close')
  client.resume().write(request)
  proxy.write(request)
  await once(client, 'close')
  for (const number of [1, 2]) {
    await until(() => answers === number, 'it is answered')
    await sleep(200)
    assert.equal(proxy.readyState, 'open')
    if (number === 1) proxy.write(request)
  }
  await closed
})

test('all networks and proxies together have a limited number of connections', async () => {
  const sockets = Array.from({ length: 8 }, () => open('127.0.0.2'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  assert.equal(await text(open('127.0.0.2')), 'full')
  for (const socket of sockets) socket.destroy()
  await sleep(20)
  const next = open('127.0.0.2')
  next.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(await text(next), /^HTTP\/1\.1 200/)
})
