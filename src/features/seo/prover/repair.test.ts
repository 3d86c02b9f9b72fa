import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuleCode } from './contract.ts'
import { findRepair } from './repair.ts'

test('how a page is listed is repaired at that page, in its language', () => {
  const place = { page: '/de/about', subject: '', known: undefined, screen: undefined }
  assert.deepEqual(findRepair({ ...place, rule: 'page_noindex', language: 'de' }), {
    kind: 'appearance',
    path: '/admin/seo/appearance?language=de#/de/about',
  })
  assert.deepEqual(findRepair({ ...place, rule: 'page_noindex', language: undefined }), {
    kind: 'appearance',
    path: '/admin/seo/appearance',
  })
})

test('an address at which nothing is gets a redirect, and one that redirects is changed', () => {
  const place = { page: '/de/about', language: 'de', known: undefined, screen: undefined } as const
  const pathFor = (rule: RuleCode, subject = '') => findRepair({ ...place, rule, subject }).path
  assert.equal(pathFor('page_status'), '/admin/seo/redirects?from=%2Fde%2Fabout')
  assert.equal(pathFor('link_broken', '/de/weg?a=1&b'), '/admin/seo/redirects?from=%2Fde%2Fweg%3Fa%3D1%26b')
  assert.equal(pathFor('page_redirect', '/de/'), '/admin/seo/redirects?search=%2Fde%2Fabout')
  assert.equal(pathFor('redirect_chain', '/de/alt'), '/admin/seo/redirects?search=%2Fde%2Falt')
})
