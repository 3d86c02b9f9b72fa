import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

// Pictures in a PDF beyond these are not decoded, and pages are never drawn larger.
const mostPixels = 40_000_000

/** Opens a PDF. Nothing outside of it is loaded but the fonts and tables of the library. @throws {Error} for one that cannot be read */
export async function openPdf(path: string): Promise<PDFDocumentProxy> {
  const data = new Uint8Array(await readFile(path))
  return getDocument({
    data,
    verbosity: 0,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: mostPixels,
    canvasMaxAreaInBytes: mostPixels * 4,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
    iccUrl: `${join(folder, 'iccs')}/`,
  }).promise
}
