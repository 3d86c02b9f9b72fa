import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'

/** One block of a text: a heading, a paragraph, a list, a table. */
export interface Block {
  /** Its element; `p` for text outside of any element. */
  tag: string
  html: string
  /** Its text, with one line for each line or list item. */
  text: string
  /** A digest of its text and structure that ignores differences in how the HTML is written. */
  fingerprint: string
}

const inline = new Set(['a', 'strong', 'em', 'u', 's', 'code', 'sub', 'sup', 'span', 'mark', 'br', 'img'])
// These may be written or left out; the text looks the same.
const unseen = new Set(['tbody', 'thead', 'tfoot', 'colgroup', 'col'])
const alone = new Set(['hr', 'img', 'video', 'iframe'])
const empty = new Set([...alone, 'br', 'col'])
// Attributes about loading and layout, which do not count as content.
const layoutAttributes = new Set([
  ...['style', 'class', 'id', 'width', 'height', 'srcset', 'sizes', 'loading', 'decoding', 'target', 'rel'],
])
const defaults: Readonly<Record<string, string>> = { colspan: '1', rowspan: '1', start: '1' }

const isLine = (tag: string) => !inline.has(tag) && !unseen.has(tag) && tag !== 'p'
const escapeText = (text: string) => text.replace(/[&<]/g, (sign) => `&${sign.charCodeAt(0)};`)

/** The opening tag in its normal form: only attributes that are content, ordered by name. */
function openingTag(tag: string, attributes: Record<string, string>): string {
  const significant = Object.entries(attributes)
    .filter(([name, value]) => !layoutAttributes.has(name) && defaults[name] !== value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value.trim())}`)
  return `<${tag}${significant.join('')}>`
}

/** Writes a text in a normal form that does not depend on how its HTML is spaced. */
function createTranscript() {
  let written = ''
  let text = ''
  let space = false
  let paragraph = false
  let preformatted = 0
  let shows = false

  // A space is written before the next letter, so that its side of a tag does not matter.
  const fresh = () => written === '' || written.endsWith('\n')
  function separate() {
    if (paragraph && !fresh()) {
      written += '\n¶'
      text += '\n'
    } else if (space && !fresh() && !written.endsWith('¶')) {
      written += ' '
      text += ' '
    }
    paragraph = false
    space = false
  }
  function writeLine(tag: string) {
    space = false
    paragraph = false
    written += `${tag}\n`
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  return {
    open(tag: string, attributes: Record<string, string>) {
      if (tag === 'pre') preformatted++
      if (alone.has(tag)) shows = true
      if (unseen.has(tag)) return
      if (tag === 'p') {
        if (!fresh()) paragraph = true
        return
      }
      if (isLine(tag)) {
        writeLine(openingTag(tag, attributes))
        return
      }
      if (tag === 'img') separate()
      if (tag === 'br') {
        space = false
        text += '\n'
      }
      if (tag === 'img' && attributes.alt) text += attributes.alt
      written += openingTag(tag, attributes)
    },
    close(tag: string) {
      if (tag === 'pre') preformatted--
      if (unseen.has(tag) || empty.has(tag)) return
      if (tag === 'p') paragraph = true
      else if (isLine(tag)) writeLine(`</${tag}>`)
      else written += `</${tag}>`
    },
    say(words: string) {
      if (preformatted > 0) {
        written += escapeText(words)
        text += words
        if (words.trim() !== '') shows = true
        return
      }
      for (const part of words.split(/(\s+)/)) {
        if (part === '') continue
        if (/^\s/.test(part)) {
          space = true
          continue
        }
        separate()
        written += escapeText(part)
        text += part
        shows = true
      }
    },
    finish: () => ({ shows, written: written.normalize('NFC'), text: text.trim() }),
  }
}

/** Splits a sanitised text into its blocks. Blank ones, such as an empty paragraph, are left out. */
export function splitBlocks(html: string): Block[] {
  const blocks: Block[] = []
  let depth = 0
  let current: { tag: string; start: number; transcript: ReturnType<typeof createTranscript> } | undefined

  function begin(tag: string, start: number) {
    current = { tag, start, transcript: createTranscript() }
    return current
  }
  function end(at: number) {
    if (!current) return
    const { tag, start, transcript } = current
    current = undefined
    const { shows, written, text } = transcript.finish()
    if (!shows) return
    const fingerprint = createHash('sha256').update(written).digest('base64url').slice(0, 16)
    blocks.push({ tag, html: html.slice(start, at).trim(), text, fingerprint })
  }

  const parser = new Parser({
    onopentag(tag, attributes) {
      // Text outside of any block counts as a paragraph until the next block begins.
      if (depth === 0 && !inline.has(tag)) {
        end(parser.startIndex)
        begin(tag, parser.startIndex)
      }
      const { transcript } = current ?? begin('p', parser.startIndex)
      transcript.open(tag, attributes)
      if (!empty.has(tag)) depth++
    },
    onclosetag(tag) {
      if (!empty.has(tag)) depth--
      current?.transcript.close(tag)
      if (depth === 0 && !inline.has(tag)) end(parser.endIndex + 1)
    },
    ontext(words) {
      if (!current && words.trim() === '') return
      const { transcript } = current ?? begin('p', parser.startIndex)
      transcript.say(words)
    },
  })
  parser.end(html)
  end(html.length)
  return blocks
}

/** Whether two lists of fingerprints are equal. */
export function areSameBlocks(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((fingerprint, index) => fingerprint === b[index])
}

/** A digest of a whole text, with which a request names the version that its sender has seen. */
export function digestOf(fingerprints: readonly string[]): string {
  return createHash('sha256').update(fingerprints.join(' ')).digest('base64url').slice(0, 22)
}
