import { useDebouncedCallback } from '@mantine/hooks'
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { useDraftActions } from '#features/social/admin/schedule/use-posts.ts'
import type { SocialDraft } from '#features/social/posts/contract.ts'
import { type Composition, isUnwritten } from './composition.ts'

const pause = 1_200

export type DraftState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'failed' }
  | { kind: 'saved'; at: string }

/** Saves what is being written as a draft, a moment after somebody stops typing. */
export function useDraft(initial: SocialDraft | undefined) {
  const actions = useDraftActions()
  const stored = useRef<{ id: string; version: number } | undefined>(initial)
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  // One request after the other; the newest text wins.
  const queue = useRef<Promise<void>>(Promise.resolve())
  const wanted = useRef<Composition>(undefined)

  const save = useCallback(async (): Promise<void> => {
    const composition = wanted.current
    if (!composition) return
    wanted.current = undefined
    try {
      const draft = stored.current
      const next = draft
        ? await actions.change(draft.id, draft.version, composition).catch((error: unknown) => {
            // Another window has changed or removed it: this text is kept beside it.
            if (error instanceof ApiError && (error.status === 409 || error.status === 404))
              return actions.create(composition)
            throw error
          })
        : await actions.create(composition)
      stored.current = { id: next.id, version: next.version }
      if (!wanted.current) setState({ kind: 'saved', at: next.updated_at })
    } catch {
      setState({ kind: 'failed' })
    }
  }, [actions])

  const enqueue = useDebouncedCallback(
    () => {
      queue.current = queue.current.then(save)
    },
    { delay: pause, flushOnUnmount: true },
  )

  return {
    state,
    /** Called with every change. */
    keep(composition: Composition) {
      if (isUnwritten(composition) && !stored.current) return
      wanted.current = composition
      setState({ kind: 'saving' })
      enqueue()
    },
    /** Forgets the draft, since it has become posts. */
    async discard(): Promise<void> {
      enqueue.cancel()
      wanted.current = undefined
      await queue.current
      const draft = stored.current
      stored.current = undefined
      setState({ kind: 'none' })
      // A draft that stays is no reason to say that nothing was scheduled.
      if (draft) await actions.remove(draft.id).catch(() => {})
    },
  }
}
