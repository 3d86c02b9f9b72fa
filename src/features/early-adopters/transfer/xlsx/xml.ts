import { Parser } from 'htmlparser2'
import { XlsxRefusal } from './refusal.ts'

/** What happens while a part is read. Names are without their prefixes; the root has the depth 0. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>, depth: number): void
  close?(name: string, depth: number): void
  /** May come in several pieces. */
  text?(text: string): void
}

/** Deeper than any part that is read. */
const maxDepth = 40
/** Characters of one tag or comment, which the parser holds until it ends. */
const maxToken = 1024 * 1024

/**
 * Reads a part piece by piece. There is no legitimate DTD in it (ECMA-376, part 2), so one is refused, and with it every
 * entity but the five of XML.
 * @throws {XlsxRefusal} for what is not the whole of an XML document with this root
 */
export async function readXml(
  chunks: AsyncIterable<Uint8Array>,
  root: string,
  handler: XmlHandler,
): Promise<void> {
  let depth = 0
  let hasBegun = false
  let isCut = false
  let sinceEvent = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        sinceEvent = 0
        const local = localName(name)
        if (depth === 0 && (hasBegun || local !== root)) damaged(`the root is ${local}`)
        if (depth >= maxDepth) damaged('too deep')
        hasBegun = true
        handler.open(local, attributes, depth)
        depth++
      },
      onclosetag(name) {
        sinceEvent = 0
        // At its end the parser closes whatever is still open.
        if (isCut) damaged('it is cut')
        depth--
        handler.close?.(localName(name), depth)
      },
      ontext(text) {
        sinceEvent = 0
        handler.text?.(text)
      },
      oncomment() {
        sinceEvent = 0
      },
      onprocessinginstruction(name) {
        sinceEvent = 0
        if (name.startsWith('!')) damaged(`it has a ${name}`)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const write = (text: string) => {
    parser.write(text)
    sinceEvent += text.length
    if (sinceEvent > maxToken) damaged('a tag is too long')
  }
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw new XlsxRefusal('import_damaged', 'not UTF-8', { cause: error })
    }
  }
  for await (const chunk of chunks) write(decode(chunk))
  write(decode())
  isCut = true
  parser.end()
  if (!hasBegun) damaged('it is empty')
}

/** An attribute whose name may have any prefix. */
export function attributeOf(attributes: Record<string, string>, name: string): string | undefined {
  const key = Object.keys(attributes).find((one) => localName(one) === name)
  return key === undefined ? undefined : attributes[key]
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function damaged(reason: string): never {
  throw new XlsxRefusal('import_damaged', `not a regular XML document: ${reason}`)
}
