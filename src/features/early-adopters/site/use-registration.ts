import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormTexts } from './form-texts.ts'
import type { RegistrationProps } from './registration-props.ts'
import { sendRegistration } from './submission.ts'
import { findRefusedFields, listEditedFields, readFormValues } from './validation.ts'

interface Progress {
  status: 'editing' | 'sending' | 'registered'
  errors: Record<string, string>
  message?: string | undefined
}

interface RegistrationOptions extends Pick<RegistrationProps, 'language' | 'kind' | 'path' | 'form'> {
  texts: FormTexts
  /** Called once the form is alive. */
  onReady: (() => void) | undefined
}

/** How far the registration has come, what moves it on, and the elements that take the focus. */
export function useRegistration({ texts, language, kind, path, form, onReady }: RegistrationOptions) {
  const [progress, setProgress] = useState<Progress>({
    status: form.status === 'registered' ? 'registered' : 'editing',
    errors: form.errors,
    message: form.message,
  })
  // Each answer moves the focus to what it says; each guest gets a form of their own.
  const [answers, setAnswers] = useState(0)
  const [guest, setGuest] = useState(0)
  const touched = useRef(0)
  const summary = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (answers === 0) return
    const answer = heading.current ?? summary.current ?? document.getElementById('form-segment')
    answer?.focus({ preventScroll: true })
    answer?.closest('.form')?.scrollIntoView({ behavior: 'instant' })
  }, [answers])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each guest begins anew
  useEffect(() => {
    touched.current = performance.now()
  }, [guest])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it becomes alive once
  useEffect(() => onReady?.(), [])

  // Fields that were edited before the script was loaded are no longer marked as refused.
  useEffect(() => {
    const element = document.querySelector<HTMLFormElement>('#registration form')
    const edited = element ? listEditedFields(form.values, readFormValues(new FormData(element))) : []
    const errors = Object.fromEntries(
      Object.entries(form.errors).filter(([field]) => !edited.some((one) => one === field)),
    )
    if (edited.length > 0) setProgress((current) => ({ ...current, errors }))
  }, [form])

  function answer(next: Progress) {
    setProgress(next)
    setAnswers((count) => count + 1)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (progress.status === 'sending') return
    const data = new FormData(event.currentTarget)
    const values = readFormValues(data)
    const refused = Object.entries(findRefusedFields(values))
    if (refused.length > 0) {
      const errors = Object.fromEntries(refused.map(([field, code]) => [field, texts.refusals[code] ?? code]))
      return answer({ status: 'editing', errors })
    }
    setProgress({ status: 'sending', errors: {} })
    const outcome = await sendRegistration({ ...values, kind, page: path }, language, {
      homepage: String(data.get('homepage') ?? ''),
      elapsed: Math.round(performance.now() - touched.current),
    })
    if (outcome.status === 'registered') return answer({ status: 'registered', errors: {} })
    answer({ status: 'editing', errors: outcome.errors, message: outcome.message ?? texts['form.failed'] })
  }

  function clearError({ target }: FormEvent<HTMLFormElement>) {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    const field = isField ? target.name : ''
    if (!progress.errors[field] && !progress.message) return
    const { [field]: _, ...errors } = progress.errors
    setProgress({ ...progress, errors, message: undefined })
  }

  function startAgain() {
    setGuest((count) => count + 1)
    answer({ status: 'editing', errors: {} })
  }

  return { progress, guest, summary, heading, submit, clearError, startAgain }
}
