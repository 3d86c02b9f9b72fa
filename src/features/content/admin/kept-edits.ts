import { z } from 'zod'
import { isLanguage, languages } from '#shared/languages.ts'
import type { ContentKey } from '../contract.ts'
import type { Edits } from './edits.ts'

const Fields = z.object({
  content: z.string(),
  seo_title: z.string(),
  seo_description: z.string(),
  seo_keywords: z.string(),
})
const KeptEdits = z.partialRecord(
  z.enum(languages),
  z.object({ base: z.object({ version: z.number().int(), fields: Fields }), fields: Fields }),
)

type EditStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const nameOf = (userId: string, key: ContentKey) => `unsaved:${userId}:${key}`

/** Keeps what someone was writing when their session ended, for this tab and this person only. */
export function keepEdits(storage: EditStorage, userId: string, key: ContentKey, edits: Edits): void {
  try {
    storage.setItem(nameOf(userId, key), JSON.stringify(edits))
  } catch {
    // A browser without storage, or a full one: nothing more can be done here.
  }
}

/** Gives back what was kept, once. */
export function takeKeptEdits(storage: EditStorage, userId: string, key: ContentKey): Edits {
  try {
    const kept = storage.getItem(nameOf(userId, key))
    if (kept === null) return {}
    storage.removeItem(nameOf(userId, key))
    const edits: Edits = {}
    for (const [language, edit] of Object.entries(KeptEdits.parse(JSON.parse(kept)))) {
      if (isLanguage(language) && edit) edits[language] = edit
    }
    return edits
  } catch {
    return {}
  }
}
