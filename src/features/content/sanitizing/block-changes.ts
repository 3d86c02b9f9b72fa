import type { BlockChange, SourceBlock } from '#features/content/contract.ts'
import type { Block } from './blocks.ts'

/** A block. Of an old version, only the fingerprint may be stored. */
export type KnownBlock = Pick<Block, 'fingerprint'> & Partial<Block>

/** From this share of common words on, a removed and an added block count as one block that was changed. */
const minimumLikeness = 0.35

/** Compares the blocks of two versions of a text, in reading order. */
export function compareBlocks(before: readonly KnownBlock[], after: readonly KnownBlock[]): BlockChange[] {
  const unchanged = matchInOrder(before, after)
  const unmatchedBefore = before.filter((_, index) => !unchanged.has(index))
  const unmatchedAfter = new Set(after.keys())
  for (const index of unchanged.values()) unmatchedAfter.delete(index)

  // First pair the blocks that only moved, then each remaining block with the most similar one.
  const partners = new Map<number, { block: KnownBlock; kind: 'moved' | 'changed' }>()
  const places = Map.groupBy(unmatchedAfter, (index) => after[index]?.fingerprint)
  for (const block of unmatchedBefore) {
    const index = places.get(block.fingerprint)?.shift()
    if (index === undefined) continue
    partners.set(index, { block, kind: 'moved' })
    unmatchedAfter.delete(index)
  }
  const moved = new Set([...partners.values()].map(({ block }) => block))
  const removed = new Set(unmatchedBefore.filter((block) => !moved.has(block)))
  // Too many pairs to compare: the text was replaced as a whole.
  const candidates = removed.size * unmatchedAfter.size > 40_000 ? [] : unmatchedAfter
  const words = new Map<KnownBlock, Set<string>>()
  const readWords = (block: KnownBlock) => {
    const known = words.get(block) ?? wordsOf(block)
    words.set(block, known)
    return known
  }
  for (const index of candidates) {
    const block = after[index]
    if (!block) continue
    const [best] = [...removed]
      .map((candidate) => ({ candidate, likeness: likenessOf(candidate, block, readWords) }))
      .sort((a, b) => b.likeness - a.likeness)
    if (!best || best.likeness < minimumLikeness) continue
    partners.set(index, { block: best.candidate, kind: 'changed' })
    removed.delete(best.candidate)
  }

  const changes: BlockChange[] = []
  const unchangedAfter = new Map([...unchanged].map(([from, to]) => [to, from]))
  let next = 0
  const addRemoved = (until: number) => {
    for (; next < until; next++) {
      const block = before[next]
      if (block && removed.has(block)) changes.push({ kind: 'removed', before: show(block), after: null })
    }
  }
  for (const [index, block] of after.entries()) {
    const from = unchangedAfter.get(index)
    const partner = partners.get(index)
    if (from !== undefined) addRemoved(from)
    if (from !== undefined) changes.push({ kind: 'kept', before: show(block), after: show(block) })
    else if (partner) changes.push({ kind: partner.kind, before: show(partner.block), after: show(block) })
    else changes.push({ kind: 'added', before: null, after: show(block) })
  }
  addRemoved(before.length)
  return changes
}

function show({ tag, text }: KnownBlock): SourceBlock {
  return { tag: tag ?? null, text: text ?? null }
}

/** The longest common subsequence of two lists of blocks: each index in `before` with its index in `after`. */
function matchInOrder(before: readonly KnownBlock[], after: readonly KnownBlock[]): Map<number, number> {
  // Skip the common beginning and end, so that the table only covers what lies between.
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

/** The share of words that two blocks have in common, from 0 to 1; less if their elements differ. */
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
