import type { Language } from '#shared/languages.ts'

/** A text of another language as a beginning: its structure and words, with links to the pages of the new language. */
export function copyStructure(html: string, from: Language, to: Language): string {
  return html.replaceAll(new RegExp(`( href=")/${from}(?=[/"#?])`, 'g'), `$1/${to}`)
}
