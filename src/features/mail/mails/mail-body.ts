import { Parser } from 'htmlparser2'

const blocks = ['p', 'h2', 'h3', 'ul', 'ol', 'li'] as const
const marks = ['strong', 'em', 'br', 'a'] as const
export type BodyTag = (typeof blocks)[number] | (typeof marks)[number]

/** An element of a mail body. These are all the elements that it can have. */
export interface BodyElement {
  tag: BodyTag
  /** The target of a link. */
  href?: string
  children: BodyNode[]
}
export type BodyNode = string | BodyElement

const tags = new Set<string>([...blocks, ...marks])
const isTag = (name: string): name is BodyTag => tags.has(name)
const blockTags = new Set<string>(blocks)
const isBlock = (node: BodyNode) => typeof node !== 'string' && blockTags.has(node.tag)

/** Parses a mail body into a tree. Other elements are dropped and their text stays. Addresses become absolute. */
export function parseMailBody(html: string, publicUrl: string): BodyElement[] {
  const root: BodyElement = { tag: 'p', children: [] }
  const open = [root]
  const add = (node: BodyNode) => open.at(-1)?.children.push(node)
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        if (!isTag(name)) return
        const target = name === 'a' ? findAddress(href, publicUrl) : undefined
        if (name === 'a' && !target) return
        const element: BodyElement = { tag: name, children: [], ...(target && { href: target }) }
        add(element)
        if (name !== 'br') open.push(element)
      },
      ontext: add,
      onclosetag(name) {
        const at = open.findLastIndex(({ tag }) => tag === name)
        if (at > 0) open.length = at
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return wrapLoose(root.children)
}

/** The target of a link, if its scheme is allowed. */
function findAddress(href: string | undefined, publicUrl: string): string | undefined {
  const url = href ? URL.parse(href, publicUrl) : null
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined
}

/** Puts text outside of paragraphs into a paragraph. */
function wrapLoose(nodes: BodyNode[]): BodyElement[] {
  const wrapped: BodyElement[] = []
  let loose: BodyNode[] = []
  const close = () => {
    if (loose.some((node) => typeof node !== 'string' || node.trim() !== ''))
      wrapped.push({ tag: 'p', children: loose })
    loose = []
  }
  for (const node of nodes) {
    if (typeof node !== 'string' && isBlock(node)) {
      close()
      wrapped.push(node)
    } else loose.push(node)
  }
  close()
  return wrapped
}
