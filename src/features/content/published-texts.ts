import { toItem } from '#features/content/history/versions.ts'
import type { Revision } from '#platform/revision.ts'
import type { Language } from '#shared/languages.ts'
import type { PublishedTexts } from './contract.ts'
import type { ContentListStore } from './list-store.ts'

interface PublishedTextOptions {
  store: Pick<ContentListStore, 'listPublished'>
  revision: Pick<Revision, 'isCurrent' | 'onChange'>
}

/**
 * Creates the function that reads the texts that the pages of a language show. They are read once per revision of the
 * site, however many pages are rendered from them.
 */
export function createPublishedTexts({ store, revision }: PublishedTextOptions) {
  const cached = new Map<Language, Promise<PublishedTexts>>()
  revision.onChange(() => cached.clear())

  async function read(language: Language): Promise<PublishedTexts> {
    const rows = await store.listPublished(language)
    return Object.fromEntries(rows.map((row) => [row.key, toItem(row)]))
  }

  return async (language: Language): Promise<PublishedTexts> => {
    // Without a current revision, a change may have been missed.
    if (!revision.isCurrent()) return read(language)
    const found = cached.get(language)
    if (found) return found
    const texts = read(language)
    cached.set(language, texts)
    texts.catch(() => {
      if (cached.get(language) === texts) cached.delete(language)
    })
    return texts
  }
}
