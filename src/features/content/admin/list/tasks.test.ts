import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentEntry, ContentState } from '#features/content/contract.ts'
import { countTasks, listTasks, taskPath } from './tasks.ts'

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
const done: ContentState = { ...none, state: 'published', version: 1, made_by: 'person', has_content: true }
const entryOf = (key: ContentEntry['key'], de: ContentState): ContentEntry => ({
  key,
  languages: {
    ...{ en: none, es: none, fr: done, de, it: none },
    ...{ pt: none, ru: none, zh: none, ar: none, hi: none },
  },
})
const entries = [
  entryOf('home-hero', done),
  entryOf('home-why', { ...done, outdated: true, made_by: 'machine' }),
  entryOf('about-team', none),
]

test('tasks are outdated, machine-made and missing translations', () => {
  assert.deepEqual(listTasks(entries, 'de'), [
    { kind: 'outdated', keys: ['home-why'] },
    { kind: 'machine', keys: ['home-why'] },
    { kind: 'missing', keys: ['about-team'] },
  ])
  assert.deepEqual(listTasks(entries, 'fr'), [])
})

test('a text that the team has written in no language is no task', () => {
  const untouched = entryOf('about-team', none)
  const entry = { ...untouched, languages: { ...untouched.languages, fr: none } }
  assert.deepEqual(listTasks([entry], 'de'), [])
})

test('a text with two tasks counts once', () => {
  assert.equal(countTasks(entries, 'de'), 2)
  assert.equal(countTasks(entries, 'fr'), 0)
})

test('a translation opens with the source side by side', () => {
  assert.equal(taskPath('home-why', 'de'), '/admin/content/home-why?language=de&reference=es')
  assert.equal(taskPath('home-why', 'es'), '/admin/content/home-why?language=es')
})
