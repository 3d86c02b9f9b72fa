import { useState } from 'react'
import type { MailText } from '#features/mail/contract.ts'
import type { Language } from '#shared/languages.ts'

/** What somebody is writing, and the version it was begun from. */
export interface Draft {
  text: MailText
  base: number
}

/** The texts that are being written, by language: going to another language loses none. */
export function useDrafts() {
  const [all, setAll] = useState<Partial<Record<Language, Draft>>>({})
  return {
    all,
    isDirty: Object.keys(all).length > 0,
    set(language: Language, draft: Draft | undefined) {
      setAll(({ [language]: _, ...others }) => (draft ? { ...others, [language]: draft } : others))
    },
  }
}
