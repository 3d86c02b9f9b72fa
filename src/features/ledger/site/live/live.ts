import type { LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import { leavesPath, statePath } from '#features/ledger/site/addresses.ts'
import { followCheckpoint, readJson } from './following.ts'
import { Frame } from './frame.ts'

/** How many entries are read at once. */
const portion = 20

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
  let last: LedgerState | undefined
  let shown = ''
  let run = 0

  /** Reads what is new; `isAsked` when somebody waits for it. */
  async function refresh(isAsked: boolean): Promise<void> {
    const number = ++run
    const filter = kind?.value ?? ''
    if (isAsked) root.ariaBusy = 'true'
    frame.clearListFault()
    try {
      const [state, newest] = await Promise.all([readJson<LedgerState>(statePath), readLeaves(filter, 0)])
      if (number !== run) return
      const isSame = filter === shown
      const added = isSame ? mergeNewest(leaves, newest) : { leaves: newest, hasGap: true }
      const known = new Set(isSame ? leaves.map(({ index }) => index) : [])
      leaves = added.leaves
      shown = filter
      frame.showState(state)
      frame.showLeaves(leaves, isSame && last ? known : undefined)
      if (added.hasGap) frame.showMore(newest.length === portion)
      if (last && state.size > last.size) frame.announce(state.size - last.size)
      last = state
      root.dataset.state = state.size === 0 ? 'empty' : 'shown'
      frame.clearFault()
    } catch {
      if (number !== run) return
      // What is shown stays, with a word about it where it is looked at.
      if (last && kind && filter !== shown) {
        kind.value = shown
        frame.showListFault()
      } else if (isAsked || last) frame.showFault()
      if (!last) root.dataset.state = 'failed'
    } finally {
      if (number === run) root.ariaBusy = null
    }
  }

  async function showMore(): Promise<void> {
    const number = run
    root.ariaBusy = 'true'
    frame.clearListFault()
    try {
      const older = await readLeaves(shown, leaves.length)
      if (number !== run) return
      const oldest = leaves.at(-1)?.index ?? Number.POSITIVE_INFINITY
      const more = older.filter(({ index }) => index < oldest)
      leaves = [...leaves, ...more]
      frame.showLeaves(leaves)
      frame.showMore(older.length === portion)
      frame.focusOn(more[0]?.index)
    } catch {
      if (number === run) frame.showListFault()
    } finally {
      if (number === run) root.ariaBusy = null
    }
  }

  listen(root, {
    onEntry,
    onPress: {
      retry: () => void refresh(true),
      more: () => void showMore(),
      copy: () => void frame.copyRoot(),
    },
  })
  kind?.addEventListener('change', () => void refresh(true))
  followCheckpoint({
    isBusy: () => root.ariaBusy === 'true',
    getKnown: () => last?.checkpoint,
    onSame: () => frame.clearFault(),
    onFault: () => frame.showFault(),
    onChange: () => refresh(false),
  })
  void refresh(true)
}

/** Reads the entries of a kind, of all when it is empty, the newest first. */
async function readLeaves(kind: string, offset: number): Promise<LedgerLeaf[]> {
  const query = new URLSearchParams({ limit: String(portion), offset: String(offset) })
  if (kind) query.set('kind', kind)
  return readJson(`${leavesPath}?${query}`)
}

interface Listeners extends Pick<LiveOptions, 'onEntry'> {
  /** What each button does, by its name. */
  onPress: Readonly<Record<string, () => void>>
}

/** Listens to the buttons of the frame, and to the links to its entries. */
function listen(root: HTMLElement, { onEntry, onPress }: Listeners): void {
  root.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest('button')
    if (button) onPress[button.name]?.()
    const index = event.target.closest('a')?.closest<HTMLElement>('[data-index]')?.dataset.index
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (index === undefined || !isPlain) return
    event.preventDefault()
    onEntry(Number(index))
  })
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
