import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { ApiError, type FieldError } from '#admin/kit/api/api-client.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { currentZone } from '#admin/kit/moment.ts'
import { useSiteOrigin } from '#admin/kit/site-name.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { SocialAccount } from '#features/social/accounts/contract.ts'
import { usePostActions } from '#features/social/admin/schedule/use-posts.ts'
import type { LimitFault } from '#features/social/limits/model.ts'
import type { SocialDraft, SocialPost } from '#features/social/posts/contract.ts'
import { isWallTime, resolveWallTime } from '#features/social/posts/model.ts'
import { type Composition, changeOf, faultsOf, isSame, orderOf } from './composition.ts'
import { type Neighbours, noNeighbours } from './neighbours.ts'
import { useDraft } from './use-draft.ts'
import { useFileUploads } from './use-file-uploads.ts'
import { useNeighbours } from './use-neighbours.ts'

/** With what the composer begins. */
export interface Beginning {
  composition: Composition
  /** The draft that is continued. */
  draft?: SocialDraft
  /** The post that is changed; otherwise new ones are written. */
  post?: SocialPost
}

interface ComposerOptions extends Beginning {
  accounts: readonly SocialAccount[]
  /** Called once it has been scheduled or changed. */
  onDone: () => void
}

export type Composing = ReturnType<typeof useComposer>

/** The state of the composer, and its actions. */
export function useComposer({
  composition: initial,
  draft: stored,
  post,
  accounts,
  onDone,
}: ComposerOptions) {
  const [composition, setComposition] = useState(initial)
  const [shownId, setShownId] = useState<string>()
  const [wanted, setWanted] = useState<Wanted>()
  const [attempt, setAttempt] = useState(0)
  const neighbours = useNeighbours(composition, post)
  const draft = useDraft(stored)
  const isChanged = !isSame(composition, initial)

  const latest = useRef(composition)
  function change(next: (before: Composition) => Composition): void {
    latest.current = next(latest.current)
    setComposition(latest.current)
    if (!post) draft.keep(latest.current)
  }

  const files = useFileUploads((file) => change((before) => ({ ...before, files: [...before.files, file] })))
  const chosen = useMemo(
    () => accounts.filter(({ id }) => composition.account_ids.includes(id)),
    [accounts, composition.account_ids],
  )
  const shown = chosen.find(({ id }) => id === shownId) ?? chosen[0]
  const siteOrigin = useSiteOrigin()
  const faults = useFaults(composition, chosen, siteOrigin)
  const timeFault = findTimeFault(composition.wall_time)
  const isWritten = chosen.length > 0 && [...faults.values()].every((found) => found.length === 0)
  const isUploading = files.uploads.some(({ failure }) => failure === undefined)
  const isComplete = (kind: Wanted) => isWritten && !isUploading && (kind === 'now' || !timeFault)
  const sending = useSending({ composition, post, draft, onDone })
  const { ask, ...asking } = useQuestion(sending.send)

  /** Goes on when nothing is missing, otherwise shows what is. It asks before anything is said twice or cannot be undone. */
  function begin(kind: Wanted): void {
    setWanted(kind)
    if (!isComplete(kind)) {
      setAttempt((before) => before + 1)
      setShownId((before) => chosen.find(({ id }) => faults.get(id)?.length)?.id ?? before)
      return
    }
    const isNow = kind === 'now'
    const found = neighbours.find(isNow ? { ...composition, wall_time: '' } : composition)
    if (isNow || found.similar.length > 0) ask({ kind, neighbours: found })
    else sending.send(false)
  }

  return {
    ...sending,
    ...asking,
    composition,
    change,
    chosen,
    shown,
    show: setShownId,
    faults,
    timeFault,
    /** Whether what is only not written yet is said, and whether a missing time is. */
    showsGaps: wanted !== undefined,
    needsTime: wanted === 'scheduled',
    isUploading,
    /** How many times somebody has gone on although something was missing. */
    attempt,
    siteOrigin,
    files,
    draft: draft.state,
    post,
    isComplete: wanted === undefined || isComplete(wanted),
    /** Whether leaving loses something: a draft that has been saved is kept. */
    isDirty:
      isChanged && (post !== undefined || draft.state.kind === 'failed' || draft.state.kind === 'saving'),
    neighbours,
    schedule: () => begin('scheduled'),
    publishNow: () => begin('now'),
  }
}

/** What somebody has pressed. */
type Wanted = 'scheduled' | 'now'

/** What is asked before posts are sent. */
interface Question {
  kind: Wanted
  neighbours: Neighbours
}

const noQuestion: Question = { kind: 'scheduled', neighbours: noNeighbours }

/** Asks before posts are sent. */
function useQuestion(send: (isNow: boolean) => void) {
  const [question, setQuestion] = useState(noQuestion)
  const [isAsking, setAsking] = useState(false)
  return {
    /** What is asked while `isAsking`, and was asked before. */
    question,
    isAsking,
    ask(next: Question) {
      setQuestion(next)
      setAsking(true)
    },
    answer(isWanted: boolean) {
      setAsking(false)
      if (isWanted) send(question.kind === 'now')
    },
  }
}

/** Why the accounts' platforms do not take what is written, by account. It follows typing without holding it up. */
function useFaults(
  composition: Composition,
  chosen: readonly SocialAccount[],
  siteOrigin: string,
): Map<string, LimitFault[]> {
  const settled = useDeferredValue(composition)
  return useMemo(
    () => new Map(chosen.map((account) => [account.id, faultsOf(settled, account, siteOrigin)])),
    [settled, chosen, siteOrigin],
  )
}

/** Why nothing can be scheduled at a time. */
function findTimeFault(wallTime: string): 'required' | 'past' | undefined {
  if (!isWallTime(wallTime)) return 'required'
  return resolveWallTime(wallTime, currentZone()).instant.getTime() > Date.now() ? undefined : 'past'
}

interface SendingOptions {
  composition: Composition
  post: SocialPost | undefined
  draft: { discard: () => Promise<void> }
  onDone: () => void
}

/** Sends a composition, and says what the server refuses of it. */
function useSending({ composition, post, draft, onDone }: SendingOptions) {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const actions = usePostActions()
  // The same for every press, so that none schedules anything twice.
  const key = useRef(crypto.randomUUID())
  const [refused, setRefused] = useState<readonly FieldError[]>([])
  const [isStale, setStale] = useState(false)
  const [isDone, setDone] = useState(false)
  const { isBusy, run } = useAction({
    onError(error) {
      if (!(error instanceof ApiError)) return
      if (error.status === 409 && error.members.code === 'social_post_stale') setStale(true)
      setRefused(error.fields)
    },
  })

  async function work(isNow: boolean): Promise<void> {
    setRefused([])
    const zone = currentZone()
    if (post) {
      await actions.change(post.id, changeOf(composition, post, zone, isNow))
      toasts.show('success', t(isNow ? 'composer.now.done' : 'composer.saved'))
    } else {
      const posts = await actions.schedule(orderOf(composition, zone, isNow), key.current)
      toasts.show(
        'success',
        isNow ? t('composer.now.done') : t('composer.scheduled', { number: format.number(posts.length) }),
      )
      await draft.discard()
    }
    setDone(true)
    onDone()
  }

  return { isBusy, isDone, refused, isStale, send: (isNow: boolean) => run(() => work(isNow)) }
}
