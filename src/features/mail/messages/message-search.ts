import { createRecipientSearchStore } from '#features/mail/outbox/recipient-search-store.ts'
import type { MailRow } from '#features/mail/outbox/store.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { Member } from '#shared/roles.ts'
import type { SearchHit } from '#shared/search/hit.ts'
import type { SearchRequest, SearchSource } from '#shared/search/source.ts'

interface MessageSearchOptions {
  db: Database
  translator(language: Language): Translate
}

/** Mails in the search box, by the names and addresses of their recipients; addresses for those who may read them. */
export function createMessageSearch({ db, translator }: MessageSearchOptions): SearchSource {
  const store = createRecipientSearchStore(db)
  const readsAddresses = (reader: Member) => isAllowed(reader, mailPermissions.readAddresses)

  async function search(find: typeof store.findNewest, request: SearchRequest): Promise<SearchHit[]> {
    const { words, reader, language, limit } = request
    const searchesAddresses = readsAddresses(reader)
    const rows = await find(words, { searchesAddresses, limit })
    const t = translator(language)
    return rows.map((row) => toHit(row, { readsAddresses: searchesAddresses, t }))
  }
  return {
    ...{ name: 'mails', order: 60, permission: mailPermissions.readMessages },
    find: (request) => search(store.findNewest, request),
    findSimilar: (request) => search(store.findSimilar, request),
    listPath: (query) => `/admin/email-metrics/messages?${new URLSearchParams({ search: query })}`,
  }
}

function toHit(
  { id, kind, status, toName, toEmail }: MailRow,
  { readsAddresses, t }: { readsAddresses: boolean; t: Translate },
): SearchHit {
  const kindName = t(`email-metrics:metrics.kinds.${kind}`)
  return {
    ...{ id, label: toName || (readsAddresses ? toEmail : kindName), excerpt: null, language: null },
    detail: `${kindName} · ${t(`email-metrics:metrics.status.${status}`)}`,
    path: `/admin/email-metrics/messages/${id}`,
  }
}
