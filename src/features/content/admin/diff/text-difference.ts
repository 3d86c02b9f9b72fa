import { diffArrays } from 'diff'
import type { Language } from '#shared/languages.ts'
import { attributesOf, blocksOf, isLine, type RichElement, type RichNode, signatureOf } from './rich-tree.ts'

export type Change = 'same' | 'added' | 'removed'

/** Consecutive words that were all added, all removed or all unchanged; `nodes` contain their formatting. */
export interface Run {
  change: Change
  nodes: RichNode[]
}

/** The difference of a block; a changed one contains those of its words or of its inner blocks. */
export interface BlockDifference {
  change: Change | 'changed'
  element: RichElement
  /** For a block that contains words. */
  line?: Run[]
  /** For a block that contains blocks. */
  parts?: BlockDifference[]
}

// Blocks that share fewer words count as removed and added, not as changed.
const alike = 0.4
// With more changes, finding the smallest difference would take too long: the text counts as replaced.
const mostChanges = 1500
const mostPairs = 20_000

/** What differs between two rich texts, block by block and word by word, for readers of `language`. */
export function compareTexts(before: readonly RichNode[], after: readonly RichNode[], language: Language) {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  return compareBlocks(blocksOf(before), blocksOf(after), (text) => [...segmenter.segment(text)])
}

/** The same for words without formatting. */
export function compareWords(before: string, after: string, language: Language): Run[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  return compareLines([before], [after], (text) => [...segmenter.segment(text)])
}

/** Whether anything at all differs. */
export function hasChanges(differences: readonly BlockDifference[]): boolean {
  return differences.some(({ change }) => change !== 'same')
}

type Segment = (text: string) => Intl.SegmentData[]

function compareBlocks(before: RichElement[], after: RichElement[], segment: Segment): BlockDifference[] {
  const differences: BlockDifference[] = []
  let gone: RichElement[] = []
  let come: RichElement[] = []
  const settle = () => {
    differences.push(...comparePairs(gone, come, segment))
    gone = []
    come = []
  }
  let at = { before: 0, after: 0 }
  const found = diffArrays(before.map(signatureOf), after.map(signatureOf), { maxEditLength: mostChanges })
  if (!found) return comparePairs(before, after, segment)
  for (const { count, added, removed } of found) {
    const next = { before: at.before + (added ? 0 : count), after: at.after + (removed ? 0 : count) }
    if (removed) gone.push(...before.slice(at.before, next.before))
    else if (added) come.push(...after.slice(at.after, next.after))
    else {
      settle()
      differences.push(...after.slice(at.after, next.after).map((element) => whole(element, 'same')))
    }
    at = next
  }
  settle()
  return differences
}

/** Pairs removed and added blocks at one place: similar ones count as changed. */
function comparePairs(gone: RichElement[], come: RichElement[], segment: Segment): BlockDifference[] {
  const differences: BlockDifference[] = []
  const comparable = gone.length * come.length <= mostPairs
  let next = 0
  for (const element of come) {
    const index = comparable
      ? gone.findIndex((old, place) => place >= next && areAlike(old, element, segment))
      : -1
    const partner = gone[index]
    if (partner) {
      differences.push(...gone.slice(next, index).map((old) => whole(old, 'removed')))
      differences.push(...comparePair(partner, element, segment))
      next = index + 1
    } else differences.push(whole(element, 'added'))
  }
  differences.push(...gone.slice(next).map((old) => whole(old, 'removed')))
  return inReadingOrder(differences)
}

/** Puts removals before additions. */
function inReadingOrder(differences: BlockDifference[]): BlockDifference[] {
  const order: BlockDifference[] = []
  let come: BlockDifference[] = []
  for (const difference of differences) {
    if (difference.change === 'added') come.push(difference)
    else if (difference.change === 'removed') order.push(difference)
    else {
      order.push(...come, difference)
      come = []
    }
  }
  return [...order, ...come]
}

function comparePair(before: RichElement, after: RichElement, segment: Segment): BlockDifference[] {
  const element = after
  const hasSameFrame = attributesOf(before) === attributesOf(after)
  if (isLine(before) && isLine(after)) {
    const line = compareLines(before.children, after.children, segment)
    if (hasSameFrame && line.some(({ change }) => change !== 'same'))
      return [{ change: 'changed', element, line }]
  } else {
    const parts = compareBlocks(blocksOf(before.children), blocksOf(after.children), segment)
    if (hasSameFrame && hasChanges(parts)) return [{ change: 'changed', element, parts }]
  }
  // The words are equal and the block differs: shown as removed and added.
  return [whole(before, 'removed'), whole(after, 'added')]
}

function whole(element: RichElement, change: Change): BlockDifference {
  if (isLine(element)) return { change, element, line: [{ change, nodes: [...element.children] }] }
  return { change, element, parts: blocksOf(element.children).map((part) => whole(part, change)) }
}

