import type { LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import { leavesPath, statePath } from '#features/ledger/site/addresses.ts'
import { isLanguage } from '#shared/languages.ts'
import { siteLocale } from '#ui/typesetting.ts'
import { drawGrowth, listSizes } from './growth.ts'

/** How many entries are read at once. */
const portion = 20
/** How often what is shown is read again, in milliseconds. */
const interval = 15_000

interface LiveOptions {
  /** The frame that the server wrote. */
  root: HTMLElement
  /** Called when a visitor chooses an entry. */
  onEntry: (index: number) => void
}

/** Shows the ledger as it is now in the frame of the page, and follows it while the page is looked at. */
export function showLedger({ root, onEntry }: LiveOptions): void {
  const frame = new Frame(root)
  const kind = root.querySelector<HTMLSelectElement>('select')
  let leaves: LedgerLeaf[] = []
  let size: number | undefined
  let shown = ''
  let run = 0

  async function readLeaves(offset: number): Promise<LedgerLeaf[]> {
    const query = new URLSearchParams({ limit: String(portion), offset: String(offset) })
    if (kind?.value) query.set('kind', kind.value)
    return readJson(`${leavesPath}?${query}`)
  }

  /** Reads what is new; `isAsked` when somebody waits for it. */
  async function refresh(isAsked: boolean): Promise<void> {
    const number = ++run
    const filter = kind?.value ?? ''
    if (isAsked) root.ariaBusy = 'true'
    try {
      const [state, newest] = await Promise.all([readJson<LedgerState>(statePath), readLeaves(0)])
      if (number !== run) return
      const isSame = filter === shown
      const added = isSame ? mergeNewest(leaves, newest) : { leaves: newest, hasGap: true }
      const known = new Set(isSame ? leaves.map(({ index }) => index) : [])
      leaves = added.leaves
      shown = filter
      frame.showState(state)
      frame.showLeaves(leaves, isSame && size !== undefined ? known : undefined)
      if (added.hasGap) frame.showMore(newest.length === portion)
      if (size !== undefined && state.size > size) frame.announce(state.size - size)
      size = state.size
      root.dataset.state = state.size === 0 ? 'empty' : 'shown'
      frame.clearFault()
    } catch {
      if (number !== run) return
      if (size === undefined) root.dataset.state = 'failed'
      // What is shown stays, with a word about it.
      if (isAsked || size !== undefined) frame.showFault()
    } finally {
      if (number === run) root.ariaBusy = null
    }
  }

  async function showMore(): Promise<void> {
    const number = run
    root.ariaBusy = 'true'
    try {
      const older = await readLeaves(leaves.length)
      if (number !== run) return
      const oldest = leaves.at(-1)?.index ?? Number.POSITIVE_INFINITY
      const more = older.filter(({ index }) => index < oldest)
      leaves = [...leaves, ...more]
      frame.showLeaves(leaves)
      frame.showMore(older.length === portion)
      frame.focusOn(more[0]?.index)
      frame.clearFault()
    } catch {
      if (number === run) frame.showFault()
    } finally {
      if (number === run) root.ariaBusy = null
    }
  }

  root.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest('button')
    if (button?.name === 'retry') void refresh(true)
    if (button?.name === 'more') void showMore()
    if (button?.name === 'copy') void frame.copyRoot()
    const index = event.target.closest<HTMLElement>('[data-index]')?.dataset.index
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (index === undefined || !isPlain || !event.target.closest('a')) return
    event.preventDefault()
    onEntry(Number(index))
  })
  kind?.addEventListener('change', () => void refresh(true))
  setInterval(() => document.hidden || void refresh(false), interval)
  document.addEventListener('visibilitychange', () => document.hidden || void refresh(false))
  void refresh(true)
}

/** The newest entries before those that are known; only the newest where some between them are missing. */
export function mergeNewest(
  known: readonly LedgerLeaf[],
  newest: readonly LedgerLeaf[],
): { leaves: LedgerLeaf[]; hasGap: boolean } {
  const top = known[0]?.index
  const hasGap = top === undefined || !newest.some(({ index }) => index === top)
  if (hasGap) return { leaves: [...newest], hasGap }
  return { leaves: [...newest.filter(({ index }) => index > top), ...known], hasGap }
}

async function readJson<T>(path: string): Promise<T> {
  const answer = await fetch(path, { headers: { accept: 'application/json' }, cache: 'no-store' })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** A hash so short that it can be compared at a glance. */
export function shorten(hash: string): string {
  return `${hash.slice(0, 10)}…${hash.slice(-6)}`
}

/** The parts of the page that show what was read. Their words are in the page: `data-text`. */
class Frame {
  readonly #root: HTMLElement
  readonly #number: Intl.NumberFormat
  readonly #moment: Intl.DateTimeFormat
  #rootHash = ''

  constructor(root: HTMLElement) {
    this.#root = root
    const { lang } = document.documentElement
    const locale = isLanguage(lang) ? siteLocale(lang) : lang
    this.#number = new Intl.NumberFormat(locale)
    this.#moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  }

  #slot(name: string, within: ParentNode = this.#root): HTMLElement | null {
    return within.querySelector<HTMLElement>(`[data-slot="${name}"]`)
  }

  #write(name: string, text: string): void {
    const slot = this.#slot(name)
    if (slot && slot.textContent !== text) slot.textContent = text
  }

  /** The words of a part with its variables. */
  #say(name: string, variables: Record<string, number> = {}): string {
    const sentence = this.#slot(name)?.dataset.text ?? ''
    return sentence.replace(/\{(\w+)\}/g, (_, key: string) => this.#number.format(variables[key] ?? 0))
  }

  showState(state: LedgerState): void {
    this.#rootHash = state.root_hash
    this.#write('size', this.#number.format(state.size))
    this.#write('root', shorten(state.root_hash))
    const at = state.checkpoint_at
    this.#write('checkpoint', at ? this.#moment.format(new Date(at)) : this.#say('checkpoint'))
    const witnesses = state.cosignatures.map(({ witness }) => witness).join(', ')
    this.#write('witnesses', witnesses || this.#say('witnesses'))
    if (state.anchored) this.#write('anchored', this.#say('anchored'))
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

  clearFault(): void {
    delete this.#root.dataset.fault
    this.#write('fault', '')
  }

  async copyRoot(): Promise<void> {
    await navigator.clipboard.writeText(this.#rootHash)
    this.#write('copied', this.#say('copied'))
  }
}
