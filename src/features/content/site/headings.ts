// The texts come from the server's sanitiser: well-formed, tag names in lower case, `>` escaped within attributes.
const headingTag = /<(\/?)h([1-6])((?:\s[^>]*)?)>/g
const firstHeading = /<h([1-6])(?:\s[^>]*)?>(.*?)<\/h\1>/s
// \s holds U+00A0 too; naming it again would make matching exponential.
const blank = /(?:\s|&nbsp;|<br\s*\/?>)*/.source
const emptyHeading = new RegExp(`<h([1-6])(?:\\s[^>]*)?>${blank}</h\\1>`, 'g')
const emptyBlock = new RegExp(`<(blockquote|ul|ol|li|p)(?:\\s[^>]*)?>${blank}</\\1>`, 'g')

/** Whether a text has a heading with something in it. */
export function hasHeading(html: string): boolean {
  return firstHeading.test(html.replace(emptyHeading, ''))
}

/**
 * Gives the headings of a text levels that fit its place on a page: the first one becomes `level`, none stands above it,
 * and no level is skipped on the way down. Headings without words are left out.
 */
export function fitHeadings(html: string, level: 2 | 3): string {
  // The levels of the open headings; their number is the current depth of the outline.
  const open: number[] = []
  let current: number = level
  return html
    .replace(emptyHeading, '')
    .replace(headingTag, (_, slash: string, digit: string, attributes: string) => {
      if (slash) return `</h${current}>`
      const own = Number(digit)
      while (open.length > 0 && own <= (open.at(-1) ?? 0)) open.pop()
      open.push(own)
      current = Math.min(level + open.length - 1, 6)
      return `<h${current}${attributes}>`
    })
}

/** A text divided for the top of a page. */
export interface HeadedText {
  /** What the first heading says, as HTML without the heading's tags; undefined where there is none. */
  headline?: string
  /** All the rest, without any heading of the first level. */
  body: string
}

/** Takes the first heading out of a text; the headings that remain start at the second level. */
export function takeHeadline(html: string): HeadedText {
  const cleaned = html.replace(emptyHeading, '')
  const found = firstHeading.exec(cleaned)
  if (!found) return { body: cleaned }
  const body = (cleaned.slice(0, found.index) + cleaned.slice(found.index + found[0].length)).replace(
    emptyBlock,
    '',
  )
  return { headline: found[2]?.trim() ?? '', body: fitHeadings(body, 2) }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

/** The lines of a headline as plain text, for measuring. */
export function listPlainLines(html: string): string[] {
  return html.split(/<br\s*\/?>/).map((line) =>
    line
      .replace(/<[^>]*>/g, '')
      .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => entities[name] ?? entity)
      .trim(),
  )
}
