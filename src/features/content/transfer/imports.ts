import type { TransferMode, TransferPart } from '#feature.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import type { TransferArrivals } from './arrivals.ts'
import { type ComparedItem, compareItems } from './comparison.ts'
import {
  type ContentImport,
  type TransferChangesQuery,
  type TransferDifference,
  type TransferEntry,
  type TransferOrder,
  type TransferPreview,
  transferParts,
} from './contract.ts'
import { createImportStore, type ImportRow } from './import-store.ts'

interface ImportOptions {
  db: Database
  clock: Clock
  catalogues: Catalogues
  arrivals: TransferArrivals
  parts: () => readonly TransferPart[]
  findNames: FindNames
}

const shownImports = 20
/** How long an archive that nobody imports is kept, in milliseconds. */
const keptFor = 7 * 24 * 3_600_000
/** One that is still arriving after so long has broken off. */
const arrivesWithin = 24 * 3_600_000

/** The archives that were uploaded: what they would change, and the order to import them. */
export function createContentImports(options: ImportOptions) {
  const { db, parts } = options
  const store = createImportStore(db)

  async function getRow(id: string): Promise<ImportRow & { exportedAt: Date }> {
    const row = await store.find(id)
    if (!row?.exportedAt) throw new Problem('transfer_not_found', 404)
    return { ...row, exportedAt: row.exportedAt }
  }

  /** @throws {Problem} 404; 409 once it has been imported, since its content is gone by then */
  async function compare(id: string, mode: TransferMode) {
    const { exportedAt, state } = await getRow(id)
    if (state === 'done') throw new Problem('transfer_done', 409)
    const items = await store.listItems(id)
    return compareItems({ db, parts: parts(), items, exportedAt, mode })
  }

  const describe = (rows: readonly ImportRow[], language: Language) =>
    describeImports(rows, language, options)

  async function get(id: string, language: Language): Promise<ContentImport> {
    const [described] = await describe([await getRow(id)], language)
    if (!described) throw new Problem('transfer_not_found', 404)
    return described
  }

  return {
    get,

    /** The newest ones first. */
    list: async (language: Language) => describe(await store.list(shownImports), language),

    ...createPreviews(compare),
    ...createOrders({ ...options, getRow, compare }),
  }
}
export type ContentImports = ReturnType<typeof createContentImports>

type Compare = (id: string, mode: TransferMode) => ReturnType<typeof compareItems>

/** What an import would change. */
function createPreviews(compare: Compare) {
  return {
    /** @throws {Problem} 404, 409 */
    async preview(id: string, mode: TransferMode): Promise<TransferPreview> {
      const { compared, fingerprint } = await compare(id, mode)
      const counted = transferParts.map((part) => {
        const own = compared.filter((one) => one.part === part)
        const count = (state: ComparedItem['state']) => own.filter((one) => one.state === state).length
        return {
          ...{ part, new: count('new'), changed: count('changed') },
          ...{ conflict: count('conflict'), same: count('same'), all: own.length },
        }
      })
      return {
        fingerprint,
        conflicts: compared.flatMap(({ state, number }) => (state === 'conflict' ? number : [])),
        parts: counted.filter(({ all }) => all > 0).map(({ all: _all, ...counts }) => counts),
      }
    },

    /** @throws {Problem} 404, 409 */
    async listChanges(id: string, query: TransferChangesQuery) {
      const { compared } = await compare(id, query.mode)
      const fitting = compared.filter(
        ({ part, state, language }) =>
          (query.part === undefined || part === query.part) &&
          (query.state === undefined ||
            (query.state === 'different' ? state !== 'same' : state === query.state)) &&
          (query.language === undefined || language === query.language),
      )
      const { offset, limit } = query
      return { items: fitting.slice(offset, offset + limit).map(toEntry), total: fitting.length }
    },

    /** @throws {Problem} 404, 409 */
    async getChange(id: string, number: number, mode: TransferMode): Promise<TransferDifference> {
      const { compared } = await compare(id, mode)
      const item = compared.find((one) => one.number === number)
      if (!item) throw new Problem('not_found', 404)
      return { ...toEntry(item), before: item.present?.data ?? null, after: item.wanted }
    },
  }
}

interface OrderOptions extends ImportOptions {
  getRow(id: string): Promise<ImportRow>
  compare: Compare
}

