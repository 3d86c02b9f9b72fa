import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyStructure } from './copy-structure.ts'

test('a copied text links to the pages of its new language, and to everything else as before', () => {
  const html =
    '<p><a href="/es/about">a</a><a href="/es">b</a><a href="/es#x">c</a><a href="/essay">d</a>' +
    '<a href="https://example.org/es/x">e</a><img src="/media/x.png" alt="/es/y"></p>'
  assert.equal(
    copyStructure(html, 'es', 'ar'),
    '<p><a href="/ar/about">a</a><a href="/ar">b</a><a href="/ar#x">c</a><a href="/essay">d</a>' +
      '<a href="https://example.org/es/x">e</a><img src="/media/x.png" alt="/es/y"></p>',
  )
})
