import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { lastingStorage, windowStorage } from '#admin/kit/browser-storage.ts'
import type { ContentItem, ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { type Base, changeText, type Edits, settleSaved, type TextFields } from './edits.ts'
import { createLocalDrafts, createWindowId, type LocalDrafts, windowLifetime } from './local-drafts.ts'
import { useServerDrafts } from './use-server-drafts.ts'

/** How long after the last change the edits are stored in the browser, in milliseconds. */
const saveAfter = 300

/** The drafts that this page has open, of all texts. */
const openDrafts = new Set<string>()

interface EditingState {
  edits: Edits
  /** By language, the newer version that the unsaved text has to be merged with. */
  conflicts: Partial<Record<Language, number>>
  /** Whether some of it was written before a reload, or in a window that has closed. */
  isRecovered: boolean
}

/** The unsaved texts of one key, in all languages. */
export interface Editing extends EditingState {
  /** The id of this window among those that have the text open. */
  windowId: string
  /** When the browser last kept them, in milliseconds. */
  keptAt: number | undefined
  /** When the server got what is unsaved now; undefined while it has not. */
  keptOnServerAt: number | undefined
  change(language: Language, saved: Base, change: Partial<TextFields>): void
  discard(language: Language): void
  discardAll(): void
  settle(language: Language, sent: TextFields, saved: ContentItem): void
  reportConflict(language: Language, newest: number): void
  leaveConflict(language: Language): void
  /** Rebases the unsaved text onto a newer version; `fields` is the text that is still unsaved. */
  moveTo(language: Language, base: Base, fields: TextFields): void
}

/** The unsaved texts of an editor, starting with those recovered from this browser. */
export function useEditing(key: ContentKey): Editing {
  const user = useUser()
  const [drafts] = useState(() =>
    createLocalDrafts({
      storage: () => lastingStorage,
      windowStorage: () => windowStorage,
      userId: user.id,
      key,
      open: openDrafts,
      now: () => Date.now(),
      createId: createWindowId,
    }),
  )
  const [state, setState] = useState<EditingState>(() => {
    const edits = drafts.recover()
    return { edits, conflicts: {}, isRecovered: Object.keys(edits).length > 0 }
  })
  const { latest, keptAt } = useLocalSaving(drafts, state.edits)
  const keptOnServerAt = useServerDrafts({
    key,
    editor: drafts.windowId,
    edits: state.edits,
    // What is being written here is not replaced.
    onFound: (found) =>
      setState((current) => ({
        ...current,
        edits: { ...found, ...current.edits },
        isRecovered:
          current.isRecovered || Object.keys(found).some((language) => !(language in current.edits)),
      })),
  })

  const change = useCallback((language: Language, saved: Base, fields: Partial<TextFields>) => {
    setState((current) => ({ ...current, edits: changeText(current.edits, language, saved, fields) }))
  }, [])

  return {
    ...state,
    windowId: drafts.windowId,
    keptAt,
    keptOnServerAt,
    change,
    discard(language) {
      setState((current) => {
        const { [language]: _edit, ...edits } = current.edits
        const { [language]: _conflict, ...conflicts } = current.conflicts
        return { ...current, edits, conflicts }
      })
    },
    discardAll() {
      // Immediately, because the window is about to close.
      latest.current = {}
      drafts.save({})
      setState({ edits: {}, conflicts: {}, isRecovered: false })
    },
    settle(language, sent, saved) {
      setState((current) => {
        const edits = settleSaved(current.edits, language, sent, saved)
        const { [language]: _conflict, ...conflicts } = current.conflicts
        return { edits, conflicts, isRecovered: false }
      })
    },
    leaveConflict(language) {
      setState((before) => {
        const { [language]: _conflict, ...conflicts } = before.conflicts
        return { ...before, conflicts }
      })
    },
    reportConflict(language, newest) {
      setState((current) => ({ ...current, conflicts: { ...current.conflicts, [language]: newest } }))
    },
    moveTo(language, base, fields) {
      setState((before) => {
        const { [language]: _edit, ...others } = before.edits
        return { ...before, edits: changeText(others, language, base, fields) }
      })
    },
  }
}

/** Stores the edits in this browser: shortly after a change, regularly, and when the window is left. */
function useLocalSaving(
  drafts: LocalDrafts,
  edits: Edits,
): { latest: RefObject<Edits>; keptAt: number | undefined } {
  const latest = useRef(edits)
  const [keptAt, setKeptAt] = useState<number>()
  latest.current = edits

  useEffect(() => {
    // Not at every key: storing a long text takes a while.
    const timer = setTimeout(() => setKeptAt(drafts.save(edits) ? Date.now() : undefined), saveAfter)
    return () => clearTimeout(timer)
  }, [drafts, edits])
  useEffect(() => {
    const save = () => drafts.save(latest.current)
    const close = () => {
      save()
      drafts.close()
    }
    const heartbeat = setInterval(save, windowLifetime / 3)
    addEventListener('pagehide', close)
    addEventListener('pageshow', save)
    return () => {
      clearInterval(heartbeat)
      removeEventListener('pagehide', close)
      removeEventListener('pageshow', save)
      close()
    }
  }, [drafts])
  return { latest, keptAt }
}

/** Where the unsaved text is kept, and since when. */
export function describeKept({ keptAt, keptOnServerAt }: Pick<Editing, 'keptAt' | 'keptOnServerAt'>) {
  if (keptOnServerAt !== undefined) return { text: 'editor.keptOnServer', at: keptOnServerAt } as const
  return keptAt === undefined ? undefined : ({ text: 'editor.kept', at: keptAt } as const)
}
