import { nameIn } from '#features/early-adopters/list/notes.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import {
  mostSavedFilters,
  type SavedFilter,
  type SavedFilterChange,
  type SavedFilterDraft,
} from './contract.ts'
import { createSavedFilterStore, type SavedFilterRow } from './saved-filter-store.ts'

interface SavedFilterOptions {
  db: Database
  clock: Clock
  /** The names of users. */
  findNames: FindNames
}

/** The filters of the list that the team has saved under a name. */
export function createSavedFilters({ db, clock, findNames }: SavedFilterOptions) {
  async function describe(rows: SavedFilterRow[]): Promise<SavedFilter[]> {
    const names = await findNames(rows.flatMap(({ authorId }) => authorId ?? []))
    return rows.map(({ id, name, filter, authorId, createdAt }) => ({
      ...{ id, name, filter },
      author: nameIn(names, authorId),
      created_at: createdAt.toISOString(),
    }))
  }

  async function get(id: string): Promise<SavedFilter> {
    const row = await createSavedFilterStore(db).find(id)
    const [described] = row ? await describe([row]) : []
    if (!described) throw notFound()
    return described
  }

  return {
    list: async (): Promise<SavedFilter[]> => describe(await createSavedFilterStore(db).list()),

    /** @throws {Problem} 409 another one has the name, or there are too many */
    async add({ name, filter }: SavedFilterDraft, authorId: string): Promise<SavedFilter> {
      const nameKey = foldText(name)
      const { id } = await db.transaction(async (tx) => {
        const store = createSavedFilterStore(tx)
        await store.lock()
        if (await store.isTaken(nameKey)) throw nameTaken()
        if ((await store.count()) >= mostSavedFilters) {
          throw new Problem('saved_filters_full', 409, { params: { limit: mostSavedFilters } })
        }
        return store.insert({ name, nameKey, filter, authorId, createdAt: clock.now() })
      })
      return get(id)
    },

    /** @throws {Problem} 404, 409 another one has the name */
    async change(id: string, { name, filter }: SavedFilterChange): Promise<SavedFilter> {
      await db.transaction(async (tx) => {
        const store = createSavedFilterStore(tx)
        await store.lock()
        if (!(await store.find(id))) throw notFound()
        if (name !== undefined && (await store.isTaken(foldText(name), id))) throw nameTaken()
        if (name !== undefined) await store.update(id, { name, nameKey: foldText(name) })
        if (filter !== undefined) await store.update(id, { filter })
      })
      return get(id)
    },

    /** @throws {Problem} 404 */
    async remove(id: string): Promise<void> {
      if (!(await createSavedFilterStore(db).remove(id))) throw notFound()
    },
  }
}
export type SavedFilters = ReturnType<typeof createSavedFilters>

const notFound = () => new Problem('saved_filter_not_found', 404)
const nameTaken = () =>
  new Problem('saved_filter_taken', 409, { fields: [{ field: 'name', code: 'saved_filter_taken' }] })
