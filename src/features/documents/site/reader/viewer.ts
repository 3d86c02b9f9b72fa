import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import type { Translate } from '#site/contract.ts'
import { Finder } from './finder.ts'
import { type OpenedPdf, openPdf } from './pdf.ts'
import { SearchBar } from './search-bar.ts'
import { Stack } from './stack.ts'
import { Toolbar } from './toolbar.ts'

interface ViewerOptions {
  url: string
  t: Translate
  format(number: number): string
  /** The language of the document. */
  language: string | undefined
  onPage(number: number): void
  onProgress(part: number): void
  /** Called when the address serves another file than the one that is open. */
  onReplaced(): void
}

/** A document that is being read, with its tools. */
export class Viewer {
  readonly toolbar: Toolbar
  readonly search: SearchBar
  readonly stack: Stack
  readonly #close: () => void

  private constructor(options: ViewerOptions, stack: Stack, finder: Finder, close: () => void) {
    const { t, format } = options
    this.stack = stack
    this.#close = close
    this.toolbar = new Toolbar({
      ...{ t, format },
      onPage: (number) => stack.goTo(number),
      onStep: (direction) => stack.goTo(stack.page + direction),
      onZoom: (direction) => stack.zoomBy(direction),
      onFit: () => stack.fitWidth(),
      onSearch: () => (this.search.isOpen ? this.closeSearch() : this.openSearch()),
    })
    this.search = new SearchBar({ t, format, finder, stack, onClose: () => this.closeSearch() })
  }

  /** Opens a document. @throws when it cannot be opened */
  static async open(options: ViewerOptions): Promise<Viewer> {
    const { url, t, format, language, onPage, onProgress, onReplaced } = options
    const worker = new Worker(workerAddress, { type: 'module' })
    const pdf = await openPdf({ url, worker, onProgress })
    const { numPages } = pdf.document
    const onFailure = watchVersion(pdf, onReplaced)
    try {
      const { width, height } = (await pdf.document.getPage(1)).getViewport({ scale: 1 })
      const labels = {
        pages: t('reader:pages'),
        page: (number: number) => t('reader:pageNumber', { number: format(number) }),
        failure: t('reader:pageFailed'),
      }
      const stack: Stack = new Stack(
        {
          ...{ pdf, labels, language, onFailure },
          onPage(number) {
            viewer.toolbar.show(number, numPages)
            onPage(number)
          },
        },
        { width, height },
      )
      const viewer = new Viewer(options, stack, new Finder(pdf.document, onFailure), pdf.close)
      viewer.toolbar.show(1, numPages)
      return viewer
    } catch (error) {
      pdf.close()
      throw error
    }
  }

  openSearch(): void {
    this.toolbar.search.ariaExpanded = 'true'
    this.search.open()
  }

  closeSearch(): void {
    this.toolbar.search.ariaExpanded = 'false'
    this.search.close()
    this.stack.element.focus()
  }

  close(): void {
    this.search.close()
    this.stack.close()
    this.#close()
  }
}

/** What is called when something fails: tells, once, when that is because the document has been replaced. */
function watchVersion(pdf: OpenedPdf, onReplaced: () => void): () => Promise<void> {
  let isAsking = false
  return async () => {
    if (isAsking) return
    isAsking = true
    if (await pdf.isReplaced().catch(() => false)) onReplaced()
    else isAsking = false
  }
}
