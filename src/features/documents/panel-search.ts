import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import type { SearchSource } from '#shared/search/source.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import { createPanelSearchStore } from './panel-search-store.ts'
import { documentPermissions } from './permissions.ts'

interface PanelSearchOptions {
  db: Database
  translator(language: Language): Translate
  createTextSearch: CreateTextSearch
}

/** Documents in the search box of the panel, by what they say about themselves and the names of their files. */
export function createPanelSearch({ db, translator, createTextSearch }: PanelSearchOptions): SearchSource {
  const store = createPanelSearchStore(db)
  return createTextSearch({
    ...{ name: 'documents', order: 35, permission: documentPermissions.read },
    async list() {
      const rows = await store.listStates()
      return rows.map(({ id, language, updatedAt, version }) => ({
        ...{ item: id, language: language ?? sourceLanguage, changedAt: updatedAt },
        // A new version of the file, which may have another name, is served without an edit.
        revision: `${updatedAt.toISOString()} ${version}`,
      }))
    },
    async load(wanted) {
      const rows = await store.findMany(wanted.map(({ item }) => item))
      return wanted.map(({ item }) => {
        const row = rows.get(item)
        if (!row) return undefined
        const { title, description, keywords, originalFilename } = row
        return { title, html: '', lines: [description, keywords, originalFilename] }
      })
    },
    async describe(items, reader) {
      const rows = await store.findMany([...items])
      const t = translator(reader)
      return items.map((item) => {
        const row = rows.get(item)
        return (
          row && {
            ...{ label: row.title, detail: t(`library:library.statuses.${row.status}`) },
            pathIn: () => `/admin/documents/${item}`,
          }
        )
      })
    },
  })
}
