import assert from 'node:assert/strict'
import { test } from 'node:test'
import { badgeTypes } from '#shared/badge-types.ts'
import { drawBadgeSeal } from './badge-seal.ts'

test('each badge has its own seal, small, the same on every call, and without external resources', () => {
  const seals = badgeTypes.map((type) => drawBadgeSeal(type))
  assert.equal(new Set(seals).size, badgeTypes.length)
  for (const [index, type] of badgeTypes.entries()) {
    const seal = seals[index] ?? ''
    assert.equal(drawBadgeSeal(type), seal)
    assert.ok(seal.length < 12_000, `${type}: ${seal.length}`)
    assert.doesNotMatch(seal, /<(text|style|script|image)|NaN|undefined|var\(/)
    const ids = [...seal.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const [, target] of seal.matchAll(/xlink:href="#([^"]+)"/g)) assert.ok(ids.includes(target ?? ''))
  }
})

test('the size is set when one is given', () => {
  assert.match(drawBadgeSeal('pioneer', 64), / width="64" height="64" /)
  assert.doesNotMatch(drawBadgeSeal('pioneer'), / width="\d+" height/)
})
