import { createLibraryStore, type PublishedDocument } from '#features/documents/library/library-store.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'

type Found = PublishedDocument | undefined

const mostRemembered = 2_000

/** The documents behind public addresses, remembered until the site's revision changes. */
export function createPublishedFiles({ db, revision }: { db: Database; revision: Revision }) {
  const store = createLibraryStore(db)
  let remembered = new Map<string, Promise<Found>>()
  revision.onChange(() => {
    remembered = new Map()
  })

  return {
    async find(slug: string): Promise<Found> {
      // What was asked for before a change is remembered in the map that has gone with it.
      const map = remembered
      const known = map.get(slug)
      if (known) return known
      const found = store.find(slug)
      if (map.size >= mostRemembered) map.clear()
      map.set(slug, found)
      // Addresses that nobody has published are endless: remembered, they would take the place of those that are asked for.
      found.then(
        (document) => document ?? map.delete(slug),
        () => map.delete(slug),
      )
      return found
    },
  }
}
export type PublishedFiles = ReturnType<typeof createPublishedFiles>
