import type { BlockDifference } from './text-difference.ts'

/** Some blocks in a row, shown or out of the way. */
export interface Fold {
  isFolded: boolean
  blocks: BlockDifference[]
}

// How many unchanged blocks stay in view beside a change, and how many are worth folding away.
const context = 1
const fewest = 2

/** Folds away the unchanged blocks of a difference, but for those beside a change. */
export function foldUnchanged(differences: readonly BlockDifference[]): Fold[] {
  const isNear = (index: number) =>
    differences
      .slice(Math.max(0, index - context), index + context + 1)
      .some(({ change }) => change !== 'same')
  const folds: Fold[] = []
  for (const [index, block] of differences.entries()) {
    const isFolded = !isNear(index)
    const last = folds.at(-1)
    if (last?.isFolded === isFolded) last.blocks.push(block)
    else folds.push({ isFolded, blocks: [block] })
  }
  return folds.map((fold) => ({ ...fold, isFolded: fold.isFolded && fold.blocks.length >= fewest }))
}
