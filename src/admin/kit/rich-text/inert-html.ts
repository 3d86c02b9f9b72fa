import { createHtmlPolicy } from '#admin/kit/trusted-types.ts'

const styleAttribute = /(<[a-z][^<>]*?[\s"'/])style(?=\s*=)/gi

// The HTML is only parsed into a document without a window, where nothing is loaded or run.
const trustInert = createHtmlPolicy('inert-html', (html) => html.replace(styleAttribute, '$1data-style'))

/**
 * Parses HTML into a separate document, where nothing is loaded or run, and returns its body. Inline styles are moved to
 * `data-style`, because the CSP of the admin applies there too.
 */
export function parseInertHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(trustInert(html), 'text/html').body
}
