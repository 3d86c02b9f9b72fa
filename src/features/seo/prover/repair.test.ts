import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRepair } from './repair.ts'

test('how a page is listed is repaired at that page, in its language', () => {
  const place = { page: '/de/about', known: undefined, screen: undefined }
  assert.deepEqual(findRepair({ ...place, rule: 'page_noindex', language: 'de' }), {
    kind: 'appearance',
    path: '/admin/seo/appearance?language=de#/de/about',
  })
  assert.deepEqual(findRepair({ ...place, rule: 'page_noindex', language: undefined }), {
    kind: 'appearance',
    path: '/admin/seo/appearance',
  })
})
