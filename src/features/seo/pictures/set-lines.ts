import type { Language } from '#shared/languages.ts'

/** Measures a line in pixels at a size. */
export type Measure = (line: string, size: number) => number

export interface SetText {
  size: number
  lines: string[]
  /** Whether the text was cut and ends in an ellipsis. */
  isCut: boolean
}

/** The area that a text has to fit into. */
export interface Room {
  width: number
  height: number
  /** Sizes to try, largest first. */
  sizes: readonly number[]
  /** Line height relative to the font size. */
  leading: number
  maxLines: number
  /** Whether lines preferably break at the end of a phrase, as in titles, rather than evenly. */
  bySense?: boolean
}

/** A run without line breaks, and whether a space precedes it within a line. */
interface Chunk {
  text: string
  spaced: boolean
}

const han = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
// Characters that may not begin or end a line in Chinese (W3C clreq §3.1.3).
const closing = /^[\p{Pe}\p{Pf}\p{Po}”’…—～·]/u
const opening = /[\p{Ps}\p{Pi}“‘]$/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Splits a text where lines may break: at spaces, and in Chinese between words. */
function cutChunks(text: string): Chunk[] {
  // A no-break space is no break opportunity.
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

/** The cost of a line's ending: higher for a short word at its end, lower for the end of a phrase. */
function endingCost(line: string, bySense: boolean): number {
  if (bySense && endsPhrase.test(line)) return -0.04
  return !han.test(line) && shortWord.test(line) ? 0.12 : 0
}

/** Breaks a text into a number of lines of similar width. */
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
  // Dynamic programming: the best setting of the first `index` chunks, for one more line at a time.
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
          before.cost + ((widthOf(text) - ideal) / ideal) ** 2 + (isLast ? 0 : endingCost(text, bySense))
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
 * Breaks a text into even lines at the largest size that fits. A text that is too long for the smallest size is cut and
 * ends in an ellipsis.
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
  const shown = lines.slice(0, limit)
  let last = shown.at(-1) ?? ''
  while (last && measure(`${last}…`, size) > width) {
    last = [...graphemes.segment(last)]
      .slice(0, -1)
      .map(({ segment }) => segment)
      .join('')
  }
  shown[shown.length - 1] = `${last.replace(/[\s,;:·–—-]+$/u, '')}…`
  return { size, lines: shown, isCut: true }
}
