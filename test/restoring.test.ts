import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { listAccessCases } from './support/backups/access-cases.ts'
import { listPeopleCases } from './support/backups/people-cases.ts'
import { type CaseContext, createQuestions, parseCheckpoint } from './support/backups/questions.ts'
import { createRestoreDrill, type SavedState } from './support/backups/restore-drill.ts'
import { listSendingCases } from './support/backups/sending-cases.ts'
import { startTestApp } from './support/build-app.ts'
import { hours } from './support/clock.ts'
import { registrationOf } from './support/factories.ts'

const app = await startTestApp()
const drill = createRestoreDrill(app)
const context: CaseContext = { app, drill, admin: await app.signIn() }
const { query, read, findText, readLedger, readCheckpoint, isBeginning } = createQuestions(context)
const cases = [...listPeopleCases(context), ...listSendingCases(context), ...listAccessCases(context)]
after(() => app.close())

test('the parts name only tables that there are, and each once', async () => {
  const tables = await drill.listTables()
  const parts = app.app.backupParts
  const left = parts.flatMap(({ emptied = [], untouched = [] }) => [...emptied, ...untouched])
  const compared = parts.flatMap((part) => part.compared ?? [])
  assert.deepEqual(
    [...left, ...compared].filter((table) => !tables.includes(table)),
    [],
  )
  assert.deepEqual(left, [...new Set(left)])
  assert.deepEqual(compared, [...new Set(compared)])
})

let backup: SavedState
let beforeRestore: SavedState
let lastCheckpoint: string

describe('over a running installation', () => {
  const checks = new Map<string, () => Promise<void>>()

  before(async () => {
    const since: [string, () => Promise<() => Promise<void>>][] = []
    for (const { name, prepare } of cases) since.push([name, await prepare()])
    // The last case settles what the others have recorded.
    backup = await drill.save()
    app.clock.advance(2 * hours)
    context.admin = await app.signIn()
    for (const [name, happen] of since) checks.set(name, await happen())
    lastCheckpoint = await readCheckpoint()
    assert.equal(
      (await app.send('/api/early-adopters', { json: { ...registrationOf(), name: 'Newcomer' } })).status,
      201,
    )
    beforeRestore = await drill.save()
    await drill.restore(backup)
    context.admin = await app.signIn()
  })

  for (const { name } of cases) test(name, async () => checks.get(name)?.())

  test('both logs are whole', async () => {
    assert.deepEqual(await drill.findFaults(), [])
  })

  test('it can be undone', async () => {
    assert.equal(await read(`SELECT count(*)::int FROM early_adopters WHERE name = 'Newcomer'`), 0)
    await drill.restore(beforeRestore)
    context.admin = await app.signIn()
    assert.equal(await read(`SELECT count(*)::int FROM early_adopters WHERE name = 'Newcomer'`), 1)
    assert.deepEqual(await findText('gone-for-good'), [])
    assert.deepEqual(await drill.findFaults(), [])
    assert.ok(await isBeginning(lastCheckpoint))
  })
})

