import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emptyFields } from '#features/content/admin/drafts/edits.ts'
import { readRichText } from '../../../../../test/support/content/rich-tree.ts'
import { applyMerge, type Choice, compareField, planMerge } from './merge.ts'

const plan = (base: string, mine: string, theirs: string) =>
  planMerge(readRichText(base), readRichText(mine), readRichText(theirs))
const kinds = (base: string, mine: string, theirs: string) => plan(base, mine, theirs).map(({ kind }) => kind)
const merge = (base: string, mine: string, theirs: string, ...choices: [number, Choice][]) =>
  applyMerge(plan(base, mine, theirs), new Map(choices))

const base = '<h1>T</h1><p>uno</p><p>dos</p><p>tres</p>'

describe('merging', () => {
  test('accepts changes that only one of the two made', () => {
    const mine = '<h1>T</h1><p>uno MÍO</p><p>dos</p><p>tres</p>'
    const theirs = '<h1>T</h1><p>uno</p><p>dos</p><p>tres SUYO</p>'
    assert.deepEqual(kinds(base, mine, theirs), ['same', 'mine', 'same', 'theirs'])
    assert.equal(merge(base, mine, theirs), '<h1>T</h1><p>uno MÍO</p><p>dos</p><p>tres SUYO</p>')
  })

  test('separates changes to neighbouring blocks', () => {
    const mine = '<h1>T</h1><p>uno MÍO</p><p>dos</p><p>tres</p>'
    const theirs = '<h1>T</h1><p>uno</p><p>dos SUYO</p><p>tres</p>'
    assert.equal(merge(base, mine, theirs), '<h1>T</h1><p>uno MÍO</p><p>dos SUYO</p><p>tres</p>')
  })

  test('asks about what both have changed, and can keep either or both', () => {
    const mine = '<h1>T</h1><p>uno</p><p>MÍO</p><p>tres</p>'
    const theirs = '<h1>T</h1><p>uno</p><p>SUYO</p><p>tres</p>'
    assert.deepEqual(kinds(base, mine, theirs), ['same', 'conflict', 'same'])
    assert.equal(merge(base, mine, theirs), undefined)
    assert.equal(merge(base, mine, theirs, [1, 'mine']), mine)
    assert.equal(merge(base, mine, theirs, [1, 'theirs']), theirs)
    assert.equal(
      merge(base, mine, theirs, [1, 'both']),
      '<h1>T</h1><p>uno</p><p>SUYO</p><p>MÍO</p><p>tres</p>',
    )
  })

  test('asks about a block that one changed and the other deleted', () => {
    const mine = '<h1>T</h1><p>uno</p><p>tres</p>'
    const theirs = '<h1>T</h1><p>uno</p><p>dos SUYO</p><p>tres</p>'
    assert.deepEqual(kinds(base, mine, theirs), ['same', 'conflict', 'same'])
  })

  test('can keep both of two texts that started empty', () => {
    assert.deepEqual(kinds('', '<p>mío</p>', '<p>suyo</p>'), ['conflict'])
    assert.equal(merge('', '<p>mío</p>', '<p>suyo</p>', [0, 'both']), '<p>suyo</p><p>mío</p>')
  })

  test('sees no conflict where both did the same, or wrote the same HTML differently', () => {
    assert.deepEqual(kinds(base, `${base}<p>x</p>`, `${base}<p>x</p>`), ['same'])
    assert.deepEqual(
      kinds('<ul><li>a</li></ul>', '<ul><li><p>a</p></li></ul>', '<ul><li>a</li></ul><p>b</p>'),
      ['same', 'theirs'],
    )
  })

  test('loses no word if both sides are chosen everywhere', () => {
    const words = (text: string): string[] => [...(text.match(/[\p{L}\p{N}]+/gu) ?? [])]
    for (let seed = 1; seed < 200; seed++) {
      let state = seed
      const random = (below: number) => {
        state = (state * 48_271) % 2_147_483_647
        return state % below
      }
      const blocks = Array.from({ length: 1 + random(6) }, (_, index) => `<p>o${index}</p>`)
      const edit = (name: string) =>
        blocks
          .flatMap((block, index) => {
            const what = random(5)
            if (what === 0) return [`<p>${name}${index}</p>`]
            if (what === 1) return [block, `<p>${name}${index}</p>`]
            return [block]
          })
          .join('')
      const [mine, theirs] = [edit('m'), edit('t')]
      const parts = plan(blocks.join(''), mine, theirs)
      const all = new Map(
        parts.flatMap(({ kind }, index) => (kind === 'same' ? [] : [[index, 'both'] as const])),
      )
      const merged = words(applyMerge(parts, all) ?? '')
      for (const word of [
        ...words(mine.replace(/<[^>]*>/g, ' ')),
        ...words(theirs.replace(/<[^>]*>/g, ' ')),
      ]) {
        assert.ok(merged.includes(word), `${word} of seed ${seed}`)
      }
    }
  })

  test('finds who changed a search field', () => {
    const withTitle = (seo_title: string) => ({ ...emptyFields, seo_title })
    const compare = (from: string, my: string, their: string) =>
      compareField('seo_title', withTitle(from), withTitle(my), withTitle(their))
    assert.equal(compare('a', 'a', 'a'), 'same')
    assert.equal(compare('a', 'b', 'a'), 'mine')
    assert.equal(compare('a', 'a', 'b'), 'theirs')
    assert.equal(compare('a', 'b', 'c'), 'conflict')
    assert.equal(compare('a', 'b', 'b '), 'same')
  })
})
