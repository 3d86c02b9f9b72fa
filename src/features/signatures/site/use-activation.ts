import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ActivationState, ActiveSignature } from '#features/signatures/page/contract.ts'
import { createDrafts, type Draft, type Drafts, draftOf } from '#features/signatures/site/form/draft.ts'
import { controlId, fillForm, isTouched } from '#features/signatures/site/form/form-controls.ts'
import { readValues } from '#features/signatures/site/form/validation.ts'
import { findDeadline } from '#features/signatures/site/link/countdown.ts'
import {
  type ActivatedSignature,
  checkLink,
  type LinkCheck,
} from '#features/signatures/site/link/link-check.ts'
import { createProgress } from '#features/signatures/site/link/progress.ts'
import { useLinkCheck } from '#features/signatures/site/link/use-link-check.ts'
import type { Translate } from '#site/contract.ts'
import type { ActivationProps } from './activation-props.ts'
import { useSubmission } from './use-submission.ts'

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

type Options = Pick<ActivationProps, 'state' | 'language'> & { t: Translate }

/** The states of the activation: validating, the form, and either the active signature or a link that no longer works. */
export function useActivation({ state, language, t }: Options) {
  const { token } = state
  const [screen, setScreen] = useState<Screen>(() => screenOf(state))
  const [deadline, setDeadline] = useDeadline(state)
  const form = useRef<HTMLFormElement>(null)
  const { drafts, tell } = useMemories(state)
  const { left, restore } = useDraft({ form, drafts, isKept: state.view === 'form' && !state.refused })

  function activate(signature: ActivatedSignature) {
    drafts.forget()
    const unknown = { certificateId: null, revokedAt: null, revokeReason: null }
    setScreen({ view: 'activated', signature: { ...signature, ...unknown } })
  }

  function refuse(message: string) {
    if (form.current) drafts.write(draftOf(readValues(new FormData(form.current))))
    setScreen({ view: 'refused', message, isKept: drafts.leave() })
  }

  const submission = useSubmission({
    state,
    language,
    t,
    onActivated: activate,
    onRefused: refuse,
    onOverdue: end,
  })

  function end() {
    refuse(t('activation:refused.expired'))
  }

  async function expire() {
    const { isSending, isUnsure } = submission.flight.current
    // The answer to what is being sent comes first.
    if (isSending) submission.flight.current.isOverdue = true
    else if (!isUnsure) end()
    else {
      const link = await checkLink(token, language)
      if (link.status === 'activated') activate(link.signature)
      else end()
    }
  }

  function takeCheck(link: LinkCheck) {
    if (link.status === 'valid') setDeadline(findDeadline(link.expiresInHours, performance.now()))
    else if (link.status === 'activated') activate(link.signature)
    else if (link.status === 'refused' && !submission.flight.current.isSending)
      refuse(link.message || t('activation:refused.invalid'))
  }

  const isOpen = screen.view === 'form'
  const { status: checkStatus, check } = useLinkCheck({ token, language, isOpen, onAnswer: takeCheck })
  useOpened(isOpen, tell)

  function edit(event: FormEvent<HTMLFormElement>) {
    tell('started')
    drafts.write(draftOf(readValues(new FormData(event.currentTarget))))
    submission.clearError(event)
  }

  const { progress, submit } = submission
  return { screen, progress, deadline, checkStatus, check, form, left, restore, submit, edit, expire }
}
export type ActivationControls = ReturnType<typeof useActivation>

const screenOf = (state: ActivationState): Screen => {
  if (state.view === 'form') return { view: 'form', state }
  return state.view === 'activated' ? { view: 'activated', signature: state.signature } : { view: 'refused' }
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
  drafts: Drafts
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
