import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createLedgerServices } from '#features/ledger/feature.ts'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { evaluateConditions } from '#platform/poller.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { createFakeClock, days, hours } from '../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { type LocalChain, startLocalChain } from '../../../../test/support/ledger/local-chain.ts'
import {
  type NodeBeforeChain,
  startNodeBeforeChain,
} from '../../../../test/support/ledger/node-before-chain.ts'
import { readConfig } from '../../../config.ts'
import { type Anchoring, createAnchoring } from './anchoring.ts'
import { type Chain, ChainError } from './chain.ts'
import { parseCoins } from './coins.ts'
import { createViemChain } from './viem-chain.ts'

const minute = 60_000
const nodeKey = '0123456789abcdef0123456789abcdef'
const wanted = 3

const clock = createFakeClock()
const lines: string[] = []
const log = createLog('trace', { write: (line) => void lines.push(line) })
let database: TestDatabase
let postgres: Postgres
let local: LocalChain
let node: NodeBeforeChain
let ledger: ReturnType<typeof createLedgerServices>
/** Of the account of each test. */
let key: string
let address: string
let anchoring: Anchoring
const changed: Record<string, unknown> = {}
const settings: Pick<LiveSettings, 'get'> = {
  get: (setting) =>
    setting.schema.parse(changed[setting.key] ?? setting.default({ domain: 'firmeza.example' })),
}

before(async () => {
  ;[database, local] = await Promise.all([createTestDatabase(), startLocalChain()])
  node = await startNodeBeforeChain(local.url, nodeKey)
  postgres = connectPostgres(database.url, { log })
  ledger = createLedgerServices({
    ...{ db: postgres.db, clock, publicUrl: 'https://firmeza.example', config: readConfig({}) },
    encryption: createEncryption({ current: 'a secret that only the tests know', earlier: [] }),
  })
})
after(async () => {
  await postgres.close()
  await Promise.all([database.drop(), node.close(), local.close()])
})
beforeEach(async () => {
  for (const table of ['ledger_anchor_transactions', 'ledger_anchors', 'ledger_anchoring', 'notifications'])
    await query(`DELETE FROM ${table}`)
  for (const name of Object.keys(changed)) delete changed[name]
  changed.ledgerAnchorConfirmations = wanted
  node.behave()
  node.calls.length = 0
  lines.length = 0
  ;({ key, address } = await local.createAccount())
  anchoring = createProcess()
  await record()
})

const query = async (text: string, values?: unknown[]) => (await postgres.pool.query(text, values)).rows
const createChain = () => createViemChain({ url: node.url, key, timeout: 500 })

/** What anchors in one process of an installation. */
function createProcess(chain: Chain = createChain()): Anchoring {
  const { notify } = createNotificationRecords()
  return createAnchoring({ db: postgres.db, clock, log, settings, notify, chain, random: () => 1 })
}

/** Adds an entry to the ledger. */
async function record(): Promise<void> {
  const entry = { id: randomUUID(), kind: 'revocation' as const, statement: { type: 'revocation' } }
  await createLedgerRecords({ clock }).record(postgres.db, [entry])
  await ledger.sequencing.sequence()
}

/** Lets it look at the chain now. */
async function look(process = anchoring): Promise<void> {
  await query('UPDATE ledger_anchoring SET next_at = $1', [clock.now()])
  await process.poller.poll()
}

const anchors = () => query('SELECT * FROM ledger_anchors ORDER BY id')
const states = async () => (await anchors()).map(({ state }) => state)
const stored = () => query('SELECT * FROM ledger_anchor_transactions ORDER BY created_at')
const health = () => anchoring.readHealth()
const told = async () =>
  (await query('SELECT data FROM notifications ORDER BY at')).map(({ data }) => data.fault)
const listed = async () => (await ledger.anchors.list({ limit: 10, offset: 0 })).items
const sends = () => node.calls.filter((method) => method === 'eth_sendRawTransaction').length
const nextAfter = async () => {
  const [row] = await query('SELECT next_at FROM ledger_anchoring')
  return row.next_at.getTime() - clock.now().getTime()
}

/** Anchors the newest checkpoint, and mines until that is final. */
async function anchor(): Promise<void> {
  await look()
  await local.mine(wanted)
  await look()
  assert.equal((await states()).at(-1), 'confirmed')
}

/** The transactions of the account that the chain has in its blocks. */
async function countSent(): Promise<number> {
  return Number(await local.call('eth_getTransactionCount', address, 'latest'))
}