/** The order to import an archive, and the end of one. */
function createOrders({ db, clock, arrivals, getRow, compare }: OrderOptions) {
  const store = createImportStore(db)

  return {
    /**
     * Orders the import of what was looked at, which a process then takes up.
     * @throws {Problem} 404; 409 once it is being imported, or when what is here has changed; 422
     */
    async order(id: string, { mode, fingerprint, left_out }: TransferOrder): Promise<void> {
      const { compared, fingerprint: present } = await compare(id, mode)
      if (present !== fingerprint) throw new Problem('transfer_changed_here', 409)
      const chosen = chooseItems(compared, left_out)
      await db.transaction(async (transaction) => {
        const within = createImportStore(transaction)
        const row = await within.lock(id)
        if (row?.state !== 'ready') throw new Problem('transfer_running', 409)
        await within.update(id, {
          ...{ state: 'waiting', mode, fingerprint, skipped: left_out, isCancelled: false },
          ...{ done: 0, total: chosen.length, failure: null, claim: null, takenUntil: null },
        })
      })
    },

    /** Has an import broken off: then nothing was imported. Nothing happens once it is done. @throws {Problem} 404 */
    async cancel(id: string): Promise<void> {
      await getRow(id)
      await db.transaction(async (transaction) => {
        const within = createImportStore(transaction)
        const row = await within.lock(id)
        if (row?.state === 'waiting') await within.update(id, { state: 'ready' })
        if (row?.state === 'running') await within.update(id, { isCancelled: true })
      })
    },

    /** Forgets an archive. @throws {Problem} 404; 409 while it is being imported */
    async remove(id: string): Promise<void> {
      await getRow(id)
      await db.transaction(async (transaction) => {
        const within = createImportStore(transaction)
        const row = await within.lock(id)
        if (row?.state === 'waiting' || row?.state === 'running') throw new Problem('transfer_running', 409)
        await within.remove(id)
      })
      await arrivals.removeFiles(id)
    },

    /** Removes what nobody has imported for long, and what never arrived. */
    async removeOld(): Promise<void> {
      const now = clock.now().getTime()
      for (const row of await store.listOld(new Date(now - arrivesWithin))) {
        if (row.state === 'ready' && row.createdAt.getTime() > now - keptFor) continue
        await store.remove(row.id)
        await arrivals.removeFiles(row.id)
      }
    },
  }
}

/**
 * The items that are imported: those that would change something and are not left out.
 * @throws {Problem} 422 when nothing is left, or when something is left out that another one shows
 */
export function chooseItems(compared: readonly ComparedItem[], leftOut: readonly number[]): ComparedItem[] {
  const skipped = new Set(leftOut)
  const chosen = compared.filter(({ number, state }) => state !== 'same' && !skipped.has(number))
  if (chosen.length === 0) throw new Problem('transfer_nothing', 422)
  const byNumber = new Map(compared.map((item) => [item.number, item]))
  for (const item of chosen) {
    const needed = item.needs.find((number) => skipped.has(number))
    const other = needed === undefined ? undefined : byNumber.get(needed)
    if (other)
      throw new Problem('transfer_needed', 422, { params: { item: item.label, needed: other.label } })
  }
  return chosen
}

function toEntry({ present, ...item }: ComparedItem): TransferEntry {
  const { number, part, key, language, label, state, needs, missing } = item
  const changed_at = present?.changedAt.toISOString() ?? null
  return { number, part, key, language, label, state, changed_at, needs, missing }
}

async function describeImports(
  rows: readonly ImportRow[],
  language: Language,
  { findNames, catalogues }: Pick<ImportOptions, 'findNames' | 'catalogues'>,
): Promise<ContentImport[]> {
  const names = await findNames(rows.flatMap(({ createdBy }) => createdBy ?? []))
  const t = catalogues.translator(language)
  const explain = ({ code, params, reason }: NonNullable<ImportRow['failure']>) =>
    t(`errors:${code}`, {
      ...params,
      // Reasons may be told by the texts of another feature.
      ...(reason && {
        reason: t(reason.code.includes(':') ? reason.code : `errors:${reason.code}`, reason.params),
      }),
    })
  return rows.flatMap((row) => {
    const { id, state, filename, createdBy, exportedAt, done, total, result } = row
    if (state === 'arriving' || !exportedAt) return []
    const name = createdBy === null ? undefined : names.get(createdBy)
    return {
      ...{ id, state, filename, done, total, result },
      created_at: row.createdAt.toISOString(),
      created_by: createdBy === null || name === undefined ? null : { id: createdBy, name },
      exported_at: exportedAt.toISOString(),
      site: { name: row.siteName, url: row.siteUrl },
      product_version: row.productVersion,
      left_out: row.leftOut,
      ended_at: row.endedAt?.toISOString() ?? null,
      failure: row.failure && explain(row.failure),
    }
  })
}
