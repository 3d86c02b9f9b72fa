import { parseInertHtml } from './inert-html.ts'
import { writeMarksAsElements } from './pasted-marks.ts'

/** Cleaned HTML; `pictures` counts those that were dropped. */
export interface PastedHtml {
  html: string
  pictures: number
}

const wordList = /mso-list:\s*l(\d+)\s+level(\d+)/i

/**
 * Cleans HTML from the clipboard: Word writes lists as paragraphs with a bullet and empty lines as paragraphs, Google Docs
 * wraps everything in a bold element that is not bold, and both underline links. Styles become elements; the editor itself
 * drops classes.
 */
export function cleanPastedHtml(source: string): PastedHtml {
  // Drops Word's conditional comments and style elements; parsing a style would violate the CSP of the admin.
  const words = source
    .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '')
    .replace(/<(style|script|xml)\b[\s\S]*?<\/\1\s*>/gi, '')
  const body = parseInertHtml(words)
  for (const element of body.querySelectorAll(
    'style, script, meta, link, title, xml, br.Apple-interchange-newline',
  )) {
    element.remove()
  }
  const pictures = dropForeignPictures(body)
  rebuildWordLists(body)
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const name = element.localName
    if (name.includes(':')) element.replaceWith(...element.childNodes)
    else if (name === 'p') renameWordParagraph(element)
    else if (name === 'a') cleanLink(element)
    else if (name === 'div' && !element.classList.contains('callout')) unwrapDiv(element)
  }
  dropEmptyParagraphs(body)
  writeMarksAsElements(body)
  return { html: body.innerHTML, pictures }
}

function dropForeignPictures(body: HTMLElement): number {
  let count = 0
  for (const picture of body.querySelectorAll('img')) {
    if (picture.getAttribute('src')?.startsWith('/media/') && picture.closest('figure')) continue
    picture.remove()
    count += 1
  }
  return count
}

function rebuildWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('[data-style*="mso-list"]')].filter(
    (element) => wordList.test(element.dataset.style ?? '') && element.localName !== 'span',
  )
  /** The open lists, one per level. */
  let open: HTMLElement[] = []
  let previous: Element | undefined
  for (const item of items) {
    const [, , digits = '1'] = wordList.exec(item.dataset.style ?? '') ?? []
    const level = Math.min(Number(digits), 9)
    const marker = item.querySelector<HTMLElement>(
      '[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]',
    )
    const bullet = (marker ?? item).textContent?.trim() ?? ''
    const tag = /^(\d+|[a-z]{1,4}|[ivxlc]+)[.)]/i.test(bullet) ? 'ol' : 'ul'
    marker?.remove()
    if (item.previousElementSibling !== previous || !previous) open = []
    open.length = Math.min(open.length, level)
    if (open[level - 1] && open[level - 1]?.localName !== tag) open.length = level - 1
    while (open.length < level) {
      const list = body.ownerDocument.createElement(open.length === level - 1 ? tag : 'ul')
      const parent = open.at(-1)
      if (parent)
        (parent.lastElementChild ?? parent.appendChild(body.ownerDocument.createElement('li'))).append(list)
      else item.before(list)
      open.push(list)
    }
    const entry = body.ownerDocument.createElement('li')
    const paragraph = body.ownerDocument.createElement('p')
    paragraph.append(...item.childNodes)
    entry.append(paragraph)
    open.at(-1)?.append(entry)
    item.remove()
    previous = open[0]
  }
}

/** Word's paragraph styles that correspond to HTML elements. */
function renameWordParagraph(element: HTMLElement): void {
  const tag = /\bMsoTitle\b/.test(element.className)
    ? 'h1'
    : /\bMso(Intense)?Quote\b/.test(element.className)
      ? 'blockquote'
      : undefined
  if (!tag) return
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function cleanLink(element: HTMLElement): void {
  const address = element.getAttribute('href')
  // A bookmark, or a link within the source document.
  if (!address || /^(#|file:|about:)/i.test(address)) {
    element.replaceWith(...element.childNodes)
    return
  }
  const url = URL.parse(address)
  if (url?.hostname === 'www.google.com' && url.pathname === '/url') {
    element.setAttribute('href', url.searchParams.get('q') ?? address)
  }
}

/** Turns a `div` with text into a paragraph, and unwraps a `div` with blocks. */
function unwrapDiv(element: HTMLElement): void {
  const hasBlocks = element.querySelector(
    'p, div, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, figure',
  )
  if (hasBlocks) element.replaceWith(...element.childNodes)
}

function dropEmptyParagraphs(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const isAlone =
      paragraph.parentElement?.matches('td, th, li') && paragraph.parentElement.childElementCount === 1
    if (!isAlone && paragraph.textContent?.trim() === '') paragraph.remove()
  }
  for (const lineBreak of body.querySelectorAll('br')) {
    if (lineBreak.parentElement === body || lineBreak.parentElement?.matches('b[id^="docs-internal"]'))
      lineBreak.remove()
  }
}
