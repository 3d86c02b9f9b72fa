import { type Draft, draftOf } from './draft.ts'
import { readValues } from './validation.ts'

/** The id of a field's control. */
export const controlId = (field: string) => `activation-${field}`

/** Whether somebody is at work in a form already, or has been. */
export function isTouched(form: HTMLFormElement): boolean {
  const isTyped = Object.values(draftOf(readValues(new FormData(form)))).some((value) => value !== '')
  return isTyped || form.contains(document.activeElement)
}

/** Fills the controls that are still empty. */
export function fillForm(form: HTMLFormElement, draft: Draft): void {
  for (const [field, value] of Object.entries(draft)) {
    const control = form.elements.namedItem(field)
    const isField =
      control instanceof HTMLInputElement ||
      control instanceof HTMLTextAreaElement ||
      control instanceof HTMLSelectElement
    if (isField && control.value === '') control.value = value
  }
}
