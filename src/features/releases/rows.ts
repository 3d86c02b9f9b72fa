import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { type Release, ReleaseFailure, type ReleaseStatus } from './contract.ts'
import { createReleaseItemStore, type ReleaseItemRow } from './item-store.ts'
import { createReleaseStore, type ReleaseRow } from './store.ts'

/** The statuses of releases that have not been live: they can be changed, scheduled and published. */
export const openStatuses: readonly ReleaseStatus[] = ['draft', 'scheduled', 'failed', 'cancelled']

/** Locks a release until the transaction ends. @throws {Problem} 404; 409 with `code` for another status */
export async function lockRelease(
  transaction: Database,
  id: string,
  { statuses, code }: { statuses: readonly ReleaseStatus[]; code: string },
): Promise<ReleaseRow> {
  const row = await createReleaseStore(transaction).lock(id)
  if (!row) throw new Problem('release_not_found', 404)
  if (!statuses.includes(row.status)) throw new Problem(code, 409, { extra: { release_status: row.status } })
  return row
}

/** A release with its texts, in the form of the API. */
export async function readRelease(db: Database, row: ReleaseRow): Promise<Release> {
  return toRelease(row, await createReleaseItemStore(db).list([row.id]))
}

/** A release in the form of the API. */
export function toRelease(row: ReleaseRow, items: readonly ReleaseItemRow[]): Release {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    due_at: row.dueAt?.toISOString() ?? null,
    live_at: row.liveAt?.toISOString() ?? null,
    rolled_back_at: row.rolledBackAt?.toISOString() ?? null,
    failure: parseFailure(row.failure),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    items: items.map(({ key, language, version, previousVersion }) => ({
      key,
      language,
      version,
      previous_version: previousVersion,
    })),
  }
}

/** The failure that an error describes, if it names a text that could not be published. */
export function failureOf(error: unknown): ReleaseFailure | undefined {
  if (!(error instanceof Problem)) return undefined
  const text = error.options.extra?.text
  return ReleaseFailure.safeParse({ ...(typeof text === 'object' ? text : {}), code: error.code }).data
}

/** A failure as its column stores it. */
export function formatFailure({ code, key, language }: ReleaseFailure): string {
  return `${code} ${key} ${language}`
}

function parseFailure(stored: string | null): ReleaseFailure | null {
  const [code, key, language] = stored?.split(' ') ?? []
  return ReleaseFailure.safeParse({ code, key, language }).data ?? null
}
