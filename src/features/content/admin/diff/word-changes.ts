import { diffArrays } from 'diff'

/** A run of words that both texts have, or only one of them. */
export interface WordChange {
  kind: 'same' | 'removed' | 'added'
  text: string
}

// With more changes, finding the smallest difference would take too long: the text counts as replaced.
const mostChanges = 1500

/** The word changes between two texts, in reading order. */
export function compareWords(before: string, after: string, language: string): WordChange[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
  const found = diffArrays(words(before), words(after), { maxEditLength: mostChanges })
  const changes: WordChange[] = found
    ? found.map(({ added, removed, value }) => ({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text: value.join(''),
      }))
    : [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ]
  return changes.filter(({ text }) => text !== '')
}
