/** A run of words that both texts have, or only one of them. */
export interface WordChange {
  kind: 'same' | 'removed' | 'added'
  text: string
}

// Beyond this a table of all pairs would cost more than a reader gains.
const largestTable = 4_000_000

/** What became of the words of a text, in reading order. */
export function compareWords(before: string, after: string, language: string): WordChange[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
  const [old, now] = [words(before), words(after)]
  const changes: WordChange[] = []
  const tell = (kind: WordChange['kind'], text = '') => {
    const last = changes.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text !== '') changes.push({ kind, text })
  }
  if (old.length * now.length > largestTable) {
    tell('removed', before)
    tell('added', after)
    return changes
  }
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  for (let row = old.length - 1; row >= 0; row--) {
    const line = common[row]
    if (!line) continue
    for (let column = now.length - 1; column >= 0; column--) {
      line[column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      tell('same', old[row])
      row++
      column++
    } else if (column >= now.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
      tell('removed', old[row++])
    } else tell('added', now[column++])
  }
  return changes
}
