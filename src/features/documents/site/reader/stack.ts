import { make } from './elements.ts'
import type { TextMatch } from './page-text.ts'
import type { OpenedPdf } from './pdf.ts'
import { Sheet, type SheetLabels } from './sheet.ts'
import { factorOf, scaleOf, stepZoom, type Zoom } from './zoom.ts'

interface StackOptions {
  pdf: OpenedPdf
  labels: { pages: string } & SheetLabels
  /** The language of the document. */
  language: string | undefined
  onPage(number: number): void
  /** Called when a page cannot be drawn. */
  onFailure(): void
}

/** What was found, by page, and the one that is shown. */
export interface Marks {
  byPage: ReadonlyMap<number, readonly TextMatch[]>
  current: { page: number; match: TextMatch } | undefined
}

/** Milliseconds for which nothing is drawn while sizes change. */
const settling = 120

/** The pages below each other, of which only those around the window are drawn. */
export class Stack {
  readonly element: HTMLElement
  readonly #options: StackOptions
  readonly #sheets: readonly Sheet[]
  readonly #byElement: ReadonlyMap<Element, Sheet>
  readonly #paper: HTMLElement
  readonly #near = new Set<Sheet>()
  readonly #watch: IntersectionObserver
  readonly #resizing: ResizeObserver
  readonly #pageWidth: number
  #zoom: Zoom = 'width'
  #scale = 1
  #page = 1
  #marks: Marks = { byPage: new Map(), current: undefined }
  #revealing: TextMatch | undefined
  #isDrawing = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param size that of the first page in points, which the others are taken for until they are known */
  constructor(options: StackOptions, size: { width: number; height: number }) {
    this.#options = options
    const { pdf, labels, language, onFailure } = options
    this.#pageWidth = size.width
    this.#sheets = Array.from(
      { length: pdf.document.numPages },
      (_, index) =>
        new Sheet({
          ...{ pdf, size, labels, onFailure, number: index + 1 },
        }),
    )
    this.#byElement = new Map(this.#sheets.map((sheet) => [sheet.element, sheet]))
    // Pages stay as they are drawn, whatever the direction of the page around them.
    this.#paper = make('div', { class: 'paper', dir: 'ltr', ...(language && { lang: language }) })
    this.#paper.style.setProperty('--total-scale-factor', String(this.#scale))
    this.#paper.append(...this.#sheets.map(({ element }) => element))
    this.element = make(
      'div',
      { class: 'pages', dir: 'ltr', tabindex: '0', role: 'region', 'aria-label': labels.pages },
      this.#paper,
    )
    this.element.addEventListener('scroll', () => this.#findPage(), { passive: true })
    this.#watch = new IntersectionObserver((entries) => this.#follow(entries), {
      root: this.element,
      rootMargin: '60% 0px',
    })
    for (const { element } of this.#sheets) this.#watch.observe(element)
    this.#resizing = new ResizeObserver(() => this.#fit())
    this.#resizing.observe(this.element)
  }

  get page(): number {
    return this.#page
  }

  #follow(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const sheet = this.#byElement.get(target)
      if (!sheet) continue
      if (isIntersecting) this.#near.add(sheet)
      else {
        this.#near.delete(sheet)
        sheet.release()
      }
    }
    this.#drawSoon()
  }

  #drawSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#draw(), settling)
  }

  /** Draws what is near, beginning with the page that is looked at. */
  async #draw(): Promise<void> {
    if (this.#isDrawing) return
    this.#isDrawing = true
    const drawn = new Set<Sheet>()
    for (;;) {
      const distance = ({ number }: Sheet) => Math.abs(number - this.#page)
      const [next] = [...this.#near]
        .filter((sheet) => !drawn.has(sheet))
        .sort((a, b) => distance(a) - distance(b))
      if (!next) break
      drawn.add(next)
      const scale = this.#scale
      await next.draw(scale)
      this.#markSheet(next)
      // What was drawn while the size changed is drawn again.
      if (scale !== this.#scale) drawn.clear()
    }
    this.#isDrawing = false
  }

  #markSheet(sheet: Sheet): void {
    const { byPage, current } = this.#marks
    const mark = sheet.mark(
      byPage.get(sheet.number) ?? [],
      current?.page === sheet.number ? current.match : undefined,
    )
    if (!mark || this.#revealing !== current?.match) return
    this.#revealing = undefined
    mark.scrollIntoView({ block: 'center', inline: 'nearest' })
  }

  /** Marks what was found; `reveals` brings the current one into the window. */
  mark(marks: Marks, { reveals }: { reveals: boolean }): void {
    this.#marks = marks
    const { current } = marks
    this.#revealing = reveals ? current?.match : undefined
    for (const sheet of this.#sheets) if (sheet.isReadable) this.#markSheet(sheet)
    // It is shown once its page has been drawn.
    if (this.#revealing && current) this.goTo(current.page)
  }

  #findPage(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.element
    const current = this.#sheets[this.#page - 1]?.element
    const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
    // The last pages may be too short to reach the top.
    if (isAtEnd) {
      if (!current || current.offsetTop < scrollTop) this.#setPage(this.#sheets.length)
      return
    }
    const line = scrollTop + Math.min(clientHeight / 3, (current?.offsetHeight ?? 0) / 2)
    let [low, high] = [0, this.#sheets.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#sheets[middle]?.element.offsetTop ?? 0) <= line) low = middle
      else high = middle - 1
    }
    this.#setPage(low + 1)
  }

  #setPage(number: number): void {
    if (number === this.#page) return
    this.#page = number
    this.#options.onPage(number)
  }

  /** Shows a page; the nearest one there is. */
  goTo(number: number): void {
    const wanted = Math.min(Math.max(1, number), this.#sheets.length)
    const sheet = this.#sheets[wanted - 1]
    if (sheet) this.element.scrollTop = sheet.element.offsetTop - 8
    this.#setPage(wanted)
    this.#drawSoon()
  }

  /** Moves by a part of the window. */
  scrollBy(part: number): void {
    this.element.scrollTop += this.element.clientHeight * part
  }

  zoomBy(direction: 1 | -1): void {
    this.#zoom = stepZoom(factorOf(this.#scale), direction)
    this.#fit()
  }

  fitWidth(): void {
    this.#zoom = 'width'
    this.#fit()
  }

  /** Gives the pages their size. The same place stays at the top of the window. */
  #fit(): void {
    const styles = getComputedStyle(this.#paper)
    const room =
      this.element.clientWidth -
      Number.parseFloat(styles.paddingLeft) -
      Number.parseFloat(styles.paddingRight)
    if (room <= 0) return
    const scale = scaleOf(this.#zoom, { page: this.#pageWidth, room })
    if (scale === this.#scale) return
    const sheet = this.#sheets[this.#page - 1]?.element
    const part = sheet ? (this.element.scrollTop - sheet.offsetTop) / sheet.offsetHeight : 0
    this.#scale = scale
    this.#paper.style.setProperty('--total-scale-factor', String(scale))
    if (sheet) this.element.scrollTop = sheet.offsetTop + part * sheet.offsetHeight
    this.#drawSoon()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watch.disconnect()
    this.#resizing.disconnect()
    this.#near.clear()
    for (const sheet of this.#sheets) sheet.release()
  }
}
