import type { Language } from '#shared/languages.ts'

/** Measures a line in pixels at a size. */
export type Measure = (line: string, size: number) => number

export interface SetText {
  size: number
  lines: string[]
  /** Whether an ellipsis stands for what did not fit. */
  isCut: boolean
}

/** Where a text has to go. */
export interface Room {
  width: number
  height: number
  /** Sizes to try, largest first. */
  sizes: readonly number[]
  /** Distance from line to line, in sizes. */
  leading: number
  maxLines: number
  /** Whether lines break where the sense does rather than evenly, as those of a title. */
  bySense?: boolean
}

/** A run that no line break may enter, and whether a space stands before it unless it begins a line. */
interface Chunk {
  text: string
  spaced: boolean
}

const han = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
// What may not begin a line, and what may not end one, in Chinese (W3C clreq §3.1.3).
const closing = /^[\p{Pe}\p{Pf}\p{Po}”’…—～·]/u
const opening = /[\p{Ps}\p{Pi}“‘]$/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Cuts a text where lines may break: at spaces, and in Chinese between words. */
function cutChunks(text: string): Chunk[] {
  // A no-break space holds together what it joins.
  return text
    .split(/[ \t\r\n]+/)
    .filter(Boolean)
    .flatMap((word) => {
      if (!han.test(word)) return [{ text: word, spaced: true }]
      const runs: string[] = []
      for (const { segment } of segmenter.segment(word)) {
        const last = runs.at(-1)
        if (last !== undefined && (closing.test(segment) || opening.test(last)))
          runs[runs.length - 1] = last + segment
        else runs.push(segment)
      }
      return runs.map((run, index) => ({ text: run, spaced: index === 0 }))
    })
}

function fillLines(chunks: Chunk[], holds: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const { text, spaced } of chunks) {
    const last = lines.at(-1)
    const longer = last === undefined ? '' : `${last}${spaced ? ' ' : ''}${text}`
    if (last !== undefined && holds(longer)) lines[lines.length - 1] = longer
    else lines.push(text)
  }
  return lines
}

const shortWord = /(^|[\s\u00a0])[\p{L}\p{M}]{1,3}$/u
const endsPhrase = /[,;:.!?،؛؟，：；。、—–-]$/u

/** How ill a line ends: a small word left behind is worse than an uneven line, the end of a phrase is welcome. */
function weighEnding(line: string, bySense: boolean): number {
  if (bySense && endsPhrase.test(line)) return -0.04
  return !han.test(line) && shortWord.test(line) ? 0.12 : 0
}

/** The same number of lines, as even as they can be, broken where the sense breaks. */
function balanceLines(
  chunks: Chunk[],
  count: number,
  bySense: boolean,
  fits: (line: string) => boolean,
  widthOf: (line: string) => number,
): string[] {
  const ideal = widthOf(joinChunks(chunks)) / count
  interface Setting {
    lines: string[]
    cost: number
  }
  // The best setting of the first so many chunks, for each number of lines in turn.
  let best: (Setting | undefined)[] = [{ lines: [], cost: 0 }]
  for (let line = 1; line <= count; line++) {
    const next: (Setting | undefined)[] = []
    for (let end = line; end <= chunks.length; end++) {
      for (let start = end - 1; start >= line - 1; start--) {
        const before = best[start]
        const text = joinChunks(chunks.slice(start, end))
        if (start < end - 1 && !fits(text)) break
        if (!before) continue
        const isLast = end === chunks.length
        const cost =
          before.cost + ((widthOf(text) - ideal) / ideal) ** 2 + (isLast ? 0 : weighEnding(text, bySense))
        if (cost < (next[end]?.cost ?? Number.POSITIVE_INFINITY))
          next[end] = { lines: [...before.lines, text], cost }
      }
    }
    best = next
  }
  return best[chunks.length]?.lines ?? fillLines(chunks, fits)
}

function joinChunks(chunks: readonly Chunk[]): string {
  return chunks.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('')
}

/**
 * Sets a text as large as its room allows, in even lines. What is too long even at the smallest size ends in an
 * ellipsis.
 */
export function setLines(text: string, language: Language, room: Room, measure: Measure): SetText {
  const { width, height, sizes, leading, maxLines, bySense = false } = room
  const chunks = cutChunks(text)
  const limitAt = (size: number) => Math.max(1, Math.min(maxLines, Math.floor(height / (size * leading))))
  for (const size of sizes) {
    if (chunks.some((chunk) => measure(chunk.text, size) > width)) continue
    const widthOf = (line: string) => measure(line, size)
    const fits = (line: string) => widthOf(line) <= width
    const { length } = fillLines(chunks, fits)
    if (length <= limitAt(size)) {
      return { size, lines: balanceLines(chunks, length, bySense, fits, widthOf), isCut: false }
    }
  }
  const size = sizes.at(-1) ?? 16
  const graphemes = new Intl.Segmenter(language, { granularity: 'grapheme' })
  const pieces = chunks.flatMap(({ text: run, spaced }) =>
    measure(run, size) <= width
      ? [{ text: run, spaced }]
      : [...graphemes.segment(run)].map(({ segment }, index) => ({
          text: segment,
          spaced: spaced && index === 0,
        })),
  )
  const lines = fillLines(pieces, (line) => measure(line, size) <= width)
  const limit = limitAt(size)
  if (lines.length <= limit) return { size, lines, isCut: false }
  const kept = lines.slice(0, limit)
  let last = kept.at(-1) ?? ''
  while (last && measure(`${last}…`, size) > width) {
    last = [...graphemes.segment(last)]
      .slice(0, -1)
      .map(({ segment }) => segment)
      .join('')
  }
  kept[kept.length - 1] = `${last.replace(/[\s,;:·–—-]+$/u, '')}…`
  return { size, lines: kept, isCut: true }
}
