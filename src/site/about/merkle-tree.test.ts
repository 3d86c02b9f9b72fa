import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaves, levels, listSiblings, placeOf, provenLeaf, traceLeaf } from './merkle-tree.ts'

const all = Array.from({ length: leaves }, (_, leaf) => leaf)

test('every strand runs from its leaf to the root', () => {
  for (const leaf of all) {
    const { x, y } = placeOf(leaf, 0)
    assert.ok(traceLeaf(leaf).startsWith(`M${x} ${y}c`))
    assert.equal(traceLeaf(leaf).match(/[cs]/g)?.length, levels)
    assert.equal(placeOf(leaf, levels).y, placeOf(0, levels).y)
  }
})

test('strands never cross', () => {
  for (let level = 0; level <= levels; level++) {
    const across = all.map((leaf) => placeOf(leaf, level).x)
    assert.deepEqual(
      across,
      across.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(across).size, leaves)
  }
})

test('a proof has one sibling for every level, none of them on the leaf’s own path', () => {
  const siblings = listSiblings(provenLeaf)
  assert.equal(siblings.length, levels)
  for (const [level, { x, y }] of siblings.entries()) {
    const own = placeOf(provenLeaf, level)
    assert.equal(y, own.y)
    assert.ok(Math.abs(x - own.x) > 100)
  }
})
