import { Parser } from 'htmlparser2'
import { mailPicturePath, pictureSourcePattern } from '#features/media/contract.ts'

const blocks = ['p', 'h2', 'h3', 'ul', 'ol', 'li'] as const
const marks = ['strong', 'em', 'br', 'a'] as const
/** What stands by itself between the blocks: a picture, or a link drawn as a button. */
const inserts = ['img', 'button'] as const
export type BodyTag = (typeof blocks)[number] | (typeof marks)[number] | (typeof inserts)[number]

/** A picture of a mail, at the size at which it is shown. */
export interface BodyPicture {
  src: string
  alt: string
  width: number
  height: number
}

/** An element of a mail body. These are all the elements that it can have. */
export interface BodyElement {
  tag: BodyTag
  /** The target of a link, of a button, or of a picture that is a link. */
  href?: string
  picture?: BodyPicture
  children: BodyNode[]
}
export type BodyNode = string | BodyElement

const tags = new Set<string>([...blocks, ...marks])
const isTag = (name: string): name is BodyTag => tags.has(name)
const blockTags = new Set<string>([...blocks, ...inserts])
/** Whether a node is not part of a line of text. */
export const isBlock = (node: BodyNode): node is BodyElement =>
  typeof node !== 'string' && blockTags.has(node.tag)

/** The width of a mail's text, in pixels: its column of 560 without the space at its sides. */
const textWidth = 496

/** Parses a mail body into a tree. Other elements are dropped and their text stays. Addresses become absolute. */
export function parseMailBody(html: string, publicUrl: string): BodyElement[] {
  const tree = createTree()
  let button: BodyElement | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const { href } = attributes
        // The label of a button is only words.
        if (button) {
          if (name === 'br') button.children.push(' ')
          return
        }
        if (name === 'img') {
          const picture = readPicture(attributes, publicUrl)
          if (picture) tree.insert({ tag: 'img', picture, children: [], ...tree.findLink() })
          return
        }
        if (!isTag(name)) return
        const target = name === 'a' ? findAddress(href, publicUrl) : undefined
        if (name === 'a' && !target) return
        if (target && attributes.class === 'button') button = { tag: 'button', href: target, children: [] }
        else tree.open({ tag: name, children: [], ...(target && { href: target }) })
      },
      ontext(text) {
        if (button) button.children.push(text)
        else tree.add(text)
      },
      onclosetag(name) {
        if (!button) tree.close(name)
        else if (name === 'a') {
          if (button.children.join('').trim() !== '') tree.insert(button)
          button = undefined
        }
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return wrapLoose(tree.finish())
}

/** The tree of a mail body while it is read. */
function createTree() {
  const root: BodyElement = { tag: 'p', children: [] }
  const open = [root]
  /** The elements that an insert has divided. */
  const divided = new Set<BodyNode>()
  const add = (node: BodyNode) => open.at(-1)?.children.push(node)
  const enter = (element: BodyElement) => {
    add(element)
    if (element.tag !== 'br') open.push(element)
  }
  return {
    add,
    open: enter,

    close(name: string): void {
      const at = open.findLastIndex(({ tag }) => tag === name)
      if (at > 0) open.length = at
    },

    /** The target of the link that is open. */
    findLink(): { href?: string } {
      const href = open.findLast(({ tag }) => tag === 'a')?.href
      return href === undefined ? {} : { href }
    },

    /** Adds what stands by itself: it divides the paragraph, and whatever else is open, up to the item of a list. */
    insert(node: BodyElement): void {
      const at = Math.max(
        0,
        open.findLastIndex(({ tag }) => tag === 'li'),
      )
      const begun = open.splice(at + 1)
      add(node)
      for (const element of begun) {
        const rest: BodyElement = { ...element, children: [] }
        divided.add(element).add(rest)
        enter(rest)
      }
    },

    /** The nodes, without what inserts have left empty. */
    finish: (): BodyNode[] => (divided.size > 0 ? withoutEmpty(root.children, divided) : root.children),
  }
}

function withoutEmpty(nodes: readonly BodyNode[], divided: ReadonlySet<BodyNode>): BodyNode[] {
  return nodes.flatMap((node): BodyNode[] => {
    if (typeof node === 'string') return [node]
    const children = withoutEmpty(node.children, divided)
    const isEmpty = children.every((child) => typeof child === 'string' && child.trim() === '')
    return divided.has(node) && isEmpty ? [] : [{ ...node, children }]
  })
}

/** The target of a link, if its scheme is allowed. */
function findAddress(href: string | undefined, publicUrl: string): string | undefined {
  const url = href ? URL.parse(href, publicUrl) : null
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined
}

/** A picture of the team: in the format for mail programs, and no wider than the text. */
function readPicture(attributes: Record<string, string>, publicUrl: string): BodyPicture | undefined {
  const digest = pictureSourcePattern.exec(attributes.src ?? '')?.[1]
  const [width, height] = [Number(attributes.width), Number(attributes.height)]
  if (!digest || !(width > 0 && height > 0)) return
  const shown = Math.min(width, textWidth)
  return {
    src: new URL(mailPicturePath(digest, width), publicUrl).href,
    alt: attributes.alt ?? '',
    width: shown,
    height: Math.max(1, Math.round((height * shown) / width)),
  }
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
    if (isBlock(node)) {
      close()
      wrapped.push(node)
    } else loose.push(node)
  }
  close()
  return wrapped
}
