import assert from 'node:assert/strict'
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { canonicalizeJson } from '#shared/canonical-json.ts'
import { createFakeClock, hours } from '../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { rootOfPath, treeHash } from '../../../test/support/ledger/rfc6962.ts'
import { readConfig } from '../../config.ts'
import { createLedgerChecking } from './checking/checking.ts'
import { createLedgerServices } from './feature.ts'
import type { NewLedgerEntry } from './model.ts'
import { createLedgerRecords } from './records.ts'

const log = createLog('silent')
const clock = createFakeClock()
let database: TestDatabase
let postgres: Postgres

/** The ledger of one process of an installation. */
function createLedger(publicUrl = 'https://firmeza.example') {
  const encryption = createEncryption({ current: 'a secret that only the tests know', earlier: [] })
  const { db } = postgres
  const services = createLedgerServices({ db, clock, encryption, publicUrl, config: readConfig({}) })
  const { notify } = createNotificationRecords()
  return {
    ...services,
    ...createLedgerRecords({ clock }),
    checking: createLedgerChecking({ db, clock, log, keys: services.keys, notify }),
  }
}
let ledger: ReturnType<typeof createLedger>

beforeEach(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log })
  ledger = createLedger()
})
const ended: (() => Promise<void>)[] = []
beforeEach(() => {
  const [one, other] = [database, postgres]
  ended.push(async () => {
    await other.close()
    await one.drop()
  })
})
after(async () => {
  for (const end of ended) await end()
})

const query = (text: string, values?: unknown[]) => postgres.pool.query(text, values)

/** Facts about awards, all different. */
const listFacts = (count: number): NewLedgerEntry[] =>
  Array.from({ length: count }, () => {
    const id = randomUUID()
    return { id, kind: 'badge_award', subject: id, statement: { type: 'badge_award', award: id } }
  })

async function add(entries: readonly NewLedgerEntry[]): Promise<void> {
  await ledger.record(postgres.db, entries)
  await ledger.sequencing.sequence()
}

/** The data of all leaves, as a monitor reads them from the bundles of entries. */
async function readEntries(size: number): Promise<Buffer[]> {
  const entries: Buffer[] = []
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256)
    const name = String(index).padStart(3, '0')
    let bundle = await ledger.tiles.getFile(`entries/${name}${width < 256 ? `.p/${width}` : ''}`)
    while (bundle.length > 0) {
      const end = 2 + bundle.readUInt16BE()
      entries.push(bundle.subarray(2, end))
      bundle = bundle.subarray(end)
    }
  }
  return entries
}

