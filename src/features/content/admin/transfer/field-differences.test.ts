import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRichText, listDifferences } from './field-differences.ts'

test('names the fields that differ, and leaves out fingerprints', () => {
  const before = { published: { content: '<p>a</p>', seo_title: 'A', basis: ['x'] }, draft: null }
  const after = {
    published: { content: '<p>b</p>', seo_title: 'A', basis: ['y'] },
    draft: { content: '<p>c</p>' },
  }
  assert.deepEqual(listDifferences(before, after), [
    { name: 'published.content', before: '<p>a</p>', after: '<p>b</p>' },
    { name: 'draft.content', before: '', after: '<p>c</p>' },
  ])
  assert.deepEqual(listDifferences(null, { to: '/docs', note: '' }), [
    { name: 'to', before: '', after: '/docs' },
  ])
  assert.equal(isRichText('published.content') && isRichText('body') && !isRichText('title'), true)
})
