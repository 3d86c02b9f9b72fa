import { type PDF, PdfDict } from '@libpdf/core'

// The path of a file, or the program and the path, as office programs write them into titles.
const path = /[a-z]:\\|\/(users|home)\/|^file:|\.(docx?|odt|indd|pptx?|xlsx?|pages)$|^microsoft word - /i

/**
 * Removes from a document who made it, where and with what: the information dictionary but its title, the XMP packet, and
 * what programs keep for themselves (ISO 32000-2, 14.3 and 14.5). Returns the new file; all earlier states of the
 * document that were in it are gone.
 */
export async function removeMetadata(pdf: PDF): Promise<Uint8Array> {
  const title = pdf.getTitle()
  const resolve = pdf.getObject.bind(pdf)
  const info = pdf.context.info.trailer.getDict('Info', resolve)
  for (const key of [...(info?.keys() ?? [])]) info?.delete(key)
  if (title && !path.test(title)) pdf.setTitle(title)
  const catalog = pdf.getCatalog()
  for (const key of ['Metadata', 'PieceInfo']) catalog.delete(key)
  for (const page of pdf.getPages()) {
    for (const key of ['Metadata', 'PieceInfo', 'LastModified']) page.dict.delete(key)
    const resources = page.dict.getDict('Resources', resolve)
    const drawings = resources?.getDict('XObject', resolve)
    for (const [, value] of drawings ?? []) {
      const drawing = value instanceof PdfDict ? value : value.type === 'ref' ? resolve(value) : undefined
      if (drawing instanceof PdfDict) for (const key of ['Metadata', 'PieceInfo']) drawing.delete(key)
    }
  }
  return pdf.save({ compressStreams: false })
}