/** Reads a checkpoint as C2SP tlog-checkpoint and signed-note say, and checks its signature with a verifier key. */
function readCheckpoint(note: string, verifierKey: string) {
  const [text, line] = note.split('\n\n')
  const [origin = '', size, root = ''] = text?.split('\n') ?? []
  const [, name, signed = ''] = /^— (\S+) (\S+)\n$/.exec(line ?? '') ?? []
  // The key is in base 64, which has `+` too.
  const [, keyName, id, key = ''] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(verifierKey) ?? []
  const [signature, bytes] = [Buffer.from(signed, 'base64'), Buffer.from(key, 'base64')]
  assert.equal(bytes[0], 1)
  assert.deepEqual([name, keyName], [origin, origin])
  const idOfKey = createHash('sha256').update(`${origin}\n`).update(bytes).digest('hex').slice(0, 8)
  assert.deepEqual([idOfKey, signature.toString('hex', 0, 4)], [id, id])
  const x = bytes.subarray(1).toString('base64url')
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  assert.ok(verify(null, Buffer.from(`${text}\n`), publicKey, signature.subarray(4)))
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

describe('the ledger', () => {
  test('is empty and well before anything is recorded', async () => {
    await ledger.sequencing.sequence()
    const { size, root_hash, checkpoint, days } = await ledger.state.getState()
    assert.deepEqual([size, root_hash, checkpoint], [0, treeHash([]).toString('hex'), null])
    assert.equal(days.length, 30)
    assert.equal(await ledger.checking.check(), undefined)
    await assert.rejects(ledger.state.getCheckpoint(), /not_found/)
  })

  test('signs the root of what was recorded, as a monitor finds who reads all of it', async () => {
    await add(listFacts(3))
    await add(listFacts(600))
    const { size, checkpoint, keys, by_kind, days } = await ledger.state.getState()
    assert.equal(checkpoint, await ledger.state.getCheckpoint())
    const head = readCheckpoint(checkpoint ?? '', keys[0]?.verifier_key ?? '')
    assert.deepEqual([head.origin, head.size, size], ['firmeza.example/ledger', 603, 603])
    const entries = await readEntries(603)
    assert.deepEqual(head.root, treeHash(entries))
    assert.deepEqual([by_kind.badge_award, days.at(-1)?.entries], [603, 603])
    for (const index of [0, 255, 256, 602]) {
      const { leaf_hash, hashes } = await ledger.proofs.proveInclusion({ index })
      const path = hashes.map((hash) => Buffer.from(hash, 'hex'))
      assert.deepEqual(rootOfPath(Buffer.from(leaf_hash, 'hex'), index, 603, path), head.root)
      assert.equal((await ledger.proofs.proveInclusion({ hash: leaf_hash })).leaf_index, index)
    }
    const level1 = await ledger.tiles.getFile('1/000.p/2')
    assert.deepEqual(
      level1,
      Buffer.concat([0, 1].map((n) => treeHash(entries.slice(n * 256, n * 256 + 256)))),
    )
  })

  test('says nothing of what it commits to, and proves it to who has the salt', async () => {
    const [fact] = listFacts(1)
    assert.ok(fact)
    await add([fact])
    const leaf = await ledger.proofs.getLeaf(0)
    assert.equal(leaf.opening, null)
    assert.ok(!leaf.data.includes(fact.id))
    assert.equal(
      leaf.data,
      canonicalizeJson({ commitment: leaf.commitment, kind: leaf.kind, time: leaf.time, v: 1 }),
    )
    const { rows } = await query('SELECT salt, statement FROM ledger_openings')
    const opened = createHash('sha256').update(rows[0].salt).update(canonicalizeJson(rows[0].statement))
    assert.equal(opened.digest('hex'), leaf.commitment)
  })

  test('forgets a person and stays whole', async () => {
    const facts = listFacts(3)
    await add(facts)
    const { root_hash } = await ledger.state.getState()
    await ledger.forget(postgres.db, [facts[1]?.id ?? ''])
    const { rows } = await query('SELECT entry_id FROM ledger_openings')
    assert.deepEqual(rows.map(({ entry_id }) => entry_id).sort(), [facts[0]?.id, facts[2]?.id].sort())
    assert.equal((await ledger.state.getState()).root_hash, root_hash)
    assert.equal(await ledger.checking.check(), undefined)
  })

  test('can forget what is not in the tree yet', async () => {
    const facts = listFacts(1)
    await ledger.record(postgres.db, facts)
    await ledger.forget(postgres.db, [facts[0]?.id ?? ''])
    await ledger.sequencing.sequence()
    assert.equal((await ledger.state.getState()).size, 1)
    assert.equal(await ledger.checking.check(), undefined)
  })

  test('records nothing of a transaction that fails', async () => {
    const attempt = postgres.db.transaction(async (transaction) => {
      await ledger.record(transaction, listFacts(2))
      throw new Error('no')
    })
    await assert.rejects(attempt, /no/)
    await ledger.sequencing.sequence()
    assert.equal((await ledger.state.getState()).size, 0)
  })

  test('takes each entry once from many processes, and those of transactions that end late', async () => {
    const others = [createLedger(), createLedger(), createLedger()]
    const late = await postgres.pool.connect()
    await late.query('BEGIN')
    await late.query(
      `INSERT INTO ledger_queue (entry_id, kind, at, commitment) VALUES (gen_random_uuid(), 'activation', now(), sha256(''))`,
    )
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const one = others[index % others.length] ?? ledger
        await one.record(postgres.db, listFacts(7))
        await one.sequencing.sequence()
      }),
    )
    assert.equal((await ledger.state.getState()).size, 420)
    await late.query('COMMIT')
    late.release()
    await ledger.sequencing.sequence()
    const { size, checkpoint, keys } = await ledger.state.getState()
    assert.equal(size, 421)
    const { root } = readCheckpoint(checkpoint ?? '', keys[0]?.verifier_key ?? '')
    assert.deepEqual(root, treeHash(await readEntries(421)))
    assert.equal(keys.length, 1)
  })

  test('keeps its name when the site gets another address, and its checkpoints when the key is replaced', async () => {
    await add(listFacts(2))
    const before = await ledger.state.getState()
    ledger = createLedger('https://other.example')
    clock.advance(hours)
    await ledger.keys.rotate()
    await add(listFacts(1))
    const { origin, checkpoint, keys } = await ledger.state.getState()
    assert.equal(origin, 'firmeza.example/ledger')
    assert.deepEqual(
      keys.map(({ retired_at }) => retired_at === null),
      [false, true],
    )
    readCheckpoint(before.checkpoint ?? '', keys[0]?.verifier_key ?? '')
    readCheckpoint(checkpoint ?? '', keys[1]?.verifier_key ?? '')
    const { first_root_hash } = await ledger.proofs.proveConsistency(2, undefined)
    assert.equal(first_root_hash, before.root_hash)
  })

  test('refuses proofs in trees that there are not', async () => {
    await add(listFacts(4))
    const { proofs } = ledger
    await assert.rejects(proofs.proveInclusion({ index: 4 }), /not_found/)
    await assert.rejects(proofs.proveInclusion({ hash: 'ab'.repeat(32) }), /not_found/)
    await assert.rejects(proofs.proveInclusion({ index: 3, size: 3 }), /ledger_too_early/)
    await assert.rejects(proofs.proveInclusion({ index: 3, size: 5 }), /ledger_size/)
    await assert.rejects(proofs.proveConsistency(5, undefined), /ledger_size/)
    await assert.rejects(proofs.proveConsistency(3, 2), /ledger_size/)
    assert.deepEqual((await proofs.proveConsistency(0, 4)).hashes, [])
  })

  test('serves tiles as far as the tree reaches, and no others', async () => {
    await add(listFacts(300))
    const sizeOf = async (path: string) => (await ledger.tiles.getFile(path)).length
    assert.equal(await sizeOf('0/000'), 256 * 32)
    assert.equal(await sizeOf('0/001.p/44'), 44 * 32)
    assert.equal(await sizeOf('0/001.p/3'), 3 * 32)
    assert.equal(await sizeOf('0/000.p/255'), 255 * 32)
    assert.equal(await sizeOf('1/000.p/1'), 32)
    for (const path of [
      ...['0/001', '0/001.p/45', '1/000', '1/000.p/2', '2/000.p/1', '0/000.p/0', '0/000.p/256', '0/0'],
      ...['00/000', '64/000', 'x/000', 'entries', 'entries/001', '0/x000/000', '0/000.p/01', '0/000/', ''],
    ])
      await assert.rejects(ledger.tiles.getFile(path), /not_found/, path)
  })
})

