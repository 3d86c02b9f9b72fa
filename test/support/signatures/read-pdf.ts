import { X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ContentInfo, SignedData } from 'pkijs'

/** A piece of text where it stands: points from the lower left corner. */
export interface PlacedText {
  text: string
  left: number
  right: number
  bottom: number
}

/** Opens a document as a reader does. */
export function openPdf(bytes: Uint8Array) {
  return getDocument({ data: bytes.slice(), verbosity: 0 }).promise
}

/** All texts of the only page. */
export async function readTexts(bytes: Uint8Array): Promise<PlacedText[]> {
  const document = await openPdf(bytes)
  try {
    if (document.numPages !== 1) throw new Error(`${document.numPages} pages`)
    const { items } = await (await document.getPage(1)).getTextContent()
    return items.flatMap((item) => {
      if (!('str' in item)) return []
      const [left = 0, bottom = 0] = item.transform.slice(4)
      return [{ text: item.str, left, right: left + item.width, bottom }]
    })
  } finally {
    await document.loadingTask.destroy()
  }
}

/** The lines of the page from top to bottom, each in its reading direction. */
export async function readLines(bytes: Uint8Array): Promise<string[]> {
  const lines = new Map<number, PlacedText[]>()
  for (const placed of await readTexts(bytes)) {
    const bottom = [...lines.keys()].find((known) => Math.abs(known - placed.bottom) < 1) ?? placed.bottom
    lines.set(bottom, [...(lines.get(bottom) ?? []), placed])
  }
  return [...lines]
    .sort(([one], [other]) => other - one)
    .map(([, pieces]) => {
      const ordered = pieces.toSorted((one, other) => one.left - other.left)
      const isRightToLeft = pieces.some(({ text }) => /\p{Script=Arabic}/u.test(text))
      return (isRightToLeft ? ordered.reverse() : ordered).map(({ text }) => text).join('')
    })
}

/** Whether the only signature of a document covers all of it and is that of the certificate, by another library than the writer's. */
export async function isSignedBy(pdf: Uint8Array, certificate: Uint8Array): Promise<boolean> {
  const text = Buffer.from(pdf).toString('latin1')
  const [, ...numbers] = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text) ?? []
  const [start = -1, length = 0, next = 0, rest = 0] = numbers.map(Number)
  if (start !== 0 || next + rest !== pdf.length || next <= length) return false
  const encoded = Buffer.from(text.slice(length + 1, next - 1), 'hex')
  const parsed = fromBER(encoded)
  if (parsed.offset === -1) return false
  const signed = new SignedData({ schema: new ContentInfo({ schema: parsed.result }).content })
  const data = Buffer.concat([pdf.subarray(0, length), pdf.subarray(next)])
  const [included] = signed.certificates ?? []
  if (!included || !('toSchema' in included)) return false
  if (!new X509Certificate(Buffer.from(included.toSchema().toBER())).raw.equals(certificate)) return false
  return signed.verify({ signer: 0, data: new Uint8Array(data).buffer, checkChain: false }).catch(() => false)
}
