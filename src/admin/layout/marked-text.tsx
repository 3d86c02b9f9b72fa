import { Fragment } from 'react'
import { findMatches } from '#shared/search/matches.ts'

/** A text in which the words of a search are marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  const parts: { start: number; words: string; isMatch: boolean }[] = []
  let end = 0
  for (const match of findMatches(text, words)) {
    parts.push({ start: end, words: text.slice(end, match.start), isMatch: false })
    parts.push({ start: match.start, words: text.slice(match.start, match.end), isMatch: true })
    end = match.end
  }
  parts.push({ start: end, words: text.slice(end), isMatch: false })
  return parts.map(({ start, words: part, isMatch }) =>
    isMatch ? <mark key={`m${start}`}>{part}</mark> : <Fragment key={start}>{part}</Fragment>,
  )
}
