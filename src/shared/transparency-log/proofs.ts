import { areSameBytes } from '#shared/cryptography/bytes.ts'
import { LedgerError } from './ledger-error.ts'
import { type Bytes, hashNode } from './tree.ts'

// Sizes may exceed 32 bits, which bit operators would cut off.
const half = (number: number) => Math.floor(number / 2)
const isOdd = (number: number) => number % 2 === 1

interface Inclusion {
  index: number
  size: number
  leafHash: Bytes
  /** The hashes beside the way from the leaf to the root, from the leaf upwards. */
  hashes: readonly Bytes[]
  root: Bytes
}

/** Checks that a leaf is at its place in the tree of a root (RFC 9162 §2.1.3.2). @throws {LedgerError} */
export async function verifyInclusion({ index, size, leafHash, hashes, root }: Inclusion): Promise<void> {
  checkSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new LedgerError('proof', 'the index is not below the size')
  }
  let [place, last] = [index, size - 1]
  let result = leafHash
  for (const hash of hashes) {
    if (last === 0) throw new LedgerError('proof', 'the path is too long')
    if (isOdd(place) || place === last) {
      result = await hashNode(hash, result)
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)]
    } else {
      result = await hashNode(result, hash)
    }
    ;[place, last] = [half(place), half(last)]
  }
  if (last !== 0) throw new LedgerError('proof', 'the path is too short')
  if (!areSameBytes(result, root)) throw new LedgerError('proof', 'the path does not lead to the root')
}

interface Consistency {
  firstSize: number
  firstRoot: Bytes
  secondSize: number
  secondRoot: Bytes
  hashes: readonly Bytes[]
}

/** Checks that one tree begins with all leaves of an earlier one (RFC 9162 §2.1.4.2). @throws {LedgerError} */
export async function verifyConsistency(trees: Consistency): Promise<void> {
  const { firstSize, firstRoot, secondSize, secondRoot, hashes } = trees
  checkSize(firstSize)
  checkSize(secondSize)
  if (firstSize > secondSize) throw new LedgerError('size', 'the earlier tree is the larger one')
  if (firstSize === secondSize || firstSize === 0) {
    if (hashes.length > 0) throw new LedgerError('proof', 'there is nothing to prove')
    if (firstSize > 0 && !areSameBytes(firstRoot, secondRoot)) {
      throw new LedgerError('root', 'trees of the same size have two roots')
    }
    return
  }
  // The root of a perfect tree is a node of every later one, and left out of the proof.
  const isPerfect = 2 ** Math.round(Math.log2(firstSize)) === firstSize
  const [start, ...path] = isPerfect ? [firstRoot, ...hashes] : hashes
  if (!start || path.length === 0) throw new LedgerError('proof', 'the path is too short')
  let [place, last] = [firstSize - 1, secondSize - 1]
  while (isOdd(place)) [place, last] = [half(place), half(last)]
  let [first, second] = [start, start]
  for (const hash of path) {
    if (last === 0) throw new LedgerError('proof', 'the path is too long')
    if (isOdd(place) || place === last) {
      first = await hashNode(hash, first)
      second = await hashNode(hash, second)
      while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)]
    } else {
      second = await hashNode(second, hash)
    }
    ;[place, last] = [half(place), half(last)]
  }
  if (last !== 0) throw new LedgerError('proof', 'the path is too short')
  if (!areSameBytes(first, firstRoot)) {
    throw new LedgerError('proof', 'the path does not lead to the earlier root')
  }
  if (!areSameBytes(second, secondRoot)) {
    throw new LedgerError('proof', 'the path does not lead to the later root')
  }
}

function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new LedgerError('size', 'the size is not a whole number')
}
