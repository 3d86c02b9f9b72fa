import { Parser } from 'htmlparser2'

/** A block's elements without its words. */
interface Outline {
  /** The elements that make its lines, nested. */
  lines: string
  /** Its links and pictures, of which none may be lost. */
  references: string[]
  /** How often each way of setting words off is used. */
  marks: Map<string, number>
  letters: number
}

const marks = new Set(['strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'br'])
const references = new Set(['a', 'img'])
const empty = new Set(['br', 'hr', 'img', 'col', 'input', 'source'])

/** The blocks of an HTML text without its words; undefined when there is something in it that is no text. */
function outlineOf(html: string): Outline[] | undefined {
  const blocks: Outline[] = []
  let isText = true
  let depth = 0
  const begin = (lines: string) => blocks.push({ lines, references: [], marks: new Map(), letters: 0 })
  const current = () => {
    if (depth === 0 && blocks.at(-1)?.lines !== '#text') begin('#text')
    return blocks.at(-1)
  }
  const refuse = () => {
    isText = false
  }
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        // What a picture shows is said in the reader's language.
        const { alt: _alt, ...kept } = attributes
        const name = `${tag}${JSON.stringify(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))}`
        if (marks.has(tag)) {
          const block = current()
          block?.marks.set(name, (block.marks.get(name) ?? 0) + 1)
        } else if (references.has(tag)) current()?.references.push(name)
        else {
          if (depth === 0) begin('')
          const block = blocks.at(-1)
          if (block) block.lines += `<${name}>`
        }
        if (!empty.has(tag)) depth++
      },
      onclosetag(tag) {
        if (empty.has(tag)) return
        depth--
        const block = blocks.at(-1)
        if (block && !marks.has(tag) && !references.has(tag)) block.lines += `</${tag}>`
      },
      ontext(words) {
        const letters = words.replace(/\s+/g, '').length
        if (letters === 0) return
        const block = current()
        if (block) block.letters += letters
      },
      oncomment: refuse,
      oncdatastart: refuse,
      onprocessinginstruction: refuse,
    },
    { recognizeSelfClosing: false },
  )
  parser.end(html)
  return isText ? blocks : undefined
}

/**
 * Whether a translation has the blocks of its source, each with the same lines, links and pictures, nothing set off that
 * was not, and words where there were words. Anything the source did not have, such as a script, makes it another text.
 */
export function hasSameStructure(source: string, translation: string): boolean {
  const wanted = outlineOf(source)
  const found = outlineOf(translation)
  if (!wanted || !found || wanted.length !== found.length) return false
  // The parser closes what a text that was cut off leaves open.
  if (source.trimEnd().endsWith('>') && !translation.trimEnd().endsWith('>')) return false
  return wanted.every((block, index) => {
    const other = found[index]
    if (!other || other.lines !== block.lines) return false
    if (other.references.toSorted().join() !== block.references.toSorted().join()) return false
    if ([...other.marks].some(([name, count]) => count > (block.marks.get(name) ?? 0))) return false
    return block.letters === 0
      ? other.letters === 0
      : other.letters > 0 && other.letters <= block.letters * 6 + 200
  })
}
