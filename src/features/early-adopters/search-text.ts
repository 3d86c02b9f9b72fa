/** A text as the search sees it: without case, accents and marks, spaces folded. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** What the search of a person looks in. */
export function searchTextOf(name: string, email: string, company: string): string {
  return foldText(`${name} ${email} ${company}`)
}

/** The words of a search; a person is found when all of them occur. */
export function searchWordsOf(search: string): string[] {
  return foldText(search).split(' ').filter(Boolean).slice(0, 10)
}
