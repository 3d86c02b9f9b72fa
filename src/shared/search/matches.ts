import { foldText } from '#shared/fold-text.ts'
import { isSimilarWord } from '#shared/similar-text.ts'

/** A part of a text: from `start` up to `end`, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

interface Match extends Span {
  word: string
  /** Whether it is where a word of the text begins. */
  isBeginning: boolean
}

/** How many words are compared with a typo, which takes longer than finding one that is there. */
const mostCompared = 5_000
/** Among how many matches the best place is looked for. */
const mostWeighed = 1_000

/** Where the words of a search occur in a text, without regard to case and accents: in order, those that touch as one. */
export function findMatches(text: string, words: readonly string[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of [...listMatches(text, words)].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/**
 * The first match of the part of a text, up to `width` long, in which most of the words occur, rather as beginnings of words
 * than within them.
 */
export function findBestMatch(text: string, words: readonly string[], width: number): Span | undefined {
  const matches: Match[] = []
  for (const match of listMatches(text, words)) {
    if (words.length === 1 && match.isBeginning) return match
    if (matches.push(match) === mostWeighed) break
  }
  let best: Match | undefined
  let most = 0
  for (const [index, match] of matches.entries()) {
    const near = new Set<string>()
    const begun = new Set<string>()
    for (let at = index; at < matches.length; at++) {
      const { start, word, isBeginning } = matches[at] ?? match
      if (start > match.start + width) break
      near.add(word)
      if (isBeginning) begun.add(word)
    }
    const weight = near.size + begun.size
    if (weight > most) {
      best = match
      most = weight
    }
  }
  return best
}

/** The first word of a text that one of the words may mean. */
export function findSimilarMatch(text: string, words: readonly string[]): Span | undefined {
  const compared = new Set<string>()
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = foldText(token)
    if (compared.has(folded)) continue
    if (compared.size >= mostCompared) return undefined
    compared.add(folded)
    if (words.some((word) => isSimilarWord(folded, word))) return { start: index, end: index + token.length }
  }
  return undefined
}

function* listMatches(text: string, words: readonly string[]): Generator<Match> {
  for (const { 0: token, index } of text.matchAll(/\S+/g)) {
    const folded = foldText(token)
    const within = words.filter((word) => folded.includes(word))
    for (const match of matchesIn(token, within))
      yield { ...match, start: index + match.start, end: index + match.end }
  }
}

/** Where folded words occur in a text without spaces. */
function matchesIn(token: string, words: readonly string[]): Match[] {
  if (words.length === 0) return []
  // Folding a letter can give none, one or several.
  const origins: Span[] = []
  let folded = ''
  let at = 0
  for (const letter of token) {
    const plain = foldText(letter)
    for (let unit = 0; unit < plain.length; unit++) origins.push({ start: at, end: at + letter.length })
    folded += plain
    at += letter.length
    const last = origins.at(-1)
    // A mark belongs to the letter before it.
    if (plain === '' && last) last.end = at
  }
  const matches: Match[] = []
  for (const word of words) {
    for (let found = folded.indexOf(word); found >= 0; found = folded.indexOf(word, found + word.length)) {
      const [first, last] = [origins[found], origins[found + word.length - 1]]
      if (!first || !last) continue
      const isBeginning = !/[\p{L}\p{N}]$/u.test(token.slice(0, first.start))
      matches.push({ start: first.start, end: last.end, word, isBeginning })
    }
  }
  return matches
}
