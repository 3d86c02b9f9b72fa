import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Anchoring, createAnchoring } from '#features/ledger/anchoring/anchoring.ts'
import type { Chain } from '#features/ledger/anchoring/chain.ts'
import { createViemChain } from '#features/ledger/anchoring/viem-chain.ts'
import { createLedgerServices } from '#features/ledger/feature.ts'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import { readConfig } from '../../../src/config.ts'
import { createFakeClock } from '../clock.ts'
import { createTestDatabase } from '../database.ts'
import { startLocalChain } from './local-chain.ts'
import { startNodeBeforeChain } from './node-before-chain.ts'

/** What the address of the node holds, and nobody may see. */
export const nodeKey = '0123456789abcdef0123456789abcdef'
/** How many confirmations anchors need. */
export const wanted = 3

/** A ledger, and a chain of this machine that it is anchored in. Call `reset` before each test. */
export async function startAnchoring() {
  const [database, local] = await Promise.all([createTestDatabase(), startLocalChain()])
  const node = await startNodeBeforeChain(local.url, nodeKey)
  const clock = createFakeClock()
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const { db, pool, close } = connectPostgres(database.url, { log })
  const ledger = createLedgerServices({
    ...{ db, clock, publicUrl: 'https://firmeza.example', config: readConfig({}) },
    encryption: createEncryption({ current: 'a secret that only the tests know', earlier: [] }),
  })
  /** Settings that are not at their default. */
  const changed: Record<string, unknown> = {}
  const settings: Pick<LiveSettings, 'get'> = {
    get: (setting) =>
      setting.schema.parse(changed[setting.key] ?? setting.default({ domain: 'firmeza.example' })),
  }
  const { notify } = createNotificationRecords()
  const { record } = createLedgerRecords({ clock })
  let account = { key: '', address: '' }
  let process: Anchoring

  const query = async (text: string, values?: unknown[]) => (await pool.query(text, values)).rows
  const createChain = () => createViemChain({ url: node.url, key: account.key, timeout: 500 })
  /** What anchors in one process of an installation. */
  const createProcess = (chain: Chain = createChain()): Anchoring =>
    createAnchoring({ db, clock, log, settings, notify, chain, random: () => 1 })

  const fixture = {
    ...{ local, node, clock, lines, ledger, changed, db, query, createChain, createProcess },
    account: () => account,
    anchoring: () => process,

    /** Forgets all anchors, and goes on with a new account and a new entry. */
    async reset(): Promise<void> {
      for (const table of [
        'ledger_anchor_transactions',
        'ledger_anchors',
        'ledger_anchoring',
        'notifications',
      ])
        await query(`DELETE FROM ${table}`)
      for (const name of Object.keys(changed)) delete changed[name]
      changed.ledgerAnchorConfirmations = wanted
      node.behave()
      node.calls.length = 0
      lines.length = 0
      account = await local.createAccount()
      process = createProcess()
      await fixture.addEntry()
    },

    async addEntry(): Promise<void> {
      await record(db, [{ id: randomUUID(), kind: 'revocation', statement: { type: 'revocation' } }])
      await ledger.sequencing.sequence()
    },

    /** Lets a process look at the chain now. */
    async look(one = process): Promise<void> {
      await query('UPDATE ledger_anchoring SET next_at = $1', [clock.now()])
      await one.poller.poll()
    },

    /** Anchors the newest checkpoint, and mines until that is final. */
    async anchor(): Promise<void> {
      await fixture.look()
      await local.mine(wanted)
      await fixture.look()
      assert.equal((await fixture.states()).at(-1), 'confirmed')
    },

    anchors: () => query('SELECT * FROM ledger_anchors ORDER BY id'),
    states: async () => (await fixture.anchors()).map(({ state }) => state),
    stored: () => query('SELECT * FROM ledger_anchor_transactions ORDER BY created_at'),
    health: () => process.readHealth(),
    told: async () =>
      (await query('SELECT data FROM notifications ORDER BY at')).map(({ data }) => data.fault),
    listed: async () => (await ledger.anchors.list({ limit: 10, offset: 0 })).items,
    /** How often the node was sent a transaction. */
    sends: () => node.calls.filter((method) => method === 'eth_sendRawTransaction').length,
    /** The transactions of the account that the chain has in its blocks. */
    countSent: async () => Number(await local.call('eth_getTransactionCount', account.address, 'latest')),
    /** In how many milliseconds the chain is looked at again. */
    async nextAfter(): Promise<number> {
      const [row] = await query('SELECT next_at FROM ledger_anchoring')
      return row.next_at.getTime() - clock.now().getTime()
    },

    async close(): Promise<void> {
      await close()
      await Promise.all([database.drop(), node.close(), local.close()])
    },
  }
  return fixture
}
