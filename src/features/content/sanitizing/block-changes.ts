import type { BlockChange, SourceBlock } from '#features/content/contract.ts'
import type { Block } from './blocks.ts'

/** A block of which nothing but the fingerprint may be known any more. */
export type KnownBlock = Pick<Block, 'fingerprint'> & Partial<Block>

/** How alike two blocks have to be, by their words, to be one that was changed. */
const alike = 0.35

/** What became of the blocks of a text: which stayed, came, went, moved, or say something else now. */
export function compareBlocks(before: readonly KnownBlock[], after: readonly KnownBlock[]): BlockChange[] {
  const kept = matchInOrder(before, after)
  const left = before.filter((_, index) => !kept.has(index))
  const right = new Set(after.keys())
  for (const index of kept.values()) right.delete(index)

  // What is in both texts and not in order has moved; of the rest, each takes the likeliest.
  const partners = new Map<number, { block: KnownBlock; kind: 'moved' | 'changed' }>()
  const places = Map.groupBy(right, (index) => after[index]?.fingerprint)
  for (const block of left) {
    const index = places.get(block.fingerprint)?.shift()
    if (index === undefined) continue
    partners.set(index, { block, kind: 'moved' })
    right.delete(index)
  }
  const moved = new Set([...partners.values()].map(({ block }) => block))
  const gone = new Set(left.filter((block) => !moved.has(block)))
  // A text that was replaced by another as a whole is not worth the comparing.
  const candidates = gone.size * right.size > 40_000 ? [] : right
  const words = new Map<KnownBlock, Set<string>>()
  const rememberWords = (block: KnownBlock) => {
    const known = words.get(block) ?? wordsOf(block)
    words.set(block, known)
    return known
  }
  for (const index of candidates) {
    const block = after[index]
    if (!block) continue
    const [best] = [...gone]
      .map((candidate) => ({ candidate, likeness: likenessOf(candidate, block, rememberWords) }))
      .sort((a, b) => b.likeness - a.likeness)
    if (!best || best.likeness < alike) continue
    partners.set(index, { block: best.candidate, kind: 'changed' })
    gone.delete(best.candidate)
  }

  const changes: BlockChange[] = []
  const keptAfter = new Map([...kept].map(([from, to]) => [to, from]))
  let next = 0
  const tellGone = (until: number) => {
    for (; next < until; next++) {
      const block = before[next]
      if (block && gone.has(block)) changes.push({ kind: 'removed', before: show(block), after: null })
    }
  }
  for (const [index, block] of after.entries()) {
    const from = keptAfter.get(index)
    const partner = partners.get(index)
    if (from !== undefined) tellGone(from)
    if (from !== undefined) changes.push({ kind: 'kept', before: show(block), after: show(block) })
    else if (partner) changes.push({ kind: partner.kind, before: show(partner.block), after: show(block) })
    else changes.push({ kind: 'added', before: null, after: show(block) })
  }
  tellGone(before.length)
  return changes
}

function show({ tag, text }: KnownBlock): SourceBlock {
  return { tag: tag ?? null, text: text ?? null }
}

/** The longest run of blocks that are in both in the same order, by their places. */
function matchInOrder(before: readonly KnownBlock[], after: readonly KnownBlock[]): Map<number, number> {
  // Most of a text is as it was; only what lies between its unchanged beginning and end is worth the table.
  const matches = new Map<number, number>()
  const same = (a: number, b: number) => before[a]?.fingerprint === after[b]?.fingerprint
  let start = 0
  while (start < before.length && start < after.length && same(start, start)) matches.set(start, start++)
  let endBefore = before.length
  let endAfter = after.length
  while (endBefore > start && endAfter > start && same(endBefore - 1, endAfter - 1)) {
    matches.set(--endBefore, --endAfter)
  }
  const [rows, columns] = [endBefore - start, endAfter - start]
  if (rows * columns > 1_000_000) return matches
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row--) {
    const line = lengths[row]
    if (!line) continue
    for (let column = columns - 1; column >= 0; column--) {
      line[column] = same(start + row, start + column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (same(start + row, start + column)) matches.set(start + row++, start + column++)
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return matches
}

const wordsOf = (block: KnownBlock) => new Set((block.text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** From 0 for nothing in common to 1; two of another kind are less alike. */
function likenessOf(a: KnownBlock, b: KnownBlock, readWords: (block: KnownBlock) => Set<string>): number {
  if (a.text === undefined || b.text === undefined) return 0
  if (a.text === b.text) return 1
  const [left, right] = [readWords(a), readWords(b)]
  let common = 0
  for (const word of left) if (right.has(word)) common++
  const all = left.size + right.size - common
  const likeness = all === 0 ? 0 : common / all
  return a.tag === b.tag ? likeness : likeness * 0.7
}
