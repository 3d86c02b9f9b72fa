import { useCallback, useState } from 'react'
import { useUser } from '#admin/kit/api-context.tsx'
import type { Language } from '#shared/languages.ts'
import type { ContentItem, ContentKey } from '../contract.ts'
import { type Base, changeText, type Edits, rebase, settleSaved, type TextFields } from './edits.ts'
import { takeKeptEdits } from './kept-edits.ts'

interface EditingState {
  edits: Edits
  /** The newer version that someone else has saved, by language. */
  conflicts: Partial<Record<Language, number>>
  /** Whether some of it was written in a session that has ended. */
  isRecovered: boolean
}

/** What is being written of one key, in all its languages. */
export interface Editing extends EditingState {
  change(language: Language, saved: Base, change: Partial<TextFields>): void
  discard(language: Language): void
  settle(language: Language, sent: TextFields, saved: ContentItem): void
  reportConflict(language: Language, newest: number): void
  saveOnTop(language: Language, newest: number): Edits
}

/** Holds what is being written, beginning with what was kept when the last session ended. */
export function useEditing(key: ContentKey): Editing {
  const user = useUser()
  const [state, setState] = useState<EditingState>(() => {
    const edits = takeKeptEdits(sessionStorage, user.id, key)
    return { edits, conflicts: {}, isRecovered: Object.keys(edits).length > 0 }
  })

  const change = useCallback((language: Language, saved: Base, fields: Partial<TextFields>) => {
    setState((current) => ({ ...current, edits: changeText(current.edits, language, saved, fields) }))
  }, [])

  return {
    ...state,
    change,
    discard(language) {
      setState((current) => {
        const { [language]: _edit, ...edits } = current.edits
        const { [language]: _conflict, ...conflicts } = current.conflicts
        return { ...current, edits, conflicts }
      })
    },
    settle(language, sent, saved) {
      setState((current) => {
        const edits = settleSaved(current.edits, language, sent, saved)
        const { [language]: _conflict, ...conflicts } = current.conflicts
        return { edits, conflicts, isRecovered: false }
      })
    },
    reportConflict(language, newest) {
      setState((current) => ({ ...current, conflicts: { ...current.conflicts, [language]: newest } }))
    },
    saveOnTop(language, newest) {
      const edits = rebase(state.edits, language, newest)
      setState((current) => ({ ...current, edits: rebase(current.edits, language, newest) }))
      return edits
    },
  }
}