describe('on an empty machine', () => {
  let late: string

  before(async () => {
    await drill.settle()
    late = await readCheckpoint()
    await drill.restore(backup, { onEmptyMachine: true })
    context.admin = await app.signIn()
  })

  test('nothing that was due is sent by itself', async () => {
    assert.deepEqual(
      await query(`SELECT DISTINCT status FROM mails WHERE status IN ('queued', 'sending')`),
      [],
    )
    assert.deepEqual(
      await query(`SELECT FROM campaigns WHERE status IN ('scheduled', 'preparing', 'sending')`),
      [],
    )
    assert.deepEqual(
      await query(`SELECT FROM social_posts WHERE status IN ('scheduled', 'publishing') AND due_at <= now()`),
      [],
    )
    assert.deepEqual(await query('SELECT FROM confirmation_queue'), [])
    assert.deepEqual(await query('SELECT FROM report_mails WHERE due_at <= now()'), [])
  })

  test('the ledger goes on under another name, and says why', async () => {
    await drill.settle()
    const { origin, former_logs, keys } = await readLedger()
    const [former] = former_logs
    assert.ok(former)
    assert.equal(former_logs.length, 1)
    assert.notEqual(origin, former.origin)
    assert.ok(origin.startsWith(`${former.origin}-`))
    assert.ok(keys.some(({ verifier_key }) => verifier_key.startsWith(`${former.origin}+`)))
    assert.equal(parseCheckpoint(await readCheckpoint()).origin, origin)
    const [opening] = await query(`SELECT statement FROM ledger_openings WHERE kind = 'continuation'`)
    assert.deepEqual(
      { ...(opening?.statement as object), backup_taken_at: undefined },
      {
        ...{
          type: 'continuation',
          of: former.origin,
          size: former.size,
          root: former.root_hash,
          reason: 'restore',
        },
        ...{ joined: null, backup_taken_at: undefined },
      },
    )
    const inBackup = String(await read('SELECT note FROM ledger_checkpoints WHERE size = $1', [former.size]))
    assert.ok(await isBeginning(inBackup))
    assert.equal(await isBeginning(late), false)
    assert.deepEqual(await drill.findFaults(), [])
    assert.equal(await read(`SELECT count(*)::int FROM audit_entries WHERE subject = 'audit_entries'`), 1)
  })

  test('the longer log of the lost machine joins it later, with all of its entries', async () => {
    const own = await readCheckpoint()
    app.clock.advance(hours)
    const lost = await query(`SELECT entry_id FROM ${beforeRestore.schema}.ledger_leaves`)
    await drill.restore(beforeRestore)
    context.admin = await app.signIn()
    await drill.settle()
    const { origin, former_logs } = await readLedger()
    assert.notEqual(origin, parseCheckpoint(own).origin)
    assert.ok(former_logs.length >= 1)
    assert.equal(
      await read('SELECT count(*)::int FROM ledger_leaves WHERE entry_id = ANY ($1)', [
        lost.map(({ entry_id }) => entry_id),
      ]),
      lost.length,
    )
    assert.equal(
      await read(
        `SELECT count(*)::int FROM ${beforeRestore.schema}.audit_entries AS lost WHERE NOT EXISTS (
           SELECT FROM audit_entries AS now WHERE now.at = lost.at AND now.row_key = lost.row_key AND now.subject = lost.subject)`,
      ),
      0,
    )
    assert.deepEqual(await drill.findFaults(), [])
  })
})

describe('when what was due is to be sent', () => {
  test('it goes out, but nothing that is known to have gone', async () => {
    await drill.restore(backup, { onEmptyMachine: true, sendsAgain: true })
    const waiting = `SELECT id FROM mails WHERE status = 'queued' ORDER BY id`
    const [sent, gone] = await query(waiting)
    assert.ok(sent && gone)
    const due = `SELECT content FROM social_posts WHERE status = 'scheduled' AND due_at <= now() ORDER BY content`
    assert.deepEqual(await query(due), [{ content: 'published' }, { content: 'withdrawn' }])
    const campaigns = `SELECT name FROM campaigns WHERE status = 'scheduled' ORDER BY name`
    assert.deepEqual(await query(campaigns), [{ name: 'sent' }, { name: 'stopped' }])
    assert.equal((await query('SELECT FROM confirmation_queue')).length, 1)

    await query(`UPDATE mails SET status = 'sent', sent_at = now(), ended_at = now() WHERE id = $1`, [
      sent.id,
    ])
    await query('DELETE FROM mails WHERE id = $1', [gone.id])
    await query(
      `UPDATE social_posts SET status = 'published', published_at = now() WHERE content = 'published'`,
    )
    await query(`DELETE FROM social_posts WHERE content = 'withdrawn'`)
    await query(
      `UPDATE campaigns SET status = 'done', started_at = now(), ended_at = now() WHERE name = 'sent'`,
    )
    await drill.restore(backup, { sendsAgain: true })
    const left = (await query(waiting)).map(({ id }) => id)
    assert.deepEqual([left.includes(sent.id), left.includes(gone.id)], [false, true])
    assert.deepEqual(await query(due), [{ content: 'withdrawn' }])
    assert.deepEqual(await query(campaigns), [{ name: 'stopped' }])
  })
})
