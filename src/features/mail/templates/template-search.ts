import { type MailText, type TemplateKind, templateKinds } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { SearchSource } from '#shared/search/source.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import type { Rendering } from './rendering.ts'
import { createTemplateStore } from './template-store.ts'

interface TemplateSearchOptions {
  db: Database
  translator(language: Language): Translate
  builtIn: Rendering['builtIn']
  createTextSearch: CreateTextSearch
}

/** The templates of mails in the search box, as they are used now. */
export function createTemplateSearch(options: TemplateSearchOptions): SearchSource {
  const { db, translator, builtIn, createTextSearch } = options
  const store = createTemplateStore(db)
  const toWords = (kind: TemplateKind, language: Language, text: MailText) => ({
    title: titleOf(kind, translator(language)),
    html: text.body,
    lines: [text.subject, text.preheader, text.action],
  })

  return createTextSearch<TemplateKind>({
    ...{ name: 'templates', order: 50, permission: mailPermissions.readTemplates },
    async list() {
      const rows = await store.listNewest()
      return rows.flatMap(({ kind, language, id, text, createdAt }) => {
        const item = templateKinds.find((one) => one === kind)
        return item && text ? { item, language, revision: id, changedAt: createdAt } : []
      })
    },
    async load(wanted) {
      const texts = new Map((await store.listNewest()).map(({ id, text }) => [id, text]))
      return wanted.map(({ item, language, revision }) => {
        const text = texts.get(revision)
        return text ? toWords(item, language, text) : undefined
      })
    },
    builtIn: {
      items: templateKinds,
      read: (kind, language) => toWords(kind, language, builtIn(kind, language)),
    },
    describe(items, reader) {
      const t = translator(reader)
      return items.map((item) => ({
        ...{ label: titleOf(item, t), detail: null },
        pathIn: (language) => `/admin/email/templates/${item}?language=${language}`,
      }))
    },
  })
}

const titleOf = (kind: TemplateKind, t: Translate): string =>
  t(`email-templates:emailTemplates.kinds.${kind}.name`)
