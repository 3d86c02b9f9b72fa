import { diffArrays } from 'diff'
import {
  blocksOf,
  type RichElement,
  type RichNode,
  signatureOf,
  toHtml,
} from '#features/content/admin/diff/rich-tree.ts'
import type { TextFields } from '#features/content/admin/drafts/edits.ts'

export type Choice = 'mine' | 'theirs' | 'both'

/** A range of blocks: as it was, and as each of the two users changed it. */
export interface MergePart {
  /** Who changed it; `same` if nobody or both in the same way, `conflict` if both differently. */
  kind: 'same' | 'mine' | 'theirs' | 'conflict'
  base: RichElement[]
  mine: RichElement[]
  theirs: RichElement[]
}

/** Compares two texts with the one they are based on, block by block. */
export function planMerge(
  base: readonly RichNode[],
  mine: readonly RichNode[],
  theirs: readonly RichNode[],
): MergePart[] {
  const blocks = { base: blocksOf(base), mine: blocksOf(mine), theirs: blocksOf(theirs) }
  const inMine = matchBlocks(blocks.base, blocks.mine)
  const inTheirs = matchBlocks(blocks.base, blocks.theirs)
  const parts: MergePart[] = []
  let from = { base: 0, mine: 0, theirs: 0 }
  const take = (to: typeof from) => {
    parts.push(
      ...split({
        base: blocks.base.slice(from.base, to.base),
        mine: blocks.mine.slice(from.mine, to.mine),
        theirs: blocks.theirs.slice(from.theirs, to.theirs),
      }),
    )
  }
  for (let index = 0; index < blocks.base.length; index++) {
    const at = { base: index, mine: inMine.get(index), theirs: inTheirs.get(index) }
    if (at.mine === undefined || at.theirs === undefined) continue
    const stable = { base: index, mine: at.mine, theirs: at.theirs }
    take(stable)
    from = { base: index + 1, mine: at.mine + 1, theirs: at.theirs + 1 }
    parts.push({
      kind: 'same',
      base: blocks.base.slice(index, index + 1),
      mine: blocks.mine.slice(at.mine, at.mine + 1),
      theirs: blocks.theirs.slice(at.theirs, at.theirs + 1),
    })
  }
  take({ base: blocks.base.length, mine: blocks.mine.length, theirs: blocks.theirs.length })
  return joinSame(parts)
}

type Sides = Omit<MergePart, 'kind'>

/** Splits neighbouring blocks that different users changed into parts of their own. */
function split(sides: Sides): MergePart[] {
  const { base, mine, theirs } = sides
  if (base.length + mine.length + theirs.length === 0) return []
  if (base.length < 2 || base.length !== mine.length || base.length !== theirs.length)
    return [classify(sides)]
  return base.map((_, index) => {
    const only = (list: RichElement[]) => list.slice(index, index + 1)
    return classify({ base: only(base), mine: only(mine), theirs: only(theirs) })
  })
}

function classify(sides: Sides): MergePart {
  const [base, mine, theirs] = [write(sides.base), write(sides.mine), write(sides.theirs)]
  if (mine === theirs) return { kind: 'same', ...sides }
  if (base === theirs) return { kind: 'mine', ...sides }
  return { kind: base === mine ? 'theirs' : 'conflict', ...sides }
}

const write = (blocks: RichElement[]) => blocks.map(signatureOf).join('')

function joinSame(parts: MergePart[]): MergePart[] {
  const joined: MergePart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.kind === 'same' && part.kind === 'same') {
      last.base = [...last.base, ...part.base]
      last.mine = [...last.mine, ...part.mine]
      last.theirs = [...last.theirs, ...part.theirs]
    } else joined.push({ ...part })
  }
  return joined
}

/** For each block that both texts have in the same order, its index in the other text. */
function matchBlocks(base: RichElement[], other: RichElement[]): Map<number, number> {
  const matches = new Map<number, number>()
  let at = { base: 0, other: 0 }
  for (const { count, added, removed } of diffArrays(base.map(signatureOf), other.map(signatureOf))) {
    if (!added && !removed) {
      for (let step = 0; step < count; step++) matches.set(at.base + step, at.other + step)
    }
    at = { base: at.base + (added ? 0 : count), other: at.other + (removed ? 0 : count) }
  }
  return matches
}

/** The suggested choice for a part: the side that changed it; none for a conflict. */
export function proposeChoice(kind: MergePart['kind']): Choice | undefined {
  if (kind === 'conflict') return undefined
  return kind === 'mine' ? 'mine' : 'theirs'
}

/** The merged text; undefined while a choice is missing. */
export function applyMerge(
  parts: readonly MergePart[],
  choices: ReadonlyMap<number, Choice>,
): string | undefined {
  const pieces: string[] = []
  for (const [index, { kind, mine, theirs }] of parts.entries()) {
    const choice = choices.get(index) ?? proposeChoice(kind)
    if (!choice) return undefined
    pieces.push(toHtml(choice === 'mine' ? mine : choice === 'theirs' ? theirs : [...theirs, ...mine]))
  }
  // Text outside of any block is in an element without a name.
  return pieces.join('').replace(/<(\/?)>/g, '<$1p>')
}

export const searchFields = ['seo_title', 'seo_description', 'seo_keywords'] as const
export type SearchField = (typeof searchFields)[number]

/** Who changed a search field. */
export function compareField(
  field: SearchField,
  base: TextFields,
  mine: TextFields,
  theirs: TextFields,
): MergePart['kind'] {
  const [from, my, their] = [base[field], mine[field], theirs[field]].map((text) => text.trim())
  if (my === their) return 'same'
  if (from === their) return 'mine'
  return from === my ? 'theirs' : 'conflict'
}
