import sanitizeHtml from 'sanitize-html'
import { alternativeTextLimit, pictureSourcePattern } from '#features/media/contract.ts'
import { isBlankHtml } from '#shared/markup.ts'

// Deeper nesting is only used to exhaust parsers.
const deepest = 40

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre'],
    ...['strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'div', 'figure', 'figcaption', 'img'],
  ],
  allowedAttributes: {
    a: ['href', 'class'],
    div: ['class'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'iframe',
    'object',
    'svg',
    'math',
  ],
  nestingLimit: deepest,
  transformTags: {
    ...{ b: 'strong', i: 'em', strike: 's', del: 's', h5: 'h4', h6: 'h4' },
    a: (tagName, { href = '', class: names = '' }) => ({
      tagName,
      attribs: { href, ...(namesOf(names).includes('button') && { class: 'button' }) },
    }),
    div: (tagName, { class: names = '' }) => ({ tagName, attribs: keepCallout(namesOf(names)) }),
    img: (tagName, attribs) => ({ tagName, attribs: keepPicture(attribs) }),
    th: (tagName, { scope = '', ...spans }) => ({
      tagName,
      attribs: { scope: scopes.includes(scope) ? scope : 'col', ...spans },
    }),
  },
  exclusiveFilter({ tag, attribs }) {
    if (tag === 'img') return !attribs.src
    // A link without an address loses its element and keeps its text; so does a `div` that is no callout.
    return ((tag === 'a' && !attribs.href) || (tag === 'div' && !attribs.class)) && 'excludeTag'
  },
}

const scopes = ['col', 'row', 'colgroup', 'rowgroup']
const namesOf = (list: string) => list.split(/\s+/)

function keepCallout(names: string[]): sanitizeHtml.Attributes {
  if (!names.includes('callout')) return {}
  return { class: names.includes('warning') ? 'callout warning' : 'callout' }
}

/** The attributes of an uploaded picture that has an alternative text and a size; otherwise none. */
function keepPicture({ src = '', alt = '', width = '', height = '' }: sanitizeHtml.Attributes) {
  const isSized = [width, height].every((length) => /^[1-9]\d{0,4}$/.test(length))
  const words = alt.replace(/\s+/g, ' ').trim().slice(0, alternativeTextLimit).toWellFormed().trim()
  const none: sanitizeHtml.Attributes = {}
  return pictureSourcePattern.test(src) && isSized && words ? { src, alt: words, width, height } : none
}

const figure =
  /<figure>\s*(<img [^>]*>)\s*(?:<figcaption>((?:(?!<\/?fig|<img ).)*)<\/figcaption>\s*)?<\/figure>/gs

/** Keeps pictures only in a figure with at most a caption; drops all others. */
function settleFigures(html: string): string {
  let settled = ''
  let end = 0
  for (const { index, 0: whole, 1: picture = '', 2: caption = '' } of html.matchAll(figure)) {
    settled += withoutFigures(html.slice(end, index))
    settled += `<figure>${picture}${isBlank(caption) ? '' : `<figcaption>${caption.trim()}</figcaption>`}</figure>`
    end = index + whole.length
  }
  return settled + withoutFigures(html.slice(end))
}

function withoutFigures(html: string): string {
  return html
    .replace(/<\/?figure>|<img [^>]*>/g, '')
    .replace(/<(\/?)figcaption>/g, (_, slash: string) => `<${slash}p>`)
}

function clear(html: string): string {
  return settleFigures(sanitizeHtml(html, options)).trim()
}

/** Reduces rich text to the allow-list. Sanitising it again changes nothing. */
export function sanitizeRichText(html: string): string {
  let clean = clear(html)
  // Dropping an element can join its neighbours into a new one, so repeat until nothing changes.
  for (let turn = 0; turn < 5; turn++) {
    const again = clear(clean)
    if (again === clean) return clean
    clean = again
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}

const hidesText = /<(?:[!?]|script|style|textarea|option|noscript|template|title|iframe|object|svg|math)/i

/** Whether a rich text shows nothing to a reader. */
export function isBlank(html: string): boolean {
  return isBlankHtml(hidesText.test(html) ? sanitizeRichText(html) : html)
}

/** A rich text reduced to the allow-list, and whether it is blank. */
export interface CleanText {
  html: string
  isBlank: boolean
}

/** Sanitizes a rich text and checks whether it is blank. */
export function cleanRichText(html: string): CleanText {
  const clean = sanitizeRichText(html)
  return { html: clean, isBlank: isBlank(clean) }
}
