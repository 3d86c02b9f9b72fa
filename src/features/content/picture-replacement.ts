import { addVersion } from '#features/content/history/versions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { ContentKey } from './contract.ts'
import { createContentListStore } from './list-store.ts'
import { createContentStore } from './store.ts'

/** A picture as texts show it. */
export interface ShownPicture {
  digest: string
  /** Its address in texts. */
  src: string
  /** In pixels. */
  width: number
  height: number
  /** The alternative text that is proposed in each language. */
  alternatives: Partial<Record<Language, string>>
}

interface ReplacementOptions {
  db: Database
  clock: Clock
}

/**
 * Puts a picture in the place of another one: each text whose newest version shows it gets a draft on top. All of them or
 * none. Published versions stay as they are. Returns the new versions.
 */
export function createPictureReplacement({ db, clock }: ReplacementOptions) {
  return (from: ShownPicture, to: ShownPicture, actorId: string) =>
    db.transaction(async (transaction) => {
      const store = createContentStore(transaction)
      const uses = await createContentListStore(transaction).listUsesOf(`/media/${from.digest}-`)
      const added: { key: ContentKey; language: Language; version: number }[] = []
      // Always in the same order, so that two transactions that lock the same texts cannot deadlock.
      const nameOf = (text: (typeof uses)[number]) => `${text.key} ${text.language}`
      for (const { key, language } of uses.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
        await store.lockText(key, language)
        const newest = await store.findNewest(key, language)
        const content = newest && replacePicture(newest.content, from, to, language)
        if (!content || content === newest.content) continue
        const version = newest.version + 1
        const { seoTitle, seoDescription, seoKeywords, basis, madeBy } = newest
        const draft = {
          key,
          language,
          version,
          content,
          seoTitle,
          seoDescription,
          seoKeywords,
          basis,
          madeBy,
        }
        const by = { now: clock.now(), action: 'replace_picture', actorId } as const
        await addVersion(transaction, { ...draft, restoredFrom: null }, by)
        added.push({ key, language, version })
      }
      return added
    })
}

/**
 * A sanitized text with one picture in the place of another. A place keeps the alternative text that somebody wrote for it;
 * where it has the one that was proposed for the old picture, it gets the one of the new.
 */
export function replacePicture(
  html: string,
  from: ShownPicture,
  to: ShownPicture,
  language: Language,
): string {
  return html.replace(/<img [^>]*>/g, (whole) => {
    if (!whole.includes(`"/media/${from.digest}-`)) return whole
    const [, own = ''] = /alt="([^"]*)"/.exec(whole) ?? []
    const proposed = to.alternatives[language]
    const wasProposed = own === escapeAttribute(from.alternatives[language] ?? '')
    const alt = proposed && wasProposed ? escapeAttribute(proposed) : own
    return `<img src="${to.src}" alt="${alt}" width="${to.width}" height="${to.height}" />`
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escapeAttribute = (text: string) => text.replace(/[&"<>]/g, (character) => escapes[character] ?? '')
