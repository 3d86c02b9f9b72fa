import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'

/** A glyph that stands for some letters: another glyph id of the same form, so that it can be told apart. */
interface Reading {
  glyph: number
  text: string
}

/** The codes that are added to a font, each for a glyph of it in one reading. */
interface Additions {
  readings: Reading[]
  codes: Map<string, number>
}

// What a glyph stands for that adds nothing to the text: readers pass over this character, but have no word for none at all.
const nothing = '\u200b'
// New codes begin above those of any font that is embedded as a subset for one page.
const firstCode = 0x1000

/**
 * Makes what is read from a page the same as what is written on it, in all readers. Where several glyphs stand for one
 * cluster of letters, as in Hindi, Typst gives each glyph one reading for the whole document and corrects it by replacement
 * texts (`ActualText`, ISO 32000-2, 14.9.4), which many readers do not know. Here the glyphs of such a cluster get codes of their
 * own, which stand for its letters one after the other.
 */
export async function mendTextLayer(document: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(document)
  const [page] = pdf.getPages()
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const find = (value: PdfObject | undefined | null) => (value instanceof PdfRef ? resolve(value) : value)
  const content = find(page?.dict.get('Contents'))
  const fonts = page?.getResources().getDict('Font', resolve)
  if (!(content instanceof PdfStream) || !fonts) return document

  const additions = new Map<string, Additions>()
  const embedded = new Map<string, Map<number, string>>()
  for (const [{ value: name }] of fonts) {
    const font = fonts.getDict(name, resolve)
    const meanings = font?.get('ToUnicode', resolve)
    const [descendant] = font?.getArray('DescendantFonts', resolve) ?? []
    const inner = find(descendant)
    const isTrueType = inner instanceof PdfDict && inner.getName('Subtype')?.value === 'CIDFontType2'
    if (isTrueType && meanings instanceof PdfStream) embedded.set(name, readMeanings(meanings))
  }
  const rewritten = rewrite(
    Buffer.from(content.getDecodedData()).toString('latin1'),
    embedded,
    (font, reading) => addReading(additions, font, reading),
  )
  if (additions.size === 0) return document
  content.setData(Buffer.from(rewritten, 'latin1'))
  for (const [name, { readings }] of additions) {
    const font = fonts.getDict(name, resolve)
    if (font) extendFont(pdf, font, readings)
  }
  return pdf.save()
}

function addReading(additions: Map<string, Additions>, font: string, reading: Reading): number {
  const known = additions.get(font) ?? { readings: [], codes: new Map<string, number>() }
  additions.set(font, known)
  const key = `${reading.glyph} ${reading.text}`
  const code = known.codes.get(key) ?? firstCode + known.readings.length
  if (!known.codes.has(key)) {
    known.codes.set(key, code)
    known.readings.push(reading)
  }
  return code
}

const fontLine = /^\/(\S+) (\S+) Tf$/
const placeLine = /^1 0 0 -1 \S+ (\S+) cm$/
const replacementLine = /^ *\/ActualText <FEFF([0-9A-F]*)>$/
const showLine = /T[jJ]$/

/**
 * Gives each glyph within a replacement text a code of its own. Marks that are set higher or lower than their letters are apart
 * from them, and would stand for the whole cluster once more: they get a code that stands for nothing.
 */
function rewrite(
  content: string,
  meanings: ReadonlyMap<string, ReadonlyMap<number, string>>,
  codeOf: (font: string, reading: Reading) => number,
): string {
  let [font, size, height, baseline] = ['', 0, 0, 0]
  let replacement: string | undefined
  let last = ''
  const lines = content.split('\n')
  for (const [index, line] of lines.entries()) {
    const [, fontName, fontSize] = fontLine.exec(line) ?? []
    if (fontName) [font, size] = [fontName, Number(fontSize)]
    const place = placeLine.exec(line)?.[1]
    if (place) height = Number(place)
    const units = replacementLine.exec(line)?.[1]
    if (units !== undefined) replacement = Buffer.from(units, 'hex').swap16().toString('utf16le')
    if (line === 'EMC') replacement = undefined
    const known = meanings.get(font)
    if (!known || !showLine.test(line)) continue

    const glyphs = readLiterals(line).flatMap(({ codes }) => codes)
    const text = replacement ?? glyphs.map((glyph) => known.get(glyph) ?? '').join('')
    const isMark = height !== baseline && Math.abs(height - baseline) < size && text === last
    if (isMark) {
      const marks = writeStrings(line, (glyph) => codeOf(font, { glyph, text: nothing }))
      lines[index] = `/Span <<\n  /ActualText <FEFF>\n>> BDC\n${marks}\nEMC`
      continue
    }
    baseline = height
    last = replacement ?? known.get(glyphs.at(-1) ?? 0) ?? ''
    if (replacement === undefined) continue
    const shares = shareOut(replacement, glyphs.length)
    lines[index] = writeStrings(line, (glyph) => codeOf(font, { glyph, text: shares.shift() || nothing }))
  }
  return lines.join('\n')
}

/** A letter for each glyph; the last one gets those that are left. */
function shareOut(text: string, count: number): string[] {
  const letters = [...text]
  return Array.from({ length: count }, (_, index) =>
    index < count - 1 ? (letters[index] ?? '') : letters.slice(index).join(''),
  )
}

