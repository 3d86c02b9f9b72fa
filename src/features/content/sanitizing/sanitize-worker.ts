// What the worker pool runs to sanitise a long text; see `sanitizer.ts`.
import { type CleanText, cleanRichText } from './sanitize.ts'

/** Sanitises a text. */
export const run = (html: string): CleanText => cleanRichText(html)
