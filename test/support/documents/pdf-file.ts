interface PdfOptions {
  /** The text of each page. */
  pages?: readonly string[]
  /** Further entries of the catalog. */
  catalog?: string
  /** Entries of the information dictionary. */
  info?: string
  /** Further objects, from number 10 on. */
  objects?: readonly string[]
  /** Further entries of each page. */
  page?: string
  /** Bytes that make the file larger. */
  padding?: number
  /** Bytes that make each page larger. */
  pagePadding?: number
}

// Numbers of objects: 1 the catalog, 2 the tree of pages, 3 the font, 4 the information, 10 and on those of the test.
const firstOwn = 10
const firstPage = 100

/** Writes a small PDF, as simply as the standard allows; its text is ASCII. */
export function pdfFile(options: PdfOptions = {}): Buffer {
  const {
    pages = ['A page'],
    catalog = '',
    info = '',
    objects = [],
    page = '',
    padding = 0,
    pagePadding = 0,
  } = options
  const written = new Map<number, string>()
  const numbers = pages.map((_, index) => firstPage + index * 2)
  written.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  written.set(
    2,
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
  )
  written.set(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  written.set(4, `<< ${info} >>`)
  for (const [index, object] of objects.entries()) written.set(firstOwn + index, object)
  for (const [index, text] of pages.entries()) {
    const number = firstPage + index * 2
    written.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
    )
    written.set(number + 1, streamOf(`${linesOf(text)}\n${commentOf(pagePadding)}`))
  }
  if (padding > 0) written.set(firstOwn + objects.length, streamOf(commentOf(padding)))
  return writeObjects(written)
}

/** An object with a stream. */
export const streamOf = (data: string, entries = ''): string =>
  `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`

const commentOf = (size: number): string => '%'.padEnd(size, 'x')

function linesOf(text: string): string {
  const lines = text.split('\n').map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -20 Td`)
  return `BT /F1 16 Tf 60 760 Td ${lines.join('\n')} ET`
}

/** Writes objects with their table of places (ISO 32000-2, 7.5). Byte for byte, each character is one. */
export function writeObjects(
  objects: ReadonlyMap<number, string>,
  trailer = '/Root 1 0 R /Info 4 0 R',
): Buffer {
  let text = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const places = new Map<number, number>()
  for (const [number, object] of objects) {
    places.set(number, text.length)
    text += `${number} 0 obj\n${object}\nendobj\n`
  }
  const size = [...objects.keys()].reduce((most, number) => Math.max(most, number), 0) + 1
  const start = text.length
  text += `xref\n0 ${size}\n0000000000 65535 f \n`
  for (let number = 1; number < size; number++) {
    const place = places.get(number)
    text += place === undefined ? '0000000000 00000 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  }
  text += `trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