describe('the list of leaves', () => {
  test('has pages of all kinds and of one, newest first', async () => {
    const other = () => ({ ...(listFacts(1)[0] as NewLedgerEntry), kind: 'revocation' as const })
    await add([...listFacts(2), other(), ...listFacts(1), other()])
    const list = async (kind: 'revocation' | 'legal_text' | undefined, offset: number) => {
      const { items, total } = await ledger.proofs.listLeaves({ kind, limit: 2, offset })
      return [total, ...items.map(({ index }) => index)]
    }
    assert.deepEqual(await list(undefined, 0), [5, 4, 3])
    assert.deepEqual(await list(undefined, 3), [5, 1, 0])
    assert.deepEqual(await list(undefined, 4), [5, 0])
    assert.deepEqual(await list(undefined, 5), [5])
    assert.deepEqual(await list(undefined, 10_000_000), [5])
    assert.deepEqual(await list('revocation', 0), [2, 4, 2])
    assert.deepEqual(await list('revocation', 1), [2, 2])
    assert.deepEqual(await list('legal_text', 0), [0])
  })
})

/** Changes the ledger as somebody who owns the database can. */
async function tamper(text: string): Promise<void> {
  for (const table of ['ledger_leaves', 'ledger_checkpoints'])
    await query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await query(text)
  for (const table of ['ledger_leaves', 'ledger_checkpoints'])
    await query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
}

