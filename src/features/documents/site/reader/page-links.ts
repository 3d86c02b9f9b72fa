import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { make } from './elements.ts'
import { pageFragment } from './numerals.ts'

/** A link on a page. Its place is in percent of the page. */
interface PageLink {
  left: number
  top: number
  width: number
  height: number
  /** An address elsewhere, or the number of a page. */
  target: string | number
}

/** What the library tells of an annotation, as far as it is used. */
interface Annotation {
  subtype: string
  rect: [number, number, number, number]
  /** An absolute address. */
  url?: string
  /** The name of a place in the document, or the place itself. */
  dest?: unknown
}

/** More are not made: no page has them for its readers. */
const mostLinks = 500

/** The links of a page that lead to web pages, to mail addresses, or to other pages of the document. */
export async function readLinks(page: PDFPageProxy, document: PDFDocumentProxy): Promise<PageLink[]> {
  const annotations: Annotation[] = await page.getAnnotations({ intent: 'display' })
  const view = page.getViewport({ scale: 1 })
  const links: PageLink[] = []
  for (const { rect, url, dest } of annotations
    .filter(({ subtype }) => subtype === 'Link')
    .slice(0, mostLinks)) {
    const target = url === undefined ? await findPage(document, dest) : safeAddress(url)
    if (target === undefined) continue
    const [x1, y1] = view.convertToViewportPoint(rect[0], rect[1])
    const [x2, y2] = view.convertToViewportPoint(rect[2], rect[3])
    links.push({
      left: (Math.min(x1, x2) / view.width) * 100,
      top: (Math.min(y1, y2) / view.height) * 100,
      width: (Math.abs(x2 - x1) / view.width) * 100,
      height: (Math.abs(y2 - y1) / view.height) * 100,
      target,
    })
  }
  return links
}

const safeAddress = (url: string): string | undefined =>
  /^(https?:\/\/|mailto:)/.test(url) ? url : undefined

/** The number of the page that a destination is on (ISO 32000-2, 12.3.2). */
async function findPage(document: PDFDocumentProxy, dest: unknown): Promise<number | undefined> {
  const place: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest
  const target: unknown = Array.isArray(place) ? place[0] : undefined
  if (typeof target === 'number') return target + 1
  if (!isReference(target)) return undefined
  return document.getPageIndex(target).then(
    (index) => index + 1,
    () => undefined,
  )
}

const isReference = (value: unknown): value is { num: number; gen: number } =>
  typeof value === 'object' && value !== null && 'num' in value && 'gen' in value

/** Makes a link. One to a page of the document is followed by whoever watches links to pages. */
export function makeLink({ target, ...place }: PageLink, labelPage: (number: number) => string): HTMLElement {
  const link =
    typeof target === 'number'
      ? make('a', { class: 'link', href: pageFragment(target), 'aria-label': labelPage(target) })
      : make('a', {
          ...{ class: 'link', href: target, title: target, 'aria-label': target },
          ...{ target: '_blank', rel: 'noopener noreferrer nofollow' },
        })
  for (const [side, percent] of Object.entries(place)) link.style.setProperty(side, `${percent}%`)
  return link
}
