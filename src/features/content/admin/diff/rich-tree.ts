import { parseInertHtml } from '#admin/kit/rich-text/inert-html.ts'

/** One element of a rich text. */
export interface RichElement {
  tag: string
  attributes: Readonly<Record<string, string>>
  children: readonly RichNode[]
}
export type RichNode = RichElement | string

const blockTags = new Set([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'div', 'aside'],
  ...['section', 'figure', 'figcaption', 'details', 'summary', 'dl', 'dt', 'dd'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
])
const emptyTags = new Set(['br', 'hr', 'img', 'col', 'source'])
// These may be written or left out; the text looks the same.
const unseenTags = new Set(['thead', 'tbody', 'tfoot', 'colgroup', 'col'])
const unseenAttributes = new Set(['rel', 'target', 'loading', 'decoding', 'data-style', 'srcset', 'sizes'])
const defaults: Readonly<Record<string, string>> = { colspan: '1', rowspan: '1', start: '1' }

/** Whether a node is a block rather than inline. */
export function isBlock(node: RichNode): node is RichElement {
  return typeof node !== 'string' && blockTags.has(node.tag)
}

/** Reads a rich text. Nothing in it is loaded or run. */
export function parseRichText(html: string): RichNode[] {
  return childrenOf(parseInertHtml(html))
}

function childrenOf(parent: Element): RichNode[] {
  return [...parent.childNodes].flatMap((node): RichNode[] => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element)) return []
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]))
    return [{ tag: node.localName, attributes, children: childrenOf(node) }]
  })
}

/** Writes nodes as HTML again. */
export function toHtml(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node)
      const attributes = Object.entries(node.attributes).map(
        ([name, value]) => ` ${name}="${escapeText(value)}"`,
      )
      const start = `<${node.tag}${attributes.join('')}>`
      return emptyTags.has(node.tag) ? start : `${start}${toHtml(node.children)}</${node.tag}>`
    })
    .join('')
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

/** The blocks of some nodes. Inline nodes are wrapped into elements without a name; white space is dropped. */
export function blocksOf(nodes: readonly RichNode[]): RichElement[] {
  const blocks: RichElement[] = []
  let loose: RichNode[] = []
  const end = () => {
    if (loose.some((node) => typeof node !== 'string' || node.trim() !== ''))
      blocks.push({ tag: '', attributes: {}, children: loose })
    loose = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) loose.push(node)
    // The editor writes an empty caption below each picture, and the server leaves it out.
    else if (node.tag === 'figcaption' && isEmptyLine(node)) end()
    else {
      end()
      if (unseenTags.has(node.tag)) blocks.push(...blocksOf(node.children))
      else blocks.push(node)
    }
  }
  end()
  return blocks
}

const isEmptyLine = ({ children }: RichElement): boolean =>
  children.every((child) => (typeof child === 'string' ? child.trim() === '' : child.tag === 'br'))

/** Whether an element holds words rather than further blocks. */
export function isLine(element: RichElement): boolean {
  return !element.children.some(isBlock)
}

/** A key for comparing nodes: equal for the same text and structure, however the HTML is written. */
export function signatureOf(node: RichNode): string {
  if (typeof node === 'string') return escapeText(node.replace(/\s+/g, ' '))
  const { tag, children } = node
  const inner = isLine(node)
    ? children.map(signatureOf).join('').trim()
    : blocksOf(children).map(signatureOf).join('')
  if (tag === '') return `<p>${inner}</p>`
  // A line within an item may be a paragraph or not.
  const isBare = blockTags.has(tag) && tag !== 'p' && isLine(node) && inner !== '' && !/^h\d$/.test(tag)
  return `<${tag}${attributesOf(node)}>${isBare && tag !== 'pre' ? `<p>${inner}</p>` : inner}</${tag}>`
}

/** The attributes that a reader would notice, in one order. */
export function attributesOf({ attributes }: RichElement): string {
  return Object.entries(attributes)
    .filter(([name, value]) => !unseenAttributes.has(name) && defaults[name] !== value && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('')
}
