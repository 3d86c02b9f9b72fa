import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  auditPath,
  consistencyPath,
  publishedEntries,
  publishedRoots,
  rootOfPath,
  treeHash,
} from '../../../../test/support/ledger/rfc6962.ts'
import { hashLeaf } from './hashing.ts'
import { hashRanges, hashRoot, planConsistency, planInclusion, type ReadTiles } from './proofs.ts'
import { edgeOf, extendTiles, type Tile, tileWidth } from './tiles.ts'

const toHex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'))

/** A tree in memory that grows as the stored one does. */
function createTree() {
  const tiles = new Map<string, Tile>()
  let size = 0
  const find = ({ level, index }: { level: number; index: number }) => tiles.get(`${level}/${index}`)
  const readTiles: ReadTiles = async (places) => places.map((place) => find(place)?.hashes ?? Buffer.alloc(0))
  return {
    readTiles,
    add(entries: readonly Buffer[]) {
      const edge = edgeOf(size).flatMap((place) => find(place) ?? [])
      for (const tile of extendTiles(size, edge, entries.map(hashLeaf)))
        tiles.set(`${tile.level}/${tile.index}`, tile)
      size += entries.length
    },
  }
}

describe('the tree', () => {
  test('has the published roots and paths', async () => {
    const tree = createTree()
    for (const [index, entry] of publishedEntries.entries()) {
      tree.add([entry])
      assert.equal((await hashRoot(index + 1, tree.readTiles)).toString('hex'), publishedRoots[index])
    }
    // The paths of the certificate transparency test vectors.
    const path = await hashRanges(planInclusion(5, 8), tree.readTiles)
    assert.deepEqual(toHex(path), [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    const proof = await hashRanges(planConsistency(6, 8), tree.readTiles)
    assert.deepEqual(toHex(proof), [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })

  test('is that of the RFC at every size around those of tiles, however it grew', async () => {
    const entries = Array.from({ length: 3 * tileWidth + 5 }, () => randomBytes(8))
    const tree = createTree()
    for (let from = 0; from < entries.length; ) {
      const to = Math.min(entries.length, from + randomInt(1, 300))
      tree.add(entries.slice(from, to))
      from = to
    }
    const sizes = [1, 2, 3, 255, 256, 257, 511, 512, 513, 767, 768, 769, entries.length]
    for (const size of sizes) {
      const part = entries.slice(0, size)
      assert.deepEqual(await hashRoot(size, tree.readTiles), treeHash(part), `root of ${size}`)
      for (const index of new Set([0, randomInt(size), size - 1])) {
        const path = await hashRanges(planInclusion(index, size), tree.readTiles)
        assert.deepEqual(path, auditPath(index, part), `${index} in ${size}`)
        const entry = entries[index] ?? Buffer.alloc(0)
        assert.deepEqual(rootOfPath(hashLeaf(entry), index, size, path), treeHash(part))
      }
      for (const first of new Set([0, randomInt(size), size])) {
        const proof = await hashRanges(planConsistency(first, size), tree.readTiles)
        assert.deepEqual(proof, consistencyPath(first, part), `${first} to ${size}`)
      }
    }
  })

  test('does not grow from an edge that is incomplete', () => {
    assert.throws(() => extendTiles(3, [], [hashLeaf(Buffer.of(1))]), /edge is missing/)
  })

  test('is read by places that stay exact at any size', () => {
    const size = 2 ** 40 + 12_345
    assert.equal(planInclusion(2 ** 40, size).length, 15)
    for (const { level, index } of edgeOf(size)) assert.ok(Number.isSafeInteger(index), `${level}`)
  })
})
