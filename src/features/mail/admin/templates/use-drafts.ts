import { useState } from 'react'
import type { MailText } from '#features/mail/contract.ts'
import type { Language } from '#shared/languages.ts'

/** An unsaved text, and the version that it is based on. */
export interface Draft {
  text: MailText
  base: number
}

/** The unsaved texts by language, so that changing the language loses none. */
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
