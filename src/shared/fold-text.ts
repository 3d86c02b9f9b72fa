/** Letters that Unicode does not decompose, as PostgreSQL's `unaccent` writes them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
}

/**
 * A text as it is compared: without case, accents and marks, spaces folded. Leads and mails are stored with it, so a
 * change needs a migration of their `search_text`, which also empties `search_texts`.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[łøđðħıŋŧςßæœþ]/g, (letter) => plainLetters[letter] ?? letter)
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
