import type { Language } from '#shared/languages.ts'

/** How wide a text is drawn, in pixels. */
export type Measure = (text: string) => number

/** What a search engine shows of a page on a desktop, in pixels of its own type: one line of title, two of description. */
export const titleWidth = 580
export const descriptionWidth = 1180

/** A text as a search engine shows it, and whether it was cut. */
export interface Fitted {
  text: string
  isCut: boolean
}

/** Cuts a text after the last word that fits into a width, as search engines do, with an ellipsis in its place. */
export function fitToWidth(text: string, width: number, language: Language, measure: Measure): Fitted {
  const plain = text.trim().replace(/\s+/gu, ' ')
  if (measure(plain) <= width) return { text: plain, isCut: false }
  const ellipsis = ' …'
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(plain)]
  let end = 0
  for (const { segment, index, isWordLike } of words) {
    const next = index + segment.length
    if (measure(plain.slice(0, next).trimEnd() + ellipsis) > width) break
    if (isWordLike) end = next
  }
  // A single word that is too wide is cut within.
  const graphemes = [...new Intl.Segmenter(language).segment(plain)]
  for (let count = graphemes.length; end === 0 && count > 0; count--) {
    const next = graphemes[count]?.index ?? plain.length
    if (measure(plain.slice(0, next) + ellipsis) <= width) end = next
  }
  return { text: plain.slice(0, end).trimEnd() + ellipsis, isCut: true }
}

/** The breadcrumb that search engines show for an address: the host, then each folder. */
export function listBreadcrumb(url: string): string[] {
  const { host, pathname } = new URL(url)
  return [host, ...pathname.split('/').filter((part) => part !== '')]
}