describe('the check', () => {
  const attacks: Record<string, [string, number]> = {
    'a leaf that was altered': [
      `UPDATE ledger_leaves SET data = replace(data, '"v":1', '"v":2') WHERE index = 7`,
      7,
    ],
    'a leaf that was altered with its hash': [
      `UPDATE ledger_leaves SET data = replace(data, 'badge_award', 'revocation'), kind = 'revocation',
         hash = sha256(convert_to(chr(1) || replace(data, 'badge_award', 'revocation'), 'UTF8')) WHERE index = 7`,
      7,
    ],
    'a leaf that was removed': ['DELETE FROM ledger_leaves WHERE index = 299', 299],
    'a leaf that was removed in the middle': ['DELETE FROM ledger_leaves WHERE index = 3', 3],
    'another statement': [
      `UPDATE ledger_openings SET statement = '{"type":"x"}' WHERE entry_id = (SELECT entry_id FROM ledger_leaves WHERE index = 5)`,
      5,
    ],
    'a tile that was altered': [
      'UPDATE ledger_tiles SET hashes = set_byte(hashes, 40, (get_byte(hashes, 40) + 1) % 256) WHERE level = 0 AND index = 1',
      256,
    ],
    'another root': [`UPDATE ledger_head SET root = sha256('x')`, 300],
    'a leaf that is no JSON, with its hash': [
      `UPDATE ledger_leaves SET data = 'x', hash = sha256('\\x0078') WHERE index = 7`,
      7,
    ],
    'a leaf for another entry': [
      'UPDATE ledger_leaves SET entry_id = gen_random_uuid() WHERE index = 7',
      300,
    ],
    'a leaf after the last': [
      `INSERT INTO ledger_leaves SELECT 300, gen_random_uuid(), kind, data, hash FROM ledger_leaves WHERE index = 7`,
      300,
    ],
    'a hash after the last': [
      `UPDATE ledger_tiles SET hashes = hashes || sha256('x') WHERE level = 0 AND index = 1`,
      300,
    ],
    'a head that went back': [
      `UPDATE ledger_head SET (size, root) = (SELECT size, root FROM ledger_checkpoints WHERE size = 9)`,
      9,
    ],
    'a statement that is never forgotten, and is': [
      `DELETE FROM ledger_openings WHERE kind = 'audit_checkpoint'`,
      8,
    ],
    'a statement of another kind': [
      `UPDATE ledger_openings SET kind = 'revocation' WHERE kind = 'audit_checkpoint'`,
      8,
    ],
    'an entry that was taken from the queue': ['DELETE FROM ledger_queue', 300],
    'a checkpoint that was removed': ['DELETE FROM ledger_checkpoints WHERE size = 300', 300],
    'a checkpoint that was altered': [
      `UPDATE ledger_checkpoints SET note = replace(note, E'\\n300\\n', E'\\n301\\n') WHERE size = 300`,
      300,
    ],
    'a checkpoint that nobody signed': [
      `UPDATE ledger_checkpoints SET note = overlay(note PLACING 'AAAA' FROM length(note) - 20) WHERE size = 300`,
      300,
    ],
    'an earlier checkpoint of another tree': [
      `UPDATE ledger_checkpoints SET root = sha256('x') WHERE size = 9`,
      300,
    ],
    'an earlier checkpoint that nobody signed': [
      `UPDATE ledger_checkpoints SET note = overlay(note PLACING 'AAAA' FROM length(note) - 20) WHERE size = 9`,
      300,
    ],
    'another count of a day': ['UPDATE ledger_days SET entries = entries + 1', 300],
    'a day that was added': [`INSERT INTO ledger_days VALUES ('2000-01-01', 'revocation', 1)`, 300],
  }
  for (const [name, [attack, index]] of Object.entries(attacks)) {
    test(`finds ${name}`, async () => {
      const statement = { type: 'audit_checkpoint', position: 1, hash: '' }
      await add([...listFacts(8), { id: randomUUID(), kind: 'audit_checkpoint', statement }])
      await add(listFacts(291))
      await ledger.record(postgres.db, listFacts(1))
      assert.equal(await ledger.checking.check(), undefined)
      await tamper(attack)
      assert.equal(await ledger.checking.check(), index)
      // Admins are told once, however often it is checked.
      await ledger.checking.check()
      const { rows } = await query('SELECT type, data FROM notifications')
      assert.deepEqual(rows, [{ type: 'ledger.broken', data: { index } }])
    })
  }

  test('is not what keeps an altered tree from being signed: nothing is added to one', async () => {
    await add(listFacts(300))
    const note = await ledger.state.getCheckpoint()
    await tamper('UPDATE ledger_tiles SET hashes = set_byte(hashes, 40, 0) WHERE level = 0 AND index = 1')
    await assert.rejects(add(listFacts(1)), /do not lead to its root/)
    assert.equal(await ledger.state.getCheckpoint(), note)
    const { rows } = await query('SELECT count(*)::int AS waiting FROM ledger_queue')
    assert.deepEqual(rows, [{ waiting: 1 }])
  })

  test('is not needed for what the database refuses', async () => {
    await add(listFacts(1))
    for (const statement of [
      'UPDATE ledger_leaves SET index = 5',
      'DELETE FROM ledger_leaves',
      'TRUNCATE ledger_leaves',
      `UPDATE ledger_checkpoints SET note = ''`,
      'DELETE FROM ledger_checkpoints',
    ])
      await assert.rejects(query(statement), /cannot be changed or deleted/, statement)
  })
})
