import { Parser } from 'htmlparser2'

/** The structure of a block, without its words. */
interface Outline {
  /** The nested block elements, as opening and closing tags. */
  lines: string
  /** Its links and pictures. A translation must have the same ones, in any order. */
  references: string[]
  /** How often each inline format, such as bold, is used. A translation may have fewer. */
  marks: Map<string, number>
  /** How many characters it has, without spaces. */
  letters: number
}

const marks = new Set(['strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'br'])
const references = new Set(['a', 'img'])
const empty = new Set(['br', 'hr', 'img', 'col', 'input', 'source'])

/** The structure of the blocks of an HTML text; undefined if it contains comments or processing instructions. */
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
        // The alternative text of a picture is translated.
        const { alt: _alt, ...compared } = attributes
        const name = `${tag}${JSON.stringify(Object.entries(compared).sort(([a], [b]) => (a < b ? -1 : 1)))}`
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
 * Whether a translation has the same structure as its source: the same blocks with the same links and pictures, no
 * inline formats that the source does not have, and text exactly where the source has text. Any other element, such as a
 * script, makes the structure differ.
 */
export function hasSameStructure(source: string, translation: string): boolean {
  const wanted = outlineOf(source)
  const found = outlineOf(translation)
  if (!wanted || !found || wanted.length !== found.length) return false
  // A translation that was cut off within a tag; the parser would close its open elements.
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
