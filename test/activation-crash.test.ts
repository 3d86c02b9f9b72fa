import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckingStore } from '#features/ledger/checking/checking-store.ts'
import { createRebuilding } from '#features/ledger/checking/rebuilding.ts'
import { ActivationResult, Certificate, LinkValidation } from '#features/signatures/contract.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { activationForm, addActivationLink } from './support/signatures/activation-links.ts'
import { until } from './support/until.ts'

let database: TestDatabase
let postgres: Postgres

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
})
after(async () => {
  await postgres.close()
  await database.drop()
})

const start = () =>
  startServerProcess({
    ...{ DATABASE_URL: database.url, ADMIN_PASSWORD: 'correct horse battery' },
    SECRET_KEY: 'a secret that only the tests know of',
  })

const form = { ...activationForm, agreedToTerms: true }

/** Whether a link was used, and what belongs to its signature. */
async function readParts(signatureId: string) {
  const { rows } = await postgres.pool.query(
    `SELECT activated_at IS NOT NULL AS active, statement IS NOT NULL AS certified, full_name IS NOT NULL AS written,
       (SELECT count(*)::int FROM ledger_openings WHERE subject = signatures.id) AS entries,
       (SELECT count(*)::int FROM ledger_queue WHERE entry_id = ledger_entry)
         + (SELECT count(*)::int FROM ledger_leaves WHERE entry_id = ledger_entry) AS places,
       (SELECT count(*)::int FROM mails WHERE cause = 'signature_activated:' || signatures.id) AS mails,
       (SELECT count(*)::int FROM lead_events WHERE lead_id = signatures.lead_id AND kind = 'signature_activated') AS events
     FROM signatures WHERE id = $1`,
    [signatureId],
  )
  return rows[0]
}

const none = { active: false, certified: false, written: false, entries: 0, places: 0, mails: 0, events: 0 }
const all = { active: true, certified: true, written: true, entries: 1, places: 1, mails: 1, events: 1 }

/** Activates links at once in a process that is killed after so many answers, and so many milliseconds more. */
async function activateAndKill(
  server: ServerProcess,
  links: readonly { token: string; signatureId: string }[],
  { answers, pause }: { answers: number; pause: number },
) {
  const told = new Set<string>()
  const asked = links.map(async ({ token, signatureId }) => {
    // Whatever was not answered may or may not have happened.
    const reply = await server.send(`/api/signature/activate/${token}`, { json: form }).catch(() => undefined)
    if (reply?.status === 200) told.add(signatureId)
  })
  await until(() => told.size >= answers, `${answers} answers`)
  await sleep(pause)
  await server.end('SIGKILL')
  await Promise.all(asked)
  return told
}

test('a process that is killed while it activates signatures has activated each wholly or not at all', async () => {
  const moments = [
    { answers: 0, pause: 4 },
    { answers: 1, pause: 0 },
    { answers: 6, pause: 3 },
  ]
  const waiting: string[] = []
  const links: { token: string; signatureId: string }[] = []
  for (const moment of moments) {
    const server = await start()
    const clock = { now: () => new Date(), advance() {} }
    const added = await Promise.all(
      Array.from({ length: 12 }, () => addActivationLink({ send: server.send, pool: postgres.pool, clock })),
    )
    links.push(...added)
    const told = await activateAndKill(server, added, moment)
    for (const { signatureId, token } of added) {
      const parts = await readParts(signatureId)
      assert.deepEqual(parts, parts.active ? all : none)
      assert.ok(parts.active || !told.has(signatureId), 'an activation that was confirmed is lost')
      if (!parts.active) waiting.push(token)
    }
  }
  const last = await start()
  for (const token of waiting) {
    assert.ok((await last.send(`/api/signature/validate/${token}`)).read(LinkValidation).valid)
    const reply = await last.send(`/api/signature/activate/${token}`, { json: form })
    assert.ok(reply.read(ActivationResult).success)
  }
  await until(
    async () => (await postgres.pool.query('SELECT FROM ledger_queue')).rowCount === 0,
    'all entries are in the tree',
  )
  for (const { token, signatureId } of links) {
    assert.deepEqual(await readParts(signatureId), all)
    const certificate = (await last.send(`/api/signature/certificate/${token}`)).read(Certificate)
    assert.equal(certificate.signature_id, signatureId)
  }
  const store = createCheckingStore(postgres.db)
  const { head } = await store.readEnd()
  assert.equal(await createRebuilding(postgres.db)(head.size, head.root), undefined)
  assert.equal(await store.hasLostEntry(), false)
  await last.end('SIGTERM')
})
