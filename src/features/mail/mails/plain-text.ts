import { type BodyElement, type BodyNode, isBlock } from './mail-body.ts'
import { fillIn, type Values } from './variables.ts'

/** A mail body as plain text: an empty line between blocks, marked list items, and each link on a separate line below. */
export function writePlainText(body: BodyElement[], values: Values): string {
  return body
    .map((block) => writeBlock(block, values))
    .filter((text) => text !== '')
    .join('\n\n')
}

function writeBlock(block: BodyElement, values: Values): string {
  if (block.picture) {
    const words = `[${fillIn(block.picture.alt, values)}]`
    return block.href === undefined ? words : `${words}\n${withoutScheme(block.href)}`
  }
  if (block.tag === 'button') return `${writeWords(block.children, values)}: ${block.href}`
  if (block.tag !== 'ul' && block.tag !== 'ol') return writeWords(block.children, values)
  return block.children
    .filter((node) => typeof node !== 'string')
    .map((item, at) => {
      const mark = block.tag === 'ol' ? `${at + 1}. ` : '- '
      return mark + writeItem(item, values).replace(/\n/g, `\n${' '.repeat(mark.length)}`)
    })
    .join('\n')
}

function writeItem({ children }: BodyElement, values: Values): string {
  const lines: string[] = []
  let words: BodyNode[] = []
  const close = () => {
    const text = writeWords(words, values)
    if (text) lines.push(text)
    words = []
  }
  for (const node of children) {
    if (!isBlock(node)) words.push(node)
    else {
      close()
      lines.push(writeBlock(node, values))
    }
  }
  close()
  return lines.join('\n')
}

const withoutScheme = (address: string) => address.replace(/^mailto:/, '')

function writeWords(nodes: BodyNode[], values: Values): string {
  const links: string[] = []
  const write = (node: BodyNode): string => {
    if (typeof node === 'string') return fillIn(node.replace(/\s+/g, ' '), values, { keepsLines: true })
    if (node.tag === 'br') return '\n'
    const words = node.children.map(write).join('')
    const target = node.href && withoutScheme(node.href)
    if (target && target !== words.trim()) links.push(target)
    return words
  }
  const words = nodes.map(write).join('').trim()
  return [words, ...links].filter(Boolean).join('\n')
}
