import type { PDFPageProxy, RenderTask, TextLayer } from 'pdfjs-dist'
import { type Box, joinBoxes } from './boxes.ts'
import { make } from './elements.ts'
import { makeLink, readLinks } from './page-links.ts'
import type { TextMatch } from './page-text.ts'
import { drawPage, type OpenedPdf } from './pdf.ts'

export interface SheetLabels {
  page(number: number): string
  /** What is shown instead of a page that cannot be drawn. */
  failure: string
}

interface SheetOptions {
  pdf: OpenedPdf
  number: number
  /** In points; what it is taken for until it is known. */
  size: { width: number; height: number }
  labels: SheetLabels
  onFailure(): void
}

/** The drawing of a page that is under way or done. */
interface Drawing {
  isDropped: boolean
  scale: number
  task?: RenderTask
}

/** A page in the reader: a blank of its size until it is drawn, and again once it is far away. */
export class Sheet {
  readonly element: HTMLElement
  readonly number: number
  readonly #options: SheetOptions
  #page: PDFPageProxy | undefined
  #drawing: Drawing | undefined
  #canvas: HTMLCanvasElement | undefined
  #text: TextLayer | undefined
  #marks: HTMLElement | undefined

  constructor(options: SheetOptions) {
    this.#options = options
    this.number = options.number
    const label = options.labels.page(options.number)
    this.element = make('div', { class: 'leaf', role: 'group', 'aria-label': label })
    this.#takeSize(options.size)
  }

  #takeSize({ width, height }: SheetOptions['size']): void {
    this.element.style.setProperty('--width', String(width))
    this.element.style.setProperty('--height', String(height))
  }

  /** Whether its text is there to be marked. */
  get isReadable(): boolean {
    return this.#text !== undefined
  }

  /** Draws it at a scale. What was drawn at another stays until then, stretched. */
  async draw(scale: number): Promise<void> {
    if (this.#drawing?.scale === scale) return
    if (this.#drawing) this.#drop(this.#drawing)
    const drawing: Drawing = { isDropped: false, scale }
    this.#drawing = drawing
    try {
      const page = await this.#options.pdf.document.getPage(this.number)
      this.#page = page
      if (drawing.isDropped) return
      this.#takeSize(page.getViewport({ scale: 1 }))
      await this.#paint(page, drawing)
      if (drawing.isDropped || this.#text) return
      await this.#addText(page, drawing)
      await this.#addLinks(page, drawing)
    } catch {
      if (drawing.isDropped) return
      const { labels, onFailure } = this.#options
      this.element.replaceChildren(make('p', { role: 'alert' }, labels.failure))
      onFailure()
    }
  }

  async #paint(page: PDFPageProxy, drawing: Drawing): Promise<void> {
    const canvas = make('canvas', { 'aria-hidden': 'true' })
    drawing.task = drawPage(page, canvas, drawing.scale)
    await drawing.task.promise
    if (drawing.isDropped) return
    const before = this.#canvas
    this.#canvas = canvas
    if (before) {
      before.replaceWith(canvas)
      before.width = 0
    } else this.element.prepend(canvas)
  }

  async #addText(page: PDFPageProxy, drawing: Drawing): Promise<void> {
    const container = make('div', { class: 'text' })
    const text = new this.#options.pdf.TextLayer({
      textContentSource: await page.getTextContent(),
      container,
      viewport: page.getViewport({ scale: drawing.scale }),
    })
    await text.render()
    if (drawing.isDropped) return
    this.#marks = make('div', { class: 'marks', 'aria-hidden': 'true' })
    this.element.append(this.#marks, container)
    this.#text = text
  }

  /** A page is read without its links when they cannot be. */
  async #addLinks(page: PDFPageProxy, drawing: Drawing): Promise<void> {
    const { pdf, labels } = this.#options
    const links = await readLinks(page, pdf.document).catch(() => [])
    if (!drawing.isDropped) this.element.append(...links.map((link) => makeLink(link, labels.page)))
  }

  /** Marks what was found on it, and returns the mark of the current one. */
  mark(matches: readonly TextMatch[], current: TextMatch | undefined): Element | undefined {
    if (!this.#marks) return
    const whole = this.element.getBoundingClientRect()
    let found: Element | undefined
    const marks = matches.flatMap((match) => {
      const isCurrent = match === current
      return this.#findBoxes(match).map((box) => {
        const mark = make('i', isCurrent ? { class: 'current' } : {})
        // In parts of the page, so that they stay in place when it grows.
        mark.style.left = `${((box.left - whole.left) / whole.width) * 100}%`
        mark.style.top = `${((box.top - whole.top) / whole.height) * 100}%`
        mark.style.width = `${(box.width / whole.width) * 100}%`
        mark.style.height = `${(box.height / whole.height) * 100}%`
        if (isCurrent) found ??= mark
        return mark
      })
    })
    this.#marks.replaceChildren(...marks)
    return found
  }

  #findBoxes(match: TextMatch): Box[] {
    const boxes = match.flatMap(({ piece, offset, end }) => {
      const node = this.#text?.textDivs[piece]?.firstChild
      if (!(node instanceof Text)) return []
      const range = document.createRange()
      range.setStart(node, Math.min(offset, node.length))
      range.setEnd(node, Math.min(end, node.length))
      return [...range.getClientRects()]
    })
    return joinBoxes(boxes.filter(({ width }) => width > 0))
  }

  #drop(drawing: Drawing): void {
    drawing.isDropped = true
    drawing.task?.cancel()
  }

  /** Frees what it takes in memory. */
  release(): void {
    if (!this.#drawing) return
    this.#drop(this.#drawing)
    this.#drawing = undefined
    if (this.#canvas) this.#canvas.width = 0
    this.#canvas = undefined
    this.#text = undefined
    this.#marks = undefined
    this.element.replaceChildren()
    this.#page?.cleanup()
  }
}
