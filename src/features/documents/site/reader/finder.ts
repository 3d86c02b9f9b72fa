import { toPieces } from '#features/documents/processing/model.ts'
import { findMatches, foldPage, type PageText, type TextMatch } from './page-text.ts'
import type { Pdf } from './pdf.ts'

/** More are not looked for: nobody reads them all. */
export const mostMatches = 1_000

export interface Found {
  page: number
  match: TextMatch
}

/** How a search stands. */
export interface SearchState {
  byPage: ReadonlyMap<number, readonly TextMatch[]>
  total: number
  /** How many pages have been looked at. */
  pages: number
  isDone: boolean
}

/** The search in a document, page by page. */
export class Finder {
  readonly #pdf: Pdf
  readonly #onFailure: () => void
  readonly #texts = new Map<number, Promise<PageText>>()
  #run = 0

  /** @param onFailure called when a page cannot be read */
  constructor(pdf: Pdf, onFailure: () => void) {
    this.#pdf = pdf
    this.#onFailure = onFailure
  }

  /** The text of a page; empty for one that cannot be read. */
  #read(number: number): Promise<PageText> {
    const known = this.#texts.get(number)
    if (known) return known
    const text = this.#fold(number).catch(() => {
      this.#onFailure()
      return foldPage([])
    })
    this.#texts.set(number, text)
    return text
  }

  async #fold(number: number): Promise<PageText> {
    const page = await this.#pdf.getPage(number)
    const { items } = await page.getTextContent()
    return foldPage(toPieces(items))
  }

  /** Looks a query up from a page on, and then before it. Another search ends this one. */
  async find(query: string, from: number, onState: (state: SearchState) => void): Promise<void> {
    const run = ++this.#run
    const { numPages } = this.#pdf
    const byPage = new Map<number, readonly TextMatch[]>()
    let total = 0
    for (let pages = 0; pages < numPages && total < mostMatches; pages++) {
      const number = ((from - 1 + pages) % numPages) + 1
      const matches = findMatches(await this.#read(number), query, mostMatches - total)
      if (run !== this.#run) return
      if (matches.length > 0) byPage.set(number, matches)
      total += matches.length
      onState({ byPage, total, pages: pages + 1, isDone: false })
    }
    if (run === this.#run) onState({ byPage, total, pages: numPages, isDone: true })
  }

  /** Ends a search that is under way. */
  stop(): void {
    this.#run++
  }
}

/** All that was found, in the order of the pages. */
export const listFound = ({ byPage }: Pick<SearchState, 'byPage'>): Found[] =>
  [...byPage]
    .sort(([a], [b]) => a - b)
    .flatMap(([page, matches]) => matches.map((match) => ({ page, match })))
