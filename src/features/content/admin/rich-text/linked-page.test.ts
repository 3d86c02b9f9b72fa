import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#shared/languages.ts'
import { getPageOfText, sitePages } from '#site/routes.ts'
import { findLinkedPage, linkToPage } from './linked-page.ts'

test('a page of the site is known by its address in the language of the text', () => {
  const find = (href: string, language: Language) => findLinkedPage(href, language, sitePages)?.name
  assert.equal(find('/ar/about', 'ar'), 'about')
  assert.equal(find('/es/', 'es'), 'landing')
  assert.equal(find('/es/about', 'ar'), undefined)
  assert.equal(find('https://example.org/es/about', 'es'), undefined)
  assert.equal(find(linkToPage(getPageOfText('use-cases-transparency'), 'zh'), 'zh'), 'transparency')
})
