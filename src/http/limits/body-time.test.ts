import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { writeRawRefusal } from '#http/raw-refusal.ts'
import { startTestApp } from '../../../test/support/build-app.ts'
import { limitBodies, limitBodyTime, longestBodySeconds } from './body-time.ts'

const server = createServer(async (request, response) => {
  limitBodyTime(request, 200, (socket) => writeRawRefusal(socket, { status: 408, headers: {}, body: '{}' }))
  const body = await text(request).catch(() => undefined)
  if (body !== undefined) setTimeout(() => response.end(`got ${body}`), 300)
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => server.close())

async function send(...parts: string[]): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const answer = text(socket)
  for (const part of parts) socket.write(part)
  return answer
}

const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n'

describe('a body', () => {
  test('that comes in time has all the time it takes to be answered', async () => {
    assert.match(await send(head, 'done'), /^HTTP\/1\.1 200 [\s\S]*got done/)
  })

  test('that does not end in time is refused, and the connection with it', async () => {
    assert.match(await send(head, 'do'), /^HTTP\/1\.1 408 /)
  })
})

test('no route gives its body more time than Node gives any request', async () => {
  const routes = Fastify()
  limitBodies(routes, () => {})
  const add = (url: string, bodySeconds: number) => routes.post(url, { config: { bodySeconds } }, () => '')
  add('/long', longestBodySeconds)
  assert.throws(() => add('/longer', longestBodySeconds + 1), /more time/)
  const app = await startTestApp()
  try {
    assert.equal(app.app.server.server.requestTimeout, longestBodySeconds * 1000)
  } finally {
    await app.close()
  }
})
