import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { SearchSource } from '#shared/search/source.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import { campaignPermissions } from './permissions.ts'
import { createCampaignSearchStore } from './search-store.ts'

interface CampaignSearchOptions {
  db: Database
  translator(language: Language): Translate
  createTextSearch: CreateTextSearch
}

/** Campaigns in the search box, by their names and their texts. */
export function createCampaignSearch({
  db,
  translator,
  createTextSearch,
}: CampaignSearchOptions): SearchSource {
  const store = createCampaignSearchStore(db)
  return createTextSearch({
    ...{ name: 'campaigns', order: 40, permission: campaignPermissions.read },
    async list() {
      const rows = await store.listStates()
      return rows.flatMap(({ id, updatedAt, fallbackLanguage, written }) =>
        // One without a text is found by its name.
        (written.length > 0 ? written : [fallbackLanguage]).map((language) => ({
          ...{ item: id, language, changedAt: updatedAt },
          revision: updatedAt.toISOString(),
        })),
      )
    },
    async load(wanted) {
      const rows = await store.findMany([...new Set(wanted.map(({ item }) => item))])
      return wanted.map(({ item, language }) => {
        const row = rows.get(item)
        if (!row) return undefined
        const { subject = '', preheader = '', body = '', action = '' } = row.texts[language] ?? {}
        return { title: row.name, html: body, lines: [subject, preheader, action] }
      })
    },
    async describe(items, reader) {
      const rows = await store.findMany([...items])
      const t = translator(reader)
      return items.map((item) => {
        const row = rows.get(item)
        return (
          row && {
            ...{ label: row.name, detail: t(`campaigns:campaigns.status.${row.status}`) },
            pathIn: () => `/admin/email/campaigns/${item}`,
          }
        )
      })
    },
  })
}
