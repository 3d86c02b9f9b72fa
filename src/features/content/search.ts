import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { SearchSource } from '#shared/search/source.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import { builtInText } from './built-in-text.ts'
import { type ContentKey, contentGroup, contentKeys } from './contract.ts'
import { contentPermissions } from './permissions.ts'
import { listWords } from './search-store.ts'
import { createStateStore } from './state-store.ts'

interface ContentSearchOptions {
  db: Database
  translator(language: Language): Translate
  createTextSearch: CreateTextSearch
}

/** The texts of the site in the search box: the newest version of each, else the built-in text. */
export function createContentSearch({
  db,
  translator,
  createTextSearch,
}: ContentSearchOptions): SearchSource {
  const states = createStateStore(db)

  return createTextSearch<ContentKey>({
    ...{ name: 'content', order: 30, permission: contentPermissions.read },
    async list() {
      const rows = await states.listStates()
      return rows.map(({ key, language, id, updated_at }) => ({
        ...{ item: key, language, revision: id, changedAt: new Date(updated_at) },
      }))
    },
    async load(wanted) {
      const rows = await listWords(
        db,
        wanted.map(({ revision }) => revision),
      )
      const versions = new Map(rows.map((row) => [row.id, row]))
      return wanted.map(({ item, language, revision }) => {
        const version = versions.get(revision)
        if (!version) return undefined
        const { content, seoTitle, seoDescription, seoKeywords } = version
        const lines = [seoTitle, seoDescription, seoKeywords]
        return { title: titleOf(item, translator(language)), html: content, lines }
      })
    },
    builtIn: {
      items: contentKeys,
      read(key, language) {
        const t = translator(language)
        return { title: titleOf(key, t), html: builtInText(key, t), lines: [] }
      },
    },
    describe(items, reader) {
      const t = translator(reader)
      return items.map((item) => ({
        ...{ label: titleOf(item, t), detail: null },
        pathIn: (language) => `/admin/content/${item}?language=${language}`,
      }))
    },
  })
}

/** What a text is called in the panel. */
const titleOf = (key: ContentKey, t: Translate): string =>
  t('admin:content.fullTitle', {
    group: t(`admin:content.groups.${contentGroup(key)}`),
    title: t(`admin:content.keys.${key}`),
  })
