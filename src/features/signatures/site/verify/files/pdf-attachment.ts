import { CheckError } from '#features/signatures/site/verify/steps.ts'

/** The longest attachment, unpacked. */
const longest = 1024 * 1024

/**
 * The only file that is attached to a PDF. Its signature has been checked, so that these are the bytes that this site wrote:
 * a reader of any PDF, with a megabyte of code, is not needed.
 */
export async function readAttachment(file: Uint8Array<ArrayBuffer>): Promise<string> {
  const text = new TextDecoder('latin1').decode(file)
  const marks = [...text.matchAll(/\/Type\s*\/EmbeddedFile\b(?!s)/g)]
  const [mark] = marks
  if (!mark || marks.length > 1) throw new CheckError('failed', 'no_attachment')
  const begin = text.lastIndexOf(' obj', mark.index)
  const stream = /stream\r?\n/g
  stream.lastIndex = mark.index
  const start = stream.exec(text)
  const facts = text.slice(begin, start?.index)
  const length = Number(/\/Length\s+(\d{1,7})\b(?!\s+\d+\s+R)/.exec(facts)?.[1])
  if (!start || !Number.isSafeInteger(length)) throw new CheckError('failed', 'no_attachment')
  const bytes = file.slice(stream.lastIndex, stream.lastIndex + length)
  const [, filter] = /\/Filter\s*\[?\s*\/(\w+)/.exec(facts) ?? []
  if (filter !== undefined && filter !== 'FlateDecode') throw new CheckError('failed', 'no_attachment')
  try {
    const content = filter === undefined ? bytes : await inflate(bytes)
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new CheckError('failed', 'no_attachment')
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (const reader = unpacked.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > longest) throw new RangeError('too long')
    chunks.push(new Uint8Array(value))
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}
