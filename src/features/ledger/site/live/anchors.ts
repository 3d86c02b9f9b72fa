import type { LedgerAnchor, LedgerState } from '#features/ledger/contract.ts'
import { anchorsPath } from '#features/ledger/site/addresses.ts'
import { readJson } from './following.ts'
import { type Formats, shorten } from './formats.ts'

/** How many anchors are read at once. */
const portion = 5

/** The anchors of the page: what the newest is, and those before it when somebody asks. */
export class AnchorFrame {
  readonly #root: HTMLElement
  readonly #formats: Formats
  #anchors: LedgerAnchor[] = []
  #run = 0

  constructor(root: HTMLElement, formats: Formats) {
    this.#root = root
    this.#formats = formats
    this.#more?.addEventListener('click', () => void this.#showOlder())
  }

  /** Shows the newest anchor of a ledger, and reads the list again when there is a newer one than it has. */
  async show({ anchor, size }: LedgerState): Promise<void> {
    this.#root.hidden = anchor === null
    // It has nothing to check without one.
    const check = document.getElementById('check-anchor')
    if (check) check.hidden = anchor === null
    if (!anchor) return
    const { number, moment } = this.#formats
    this.#write('chain', anchor.chain)
    this.#write('anchor-size', number.format(anchor.size))
    this.#write('anchor-at', moment.format(new Date(anchor.block.at)))
    this.#slot('anchor-at')?.setAttribute('datetime', anchor.block.at)
    this.#write('anchor-block', number.format(anchor.block.number))
    this.#slot('anchor-transaction')?.replaceChildren(linkTransaction(anchor))
    this.#write('anchor-since', number.format(Math.max(0, size - anchor.size)))
    if (this.#anchors[0]?.transaction.hash !== anchor.transaction.hash) await this.#read(0)
  }

  async #showOlder(): Promise<void> {
    if (this.#root.ariaBusy !== 'true') await this.#read(this.#anchors.length)
  }

  get #more(): HTMLButtonElement | null {
    return this.#root.querySelector('button')
  }

  async #read(offset: number): Promise<void> {
    const number = ++this.#run
    this.#root.ariaBusy = 'true'
    this.#write('anchors-fault', '')
    try {
      const query = new URLSearchParams({ limit: String(portion), offset: String(offset) })
      const read = await readJson<LedgerAnchor[]>(`${anchorsPath}?${query}`)
      // Meanwhile there is a newer anchor, and the list is read from its beginning.
      if (number !== this.#run) return
      const oldest = (offset > 0 && this.#anchors.at(-1)?.size) || Number.POSITIVE_INFINITY
      const more = read.filter(({ size }) => size < oldest)
      this.#anchors = offset > 0 ? [...this.#anchors, ...more] : read
      const rows = this.#anchors.flatMap((anchor) => this.#makeRow(anchor))
      this.#root.querySelector('.rows')?.replaceChildren(...rows)
      const button = this.#more
      const hadFocus = document.activeElement === button
      if (button) button.hidden = read.length < portion
      // The button moves down, or goes.
      const first = rows[offset]
      if (hadFocus && offset > 0 && first) (first.querySelector('a') ?? first).focus()
    } catch {
      if (number === this.#run) this.#write('anchors-fault', this.#slot('anchors-fault')?.dataset.text ?? '')
    } finally {
      if (number === this.#run) this.#root.ariaBusy = null
    }
  }

  #makeRow(anchor: LedgerAnchor): HTMLElement[] {
    const row = this.#root.querySelector('template')?.content.querySelector('li')?.cloneNode(true)
    if (!(row instanceof HTMLElement)) return []
    const { number, moment } = this.#formats
    const fill = (name: string, value: number) => {
      const slot = this.#slot(name, row)
      if (slot) slot.textContent = (slot.textContent ?? '').replace(/\{\w+\}/, number.format(value))
    }
    fill('row-size', anchor.size)
    fill('row-block', anchor.block.number)
    const time = this.#slot('row-at', row)
    if (time) {
      time.textContent = moment.format(new Date(anchor.block.at))
      time.setAttribute('datetime', anchor.block.at)
    }
    this.#slot('row-transaction', row)?.replaceChildren(linkTransaction(anchor))
    row.tabIndex = -1
    return [row]
  }

  #slot(name: string, within: ParentNode = this.#root): HTMLElement | null {
    return within.querySelector<HTMLElement>(`[data-slot="${name}"]`)
  }

  #write(name: string, text: string): void {
    const slot = this.#slot(name)
    if (slot && slot.textContent !== text) slot.textContent = text
  }
}

/** The hash of a transaction, as a link to where it can be looked up if there is such a place. */
function linkTransaction({ transaction: { hash, url } }: LedgerAnchor): HTMLElement {
  const code = document.createElement('code')
  code.dir = 'ltr'
  code.textContent = shorten(hash)
  if (!url || !/^https?:/.test(url)) return code
  const link = document.createElement('a')
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  link.append(code)
  return link
}
