import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicPages } from '../routes.ts'
import { listLegalLinks, listMenuLinks, listQuickLinks } from './navigation.ts'

const t = (key: string) => key

test('no link leads to a page that does not exist', () => {
  const paths: string[] = publicPages.map(({ path }) => path)
  for (const page of ['landing', 'error'] as const) {
    const place = { page, language: 'es' } as const
    const links = [...listMenuLinks(place, t), ...listQuickLinks(place, t), ...listLegalLinks('es', t)]
    for (const { href } of links) {
      if (href.startsWith('#') || href === '/api') continue
      const [path = ''] = href.replace('/es', '').split('#')
      assert.ok(paths.includes(path), href)
    }
  }
})

test('away from the landing page its sections are still reached', () => {
  const hrefs = (page: 'landing' | 'error') =>
    listMenuLinks({ page, language: 'ar' }, t).map(({ href }) => href)
  assert.ok(hrefs('landing').includes('#advantages'))
  assert.ok(hrefs('error').includes('/ar/#advantages'))
})