const escapes: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

interface Literal {
  start: number
  end: number
  /** Codes of two bytes each. */
  codes: number[]
}

/** The literal strings of an operator (ISO 32000-2, 7.3.4.2): brackets in pairs stand for themselves. */
function readLiterals(line: string): Literal[] {
  const literals: Literal[] = []
  for (let start = line.indexOf('('); start !== -1; ) {
    const bytes: number[] = []
    let depth = 1
    let at = start + 1
    for (; at < line.length && depth > 0; at++) {
      const letter = line.charAt(at)
      if (letter === '\\') {
        const [octal = ''] = /^[0-7]{1,3}/.exec(line.slice(at + 1, at + 4)) ?? []
        const escaped = line.charAt(at + 1)
        bytes.push(octal ? Number.parseInt(octal, 8) : (escapes[escaped] ?? escaped.charCodeAt(0)))
        at += octal.length || 1
        continue
      }
      if (letter === '(') depth++
      if (letter === ')') depth--
      if (depth > 0) bytes.push(letter.charCodeAt(0))
    }
    const high = bytes.filter((_, index) => index % 2 === 0)
    const codes = high.map((byte, index) => (byte << 8) | (bytes[index * 2 + 1] ?? 0))
    literals.push({ start, end: at, codes })
    start = line.indexOf('(', at)
  }
  return literals
}

/** The operator with other codes, its strings in hexadecimal. */
function writeStrings(line: string, codeOf: (code: number) => number): string {
  let written = ''
  let reached = 0
  for (const { start, end, codes } of readLiterals(line)) {
    written += `${line.slice(reached, start)}<${codes.map((code) => hex(codeOf(code))).join('')}>`
    reached = end
  }
  return written + line.slice(reached)
}

const hex = (code: number) => code.toString(16).padStart(4, '0')

/** Adds codes to an embedded TrueType font: what they are drawn as, how wide they are and what they stand for. */
function extendFont(pdf: PDF, font: PdfDict, readings: Reading[]): void {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const [first] = font.getArray('DescendantFonts', resolve) ?? []
  const descendant = first instanceof PdfRef ? resolve(first) : first
  const meanings = font.get('ToUnicode', resolve)
  if (!(descendant instanceof PdfDict) || !(meanings instanceof PdfStream)) return

  const glyphs = Buffer.alloc((firstCode + readings.length) * 2)
  for (let code = 0; code < firstCode; code++) glyphs.writeUInt16BE(code, code * 2)
  for (const [index, { glyph }] of readings.entries()) glyphs.writeUInt16BE(glyph, (firstCode + index) * 2)
  descendant.set('CIDToGIDMap', pdf.context.registry.register(PdfStream.fromDict({}, glyphs)))

  const widths = descendant.getArray('W', resolve) ?? PdfArray.of()
  const known = readWidths([...widths])
  const added = readings.flatMap(({ glyph }, index) => {
    const code = PdfNumber.of(firstCode + index)
    return [code, code, PdfNumber.of(known.get(glyph) ?? 0)]
  })
  descendant.set('W', PdfArray.of(...widths, ...added))
  // It would have to list the new codes; nothing reads it any more.
  descendant.getDict('FontDescriptor', resolve)?.delete('CIDSet')

  const map = Buffer.from(meanings.getDecodedData()).toString('latin1')
  meanings.setData(Buffer.from(map.replace('endcmap', `${describeReadings(readings)}endcmap`), 'latin1'))
}

/** The widths by code, from a list of ranges of equal widths and of runs of single ones (ISO 32000-2, 9.7.4.3). */
function readWidths(list: PdfObject[]): Map<number, number> {
  const widths = new Map<number, number>()
  const numberOf = (value: PdfObject | undefined) => (value instanceof PdfNumber ? value.value : 0)
  for (let at = 0; at < list.length; ) {
    const from = numberOf(list[at])
    const next = list[at + 1]
    if (next instanceof PdfArray) {
      for (const [index, width] of [...next].entries()) widths.set(from + index, numberOf(width))
      at += 2
    } else {
      for (let code = from; code <= numberOf(next); code++) widths.set(code, numberOf(list[at + 2]))
      at += 3
    }
  }
  return widths
}

/** What each code of a font stands for, from the CMap that Typst writes: one line for each code. */
function readMeanings(stream: PdfStream): Map<number, string> {
  const map = Buffer.from(stream.getDecodedData()).toString('latin1')
  return new Map(
    Array.from(map.matchAll(/^<([0-9a-f]{4})> <([0-9a-f]+)>$/gim), ([, code = '', units = '']) => [
      Number.parseInt(code, 16),
      Buffer.from(units, 'hex').swap16().toString('utf16le'),
    ]),
  )
}

/** What codes stand for, in blocks of at most a hundred as CMaps have them. */
function describeReadings(readings: Reading[]): string {
  let blocks = ''
  for (let start = 0; start < readings.length; start += 100) {
    const block = readings.slice(start, start + 100)
    const lines = block.map(({ text }, index) => {
      const units = Buffer.from(text, 'utf16le').swap16().toString('hex')
      return `<${hex(firstCode + start + index)}> <${units}>\n`
    })
    blocks += `${block.length} beginbfchar\n${lines.join('')}endbfchar\n`
  }
  return blocks
}
