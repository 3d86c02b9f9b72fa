import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { depthLimit, elementLimit, hasFewElements, isShallow } from './markup.ts'

describe('before a text is parsed', () => {
  test('its elements are counted', () => {
    assert.equal(hasFewElements('<b>x</b>'.repeat(elementLimit)), true)
    assert.equal(hasFewElements(`a < b ${'<b>x</b>'.repeat(elementLimit + 1)}`), false)
  })

  test('its depth is measured', () => {
    const nest = (depth: number) => `${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}`
    assert.equal(isShallow(nest(depthLimit)), true)
    assert.equal(isShallow(nest(depthLimit + 1)), false)
    assert.equal(isShallow('<B>'.repeat(depthLimit + 1)), false)
    // What closes nothing hides nothing.
    assert.equal(isShallow('<b></i>'.repeat(depthLimit + 1)), false)
    assert.equal(isShallow('<ul><li>x'.repeat(depthLimit + 1)), false)
  })

  test('elements that need not be closed add no depth', () => {
    assert.equal(isShallow('<p>x<br>'.repeat(1_000)), true)
    assert.equal(isShallow(`<ul>${'<li>x'.repeat(1_000)}</ul>`), true)
    assert.equal(isShallow(`<table>${'<tr><td>x<td>y'.repeat(1_000)}</table>`), true)
    assert.equal(isShallow('<ul><li><b>x</ul>'.repeat(1_000)), true)
    assert.equal(isShallow('<b><i>x</b></i>'.repeat(1_000)), true)
  })

  test('neither takes longer than reading it', () => {
    const pieces = ['<b>', '</b>', '<', '<!--', '<a<a', '<p>', '<b></i>', `${'<b>'.repeat(99)}</b>`]
    const begun = process.cpuUsage()
    for (const piece of pieces) {
      const html = '<b>'.repeat(90) + piece.repeat(200_000 / piece.length)
      hasFewElements(html)
      isShallow(html)
    }
    const { user } = process.cpuUsage(begun)
    assert.ok(user < 1_000_000, `${user} µs`)
  })
})
