/** What separates the tags of a cell or a field: a comma, a semicolon or a bar, also as Arabic and Chinese write them. */
export const tagSeparator = /[,;|،؛，；、]/u

/** The names in a text in which a `tagSeparator` stands between them, each once. */
export function splitTagNames(text: string): string[] {
  const names = text.split(tagSeparator).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}
