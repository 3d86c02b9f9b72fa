import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentItem } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import {
  type Base,
  baseOf,
  changeText,
  type Edits,
  emptyFields,
  findOverLimit,
  planSave,
  settleSaved,
} from './edits.ts'

const nothing: Base = { version: 0, fields: emptyFields }
const saved: ContentItem = {
  id: '11111111-1111-4111-8111-111111111111',
  key: 'home-hero',
  language: 'es',
  content: '<p>Hola</p>',
  version: 3,
  published: false,
  seo_title: 'Título',
  seo_description: '',
  seo_keywords: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}
const plan = (edits: Edits) => planSave('home-hero', edits, languages)

test('nothing changed, nothing to save', () => {
  assert.deepEqual(plan({}), { drafts: [], overLimit: [] })
})

test('the first save of a text is version 1, the next one the newest plus one', () => {
  let edits = changeText({}, 'fr', nothing, { content: '<p>Salut</p>' })
  edits = changeText(edits, 'es', baseOf(saved), { seo_description: 'Descripción' })
  const { drafts } = plan(edits)
  assert.deepEqual(
    drafts.map(({ language, version, published }) => [language, version, published]),
    [
      ['es', 4, false],
      ['fr', 1, false],
    ],
  )
  assert.equal(drafts[0]?.content, '<p>Hola</p>')
  assert.equal(drafts[0]?.seo_title, 'Título')
})

test('only changed languages are sent', () => {
  const edits = changeText({}, 'fr', nothing, { seo_keywords: 'preuve' })
  assert.deepEqual(
    plan(edits).drafts.map(({ language }) => language),
    ['fr'],
  )
})

test('typing back to what is saved leaves nothing to save', () => {
  const edits = changeText({}, 'es', baseOf(saved), { content: '<p>Hola a</p>' })
  assert.deepEqual(changeText(edits, 'es', baseOf(saved), { content: '<p>Hola</p>' }), {})
})

test('a language without content and SEO text is not sent', () => {
  const edits = changeText({}, 'es', baseOf(saved), { content: '<p> </p>', seo_title: ' ' })
  assert.deepEqual(plan(edits), { drafts: [], overLimit: [] })
  assert.equal(plan(changeText(edits, 'es', baseOf(saved), { seo_title: 'x' })).drafts.length, 1)
})

test('a language with a too long SEO text is not sent; its length is counted in graphemes', () => {
  const family = '👨‍👩‍👧‍👦'
  assert.deepEqual(findOverLimit({ ...emptyFields, seo_title: family.repeat(60) }), [])
  assert.deepEqual(
    findOverLimit({ ...emptyFields, seo_title: 'a'.repeat(61), seo_description: 'a'.repeat(161) }),
    ['seo_title', 'seo_description'],
  )
  const edits = changeText(changeText({}, 'ar', nothing, { seo_title: 'ا'.repeat(61) }), 'de', nothing, {
    content: 'a',
  })
  const { drafts, overLimit } = plan(edits)
  assert.deepEqual(overLimit, [{ language: 'ar', field: 'seo_title' }])
  assert.equal(drafts.length, 1)
})

test('an edit keeps its base version even if a newer one appears', () => {
  const edits = changeText({}, 'es', baseOf(saved), { content: '<p>Mío</p>' })
  const later = changeText(edits, 'es', baseOf({ ...saved, version: 9 }), { seo_title: 'Mío' })
  assert.equal(plan(later).drafts[0]?.version, 4)
})

test('what was typed while saving stays, on top of what was saved', () => {
  const sent = { ...emptyFields, content: '<p>Uno</p>' }
  const answer = { ...saved, ...sent, version: 4 }
  const edits = changeText({}, 'es', baseOf(saved), sent)
  assert.deepEqual(settleSaved(edits, 'es', sent, answer), {})
  const typed = changeText(edits, 'es', baseOf(saved), { content: '<p>Uno y dos</p>' })
  const settled = settleSaved(typed, 'es', sent, answer)
  assert.equal(settled.es?.fields.content, '<p>Uno y dos</p>')
  assert.equal(plan(settled).drafts[0]?.version, 5)
})