function areAlike(a: RichElement, b: RichElement, segment: Segment): boolean {
  const plain = (tag: string) => tag || 'p'
  if (plain(a.tag) !== plain(b.tag)) return false
  const [left, right] = [wordsOf(a, segment), wordsOf(b, segment)]
  const smaller = Math.min(left.size, right.size)
  if (smaller === 0) return left.size === right.size
  const common = [...left].filter((word) => right.has(word)).length
  return (2 * common) / (left.size + right.size) >= alike
}

const known = new WeakMap<RichElement, Set<string>>()
function wordsOf(element: RichElement, segment: Segment): Set<string> {
  const words =
    known.get(element) ??
    new Set(
      segment(textOf(element)).flatMap(({ isWordLike, segment: word }) =>
        isWordLike ? [word.toLowerCase()] : [],
      ),
    )
  known.set(element, words)
  return words
}

function textOf(node: RichNode): string {
  if (typeof node === 'string') return node
  return `${node.children.map(textOf).join('')}${isLine(node) ? ' ' : ''}`
}

/** One word, sign, space or picture of a line, within the elements that format it. */
interface Token {
  key: string
  isWord: boolean
  atom: RichNode
  within: readonly RichElement[]
}

function compareLines(before: readonly RichNode[], after: readonly RichNode[], segment: Segment): Run[] {
  const [old, young] = [tokensOf(before, segment), tokensOf(after, segment)]
  const found = diffArrays(
    old.map(({ key }) => key),
    young.map(({ key }) => key),
    { maxEditLength: mostChanges },
  )
  const pieces: { change: Change; tokens: Token[] }[] = []
  let at = { old: 0, young: 0 }
  for (const { count, added, removed } of found ?? []) {
    const next = { old: at.old + (added ? 0 : count), young: at.young + (removed ? 0 : count) }
    const change = added ? 'added' : removed ? 'removed' : 'same'
    pieces.push({ change, tokens: removed ? old.slice(at.old, next.old) : young.slice(at.young, next.young) })
    at = next
  }
  if (!found) pieces.push({ change: 'removed', tokens: old }, { change: 'added', tokens: young })
  return joinRuns(pieces)
}

/** Shows a rewritten phrase as one removal and one addition instead of word by word. */
function joinRuns(pieces: { change: Change; tokens: Token[] }[]): Run[] {
  const runs: Run[] = []
  let gone: Token[] = []
  let come: Token[] = []
  const settle = () => {
    if (gone.length > 0) runs.push({ change: 'removed', nodes: nodesOf(gone) })
    if (come.length > 0) runs.push({ change: 'added', nodes: nodesOf(come) })
    gone = []
    come = []
  }
  for (const [index, { change, tokens }] of pieces.entries()) {
    const isBetween = index > 0 && index < pieces.length - 1
    if (change === 'removed') gone.push(...tokens)
    else if (change === 'added') come.push(...tokens)
    else if (isBetween && gone.length > 0 && come.length > 0 && tokens.every(({ isWord }) => !isWord)) {
      gone.push(...tokens)
      come.push(...tokens)
    } else {
      settle()
      runs.push({ change, nodes: nodesOf(tokens) })
    }
  }
  settle()
  return runs
}

function tokensOf(
  nodes: readonly RichNode[],
  segment: Segment,
  within: readonly RichElement[] = [],
): Token[] {
  const around = within.map((element) => `<${element.tag}${attributesOf(element)}>`).join('')
  return nodes.flatMap((node): Token[] => {
    if (typeof node === 'string') {
      return segment(node.replace(/\s+/g, ' ')).map(({ segment: atom, isWordLike }) => ({
        key: around + atom,
        isWord: isWordLike === true,
        atom,
        within,
      }))
    }
    if (node.children.length > 0) return tokensOf(node.children, segment, [...within, node])
    return [{ key: around + signatureOf(node), isWord: true, atom: node, within }]
  })
}

/** Tokens as nodes again; those within the same element stand in it together. */
function nodesOf(tokens: readonly Token[], depth = 0): RichNode[] {
  const nodes: RichNode[] = []
  for (let index = 0; index < tokens.length; ) {
    const token = tokens[index]
    const frame = token?.within[depth]
    if (!token) break
    let end = index + 1
    if (frame) {
      while (tokens[end]?.within[depth] === frame) end++
      nodes.push({ ...frame, children: nodesOf(tokens.slice(index, end), depth + 1) })
    } else {
      const last = nodes.at(-1)
      if (typeof token.atom === 'string' && typeof last === 'string')
        nodes[nodes.length - 1] = last + token.atom
      else nodes.push(token.atom)
    }
    index = end
  }
  return nodes
}
