import { Parser } from 'htmlparser2'

// These do not end a word.
const inline = new Set(['a', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'span', 'mark', 'b', 'i'])

/** The words of an HTML text, with a line for each of its blocks. */
export function plainTextOf(html: string): string {
  let text = ''
  const breakLine = (tag: string) => {
    if (!inline.has(tag)) text += '\n'
  }
  const parser = new Parser({
    onopentagname: breakLine,
    onclosetag: breakLine,
    ontext(part) {
      text += part.replace(/\s+/g, ' ')
    },
  })
  parser.end(html)
  return text.replace(/ *\n\s*/g, '\n').trim()
}
