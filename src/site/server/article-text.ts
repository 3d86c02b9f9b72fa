import { Parser } from 'htmlparser2'

// Elements after which a reader sees a new line.
const blocks = new Set([
  ...['address', 'article', 'dd', 'div', 'dl', 'dt', 'h1', 'h2', 'h3', 'header', 'li', 'ol', 'p', 'section'],
  ...['table', 'tbody', 'thead', 'tr', 'ul'],
])
const cells = new Set(['td', 'th'])

/** The words of the first `<article>` of a page as plain text: one line for each block, without empty lines. */
export function readArticleText(html: string): string {
  let depth = 0
  let isOver = false
  let text = ''
  const parser = new Parser({
    onopentagname(name) {
      if (name === 'article' && !isOver) depth++
      if (depth === 0) return
      if (blocks.has(name) || name === 'br') text += '\n'
      else if (cells.has(name)) text += ' '
    },
    ontext(part) {
      if (depth > 0) text += part.replaceAll(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (depth === 0) return
      if (blocks.has(name)) text += '\n'
      if (name === 'article') depth--
      isOver = depth === 0
    },
  })
  parser.end(html)
  const lines = text.split('\n').map((line) => line.replaceAll(/ +/g, ' ').trim())
  return lines
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('')
}
