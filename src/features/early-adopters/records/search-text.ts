import { foldText } from '#shared/fold-text.ts'

/** The text that the search of leads looks in. */
export function searchTextOf(name: string, email: string, company: string): string {
  return foldText(`${name} ${email} ${company}`)
}

/** The words of a search; a person is found when all of them occur. */
export function searchWordsOf(search: string): string[] {
  return foldText(search).split(' ').filter(Boolean).slice(0, 10)
}
