import type { LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import { AnchorFrame } from './anchors.ts'
import { createFormats, shorten } from './formats.ts'
import { drawGrowth, listSizes } from './growth.ts'

/** The parts of the page that show what was read. Their words are in the page: `data-text`. */
export class Frame {
  readonly #root: HTMLElement
  readonly #number: Intl.NumberFormat
  readonly #moment: Intl.DateTimeFormat
  readonly #anchors?: AnchorFrame
  #rootHash = ''

  constructor(root: HTMLElement) {
    this.#root = root
    const formats = createFormats()
    this.#number = formats.number
    this.#moment = formats.moment
    const anchors = root.querySelector<HTMLElement>('.anchors')
    if (anchors) this.#anchors = new AnchorFrame(anchors, formats)
  }

  #slot(name: string, within: ParentNode = this.#root): HTMLElement | null {
    return within.querySelector<HTMLElement>(`[data-slot="${name}"]`)
  }

  #write(name: string, text: string): void {
    const slot = this.#slot(name)
    if (slot && slot.textContent !== text) slot.textContent = text
  }

  /** The words of a part with its variables. */
  #say(name: string, variables: Record<string, number | string> = {}): string {
    const sentence = this.#slot(name)?.dataset.text ?? ''
    return sentence.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = variables[key] ?? 0
      return typeof value === 'string' ? value : this.#number.format(value)
    })
  }

  showState(state: LedgerState): void {
    this.#rootHash = state.root_hash
    this.#write('size', this.#number.format(state.size))
    this.#write('root', shorten(state.root_hash))
    const at = state.checkpoint_at
    this.#write('checkpoint', at ? this.#moment.format(new Date(at)) : this.#say('checkpoint'))
    const witnesses = state.cosignatures.map(({ witness }) => witness).join(', ')
    this.#write('witnesses', witnesses || this.#say('witnesses'))
    const names = state.former_logs.map(({ origin }) => origin).join(', ')
    this.#write('former', names && this.#say('former', { names }))
    this.#showChain(state.anchor?.chain)
    void this.#anchors?.show(state)
    for (const count of this.#root.querySelectorAll<HTMLElement>('[data-kind]')) {
      const amount = new Map(Object.entries(state.by_kind)).get(count.dataset.kind ?? '') ?? 0
      count.textContent = this.#number.format(amount)
    }
    const sizes = listSizes(state)
    const { curve, hatch } = drawGrowth(sizes)
    this.#root.querySelector('.curve')?.setAttribute('d', curve)
    this.#root.querySelector('.hatch')?.setAttribute('d', hatch)
    this.#write('growth', this.#say('growth', { from: sizes[0] ?? 0, to: state.size }))
  }

  /** Names the chain in which the ledger is anchored, with a link to its anchors. */
  #showChain(chain: string | undefined): void {
    const link = this.#root.querySelector<HTMLElement>('[data-slot=anchored] a')
    const none = this.#root.querySelector<HTMLElement>('[data-slot=anchored] span')
    if (!link || !none) return
    link.textContent = chain ?? ''
    link.hidden = chain === undefined
    none.hidden = chain !== undefined
  }

  /** Shows entries; those that are not among the known ones are marked as new. */
  showLeaves(leaves: readonly LedgerLeaf[], known?: ReadonlySet<number>): void {
    const list = this.#root.querySelector('.rows')
    const rows = new Map(
      [...(list?.querySelectorAll<HTMLElement>('li') ?? [])].map((row) => [row.dataset.index, row]),
    )
    list?.replaceChildren(
      ...leaves.flatMap((leaf) => rows.get(String(leaf.index)) ?? this.#makeRow(leaf, known)),
    )
    const none = this.#root.querySelector<HTMLElement>('.none')
    if (none) none.hidden = leaves.length > 0
  }

  #makeRow(leaf: LedgerLeaf, known?: ReadonlySet<number>): HTMLElement[] {
    const template = this.#root.querySelector<HTMLTemplateElement>('template')
    const row = template?.content.querySelector('li')?.cloneNode(true)
    if (!(row instanceof HTMLElement)) return []
    row.dataset.index = String(leaf.index)
    if (known && !known.has(leaf.index)) row.dataset.new = ''
    const kinds = [...this.#root.querySelectorAll('option')]
    const link = this.#slot('number', row)
    if (link) {
      link.textContent = (link.textContent ?? '').replace('{number}', this.#number.format(leaf.index))
      link.setAttribute('href', `?entry=${leaf.index}`)
    }
    const write = (name: string, text: string) => {
      const slot = this.#slot(name, row)
      if (slot) slot.textContent = text
    }
    write('kind', kinds.find(({ value }) => value === leaf.kind)?.textContent ?? leaf.kind)
    write('time', this.#moment.format(new Date(leaf.time)))
    this.#slot('time', row)?.setAttribute('datetime', leaf.time)
    write('hash', shorten(leaf.leaf_hash))
    return [row]
  }

  showMore(hasMore: boolean): void {
    const button = this.#root.querySelector<HTMLButtonElement>('[name=more]')
    if (button) button.hidden = !hasMore
  }

  focusOn(index: number | undefined): void {
    this.#root.querySelector<HTMLElement>(`li[data-index="${index}"] a`)?.focus()
  }

  announce(count: number): void {
    this.#write('news', this.#say('news', { number: count }))
  }

  showFault(): void {
    this.#root.dataset.fault = ''
    this.#write('fault', this.#say('fault'))
  }

  /** Says that the entries that were asked for could not be loaded, beside those that stay. */
  showListFault(): void {
    this.#write('list-fault', this.#say('list-fault'))
  }

  clearListFault(): void {
    this.#write('list-fault', '')
  }

  clearFault(): void {
    delete this.#root.dataset.fault
    this.#write('fault', '')
  }

  async copyRoot(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#rootHash)
      this.#write('copied', this.#say('copied'))
    } catch {
      // Without a clipboard, the whole of it can be selected.
      this.#write('root', this.#rootHash)
    }
  }
}
