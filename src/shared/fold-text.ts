/** A text as it is compared: without case, accents and marks, spaces folded. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether every word of the query is within the text; an empty query fits everything. */
export function matchesQuery(text: string, query: string): boolean {
  const folded = foldText(text)
  return foldText(query)
    .split(' ')
    .every((word) => folded.includes(word))
}
