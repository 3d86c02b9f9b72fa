/** More elements than any text needs. Parsers take far more than the length's share of time for a text of nothing else. */
export const elementLimit = 5_000

/** Whether an HTML text begins at most `elementLimit` elements; to be asked before it is parsed. */
export function hasFewElements(html: string): boolean {
  let count = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (/[a-z]/i.test(html.charAt(at + 1)) && ++count > elementLimit) return false
  }
  return true
}

/** Deeper nesting than any text needs. Parsers look through all open elements whenever one is closed. */
export const depthLimit = 100

const tag = /<(\/?)([a-z][a-z0-9]{0,15})/gi
// Elements without content, and those that people need not close: the next one of their kind does.
const uncounted = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'colgroup', 'option'],
])

/** Whether no element of an HTML text stands in more than `depthLimit` others; to be asked before it is parsed. */
export function isShallow(html: string): boolean {
  const open: string[] = []
  const counts = new Map<string, number>()
  for (const [, slash, written = ''] of html.matchAll(tag)) {
    const name = written.toLowerCase()
    if (uncounted.has(name)) continue
    const count = counts.get(name) ?? 0
    if (!slash) {
      if (open.push(name) > depthLimit) return false
      counts.set(name, count + 1)
      continue
    }
    // Closing an element closes those inside it; without it there is nothing to close.
    for (let closed: string | undefined; count > 0 && closed !== name; ) {
      closed = open.pop()
      if (closed !== undefined) counts.set(closed, (counts.get(closed) ?? 1) - 1)
    }
  }
  return true
}

const invisibleEntities = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy|lrm|rlm);/gi
const numericEntities = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi

/**
 * Whether HTML shows nothing to a reader: no visible character and no picture. The contents of elements that are not
 * shown, such as scripts, count as text: sanitize the HTML first where it can have them.
 */
export function isBlankHtml(html: string): boolean {
  if (/<img\b/i.test(html)) return false
  const text = html
    .replace(/<[^<>]*>/g, '')
    .replace(invisibleEntities, ' ')
    .replace(numericEntities, (_, hexadecimal?: string, decimal?: string) => {
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
  // Format characters, and the blanks of Braille and Hangul.
  return !/[^\s\p{Cf}\u00a0\u2800\u3164]/u.test(text)
}

/** A text as HTML or XML, in elements and in attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
