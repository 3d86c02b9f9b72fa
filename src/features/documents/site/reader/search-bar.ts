import type { Translate } from '#site/contract.ts'
import { make, makeIcon, makeIconButton } from './elements.ts'
import { type Finder, type Found, listFound, mostMatches, type SearchState } from './finder.ts'
import type { Stack } from './stack.ts'

interface SearchBarOptions {
  t: Translate
  format(number: number): string
  finder: Finder
  stack: Stack
  onClose(): void
}

/** Milliseconds after the last letter until it is looked up. */
const patience = 250

/** The search in the document: a field, what was found, and the ways between that. */
export class SearchBar {
  readonly element: HTMLElement
  readonly #options: SearchBarOptions
  readonly #field: HTMLInputElement
  readonly #status: HTMLElement
  #state: SearchState | undefined
  #found: readonly Found[] = []
  #current: Found | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #query = ''

  constructor(options: SearchBarOptions) {
    this.#options = options
    const { t, onClose } = options
    this.#field = make('input', {
      ...{ type: 'search', dir: 'auto', maxlength: '200', autocomplete: 'off' },
      'aria-label': t('reader:searchLabel'),
      placeholder: t('reader:searchLabel'),
    })
    this.#field.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#search(), patience)
    })
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return
      event.preventDefault()
      if (this.#field.value.trim() === this.#query) this.#step(event.shiftKey ? -1 : 1)
      else this.#search()
    })
    this.#status = make('span', { role: 'status' })
    this.element = make(
      'search',
      { class: 'seeking', hidden: '' },
      this.#field,
      this.#status,
      makeIconButton(t('reader:previousMatch'), makeIcon('M4 12.500l6-6 6 6'), () => this.#step(-1)),
      makeIconButton(t('reader:nextMatch'), makeIcon('M4 7.500l6 6 6-6'), () => this.#step(1)),
      makeIconButton(t('reader:closeSearch'), makeIcon('M5 5l10 10M15 5L5 15'), onClose),
    )
  }

  get isOpen(): boolean {
    return !this.element.hidden
  }

  open(): void {
    this.element.hidden = false
    this.#field.focus()
    this.#field.select()
    if (this.#field.value.trim()) this.#search()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.element.hidden = true
    this.#options.finder.stop()
    this.#clear()
  }

  #clear(): void {
    this.#query = ''
    this.#state = undefined
    this.#found = []
    this.#current = undefined
    this.#status.textContent = ''
    this.#options.stack.mark({ byPage: new Map(), current: undefined }, { reveals: false })
  }

  #search(): void {
    clearTimeout(this.#timer)
    const query = this.#field.value.trim()
    const { finder, stack } = this.#options
    finder.stop()
    this.#clear()
    this.#query = query
    if (query) void finder.find(query, stack.page, (state) => this.#take(state))
  }

  #take(state: SearchState): void {
    const isFirst = this.#current === undefined
    const hasGrown = state.total !== this.#state?.total
    this.#state = { ...state, byPage: new Map(state.byPage) }
    if (hasGrown) {
      this.#found = listFound(state)
      // The first one found is on the page that is looked at, or comes after it.
      this.#current = this.#found.find(({ match }) => match === this.#current?.match)
      const [page] = state.byPage.keys()
      this.#current ??= this.#found.find((one) => one.page === page)
      this.#mark(isFirst)
    }
    this.#tell()
  }

  #mark(reveals: boolean): void {
    this.#options.stack.mark(
      { byPage: this.#state?.byPage ?? new Map(), current: this.#current },
      { reveals },
    )
  }

  #tell(): void {
    const { t, format } = this.#options
    const { total, pages, isDone } = this.#state ?? { total: 0, pages: 0, isDone: false }
    const isCut = total >= mostMatches
    const at = this.#findPlace() + 1
    if (total > 0) {
      const numbers = { current: format(at), total: format(total) }
      this.#status.textContent = t(isCut ? 'reader:matchesCut' : 'reader:matches', numbers)
    } else {
      this.#status.textContent = isDone
        ? t('reader:noMatches')
        : t('reader:searching', { page: format(pages) })
    }
  }

  #findPlace(): number {
    return this.#current ? this.#found.indexOf(this.#current) : -1
  }

  #step(direction: 1 | -1): void {
    if (this.#found.length === 0) return
    const at = this.#findPlace()
    this.#current = this.#found.at((at + direction) % this.#found.length)
    this.#mark(true)
    this.#tell()
  }
}
