import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createOutgoingClient, type OutgoingClient, type OutgoingRequest } from './client.ts'
import { findUrlFault, isPublicAddress } from './public-address.ts'

let receiver: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let received = 0
let address: string
let trusting: OutgoingClient
const suspicious = createOutgoingClient({ trustedHosts: new Set() })

before(async () => {
  receiver = createServer((request, response) => {
    received++
    answer(request, response)
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  trusting = createOutgoingClient({ trustedHosts: new Set(['127.0.0.1', 'nowhere.invalid']) })
})
beforeEach(() => {
  received = 0
})
after(() => {
  trusting.close()
  suspicious.close()
  receiver.closeAllConnections()
  receiver.close()
})

const requestTo = (url: string): OutgoingRequest => ({
  url: new URL(url),
  method: 'POST',
  headers: { 'content-type': 'text/plain' },
  body: 'ñandú',
  timeout: 2_000,
  mostBytes: 10,
})
const faultOfSending = (client: OutgoingClient, url: string) =>
  client.send(requestTo(url)).then(
    () => assert.fail('there was an answer'),
    ({ fault }) => fault,
  )

describe('an address', () => {
  test('is public, or it is not', () => {
    const privateOnes = [
      ...[
        '127.0.0.1',
        '127.255.255.254',
        '0.0.0.0',
        '10.0.0.1',
        '172.16.0.1',
        '172.31.255.255',
        '192.168.1.1',
      ],
      ...[
        '169.254.169.254',
        '100.64.0.1',
        '192.0.2.1',
        '198.18.0.1',
        '224.0.0.1',
        '240.0.0.1',
        '255.255.255.255',
      ],
      ...[
        '::',
        '::1',
        '::127.0.0.1',
        '::ffff:127.0.0.1',
        '::ffff:8.8.8.8',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
      ],
      ...['fe80::1', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '2001:db8::1', '2001::1', '100::1'],
    ]
    for (const one of privateOnes) assert.equal(isPublicAddress(one), false, one)
    for (const one of ['8.8.8.8', '172.32.0.1', '2606:4700:4700::1111'])
      assert.equal(isPublicAddress(one), true, one)
  })

  test('is refused before connecting when it is not to be called', () => {
    const none = new Set<string>()
    const faults = {
      'http://example.org/': 'scheme',
      'ftp://example.org/': 'scheme',
      'https://name:password@example.org/': 'credentials',
      'https://127.0.0.1/': 'private_address',
      'https://2130706433/': 'private_address',
      'https://0x7f.1/': 'private_address',
      'https://[::1]/': 'private_address',
      'https://[::ffff:a9fe:a9fe]/': 'private_address',
      'https://example.org/': undefined,
      'https://8.8.8.8:8443/': undefined,
    }
    for (const [url, fault] of Object.entries(faults))
      assert.equal(findUrlFault(new URL(url), none), fault, url)
    const trusted = new Set(['127.0.0.1', '::1'])
    assert.equal(findUrlFault(new URL('http://127.0.0.1:5678/'), trusted), undefined)
    assert.equal(findUrlFault(new URL('http://[::1]/'), trusted), undefined)
    assert.equal(findUrlFault(new URL('file:///etc/passwd'), trusted), 'scheme')
  })
})

describe('a request', () => {
  test('is answered, with the beginning of a long body', async () => {
    answer = (request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () =>
        response.writeHead(201, { 'x-length': request.headers['content-length'] }).end(body + body),
      )
    }
    const { status, headers, body, isComplete } = await trusting.send(requestTo(address))
    assert.deepEqual([status, headers['x-length'], isComplete], [201, '7', false])
    assert.equal(body, 'ñandúña')
  })

  test('does not follow a redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: `${address}/other` }).end()
    assert.equal((await trusting.send(requestTo(address))).status, 307)
    assert.equal(received, 1)
  })

  test('ends after its time, also when the answer has begun', async () => {
    answer = () => {}
    const late = { ...requestTo(address), timeout: 50 }
    await assert.rejects(trusting.send(late), { fault: 'timeout' })
    answer = (_request, response) => void response.writeHead(200).write('x')
    await assert.rejects(trusting.send(late), { fault: 'timeout' })
  })

  test('says why there is no answer', async () => {
    answer = (request) => request.socket.destroy()
    assert.equal(await faultOfSending(trusting, address), 'disconnected')
    assert.equal(await faultOfSending(trusting, 'http://127.0.0.1:1/'), 'refused')
    assert.equal(await faultOfSending(trusting, 'https://nowhere.invalid/'), 'unknown_host')
    const { port } = new URL(address)
    assert.equal(await faultOfSending(trusting, `https://127.0.0.1:${port}/`), 'tls')
  })

  test('reaches no private address, by whatever name', async () => {
    const { port } = new URL(address)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])
      assert.equal(await faultOfSending(suspicious, `https://${host}:${port}/`), 'private_address', host)
    assert.equal(received, 0)
  })

  test('is sent again over a new connection when the kept one had ended', async () => {
    answer = (_request, response) => response.end('1')
    await trusting.send(requestTo(address))
    answer = (request, response) => {
      if (received === 2) request.socket.destroy()
      else response.end('2')
    }
    assert.equal((await trusting.send(requestTo(address))).body, '2')
  })
})
