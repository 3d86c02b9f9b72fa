import type { Translate } from '#site/contract.ts'
import { make, makeIcon, makeIconButton } from './elements.ts'
import { readNumeral } from './numerals.ts'

interface ToolbarOptions {
  t: Translate
  /** A number in the digits of the interface. */
  format(number: number): string
  onPage(number: number): void
  onStep(direction: 1 | -1): void
  onZoom(direction: 1 | -1): void
  onFit(): void
  onSearch(): void
}

/** The buttons for pages and sizes. */
export class Toolbar {
  readonly element: HTMLElement
  readonly search: HTMLButtonElement
  readonly #options: ToolbarOptions
  readonly #field: HTMLInputElement
  readonly #total: HTMLElement
  readonly #previous: HTMLButtonElement
  readonly #next: HTMLButtonElement
  #page = 1
  #pages = 1

  constructor(options: ToolbarOptions) {
    this.#options = options
    const { t, onStep, onZoom, onFit, onSearch } = options
    this.#previous = makeIconButton(t('reader:previous'), makeIcon('M12.5 4l-6 6 6 6', { flips: true }), () =>
      onStep(-1),
    )
    this.#next = makeIconButton(t('reader:next'), makeIcon('M7.5 4l6 6-6 6', { flips: true }), () =>
      onStep(1),
    )
    this.#field = make('input', {
      ...{ type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: '6' },
      'aria-label': t('reader:page'),
    })
    this.#field.addEventListener('focus', () => this.#field.select())
    this.#field.addEventListener('change', () => this.#readField())
    this.#total = make('span')
    this.search = makeIconButton(
      t('reader:search'),
      makeIcon('M13.5 8.500a5 5 0 1 1-10 0 5 5 0 0 1 10 0M12.200 12.200L17 17'),
      onSearch,
    )
    this.search.setAttribute('aria-expanded', 'false')
    this.element = make(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': t('reader:tools') },
      make('div', {}, this.#previous, this.#field, this.#total, this.#next),
      make(
        'div',
        {},
        makeIconButton(t('reader:zoomOut'), makeIcon('M4 10h12'), () => onZoom(-1)),
        makeIconButton(t('reader:zoomIn'), makeIcon('M4 10h12M10 4v12'), () => onZoom(1)),
        makeIconButton(
          t('reader:fitWidth'),
          makeIcon('M2.500 4v12M17.500 4v12M5 10h10M7.500 7L5 10l2.500 3M12.500 7l2.500 3-2.500 3'),
          onFit,
        ),
        this.search,
      ),
    )
    this.show(1, 1)
  }

  #readField(): void {
    const number = readNumeral(this.#field.value)
    if (number === undefined) this.show(this.#page, this.#pages)
    else this.#options.onPage(number)
  }

  /** Shows which page of how many is looked at. */
  show(page: number, pages: number): void {
    const { t, format } = this.#options
    this.#page = page
    this.#pages = pages
    this.#field.value = format(page)
    this.#total.textContent = t('reader:of', { number: format(pages) })
    // Not disabled: a button that loses the focus while it is pressed loses the reader's place.
    this.#previous.ariaDisabled = String(page <= 1)
    this.#next.ariaDisabled = String(page >= pages)
  }
}
