import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { clientNetwork, createClientAddress, providerNetwork } from './client-address.ts'

function requestFrom(peer: string | undefined, forwardedFor?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor
  return request
}

describe("a client's address", () => {
  test('is the peer, whatever the header says, when no proxy is trusted', () => {
    assert.equal(createClientAddress([])(requestFrom('127.0.0.1', '198.51.100.7')), '127.0.0.1')
  })

  test('is empty once the connection is gone, whatever the header says', () => {
    for (const trusted of [[], ['loopback']]) {
      assert.equal(createClientAddress(trusted)(requestFrom(undefined, '198.51.100.7')), '')
    }
  })

  test('is what a trusted proxy says', () => {
    const addressOf = createClientAddress(['loopback'])
    assert.equal(addressOf(requestFrom('127.0.0.1', '198.51.100.7')), '198.51.100.7')
    assert.equal(addressOf(requestFrom('::1', '2001:db8::7')), '2001:db8::7')
    assert.equal(addressOf(requestFrom('127.0.0.1')), '127.0.0.1')
  })

  test('is the last one that a trusted proxy did not add itself: what a client writes there is worth nothing', () => {
    const addressOf = createClientAddress(['loopback', '10.0.0.0/8'])
    assert.equal(addressOf(requestFrom('127.0.0.1', '203.0.113.1, 198.51.100.7, 10.1.2.3')), '198.51.100.7')
  })

  test('is the peer when the peer is not a trusted proxy', () => {
    assert.equal(createClientAddress(['10.0.0.0/8'])(requestFrom('192.0.2.9', '198.51.100.7')), '192.0.2.9')
  })

  test('survives garbage in the header', () => {
    const addressOf = createClientAddress(['loopback'])
    for (const garbage of ['', ',,,', '\0', 'x'.repeat(8_000), '999.999.999.999', '::ffff:', '<script>']) {
      assert.equal(typeof addressOf(requestFrom('127.0.0.1', garbage)), 'string')
    }
  })
})

describe('what counts as one client', () => {
  const cases: [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['', ''],
  ]
  for (const [address, network] of cases) {
    test(`${address || 'nothing'} is ${network || 'nothing'}`, () =>
      assert.equal(clientNetwork(address), network))
  }

  test('is the same however an address is written', () =>
    assert.equal(clientNetwork('2001:DB8:A:B::1'), clientNetwork('2001:db8:a:b::2')))

  test('tells two networks of one provider apart', () => {
    assert.notEqual(clientNetwork('2001:db8:1:2::1'), clientNetwork('2001:db8:1:3::1'))
  })
})

describe('what counts as one provider’s network', () => {
  const cases: [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.0/24'],
    ['::ffff:192.0.2.1', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['', ''],
  ]
  for (const [address, network] of cases) {
    test(`${address || 'nothing'} is in ${network || 'nothing'}`, () =>
      assert.equal(providerNetwork(clientNetwork(address)), network))
  }
})
