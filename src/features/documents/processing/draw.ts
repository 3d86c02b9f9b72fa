import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { coverName, coverWidths, type DrawnPicture, pageName, pageWidth } from './orders.ts'

const quality = 78
// A page that is a long strip is cut off at its foot.
const tallest = 3
// Milliseconds after which no further page is begun.
const patience = 3_000

/** Draws the first pages of a document: the cover from the first, then as many as there is time for. */
export async function drawPages(pdf: PDFDocumentProxy, pages: number): Promise<DrawnPicture[]> {
  const begun = performance.now()
  const pictures: DrawnPicture[] = []
  for (let number = 1; number <= Math.min(pages, pdf.numPages); number++) {
    if (number > 1 && performance.now() - begun > patience) break
    const canvas = await drawPage(await pdf.getPage(number))
    pictures.push({ name: pageName(number), bytes: await canvas.encode('webp', quality) })
    if (number > 1) continue
    for (const width of coverWidths) {
      const cover = createCanvas(width, Math.max(1, Math.round((canvas.height * width) / canvas.width)))
      const context = cover.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(canvas, 0, 0, cover.width, cover.height)
      pictures.push({ name: coverName(width), bytes: await cover.encode('webp', quality) })
    }
  }
  return pictures
}

async function drawPage(page: PDFPageProxy): Promise<Canvas> {
  const plain = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: pageWidth / plain.width })
  const height = Math.max(1, Math.round(Math.min(viewport.height, pageWidth * tallest)))
  const canvas = createCanvas(pageWidth, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pageWidth, height)
  // pdf.js draws on what has the interface of a browser's canvas, which this library has.
  await page.render({ canvas, canvasContext: context, viewport }).promise
  page.cleanup()
  return canvas
}
