import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentEntry, ContentState } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import { isBlankHtml } from '#shared/markup.ts'
import { findLastChange, flagsOf, listTranslated, markOf } from './content-state.ts'

const none: ContentState = {
  status: 'none',
  state: 'none',
  outdated: false,
  made_by: null,
  version: 0,
  published_version: null,
  has_content: false,
  updated_at: null,
}
const draft: ContentState = {
  status: 'draft',
  state: 'draft',
  outdated: false,
  made_by: 'person',
  version: 1,
  published_version: null,
  has_content: true,
  updated_at: '2026-01-01T00:00:00Z',
}

test('a text is marked by its newest and its published version', () => {
  assert.equal(markOf(undefined), 'none')
  assert.equal(markOf(none), 'none')
  assert.equal(markOf(draft), 'draft')
  assert.equal(markOf({ ...draft, status: 'published', version: 3, published_version: 3 }), 'published')
  assert.equal(markOf({ ...draft, status: 'published', version: 4, published_version: 3 }), 'revised')
  assert.equal(markOf({ ...draft, version: 4, published_version: 3 }), 'revised')
})

test('an outdated or machine translation is flagged', () => {
  assert.deepEqual(flagsOf(undefined), [])
  assert.deepEqual(flagsOf(draft), [])
  assert.deepEqual(flagsOf({ ...draft, outdated: true, made_by: 'machine' }), ['outdated', 'machine'])
})

test('markup without anything to read is blank', () => {
  for (const html of [
    '',
    ' ',
    '<p></p>',
    '<p><br></p>',
    '<hr>',
    '<p>&#8203;</p>',
    '<p>&nbsp;\u00a0</p>',
    '<ul><li><p>\u200b</p></li></ul>',
  ]) {
    assert.ok(isBlankHtml(html), html)
  }
  for (const html of ['a', '<p>a</p>', '<p>0</p>', '<p>مرحبا</p>', '<img src="a.png" alt="">']) {
    assert.ok(!isBlankHtml(html), html)
  }
})

const untouched: ContentEntry = {
  key: 'home-hero',
  languages: Object.fromEntries(languages.map((language) => [language, none])) as ContentEntry['languages'],
}

test('translated languages are those with content, saved or unsaved', () => {
  const entry: ContentEntry = { ...untouched, languages: { ...untouched.languages, es: draft, fr: draft } }
  assert.deepEqual(listTranslated(entry), ['es', 'fr'])
  assert.deepEqual(listTranslated(entry, { fr: '<p></p>', ar: '<p>مرحبا</p>' }), ['es', 'ar'])
  assert.deepEqual(listTranslated(undefined), [])
})

test('the last change of a text is that of the language changed last', () => {
  const entry = (changes: Partial<ContentEntry['languages']>): ContentEntry => ({
    ...untouched,
    languages: { ...untouched.languages, ...changes },
  })
  assert.equal(findLastChange(untouched), undefined)
  const later = '2026-02-01T00:00:00Z'
  assert.deepEqual(findLastChange(entry({ ar: { ...draft, updated_at: later }, es: draft })), {
    language: 'ar',
    at: later,
  })
})
