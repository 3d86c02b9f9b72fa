import { type RefObject, useEffect } from 'react'
import { fieldErrors } from '#admin/kit/api/errors.ts'

/** Moves the focus to the first field that the server has refused. */
export function useFocusOnRefused(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (Object.keys(fieldErrors(error)).length === 0) return
    const refused = '[aria-invalid="true"], [data-refused] input'
    form.current?.querySelector<HTMLElement>(refused)?.focus()
  }, [form, error])
}
