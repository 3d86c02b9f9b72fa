import { foldText } from '#shared/fold-text.ts'

/** The text that the search of leads looks in. */
export function searchTextOf(name: string, email: string, company: string): string {
  return foldText(`${name} ${email} ${company}`)
}
