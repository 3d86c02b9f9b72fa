import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLinkedPage, linkToPage } from './linked-page.ts'

test('a page of the site is known by its address in the language of the text', () => {
  assert.equal(findLinkedPage('/ar/about', 'ar'), 'about')
  assert.equal(findLinkedPage('/es/', 'es'), 'landing')
  assert.equal(findLinkedPage('/es/about', 'ar'), undefined)
  assert.equal(findLinkedPage('https://example.org/es/about', 'es'), undefined)
  assert.equal(findLinkedPage(linkToPage('transparency', 'zh'), 'zh'), 'transparency')
})
