import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { visibilityFor } from '#features/early-adopters/records/visibility.ts'
import type { EarlyAdopterRow, EarlyAdopterStore } from '#features/early-adopters/store.ts'
import type { Member } from '#shared/roles.ts'
import type { SearchHit } from '#shared/search/hit.ts'
import type { SearchSource } from '#shared/search/source.ts'

/** Leads in the search box: the newest with all the words, in the address only for those who may read addresses. */
export function createLeadSearch({ store }: { store: EarlyAdopterStore }): SearchSource {
  const toHits = (rows: readonly EarlyAdopterRow[], reader: Member) => {
    const { addresses } = visibilityFor(reader)
    return rows.map(
      ({ id, name, email, company }): SearchHit => ({
        ...{ id, label: name, excerpt: null, language: null },
        detail: (addresses ? email : company) || null,
        path: `/admin/early-adopters/${id}`,
      }),
    )
  }
  const visibleTo = (reader: Member) => ({ searchesAddresses: visibilityFor(reader).addresses })

  return {
    ...{ name: 'people', order: 20, permission: leadPermissions.read },
    async find({ words, reader, limit }) {
      const page = { sort: 'created_at', order: 'desc', limit, offset: 0 } as const
      const { rows } = await store.list({ words, ...visibleTo(reader) }, page, 'few')
      return toHits(rows, reader)
    },
    async findSimilar({ words, reader }) {
      return toHits(await store.findSimilar(words, visibleTo(reader)), reader)
    },
    listPath: (query) => `/admin/early-adopters?${new URLSearchParams({ search: query })}`,
  }
}
