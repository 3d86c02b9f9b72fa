import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { joinPieces } from './lines.ts'
import { toPieces } from './model.ts'
import { mostPagesRead, type ReadPages } from './orders.ts'

// Milliseconds after which no further page is begun, so that a long document is read in several orders.
const patience = 2_500
// In UTF-16 units: more on a page is no text that people read, and PostgreSQL's index of a text holds a megabyte.
const longestPage = 60_000
// The text of one order, which the server holds in memory until it is stored.
const longestOrder = 1_500_000

/** Reads the text of pages from one on, as many as there is time for. */
export async function readPages(pdf: PDFDocumentProxy, from: number): Promise<ReadPages> {
  const begun = performance.now()
  const last = Math.min(pdf.numPages, mostPagesRead)
  const pages: string[] = []
  let length = 0
  for (let number = from; number <= last; number++) {
    const isEnough = performance.now() - begun > patience || length > longestOrder
    if (pages.length > 0 && isEnough) return { pages, isEnd: false }
    const page = await readPage(pdf, number)
    length += page.length
    pages.push(page)
  }
  return { pages, isEnd: true }
}

/** The text of a page; empty for one that is broken. */
async function readPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return joinPieces(toPieces(items)).slice(0, longestPage).toWellFormed()
  } catch {
    return ''
  }
}
