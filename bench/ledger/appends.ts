// Appending to the ledger and proving something in it at 1,000,000 leaves, compared with 1,000.
import { randomInt, randomUUID } from 'node:crypto'
import { createLedgerServices } from '#features/ledger/feature.ts'
import type { NewLedgerEntry } from '#features/ledger/model.ts'
import { createLedgerRecords } from '#features/ledger/records.ts'
import { systemClock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, migrateDatabase } from '#platform/postgres.ts'
import { readConfig } from '../../src/config.ts'
import { createDatabase } from '../support/database.ts'
import { atLeast, atMost, type Finding, format, median, runAlone } from '../support/report.ts'
import { startFreshServer } from '../support/server.ts'

const sizes = { few: 1_000, many: 1_000_000 }
const batch = 2_000
const rounds = 200

const listFacts = (count: number): NewLedgerEntry[] =>
  Array.from({ length: count }, () => {
    const id = randomUUID()
    return { id, kind: 'activation', subject: id, statement: { type: 'activation', signature: id } }
  })

/** A ledger with some leaves in a database of its own. */
async function createLedger(neighbourUrl: string, name: string, size: number) {
  const url = await createDatabase(neighbourUrl, name)
  const log = createLog('silent')
  await migrateDatabase(url)
  const postgres = connectPostgres(url, { log })
  const { db } = postgres
  const { sequencing, proofs } = createLedgerServices({
    ...{ db, clock: systemClock, publicUrl: 'https://ledger.example', config: readConfig({}) },
    encryption: createEncryption({ current: 'a secret of the benchmark, long enough', earlier: [] }),
  })
  const { record } = createLedgerRecords({ clock: systemClock })
  async function append(count: number): Promise<void> {
    await record(db, listFacts(count))
    await sequencing.sequence()
  }
  for (let added = 0; added < size; added += batch) await append(Math.min(batch, size - added))
  return { append, proofs, size, close: postgres.close }
}
type Ledger = Awaited<ReturnType<typeof createLedger>>

/** What is done to a ledger, by name. */
const works: Record<string, (ledger: Ledger) => Promise<unknown>> = {
  'appending one entry': ({ append }) => append(1),
  'appending a hundred entries': ({ append }) => append(100),
  'a proof of inclusion': ({ proofs, size }) => proofs.proveInclusion({ index: randomInt(size) }),
  'a proof of consistency': ({ proofs, size }) => proofs.proveConsistency(randomInt(1, size), size),
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The median of a work in milliseconds in both ledgers, in turns. */
async function compare(few: Ledger, many: Ledger, work: (ledger: Ledger) => Promise<unknown>) {
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.few.push(await measure(() => work(few)))
    times.many.push(await measure(() => work(many)))
  }
  return { few: median(times.few), many: median(times.many) }
}

export async function measureLedger(): Promise<Finding[]> {
  await using server = await startFreshServer()
  const url = await server.databaseUrl()
  const few = await createLedger(url, 'ledger_few', sizes.few)
  const begun = performance.now()
  const many = await createLedger(url, 'ledger_many', sizes.many)
  const perSecond = sizes.many / ((performance.now() - begun) / 1_000)
  const findings = [
    atLeast(1, {
      promise: 'entries recorded and appended in batches, a second, up to 1,000,000 (500 wanted)',
      measured: `${format(perSecond)} a second`,
      ratio: perSecond / 500,
    }),
  ]
  for (const [name, work] of Object.entries(works)) {
    const cost = await compare(few, many, work)
    findings.push(
      atMost(3, {
        promise: `${name}, at 1,000,000 leaves against 1,000`,
        measured: `${format(cost.many)} ms against ${format(cost.few)} ms`,
        ratio: cost.many / cost.few,
      }),
    )
  }
  await Promise.all([few.close(), many.close()])
  return findings
}

await runAlone(import.meta, measureLedger)
