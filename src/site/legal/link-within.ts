/** A piece of a sentence, with its address if it is a link. */
export interface SentencePart {
  text: string
  href?: string
}

/** Splits a sentence into links and the text between them. `links` are the linked words by address. */
export function linkWithin(sentence: string, links: Readonly<Record<string, string>>): SentencePart[] {
  return Object.entries(links).reduce<SentencePart[]>(
    (parts, [words, href]) =>
      parts.flatMap((part) => (part.href === undefined ? cut(part.text, words, href) : [part])),
    [{ text: sentence }],
  )
}

function cut(text: string, words: string, href: string): SentencePart[] {
  if (words === '') return [{ text }]
  return text
    .split(words)
    .flatMap((piece, index) => [...(index > 0 ? [{ text: words, href }] : []), { text: piece }])
    .filter((part) => part.text !== '')
}
