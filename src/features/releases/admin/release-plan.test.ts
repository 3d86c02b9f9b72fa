import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentEntry, ContentState } from '#features/content/contract.ts'
import type { ReleaseItem } from '#features/releases/contract.ts'
import {
  addWaiting,
  chooseVersion,
  describeEffect,
  isSamePlan,
  listChoices,
  toggleText,
} from './release-plan.ts'

const stateOf = (version: number, published: number | null, hasContent = true): ContentState => ({
  status: version === 0 ? 'none' : published === null ? 'draft' : 'published',
  state: version === 0 ? 'none' : published === null ? 'draft' : 'published',
  outdated: false,
  made_by: 'person',
  version,
  published_version: published,
  has_content: hasContent,
  updated_at: null,
})
const none = stateOf(0, null, false)

/** The first text: Spanish with a newer draft, French published, Arabic only a draft, German blank. */
const entries = [
  {
    key: 'home-hero',
    languages: {
      en: none,
      es: stateOf(3, 2),
      fr: stateOf(1, 1),
      de: stateOf(2, null, false),
      it: none,
      pt: none,
      ru: none,
      zh: none,
      ar: stateOf(1, null),
      hi: none,
    },
  },
] satisfies ContentEntry[]
const spanish: ReleaseItem = { key: 'home-hero', language: 'es', version: 3 }
const arabic: ReleaseItem = { key: 'home-hero', language: 'ar', version: 1 }

test('a text can become what it has: its newest version, the live one, or nothing', () => {
  assert.deepEqual(listChoices(stateOf(3, 2)), [3, 2, null])
  assert.deepEqual(listChoices(stateOf(2, 2)), [2, null])
  assert.deepEqual(listChoices(stateOf(3, null)), [3])
  assert.deepEqual(listChoices(stateOf(3, 2, false)), [2, null])
  assert.deepEqual(listChoices(stateOf(3, null, false)), [])
  assert.deepEqual(listChoices(none), [])
  assert.deepEqual(listChoices(stateOf(5, null), 3), [5, 3])
  assert.deepEqual(listChoices(stateOf(5, null), null), [5, null])
})

test('choosing a text takes its newest version, choosing it again takes it out', () => {
  const one = toggleText([], entries, 'home-hero', 'ar')
  assert.deepEqual(one, [arabic])
  const both = toggleText(one, entries, 'home-hero', 'es')
  assert.deepEqual(both, [spanish, arabic])
  assert.deepEqual(toggleText(both, entries, 'home-hero', 'ar'), [spanish])
  assert.deepEqual(toggleText([], entries, 'home-hero', 'de'), [])
  assert.deepEqual(toggleText([], entries, 'home-hero', 'en'), [])
})

test('all waiting drafts are added, what was chosen stays as it is', () => {
  const off: ReleaseItem = { ...spanish, version: null }
  assert.deepEqual(addWaiting([], entries), [spanish, arabic])
  assert.deepEqual(addWaiting([off], entries), [off, arabic])
})

test('what would change is told', () => {
  assert.deepEqual(describeEffect(entries, spanish), {
    live: 2,
    changes: true,
    newer: undefined,
    choices: [3, 2, null],
  })
  assert.deepEqual(describeEffect(entries, { ...spanish, version: 2 }), {
    live: 2,
    changes: false,
    newer: 3,
    choices: [3, 2, null],
  })
  const off = describeEffect(entries, { ...arabic, version: null })
  assert.deepEqual([off.live, off.changes], [null, false])
})

test('a plan is the same in whatever order', () => {
  assert.ok(isSamePlan([spanish, arabic], [arabic, spanish]))
  assert.ok(!isSamePlan([spanish], [spanish, arabic]))
  assert.ok(!isSamePlan([spanish], chooseVersion([spanish], { ...spanish, version: null })))
})
