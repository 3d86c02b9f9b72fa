import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageName } from '#site/contract.ts'
import { publicPages } from '../../../test/support/public-pages.ts'
import {
  listCaseLinks,
  listLegalLinks,
  listMenuLinks,
  listQuickLinks,
  listSuggestions,
} from './navigation.ts'

const t = (key: string) => key
const linksOn = (page: PageName) => {
  const place = { page, pages: publicPages, language: 'es' } as const
  const { before, after } = listMenuLinks(place, t)
  const lists = [listCaseLinks, listQuickLinks, listLegalLinks, listSuggestions]
  return [...before, ...after, ...lists.flatMap((list) => list(place, t))]
}

test('no link leads to a page that does not exist', () => {
  const paths: string[] = publicPages.map(({ path }) => path)
  for (const page of ['landing', 'privacy', 'error'] as const) {
    for (const { href } of linksOn(page)) {
      if (href.startsWith('#') || href === '/api') continue
      const [path = ''] = href.replace('/es', '').split('#')
      assert.ok(paths.includes(path), href)
    }
  }
})

test('other pages link to the sections of the landing page', () => {
  const hrefs = (page: PageName) =>
    listMenuLinks({ page, pages: publicPages, language: 'ar' }, t).before.map(({ href }) => href)
  assert.ok(hrefs('landing').includes('#advantages'))
  assert.ok(hrefs('error').includes('/ar/#advantages'))
})

test('the contact link leads to the page’s own form, or to the landing page’s', () => {
  const formOn = (page: PageName) =>
    listQuickLinks({ page, pages: publicPages, language: 'de' }, t).find(
      ({ label }) => label === 'site:footer.contact_form',
    )?.href
  assert.equal(formOn('transparency'), '#registration')
  assert.equal(formOn('landing'), '#registration')
  assert.equal(formOn('docs'), '/de/#community')
  assert.equal(formOn('error'), '/de/#community')
})

test('only the link to the current page is marked as such', () => {
  const currentOn = (page: PageName) =>
    linksOn(page).flatMap(({ current, label }) => (current ? [label] : []))
  assert.deepEqual(currentOn('landing'), ['site:nav.home', 'site:footer.home'])
  assert.deepEqual([...new Set(currentOn('about'))], ['site:nav.about', 'site:footer.about'])
  assert.deepEqual(currentOn('terms'), ['site:footer.terms'])
  assert.deepEqual(currentOn('error'), [])
})
