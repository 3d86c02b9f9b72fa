import { randomUUID } from 'node:crypto'
import type { TransferChange, TransferPart, TransferRun } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import { runAs } from '#platform/database/change-author.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { Problem } from '#shared/problem.ts'
import { folderOf, type TransferArrivals } from './arrivals.ts'
import { type ComparedItem, compareItems, getPart } from './comparison.ts'
import { createImportStore, type ImportRow, someAreDue } from './import-store.ts'
import { chooseItems } from './imports.ts'
import type { ImportFailure } from './table.ts'

interface RunningOptions {
  db: Database
  revision: Pick<Revision, 'publish'>
  files: FileStore
  clock: Clock
  log: Logger
  arrivals: TransferArrivals
  parts: () => readonly TransferPart[]
}

// Longer than one item may take, in seconds: a PDF is read within one minute.
const lease = 180

type Changes = Map<string, TransferChange[]>

/** Somebody has asked for the end of an import, or another process has it by now. */
class BrokenOff extends Error {
  override name = 'BrokenOff'
}

/**
 * Imports archives: first what takes long, such as storing files, which is undone when it fails; then everything in one
 * transaction, in which what is here must be what was looked at. After a crash, another process begins again.
 */
export function createTransferRunning(options: RunningOptions) {
  const { db, log, arrivals } = options
  const store = createImportStore(db)

  async function run(row: ImportRow): Promise<void> {
    const { createdBy, mode, exportedAt } = row
    if (!createdBy || !mode || !exportedAt) {
      await store.update(row.id, { state: 'ready', claim: null, takenUntil: null })
      return
    }
    const author = { kind: 'user', user: createdBy, action: 'content.import' } as const
    const order = { ...row, createdBy, mode, exportedAt }
    await runAs(author, () => importArchive(order, options)).then(
      () => arrivals.removeFiles(row.id),
      async (error) => {
        if (!(error instanceof Problem) && !(error instanceof BrokenOff))
          log.error({ import: row.id, reason: messageOf(error) }, 'an import of content failed')
        await end(row, error instanceof BrokenOff ? null : failureOf(error))
      },
    )
  }

  /** Makes it one that can be imported again, unless another process has it. */
  const end = (row: ImportRow, failure: ImportFailure | null) =>
    db.transaction(async (transaction) => {
      const within = createImportStore(transaction)
      const present = await within.lock(row.id)
      if (present?.state === 'running' && present.claim === row.claim)
        await within.update(row.id, { state: 'ready', failure, claim: null, takenUntil: null })
    })

  return {
    /** Imports the archive that has waited longest; returns whether there was one. */
    async work(): Promise<boolean> {
      const row = await store.take(randomUUID(), lease)
      if (row) await run(row)
      return row !== undefined
    },
  }
}

/** Imports archives that were ordered, every second. */
export function transferPoller({ work }: ReturnType<typeof createTransferRunning>): Poller {
  return {
    name: 'content-imports',
    everySeconds: 1,
    isDue: someAreDue,
    async poll() {
      await work()
    },
  }
}

type Order = ImportRow & { createdBy: string; mode: NonNullable<ImportRow['mode']>; exportedAt: Date }

async function importArchive(row: Order, options: RunningOptions): Promise<void> {
  const { db, revision, files, clock } = options
  const parts = options.parts()
  const items = await createImportStore(db).listItems(row.id)
  /** What is to be changed, as long as what is here is what was looked at. */
  async function choose(transaction: Database): Promise<ComparedItem[]> {
    const { exportedAt, mode, skipped } = row
    const { compared, fingerprint } = await compareItems({ db: transaction, parts, items, exportedAt, mode })
    if (fingerprint !== row.fingerprint) throw new Problem('transfer_changed_here', 409)
    return chooseItems(compared, skipped)
  }

  const chosen = await choose(db)
  const by = { actorId: row.createdBy, now: clock.now() }
  const runs = new Map<string, TransferRun>()
  for (const { part } of chosen) if (!runs.has(part)) runs.set(part, getPart(parts, part).begin(by))
  async function open(path: string): Promise<AsyncIterable<Uint8Array>> {
    const stream = await files.open(`${folderOf(row.id)}${path}`)
    if (!stream) throw new Problem('transfer_damaged', 422)
    return stream
  }

  try {
    for (const [done, item] of chosen.entries()) {
      await noteProgress(db, row, done, chosen.length)
      await explaining(item.label, () => runs.get(item.part)?.prepare?.(toChange(item), open))
    }
    await revision.publish(async (transaction) => {
      const within = createImportStore(transaction)
      const present = await within.lock(row.id)
      if (present?.claim !== row.claim || present.isCancelled) throw new BrokenOff()
      const looked = groupChanges(chosen)
      for (const [part, run] of runs) await run.lock?.(transaction, looked.get(part) ?? [])
      const changes = groupChanges(await choose(transaction))
      for (const [part, run] of runs) await run.store(transaction, changes.get(part) ?? [])
      const added = chosen.filter(({ state }) => state === 'new').length
      await within.removeItems(row.id)
      await within.update(row.id, {
        ...{ state: 'done', endedAt: clock.now(), done: chosen.length, total: chosen.length, failure: null },
        ...{ result: { new: added, changed: chosen.length - added }, claim: null, takenUntil: null },
      })
    })
  } catch (error) {
    // Another process that has it by now stores the same files.
    const present = await createImportStore(db).find(row.id)
    if (present?.claim === row.claim) for (const run of runs.values()) await run.discard?.().catch(() => {})
    throw error
  }
}

/** @throws {BrokenOff} */
async function noteProgress(db: Database, row: Order, done: number, total: number): Promise<void> {
  const noted = await createImportStore(db).progress(row, done, total, lease)
  if (!noted || noted.isCancelled) throw new BrokenOff()
}

const toChange = ({ key, language, wanted, present }: ComparedItem): TransferChange => ({
  ...{ key, language, data: wanted, present: present?.data },
})

function groupChanges(chosen: readonly ComparedItem[]): Changes {
  const groups: Changes = new Map()
  for (const item of chosen) {
    const group = groups.get(item.part) ?? []
    group.push(toChange(item))
    groups.set(item.part, group)
  }
  return groups
}

/** Names the item that is refused. */
async function explaining(item: string, work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, options } = error
    throw new Problem('transfer_item_refused', error.status, {
      params: { item },
      extra: { reason: options.extra?.reason ?? { code, params: options.params ?? {} } },
    })
  }
}

function failureOf(error: unknown): ImportFailure {
  if (!(error instanceof Problem)) return { code: 'transfer_broken', params: {} }
  const { params = {}, extra, fields } = error.options
  const [field] = fields ?? []
  // What is wrong with a field says more than that one is wrong.
  if (field)
    return {
      code: 'transfer_item_refused',
      params: { item: field.field },
      reason: { code: `fields.${field.code}`, params: field.params ?? {} },
    }
  const reason = extra?.reason as ImportFailure['reason']
  return { code: error.code, params, ...(reason && { reason }) }
}
