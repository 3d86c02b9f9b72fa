import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type ActivationField,
  type ActivationState,
  activationFields,
  type RefusedActivation,
} from '#features/signatures/page/contract.ts'
import { controlId } from '#features/signatures/site/form/form-controls.ts'
import { findRefusedFields, readValues } from '#features/signatures/site/form/validation.ts'
import type { ActivatedSignature } from '#features/signatures/site/link/link-check.ts'
import { type Outcome, sendActivation } from '#features/signatures/site/link/submission.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'

/** How far the form has come. */
interface FormProgress {
  isSending: boolean
  errors: RefusedActivation['errors']
  message?: string | undefined
  /** How often it was refused. */
  attempts: number
}

interface SubmissionOptions {
  state: ActivationState
  language: Language
  t: Translate
  onActivated(signature: ActivatedSignature): void
  /** The link no longer works. */
  onRefused(message: string): void
  /** The time was over while the form was being sent. */
  onOverdue(): void
}

/** Sends the form, once at a time, and says what became of it. */
export function useSubmission({ state, language, t, ...on }: SubmissionOptions) {
  const [progress, setProgress] = useState<FormProgress>(() => progressOf(state))
  /** Whether it is being sent, the time has ended since, and an attempt got no answer: it may have succeeded. */
  const flight = useRef({ isSending: false, isOverdue: false, isUnsure: false })
  useFirstRefused(progress)

  function answer(errors: FormProgress['errors'], message?: string) {
    setProgress(({ attempts }) => ({ isSending: false, errors, message, attempts: attempts + 1 }))
  }

  function take(outcome: Outcome) {
    if (outcome.status === 'activated') return on.onActivated(outcome.signature)
    if (flight.current.isOverdue) return on.onOverdue()
    if (outcome.status === 'unreachable') return answer({}, t('activation:form.network'))
    if (outcome.link.status === 'refused')
      return on.onRefused(outcome.link.message || t('activation:refused.invalid'))
    const isExplained = Object.keys(outcome.errors).length > 0
    answer(outcome.errors, isExplained ? undefined : (outcome.message ?? t('activation:form.failed')))
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (flight.current.isSending) return
    const values = readValues(new FormData(event.currentTarget))
    const refused = Object.entries(findRefusedFields(values))
    if (refused.length > 0) {
      return answer(Object.fromEntries(refused.map(([field, code]) => [field, t(`errors:fields.${code}`)])))
    }
    flight.current.isSending = true
    setProgress(({ attempts }) => ({ isSending: true, errors: {}, attempts }))
    const outcome = await sendActivation(state.token, values, language)
    flight.current.isSending = false
    flight.current.isUnsure = outcome.status === 'unreachable'
    take(outcome)
  }

  /** A field that is being mended is no longer marked. */
  function clearError({ target }: FormEvent<HTMLFormElement>) {
    const name = 'name' in target ? String(target.name) : ''
    if (!(name in progress.errors)) return
    const { [name as ActivationField]: _, ...errors } = progress.errors
    setProgress({ ...progress, errors })
  }

  return { progress, flight, submit, clearError }
}

function progressOf(state: ActivationState): FormProgress {
  const refused = state.view === 'form' ? state.refused : undefined
  return { isSending: false, errors: refused?.errors ?? {}, message: refused?.message, attempts: 0 }
}

/** Moves the focus to the first refused field after each attempt, else to what the form says. */
function useFirstRefused({ attempts, errors }: FormProgress): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only after an attempt, not while the errors are mended
  useEffect(() => {
    if (attempts === 0) return
    const field = activationFields.find((one) => errors[one])
    document.getElementById(field === undefined ? 'activation-message' : controlId(field))?.focus()
  }, [attempts])
}
