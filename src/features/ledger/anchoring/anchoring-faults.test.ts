import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, beforeEach, describe, test } from 'node:test'
import { days, hours } from '../../../../test/support/clock.ts'
import { nodeKey, startAnchoring, wanted } from '../../../../test/support/ledger/anchoring.ts'

const fixture = await startAnchoring()
const {
  local,
  node,
  clock,
  lines,
  changed,
  createChain,
  createProcess,
  account,
  anchoring,
  addEntry,
  look,
  anchor,
  states,
  stored,
  health,
  told,
  sends,
  countSent,
  nextAfter,
} = fixture
beforeEach(fixture.reset)
after(fixture.close)

const minute = 60_000

describe('anchoring with faults', () => {
  test('spends no more than the limit', async () => {
    changed.ledgerAnchorLimit = '0.00000001'
    await look()
    assert.deepEqual(
      [await states(), (await health()).fault, await told()],
      [[], 'limit_reached', ['limit_reached']],
    )
    clock.advance(hours)
    await look()
    assert.deepEqual(await told(), ['limit_reached'])
    changed.ledgerAnchorLimit = '1'
    await anchor()
    assert.equal((await health()).fault, null)
    // As much again as was spent, but the next one may cost more.
    changed.ledgerAnchorLimit = (await health()).spent
    await addEntry()
    clock.advance(days)
    await look()
    assert.equal((await health()).fault, 'limit_reached')
    clock.advance(30 * days)
    changed.ledgerAnchorLimit = '0.001'
    await look()
    assert.deepEqual(await states(), ['confirmed', 'sent'])
    assert.deepEqual(await told(), ['limit_reached', 'limit_reached'])
  })

  test('leaves a transaction as it is whose replacement would exceed the limit, and sends it again', async () => {
    await look()
    const [{ most, hash }] = await stored()
    changed.ledgerAnchorLimit = `0.${String(most).padStart(18, '0')}`
    await local.call('anvil_dropTransaction', hash)
    clock.advance(10 * minute)
    await look()
    assert.deepEqual([(await stored()).length, (await health()).fault], [1, 'limit_reached'])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), (await health()).fault], [['confirmed'], null])
  })

  test('says so when the account has too little, until it has enough', async () => {
    await local.call('anvil_setBalance', account().address, '0x10')
    await look()
    assert.deepEqual([await states(), (await health()).fault, await told()], [[], 'no_funds', ['no_funds']])
    assert.equal((await health()).balance, '0.000000000000000016')
    await local.call('anvil_setBalance', account().address, '0xde0b6b3a7640000')
    await anchor()
    assert.equal((await health()).fault, null)
  })

  for (const [name, answer] of [
    ['slow', () => {}],
    ['HTML', (response) => response.setHeader('content-type', 'text/html').end('<!doctype html><p>Hello')],
    ['garbage', (response) => response.setHeader('content-type', 'application/json').end('{"jsonrpc":')],
    [
      'no result',
      (response) => response.setHeader('content-type', 'application/json').end('{"jsonrpc":"2.0","id":1}'),
    ],
    [
      'other types',
      (response) =>
        response
          .setHeader('content-type', 'application/json')
          .end('{"jsonrpc":"2.0","id":1,"result":{"a":[]}}'),
    ],
    ['too many requests', (response) => response.writeHead(429).end(`slow down, ${nodeKey}`)],
    [
      'an error',
      (response) =>
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            error: { code: -32_005, message: `limit of ${nodeKey}` },
          }),
        ),
    ],
    ['a closed connection', (response) => response.destroy()],
  ] satisfies [string, (response: ServerResponse) => unknown][]) {
    test(`survives a node that answers with ${name}, and says nothing of its address`, async () => {
      node.behave((response) => {
        answer(response)
        return true
      })
      await look()
      assert.deepEqual([(await health()).fault, await states(), await told()], ['unreachable', [], []])
      node.behave()
      await look()
      assert.deepEqual([(await health()).fault, await states()], [null, ['sent']])
      const [path = ''] = new URL(node.url).pathname.split('/').slice(-1)
      assert.ok(!lines.join('').includes(path))
      assert.ok(!lines.join('').includes(account().key.slice(2)))
      assert.match(lines.join(''), /"fault":"unreachable"/)
    })
  }

  test('asks a node that does not answer less and less often, and tells admins after an hour', async () => {
    node.behave((response) => {
      response.destroy()
      return true
    })
    const pauses: number[] = []
    await look()
    for (let polls = 0; polls < 14; polls++) {
      pauses.push(Math.round((await nextAfter()) / 1000))
      clock.advance(await nextAfter())
      await anchoring().poller.poll()
    }
    assert.deepEqual(pauses.slice(0, 5), [15, 15, 30, 60, 120])
    assert.ok(pauses.every((pause) => pause <= 3600) && (pauses.at(-1) ?? 0) > 3500)
    assert.deepEqual(await told(), ['unreachable'])
    node.behave()
    clock.advance(hours)
    await anchoring().poller.poll()
    assert.deepEqual([(await health()).fault, await states()], [null, ['sent']])
  })

  test('sends what was stored when the answer to it was lost', async () => {
    node.behave((response, method) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      response.destroy()
      return true
    })
    await look()
    assert.deepEqual([await states(), (await health()).fault], [['sent'], 'unreachable'])
    node.behave()
    await look()
    await look()
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent(), (await stored()).length], [['confirmed'], 1, 1])
  })

  test('takes it for no fault that a node has a transaction already', async () => {
    await look()
    for (const message of [
      'unknown transaction type',
      'already known',
      'ALREADY_EXISTS: already known',
      'nonce too low: next nonce 5, tx nonce 4',
      'AlreadyKnown',
      'OldNonce',
      'Known transaction',
    ]) {
      node.behave((response, method) => {
        if (method !== 'eth_sendRawTransaction') return undefined
        const error = { code: -32_000, message }
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
        return true
      })
      await look()
      const fault = message.startsWith('unknown') ? 'refused' : null
      assert.deepEqual([(await health()).fault, await states()], [fault, ['sent']], message)
    }
  })

  test('says so when the node refuses the transaction, and not why: that may hold the key', async () => {
    node.behave((response, method) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      const error = { code: -32_000, message: `not allowed for ${nodeKey}` }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
      return true
    })
    await look()
    assert.deepEqual([(await health()).fault, await told()], ['refused', ['refused']])
    assert.ok(!lines.join('').includes(nodeKey))
    node.behave()
    await look()
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), (await health()).fault], [['confirmed'], null])
  })

  test('is done once by processes that look at the same time', async () => {
    const processes = Array.from({ length: 4 }, () => createProcess())
    await Promise.all(processes.map(({ poller }) => poller.poll()))
    assert.deepEqual([await states(), sends()], [['sent'], 1])
  })

  test('is done once when a process is so slow that another takes over', async () => {
    const chain = createChain()
    const other = createProcess()
    const slow = createProcess({
      ...chain,
      async sign(transaction) {
        const signed = await chain.sign(transaction)
        clock.advance(6 * minute)
        await other.poller.poll()
        await addEntry()
        return signed
      },
    })
    await slow.poller.poll()
    assert.deepEqual([await states(), (await stored()).length, sends()], [['sent'], 1, 1])
    await local.mine(wanted)
    await look()
    assert.equal(await countSent(), 1)
  })
})
