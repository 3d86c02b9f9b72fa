// Characters without a width: marks, joiners, and a Devanagari letter that is joined to the one before it. Without
// `Intl.Segmenter`, which would load megabytes of rules into the server's memory.
const withoutWidth = /[\p{M}\p{Cf}]|(?<=\u094d)\p{L}/gu
const fullWidth = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

function measure(text: string): number {
  let width = 0
  for (const letter of text.replace(withoutWidth, '')) width += fullWidth.test(letter) ? 2.1 : 1
  return width
}

/** The sizes of the headline, from largest to smallest, by the widest word that each fits on one line. */
const sizes = [
  { name: 'giant', holds: 11.5 },
  { name: 'huge', holds: 14 },
  { name: 'large', holds: 17 },
  { name: 'medium', holds: 22 },
] as const
export type HeadlineSize = (typeof sizes)[number]['name'] | 'small'

/**
 * The largest size at which a headline is neither clipped nor longer than a few lines. Built-in headlines keep each of their
 * `lines` whole; in a text of the team (one line) only words are kept whole, and about three lines are filled.
 */
export function chooseHeadlineSize(lines: readonly string[]): HeadlineSize {
  const [only = ''] = lines
  const widths =
    lines.length > 1
      ? lines.map(measure)
      : [...only.split(/\s+/u).filter(isSpaced).map(measure), measure(only) / 2.6]
  const widest = Math.max(...widths)
  return sizes.find(({ holds }) => widest <= holds)?.name ?? 'small'
}

// Han text can break anywhere, so its words need not fit on one line.
function isSpaced(word: string): boolean {
  return !fullWidth.test(word)
}
