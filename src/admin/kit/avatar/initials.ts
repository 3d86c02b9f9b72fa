const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letters of the first and last word of a name, in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  const first = (word = '') => [...segmenter.segment(word)][0]?.segment ?? ''
  return ends.map(first).join('').toLocaleUpperCase()
}
