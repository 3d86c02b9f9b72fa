import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CampaignDraft } from '#features/campaigns/contract.ts'
import {
  emptyDraft,
  emptyText,
  findUnfinished,
  isSameDraft,
  lastMailAt,
  listMissing,
  listUneven,
  stateOf,
} from './campaign-form.ts'
import { readChosenLeads } from './chosen-leads.ts'

const whole = { ...emptyText, subject: 'Hola', body: '<p>Hola</p>' }
const draftOf = (changes: Partial<CampaignDraft>) => ({ ...emptyDraft('es'), ...changes })

describe('a draft', () => {
  test('is equal to one with its choices in another order and its empty fields left out', () => {
    const { audience } = emptyDraft('es')
    const one = draftOf({ audience: { ...audience, languages: ['es', 'ar'] }, texts: { es: whole } })
    const other = draftOf({
      audience: { ...audience, languages: ['ar', 'es'] },
      texts: { es: { ...whole }, fr: emptyText, de: { ...emptyText, body: '<p></p>' } },
    })
    assert.ok(isSameDraft(one, other))
    assert.ok(!isSameDraft(one, { ...other, name: 'x' }))
    assert.ok(!isSameDraft(one, { ...other, texts: { es: { ...whole, action: 'x' } } }))
  })

  test('names the first text that is incomplete', () => {
    assert.equal(findUnfinished(draftOf({})), 'es')
    assert.equal(findUnfinished(draftOf({ texts: { es: whole } })), undefined)
    assert.equal(
      findUnfinished(draftOf({ texts: { es: whole, ar: { ...whole, body: '<p>&nbsp;</p>' } } })),
      'ar',
    )
    assert.equal(stateOf({ ...whole, action: 'Ir' }), 'unfinished')
    assert.equal(stateOf({ ...whole, action_url: '/es/' }), 'unfinished')
    assert.equal(stateOf({ ...emptyText, body: '<p> </p>' }), 'unwritten')
  })

  test('lists the languages without a text, largest first, without the fallback', () => {
    assert.deepEqual(listMissing({ es: 5, ar: 2, de: 3, fr: 1 }, draftOf({ texts: { fr: whole } })), [
      { language: 'de', count: 3 },
      { language: 'ar', count: 2 },
    ])
  })
})

describe('texts in several languages', () => {
  const withButton = { ...whole, action: 'Ir', action_url: '/es/' }
  const withLink = { ...whole, body: '<p><a href="https://example.org/">Hola</a></p>' }

  test('are uneven when some lack the button or the links of others', () => {
    assert.deepEqual(listUneven({ texts: { es: withButton, ar: whole, de: whole, fr: emptyText } }), [
      { extra: 'button', languages: ['de', 'ar'] },
    ])
    assert.deepEqual(listUneven({ texts: { es: withButton, en: withLink } }), [
      { extra: 'button', languages: ['en'] },
      { extra: 'link', languages: ['es'] },
    ])
  })

  test('are uneven when some have fewer pictures or buttons in the text than others', () => {
    const img = '<img src="/media/x.webp" alt="a > b" width="5" height="5" />'
    const button = '<a href="https://example.org/" class="button">Ir</a>'
    const one = { ...whole, body: `${img}${button}` }
    const two = { ...whole, body: `${img}${img}<a class="button" href="/es/">Ir</a>` }
    assert.deepEqual(listUneven({ texts: { es: two, en: one, ar: whole } }), [
      { extra: 'picture', languages: ['en', 'ar'] },
      { extra: 'moreButton', languages: ['ar'] },
    ])
    assert.deepEqual(listUneven({ texts: { es: one, en: one } }), [])
  })

  test('are even when all have them, none has, or there is one text', () => {
    assert.deepEqual(listUneven({ texts: { es: withButton, ar: { ...withButton, action: 'اذهب' } } }), [])
    assert.deepEqual(listUneven({ texts: { es: whole, ar: whole } }), [])
    assert.deepEqual(listUneven({ texts: { es: withButton } }), [])
    assert.deepEqual(listUneven({ texts: {} }), [])
  })
})

test('the last mail is sent after all others, at the given speed', () => {
  const from = new Date('2026-01-01T10:00:00Z')
  assert.equal(lastMailAt(1_204, 500, from).toISOString(), '2026-01-01T12:24:21.600Z')
  assert.equal(lastMailAt(1, 500, from).getTime(), from.getTime())
  assert.equal(lastMailAt(0, 500, from).getTime(), from.getTime())
})

test('chosen leads are read from the address or the session storage, each once and only ids', () => {
  const [a, b] = ['0b4f3c0e-9f1c-4a56-8f0a-3f4f6f1f9a01', '0b4f3c0e-9f1c-4a56-8f0a-3f4f6f1f9a02']
  assert.deepEqual(readChosenLeads(`?leads=${a},${b},${a},x`, null), [a, b])
  assert.deepEqual(readChosenLeads('?leads=stored', JSON.stringify([a, b])), [a, b])
  // A new campaign that was not begun in the list does not take an earlier selection.
  assert.deepEqual(readChosenLeads('', JSON.stringify([a, b])), [])
  assert.deepEqual(readChosenLeads(`?leads=${b}`, a), [b])
  assert.deepEqual(readChosenLeads('?leads=<script>', null), [])
  assert.deepEqual(readChosenLeads('?leads=stored', null), [])
})
