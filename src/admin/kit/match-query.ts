/** A text as it is compared: without case, accents or surrounding space. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** Whether every word of the query is within the text; an empty query fits everything. */
export function matchesQuery(text: string, query: string): boolean {
  const folded = foldText(text)
  return foldText(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
