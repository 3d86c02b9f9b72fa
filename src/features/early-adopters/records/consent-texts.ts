import { createHash } from 'node:crypto'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languages } from '#shared/languages.ts'
import { type ConsentTextRow, createConsentTextStore } from './consent-text-store.ts'

interface ConsentTextOptions {
  db: Database
  translator: (language: Language) => Translate
  /** The name that the consent sentence speaks of. */
  siteName(): string
}

/**
 * The sentences that people agree to, and the hashes that name them. Each is stored, so that it can be shown after the site
 * has got another name or the catalogue another sentence.
 */
export function createConsentTexts({ db, translator, siteName }: ConsentTextOptions) {
  const store = createConsentTextStore(db)
  let present: { name: string; rows: Map<Language, ConsentTextRow> } | undefined
  let stored = new Map<string, ConsentTextRow>()

  /** Made once for a name: looking a sentence up and hashing it would be a tenth of the cost of a sign-up. */
  function listPresent() {
    const name = siteName()
    if (present?.name === name) return present.rows
    const rows = languages.map((language): [Language, ConsentTextRow] => {
      const sentence = translator(language)('site:form.consent', { name })
      const hash = createHash('sha256').update(sentence).digest('base64url')
      return [language, { hash, language, sentence }]
    })
    present = { name, rows: new Map(rows) }
    return present.rows
  }

  return {
    /** The hash of the present sentence. */
    hashOf(language: Language): string {
      const row = listPresent().get(language)
      if (!row) throw new RangeError(`there is no consent sentence in ${language}`)
      return row.hash
    },

    /** The sentence with a hash, present or former. */
    find: (hash: string): Pick<ConsentTextRow, 'language' | 'sentence'> | undefined =>
      stored.get(hash) ?? [...listPresent().values()].find((row) => row.hash === hash),

    /** Stores the present sentences, and reads the former ones. To be called at the start and after a change of the name. */
    async store(): Promise<void> {
      await store.add([...listPresent().values()])
      stored = new Map((await store.list()).map((row) => [row.hash, row]))
    },

    /** Whether the sentences of the present name are stored. */
    areStored: (): boolean => [...listPresent().values()].every(({ hash }) => stored.has(hash)),
  }
}
export type ConsentTexts = ReturnType<typeof createConsentTexts>
