import { createHtmlPolicy } from '#admin/kit/trusted-types.ts'

const styleAttribute = /(<[a-z][^<>]*?[\s"'/])style(?=\s*=)/gi

// What this lets through is only ever parsed into a document without a window: nothing in it is loaded or run.
const trustInert = createHtmlPolicy('inert-html', (html) => html.replace(styleAttribute, '$1data-style'))

/**
 * Parses HTML into a document of its own, where nothing is loaded or run, and answers its body. Styles of elements
 * stand in `data-style`: the policy of the admin refuses and reports them there too.
 */
export function parseInertHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(trustInert(html), 'text/html').body
}
