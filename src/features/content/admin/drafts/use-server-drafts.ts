import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { ConnectionError } from '#admin/kit/api/api-client.ts'
import { useApi, useLanguagesOf } from '#admin/kit/api/api-context.tsx'
import { type ContentKey, KeptAt, UnsavedText } from '#features/content/contract.ts'
import { contentPermissions } from '#features/content/permissions.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { Edits } from './edits.ts'

/** How long after a change the server gets the edits, in milliseconds. */
const sendAfter = 4_000

interface ServerDraftOptions {
  key: ContentKey
  /** The id of this window. */
  editor: string
  edits: Edits
  /** Takes what was left unsaved in another browser. */
  onFound: (edits: Edits) => void
}

/** Keeps the edits on the server too. Returns when it last did, in milliseconds; undefined if that is not the present text. */
export function useServerDrafts({ key, editor, edits, onFound }: ServerDraftOptions): number | undefined {
  const api = useApi()
  const editable = useLanguagesOf(contentPermissions.edit)
  const canEdit = editable.length > 0
  const [kept, setKept] = useState<{ edits: Edits; at: number }>()
  const [attempt, setAttempt] = useState(0)
  const found = useRef(onFound)
  found.current = onFound
  /** What the server has, what it is to have, and whether it is being told. */
  const server = useRef({ edits: {} as Edits, isTold: false })
  const latest = useRef(edits)
  latest.current = edits

  const send = useCallback(async () => {
    const state = server.current
    const sending = latest.current
    if (!canEdit || state.isTold || areSame(state.edits, sending)) return
    state.isTold = true
    const texts = listLanguages(sending).flatMap((language) => {
      const edit = sending[language]
      return edit && editable.includes(language) ? [{ language, ...edit }] : []
    })
    const dropped = listLanguages(state.edits).filter((language) => !sending[language])
    try {
      await api.send('PUT', `/api/content/${key}/unsaved`, KeptAt, { editor, texts, dropped })
      state.edits = sending
      // What is left in a language that is not theirs any more stays in the browser alone.
      if (texts.length === listLanguages(sending).length) setKept({ edits: sending, at: Date.now() })
    } catch (error) {
      // Anything else would be refused again; the next change tries again.
      if (!(error instanceof ConnectionError)) state.edits = sending
    }
    state.isTold = false
    setAttempt((last) => last + 1)
  }, [api, key, editor, canEdit, editable])

  useEffect(() => {
    if (!canEdit) return
    const aborter = new AbortController()
    // Without an answer the browser's own copy remains.
    void api.get(`/api/content/${key}/unsaved`, z.array(UnsavedText), aborter.signal).then(
      (texts) => {
        if (texts.length === 0) return
        const left: Edits = Object.fromEntries(texts.map(({ language, ...edit }) => [language, edit]))
        server.current.edits = { ...left, ...server.current.edits }
        found.current(left)
      },
      () => {},
    )
    return () => aborter.abort()
  }, [api, key, canEdit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: after an attempt there may be newer edits to send
  useEffect(() => {
    // What is saved or discarded goes at once, or another window would bring it back.
    const isDropped = listLanguages(server.current.edits).some((language) => !edits[language])
    const timer = setTimeout(() => void send(), isDropped ? 0 : sendAfter)
    return () => clearTimeout(timer)
  }, [send, edits, attempt])
  useEffect(() => () => void send(), [send])

  return kept?.edits === edits ? kept.at : undefined
}

const listLanguages = (edits: Edits): Language[] => Object.keys(edits).filter(isLanguage)

/** Whether nothing was changed: an unchanged edit stays the same object. */
function areSame(one: Edits, other: Edits): boolean {
  return [...listLanguages(one), ...listLanguages(other)].every(
    (language) => one[language] === other[language],
  )
}
