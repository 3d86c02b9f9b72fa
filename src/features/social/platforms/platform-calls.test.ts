import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { escapeMarkup } from '#shared/markup.ts'
import { PlatformFault } from './fault.ts'
import { createPlatformCalls, type ObservedCall, readRetryAfter } from './platform-calls.ts'

let server: Server
let origin: string
let answer: (response: ServerResponse) => void
let received = 0
const now = new Date('2026-12-01T09:00:00Z')
const calls = createPlatformCalls({ userAgent: 'Test/1.0', now: () => now })
const { signal } = new AbortController()

before(async () => {
  server = createServer((_request, response) => {
    received++
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  received = 0
  answer = (response) => void response.end('{}')
})
after(() => {
  server.closeAllConnections()
  server.close()
})

const faultOf = (work: Promise<unknown>): Promise<PlatformFault> =>
  work.then(
    () => assert.fail('it was answered'),
    (error: unknown) => {
      assert.ok(error instanceof PlatformFault, String(error))
      return error
    },
  )

describe('a platform', () => {
  test('is called where its interface is, and elsewhere in the public network alone', async () => {
    const careful = createPlatformCalls({ userAgent: 'Test', now: () => now, origins: new Set([origin]) })
    assert.equal((await careful.call(`${origin}/upload`, { signal })).status, 200)
    const { port } = new URL(origin)
    for (const address of [
      `http://localhost:${port}/`,
      `https://localhost:${port}/`,
      `http://[::1]:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://name:word@example.com/',
      'file:///etc/passwd',
    ]) {
      const fault = await faultOf(careful.call(address, { signal }))
      assert.deepEqual([fault.kind, fault.code], ['refused', 'private_address'], address)
    }
    assert.equal(received, 1)
  })

  test('that answers without an end is left after its time, and read no further than its limit', async () => {
    answer = (response) => void response.write('{')
    const late = await faultOf(calls.call(origin, { signal, timeout: 80 }))
    assert.deepEqual([late.kind, late.code], ['lost', 'timeout'])
    answer = (response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', write)
      write()
    }
    const { body } = await calls.call(origin, { signal })
    assert.equal(body.length, 5_000_000)
  })

  test('that sends us elsewhere is not followed', async () => {
    answer = (response) => void response.writeHead(307, { location: `${origin}/other` }).end()
    const redirect = await calls.call(origin, { signal, method: 'POST', body: 'x' })
    assert.equal(redirect.status, 307)
    assert.equal(received, 1)
    assert.throws(() => calls.requireSuccess(redirect), { kind: 'refused', message: 'HTTP 307' })
  })

  test('that repeats a secret, however it is written, is not quoted with it', async () => {
    const secret = 'a b+c/<d>&é'
    const written = [
      ...[secret, encodeURIComponent(secret), 'a+b%2Bc%2F%3Cd%3E%26%C3%A9'],
      ...[escapeMarkup(secret), 'a b+c\\/<d>&é'],
    ]
    answer = (response) => void response.writeHead(400).end(written.join('|'))
    const observed: ObservedCall[] = []
    const reply = await calls.call(`${origin}/bot${encodeURIComponent(secret)}/send?token=x`, {
      ...{ signal, secrets: [secret], observe: (call: ObservedCall) => void observed.push(call) },
    })
    assert.equal(reply.body, '…|…|…|…|…')
    assert.deepEqual(
      observed.map(({ address, answer: said }) => [address, said]),
      [[`${origin}/bot…/send`, '…|…|…|…|…']],
    )
  })
})

test('Retry-After is read in seconds and as a date, within a day', () => {
  const wait = (value: string) => {
    const again = readRetryAfter(new Headers({ 'retry-after': value }), now)
    return again && (again.getTime() - now.getTime()) / 1000
  }
  const day = 24 * 3_600
  const read: [string, number | undefined][] = [
    ['120', 120],
    ['Tue, 01 Dec 2026 09:01:30 GMT', 90],
    ['0', undefined],
    ['-5', undefined],
    ['Mon, 30 Nov 2026 09:00:00 GMT', undefined],
    ['31536000', day],
    ['9'.repeat(400), day],
    ['Wed, 01 Dec 2027 09:00:00 GMT', day],
    ['soon', undefined],
    ['', undefined],
    ['1e9', undefined],
  ]
  for (const [value, seconds] of read) assert.equal(wait(value), seconds, value)
})
