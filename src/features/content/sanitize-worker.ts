// What the worker pool runs to sanitise a long text; see `sanitizer.ts`.
import { isBlank, sanitizeRichText } from './sanitize.ts'
import type { CleanText } from './sanitizer.ts'

/** Sanitises a text. */
export function run(html: string): CleanText {
  const clean = sanitizeRichText(html)
  return { html: clean, isBlank: isBlank(clean) }
}