describe('anchoring', () => {
  test('writes the text of the checkpoint to the chain, and shows it once it is final', async () => {
    await look()
    assert.deepEqual(await states(), ['sent'])
    await local.mine()
    await look()
    assert.deepEqual(await states(), ['included'])
    assert.equal((await health()).pending?.confirmations, 1)
    assert.deepEqual(await listed(), [])
    await local.mine(wanted - 2)
    await look()
    assert.deepEqual(await states(), ['included'])
    await local.mine()
    await look()
    const [shown] = await listed()
    const { checkpoint, size, root_hash } = await ledger.state.getState()
    assert.deepEqual([shown?.size, shown?.root_hash], [size, root_hash])
    const found = await local.call('eth_getTransactionByHash', shown?.transaction.hash)
    assert.ok(
      typeof found === 'object' && found && 'input' in found && 'blockHash' in found && 'from' in found,
    )
    const text = Buffer.from(String(found.input).slice(2), 'hex').toString()
    assert.ok(checkpoint?.startsWith(`${text}\n— `))
    assert.equal(text, shown?.checkpoint_text)
    assert.equal(found.blockHash, shown?.block.hash)
    assert.deepEqual([found.from, shown?.transaction.sender], [address.toLowerCase(), address])
    assert.equal(
      await local.call('eth_getRawTransactionByHash', shown?.transaction.hash),
      shown?.transaction.raw,
    )
    const { spent, balance, ...rest } = await health()
    assert.ok(parseCoins(spent) > 0n)
    assert.equal(parseCoins(balance ?? '') + parseCoins(spent), 10n ** 18n)
    assert.deepEqual([rest.chain, rest.coin, rest.pending, rest.fault], ['Anvil', 'ETH', null, null])
  })

  test('waits for the hours of the setting, and writes nothing that was written already', async () => {
    await anchor()
    clock.advance(25 * hours)
    await look()
    assert.deepEqual(await states(), ['confirmed'])
    await record()
    await look()
    assert.deepEqual(await states(), ['confirmed', 'sent'])
    await local.mine(wanted)
    await look()
    await record()
    clock.advance(23 * hours)
    await look()
    assert.equal((await anchors()).length, 2)
    await anchoring.anchorNow()
    await anchoring.poller.poll()
    assert.deepEqual(await states(), ['confirmed', 'confirmed', 'sent'])
    await assert.rejects(anchoring.anchorNow(), /anchor_pending/)
    await local.mine(wanted)
    await look()
    await assert.rejects(anchoring.anchorNow(), /anchor_current/)
    assert.equal(await countSent(), 3)
  })

  test('looks at the chain only when it is time', async () => {
    const isDue = async () => {
      const condition = anchoring.poller.isDue?.(clock.now())
      assert.ok(condition)
      return (await evaluateConditions(postgres.db, [condition]))[0]
    }
    assert.equal(await isDue(), true)
    await anchoring.poller.poll()
    assert.equal(await isDue(), false)
    const before = node.calls.length
    await anchoring.poller.poll()
    assert.equal(node.calls.length, before)
    clock.advance(15_000)
    assert.equal(await isDue(), true)
    await local.mine(wanted)
    await anchoring.poller.poll()
    assert.equal(await nextAfter(), 10 * minute)
  })

  test('sends the same transaction after a crash between storing and sending it', async () => {
    const chain = createChain()
    const crash = async () => {
      throw new Error('crash')
    }
    await assert.rejects(createProcess({ ...chain, send: crash }).poller.poll(), /crash/)
    const [before] = await stored()
    assert.equal(sends(), 0)
    // The work is taken until then.
    await anchoring.poller.poll()
    assert.equal(sends(), 0)
    clock.advance(5 * minute)
    await anchoring.poller.poll()
    assert.equal(sends(), 1)
    assert.deepEqual(await stored(), [before])
    await local.mine(wanted)
    await look()
    assert.deepEqual([(await listed())[0]?.transaction.hash, await countSent()], [before.hash, 1])
  })

  test('sends a transaction again that the nodes have dropped', async () => {
    await look()
    const [{ hash }] = await stored()
    await local.call('anvil_dropTransaction', hash)
    await local.mine()
    assert.equal(await countSent(), 0)
    await look()
    await local.mine(wanted)
    await look()
    assert.equal((await listed())[0]?.transaction.hash, hash)
  })

  test('starts again with a block that the chain leaves before the anchor is final', async () => {
    await look()
    const snapshot = await local.call('evm_snapshot')
    await local.mine(2)
    await look()
    assert.deepEqual(await states(), ['included'])
    await local.call('evm_revert', snapshot)
    await local.mine(2)
    const [{ hash }] = await stored()
    assert.equal(await local.call('eth_getTransactionReceipt', hash), null)
    await look()
    const [left] = await anchors()
    assert.deepEqual([left.state, left.block_hash, left.spent, left.transaction], ['sent', null, null, null])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent()], [['confirmed'], 1])
  })

  test('no longer shows a final anchor that the chain leaves, and writes it again', async () => {
    await anchor()
    const [first] = await listed()
    await local.call('anvil_reorg', wanted, [])
    clock.advance(hours)
    await look()
    assert.deepEqual([await states(), await listed()], [['sent'], []])
    await local.mine(wanted)
    await look()
    const [second] = await listed()
    assert.equal(second?.transaction.hash, first?.transaction.hash)
    assert.notEqual(second?.block.hash, first?.block.hash)
    assert.equal(await countSent(), 1)
  })

  test('puts two final anchors on their way again, in their order', async () => {
    await anchor()
    await record()
    clock.advance(24 * hours - minute)
    await anchoring.anchorNow()
    await anchoring.poller.poll()
    await local.mine(wanted)
    await look()
    await local.call('anvil_reorg', 2 * wanted, [])
    await look()
    assert.deepEqual(await states(), ['sent', 'sent'])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent()], [['confirmed', 'confirmed'], 2])
  })

  test('says nothing against a final anchor while the node lags behind', async () => {
    const snapshot = await local.call('evm_snapshot')
    await anchor()
    await local.call('evm_revert', snapshot)
    clock.advance(hours)
    await look()
    assert.deepEqual(await states(), ['confirmed'])
  })

  test('replaces a transaction that nobody takes by one at a higher price, of the same nonce', async () => {
    await look()
    clock.advance(9 * minute)
    await look()
    assert.equal((await stored()).length, 1)
    clock.advance(minute)
    await look()
    const [first, second] = await stored()
    assert.ok(BigInt(second.most) * 8n >= BigInt(first.most) * 9n)
    await local.mine(wanted)
    await look()
    assert.deepEqual([(await listed())[0]?.transaction.hash, await countSent()], [second.hash, 1])
  })

  test('finds the first transaction in a block although it was replaced', async () => {
    await look()
    clock.advance(10 * minute)
    const chain = createChain()
    const fail = async () => {
      throw new ChainError('unreachable')
    }
    await look(createProcess({ ...chain, send: fail }))
    const [first] = await stored()
    assert.equal((await stored()).length, 2)
    await local.mine(wanted)
    await look()
    assert.deepEqual([(await listed())[0]?.transaction.hash, await states()], [first.hash, ['confirmed']])
  })

  test('anchors anew when another transaction of the account takes the nonce', async () => {
    await look()
    const [{ nonce, chain_id }] = await anchors()
    clock.advance(minute)
    const [{ raw }] = await stored()
    const other = await createChain().sign({
      chainId: Number(chain_id),
      nonce: Number(nonce),
      text: 'other',
      replaced: raw,
    })
    await createChain().send(other.raw)
    await local.mine()
    await look()
    assert.deepEqual(await states(), ['sent'])
    await local.mine(wanted - 1)
    await look()
    assert.deepEqual(await states(), ['lost', 'sent'])
    await local.mine(wanted)
    await look()
    assert.deepEqual([await states(), await countSent()], [['lost', 'confirmed'], 2])
  })

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
    await record()
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
    await local.call('anvil_setBalance', address, '0x10')
    await look()
    assert.deepEqual([await states(), (await health()).fault, await told()], [[], 'no_funds', ['no_funds']])
    assert.equal((await health()).balance, '0.000000000000000016')
    await local.call('anvil_setBalance', address, '0xde0b6b3a7640000')
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
  ] satisfies [string, (response: import('node:http').ServerResponse) => unknown][]) {
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
      assert.ok(!lines.join('').includes(key.slice(2)))
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
      await anchoring.poller.poll()
    }
    assert.deepEqual(pauses.slice(0, 5), [15, 15, 30, 60, 120])
    assert.ok(pauses.every((pause) => pause <= 3600) && (pauses.at(-1) ?? 0) > 3500)
    assert.deepEqual(await told(), ['unreachable'])
    node.behave()
    clock.advance(hours)
    await anchoring.poller.poll()
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
        await record()
        return signed
      },
    })
    await slow.poller.poll()
    assert.deepEqual([await states(), (await stored()).length, sends()], [['sent'], 1, 1])
    await local.mine(wanted)
    await look()
    assert.equal(await countSent(), 1)
  })

  test('gives up what is on its way when the chain is another one, and keeps what is final', async () => {
    await anchor()
    await record()
    clock.advance(days)
    await look()
    assert.deepEqual(await states(), ['confirmed', 'sent'])
    const other = await startLocalChain(['--chain-id', '987654'])
    try {
      await other.call('anvil_setBalance', address, '0xde0b6b3a7640000')
      node.change(other.url)
      await look()
      assert.deepEqual(await states(), ['confirmed', 'lost', 'sent'])
      await other.mine(wanted)
      await look()
      assert.deepEqual(
        (await listed()).map(({ chain, chain_id, transaction }) => [chain, chain_id, transaction.url]),
        [
          ['Chain 987654', 987_654, null],
          ['Anvil', 31_337, null],
        ],
      )
    } finally {
      node.change(local.url)
      await other.close()
    }
  })

  test('anchors in a chain whose blocks have no base fee', async () => {
    const old = await startLocalChain(['--hardfork', 'berlin', '--chain-id', '11155111'])
    try {
      const account = await old.createAccount()
      const chain = createViemChain({ url: old.url, key: account.key })
      const process = createProcess(chain)
      await look(process)
      clock.advance(10 * minute)
      await look(process)
      assert.equal((await stored()).length, 2)
      await old.mine(wanted)
      await look(process)
      const [shown] = await listed()
      assert.deepEqual(
        [shown?.chain, shown?.transaction.url],
        ['Sepolia', `https://sepolia.etherscan.io/tx/${shown?.transaction.hash}`],
      )
    } finally {
      await old.close()
    }
  })
})
