import sanitizeHtml from 'sanitize-html'

// Nesting deeper than any text needs only serves to exhaust whoever reads it.
const deepest = 40

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre'],
    ...['strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href'],
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
  transformTags: { b: 'strong', i: 'em', strike: 's', del: 's', h5: 'h4', h6: 'h4' },
  // A link that leads nowhere loses its element, never its words.
  exclusiveFilter: ({ tag, attribs }) => tag === 'a' && !attribs.href && 'excludeTag',
}

/** Rich text reduced to the allow-list. Sanitising what is already sanitised changes nothing. */
export function sanitizeRichText(html: string): string {
  let clean = sanitizeHtml(html, options).trim()
  // Dropping one element can join its neighbours into another; few texts need a second turn.
  for (let turn = 0; turn < 5; turn++) {
    const again = sanitizeHtml(clean, options).trim()
    if (again === clean) return clean
    clean = again
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
}

/** Whether a rich text shows nothing: no letters, only empty paragraphs and spaces. */
export function isBlank(html: string): boolean {
  const shown = sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replace(/&nbsp;/g, ' ')
  return !/[^\s\p{Cf}\u00a0\u2800\u3164]/u.test(shown)
}
