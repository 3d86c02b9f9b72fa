import { useEffect, useEffectEvent } from 'react'

interface FormEvents {
  onSubmit: () => void
  /** A field was changed. */
  onInput: () => void
}

/** Listens to a form that the server wrote, also for what happened to it before its script was there. */
export function useFormEvents(form: HTMLFormElement, { onSubmit, onInput }: FormEvents): void {
  const submit = useEffectEvent(onSubmit)
  const input = useEffectEvent(onInput)
  useEffect(() => {
    const listeners = { submit: () => submit(), input: () => input() }
    form.addEventListener('submit', listeners.submit)
    form.addEventListener('input', listeners.input)
    input()
    // The loader says by this attribute that the form was sent.
    if (form.ariaBusy === 'true') submit()
    return () => {
      form.removeEventListener('submit', listeners.submit)
      form.removeEventListener('input', listeners.input)
    }
  }, [form])
}

/** Moves the focus to the button that checks, since the one that puts everything back is about to go. */
export function focusOnSubmit(form: HTMLFormElement): void {
  form.querySelector<HTMLButtonElement>('[type=submit]')?.focus({ preventScroll: true })
}
