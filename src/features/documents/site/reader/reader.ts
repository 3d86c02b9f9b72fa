import { type Catalogue, loadTexts } from '#shared/browser-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Translate } from '#site/contract.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import { make, makeIcon, makeIconButton } from './elements.ts'
import { type Command, readCommand } from './keys.ts'
import style from './reader.css?inline'
import type { Viewer } from './viewer.ts'

const catalogues = import.meta.glob<Catalogue>('/locales/*/reader.json', { import: 'default' })

/** The document that is read. */
export interface ReadDocument {
  url: string
  /** What a copy is called. */
  name: string
  title: string
  language: string | undefined
}

interface ReaderOptions extends ReadDocument {
  /** The language of the interface. */
  interfaceLanguage: Language
  page: number
  onPage(number: number): void
  onClose(): void
}

let isStyled = false

/** A style sheet that the script hands to the page: the policy allows no style elements. */
function addStyle(): void {
  if (isStyled) return
  isStyled = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
}

/** Opens the reader over the page. */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const t = await loadTexts(catalogues, options.interfaceLanguage, ['reader'])
  addStyle()
  return new Reader(options, t)
}

/** The dialog in which a document is read. */
export class Reader {
  readonly #options: ReaderOptions
  readonly #t: Translate
  readonly #dialog: HTMLDialogElement
  readonly #body = make('div', { class: 'reading' })
  readonly #note = make('p', { class: 'note', role: 'status' })
  #viewer: Viewer | undefined
  #page: number
  #isClosed = false

  constructor(options: ReaderOptions, t: Translate) {
    this.#options = options
    this.#t = t
    this.#page = options.page
    const { title, language } = options
    const name = make('h2', { id: 'reader-title', dir: 'auto', ...(language && { lang: language }) }, title)
    const closing = makeIconButton(t('reader:close'), makeIcon('M5 5l10 10M15 5L5 15'), () => this.close())
    this.#dialog = make(
      'dialog',
      { class: 'reader', 'aria-labelledby': 'reader-title' },
      make('div', { class: 'head' }, name, closing),
      this.#body,
    )
    this.#listen()
    document.body.append(this.#dialog)
    this.#dialog.showModal()
    void this.#load()
  }

  #listen(): void {
    // A phone's gesture for back closes the search first, as Escape does.
    this.#dialog.addEventListener('cancel', (event) => this.#closeSearch(event))
    this.#dialog.addEventListener('close', () => this.#end())
    this.#dialog.addEventListener('keydown', (event) => this.#press(event))
    this.#dialog.addEventListener('wheel', (event) => this.#turnWheel(event), { passive: false })
  }

  async #load(): Promise<void> {
    const { url, language, interfaceLanguage } = this.#options
    const progress = make('progress', { 'aria-label': this.#t('reader:loading') })
    this.#body.replaceChildren(
      make('div', { class: 'waiting' }, make('p', { role: 'status' }, this.#t('reader:loading')), progress),
    )
    try {
      const { Viewer } = await import('./viewer.ts')
      const viewer = await Viewer.open({
        ...{ url, language, t: this.#t },
        format: (number) => formatNumeral(number, interfaceLanguage),
        onPage: (number) => this.#take(number),
        onReplaced: () => void this.#replace(),
        onProgress: (part) => {
          progress.value = part
        },
      })
      if (this.#isClosed) viewer.close()
      else this.#show(viewer)
    } catch {
      if (!this.#isClosed) this.#fail()
    }
  }

  #show(viewer: Viewer): void {
    this.#viewer = viewer
    const { toolbar, search, stack } = viewer
    this.#body.replaceChildren(toolbar.element, search.element, this.#note, stack.element)
    viewer.stack.goTo(this.#page)
    viewer.stack.element.focus()
  }

  /** Goes on with the file that is served by now. */
  async #replace(): Promise<void> {
    if (this.#isClosed) return
    this.#viewer?.close()
    this.#viewer = undefined
    await this.#load()
    this.#note.textContent = this.#t('reader:replaced')
  }

  #fail(): void {
    const t = this.#t
    const retry = make('button', { type: 'button', class: 'button' }, t('reader:retry'))
    retry.addEventListener('click', () => void this.#load())
    const { url, name } = this.#options
    this.#body.replaceChildren(
      make(
        'div',
        { class: 'waiting', role: 'alert' },
        make('h3', {}, t('reader:failed')),
        make('p', {}, t('reader:failedText')),
        make(
          'p',
          { class: 'acts' },
          retry,
          make('a', { class: 'button', href: url, download: name }, t('reader:download')),
        ),
      ),
    )
    retry.focus()
  }

  #take(page: number): void {
    // A page that is scrolled to may be told late.
    if (this.#isClosed) return
    this.#page = page
    this.#options.onPage(page)
  }

  #closeSearch(event: Event): void {
    if (!this.#viewer?.search.isOpen) return
    event.preventDefault()
    this.#viewer.closeSearch()
  }

  #press(event: KeyboardEvent): void {
    const viewer = this.#viewer
    if (!viewer || event.defaultPrevented) return
    if (event.key === 'Escape') {
      this.#closeSearch(event)
      return
    }
    const isTyping = event.target instanceof HTMLInputElement
    const isRightToLeft = getComputedStyle(this.#dialog).direction === 'rtl'
    const command = readCommand(event, { isTyping, isRightToLeft })
    // The browser scrolls what has the focus, more smoothly than a script.
    const isScrolling = command && ['down', 'up', 'further', 'back'].includes(command)
    if (!command || (isScrolling && event.target === viewer.stack.element)) return
    event.preventDefault()
    run(command, viewer)
  }

  #turnWheel(event: WheelEvent): void {
    if (!event.ctrlKey) return
    event.preventDefault()
    this.#viewer?.stack.zoomBy(event.deltaY < 0 ? 1 : -1)
  }

  /** Shows another page. */
  goTo(page: number): void {
    this.#page = page
    this.#viewer?.stack.goTo(page)
  }

  /** Ends at once: the event of the dialog comes later, when the address may name a page again. */
  close(): void {
    this.#dialog.close()
    this.#end()
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#viewer?.close()
    this.#dialog.remove()
    this.#options.onClose()
  }
}

function run(command: Command, viewer: Viewer): void {
  const { stack } = viewer
  const commands: Record<Command, () => void> = {
    next: () => stack.goTo(stack.page + 1),
    previous: () => stack.goTo(stack.page - 1),
    in: () => stack.zoomBy(1),
    out: () => stack.zoomBy(-1),
    fit: () => stack.fitWidth(),
    search: () => viewer.openSearch(),
    down: () => stack.scrollBy(0.9),
    up: () => stack.scrollBy(-0.9),
    further: () => stack.scrollBy(0.1),
    back: () => stack.scrollBy(-0.1),
  }
  commands[command]()
}
