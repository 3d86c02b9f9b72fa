import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type {
  ActivationField,
  ActivationState,
  ActiveSignature,
  RefusedActivation,
} from '#features/signatures/page/contract.ts'
import { createDrafts, type Draft, draftOf } from '#features/signatures/site/form/draft.ts'
import { controlId, fillForm, isTouched } from '#features/signatures/site/form/form-controls.ts'
import { findRefusedFields, readValues } from '#features/signatures/site/form/validation.ts'
import { findDeadline } from '#features/signatures/site/link/countdown.ts'
import type { ActivatedSignature, LinkCheck } from '#features/signatures/site/link/link-check.ts'
import { createProgress } from '#features/signatures/site/link/progress.ts'
import { type Outcome, sendActivation } from '#features/signatures/site/link/submission.ts'
import { useLinkCheck } from '#features/signatures/site/link/use-link-check.ts'
import type { Translate } from '#site/contract.ts'
import type { ActivationProps } from './activation-props.ts'

/** What the page shows. */
export type Screen =
  | { view: 'form'; state: Extract<ActivationState, { view: 'form' }> }
  | { view: 'activated'; signature: ActiveSignature }
  | {
      view: 'refused'
      message?: string
      /** Whether what was typed waits in this tab for a newer link. */
      isKept?: boolean
    }

/** How far the form has come. */
interface FormProgress {
  isSending: boolean
  errors: RefusedActivation['errors']
  message?: string | undefined
  /** How often it was refused. */
  attempts: number
}

type Options = Pick<ActivationProps, 'state' | 'language'> & { t: Translate }

/** The states of the activation: validating, the form, and either the active signature or a link that no longer works. */
export function useActivation({ state, language, t }: Options) {
  const { token } = state
  const [screen, setScreen] = useState<Screen>(() => screenOf(state))
  const [progress, setProgress] = useState<FormProgress>(() => progressOf(state))
  const [deadline, setDeadline] = useDeadline(state)
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const isOverdue = useRef(false)
  const { drafts, tell } = useMemories(state)
  const { left, restore } = useDraft({ form, drafts, isKept: state.view === 'form' && !state.refused })
  useFirstRefused(progress)

  function activate(signature: ActivatedSignature) {
    drafts.forget()
    setScreen({ view: 'activated', signature: { ...signature, revokedAt: null, revokeReason: null } })
  }

  function refuse(message: string) {
    if (form.current) drafts.write(draftOf(readValues(new FormData(form.current))))
    setScreen({ view: 'refused', message, isKept: drafts.leave() })
  }

  function expire() {
    // The answer to what is being sent comes first.
    if (isSending.current) isOverdue.current = true
    else refuse(t('activation:refused.expired'))
  }

  function takeCheck(link: LinkCheck) {
    if (link.status === 'valid') setDeadline(findDeadline(link.expiresInHours, performance.now()))
    else if (link.status === 'activated') activate(link.signature)
    else if (link.status === 'refused' && !isSending.current)
      refuse(link.message || t('activation:refused.invalid'))
  }

  const isOpen = screen.view === 'form'
  const { status: checkStatus, check } = useLinkCheck({ token, language, isOpen, onAnswer: takeCheck })
  useOpened(isOpen, tell)

  function answer(errors: FormProgress['errors'], message?: string) {
    setProgress(({ attempts }) => ({ isSending: false, errors, message, attempts: attempts + 1 }))
  }

  function take(outcome: Outcome) {
    if (outcome.status === 'activated') return activate(outcome.signature)
    if (isOverdue.current) return expire()
    if (outcome.status === 'unreachable') return answer({}, t('activation:form.network'))
    if (outcome.link.status === 'refused')
      return refuse(outcome.link.message || t('activation:refused.invalid'))
    const isExplained = Object.keys(outcome.errors).length > 0
    answer(outcome.errors, isExplained ? undefined : (outcome.message ?? t('activation:form.failed')))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    const values = readValues(new FormData(event.currentTarget))
    const refused = Object.entries(findRefusedFields(values))
    if (refused.length > 0) {
      return answer(Object.fromEntries(refused.map(([field, code]) => [field, t(`errors:fields.${code}`)])))
    }
    isSending.current = true
    setProgress({ ...progress, isSending: true, errors: {}, message: undefined })
    const outcome = await sendActivation(token, values, language)
    isSending.current = false
    take(outcome)
  }

  function edit({ currentTarget, target }: FormEvent<HTMLFormElement>) {
    tell('started')
    drafts.write(draftOf(readValues(new FormData(currentTarget))))
    const name = 'name' in target ? String(target.name) : ''
    if (!(name in progress.errors)) return
    const { [name as ActivationField]: _, ...errors } = progress.errors
    setProgress({ ...progress, errors })
  }

  return { screen, progress, deadline, checkStatus, check, form, left, restore, submit, edit, expire }
}
export type ActivationControls = ReturnType<typeof useActivation>

const screenOf = (state: ActivationState): Screen => {
  if (state.view === 'form') return { view: 'form', state }
  return state.view === 'activated' ? { view: 'activated', signature: state.signature } : { view: 'refused' }
}

const progressOf = (state: ActivationState): FormProgress => {
  const refused = state.view === 'form' ? state.refused : undefined
  return { isSending: false, errors: refused?.errors ?? {}, message: refused?.message, attempts: 0 }
}

/** What the browser and the server remember of this link. */
function useMemories(state: ActivationState) {
  const draftKey = state.view === 'form' ? state.draftKey : ''
  const drafts = useMemo(() => createDrafts(() => sessionStorage, draftKey), [draftKey])
  const tell = useMemo(() => createProgress(state.token), [state.token])
  return { drafts, tell }
}

/** When the time is over. Until the first check has its answer, as it was when the page was asked for. */
function useDeadline(state: ActivationState) {
  const [deadline, setDeadline] = useState<number>()
  useEffect(() => {
    if (state.view === 'form') setDeadline((known) => known ?? findDeadline(state.expiresInHours, 0))
  }, [state])
  return [deadline, setDeadline] as const
}

interface DraftOptions {
  form: { current: HTMLFormElement | null }
  drafts: ReturnType<typeof createDrafts>
  /** Whether the form shows what is remembered, not what the server sent back. */
  isKept: boolean
}

/** Shows what was typed before a reload; what was typed for an expired link only when asked to. */
function useDraft({ form, drafts, isKept }: DraftOptions) {
  const [left, setLeft] = useState<Draft>()
  useEffect(() => {
    if (!isKept || !form.current) return
    const draft = drafts.find()
    if (draft) fillForm(form.current, draft)
    else if (!isTouched(form.current)) setLeft(drafts.findLeft())
  }, [drafts, isKept, form])

  function restore() {
    if (!form.current || !left) return
    fillForm(form.current, left)
    drafts.write(draftOf(readValues(new FormData(form.current))))
    setLeft(undefined)
    document.getElementById(controlId('fullName'))?.focus()
  }

  return { left, restore }
}

/** Moves the focus to the first refused field after each attempt, else to what the form says. */
function useFirstRefused({ attempts, errors }: FormProgress): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after an attempt, not while the errors are mended
  useEffect(() => {
    if (attempts === 0) return
    const [field] = Object.keys(errors)
    document.getElementById(field === undefined ? 'activation-message' : controlId(field))?.focus()
  }, [attempts])
}

/** Tells that the form was opened, once somebody can see it. */
function useOpened(isOpen: boolean, tell: ReturnType<typeof createProgress>): void {
  useEffect(() => {
    if (!isOpen) return
    const look = () => {
      if (!document.hidden) tell('opened')
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isOpen, tell])
}
