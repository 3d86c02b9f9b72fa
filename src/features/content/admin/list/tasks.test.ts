import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentEntry, ContentState } from '#features/content/contract.ts'
import {
  countTasks,
  findAssigned,
  findTasks,
  listTasks,
  readTaskFilter,
  taskPath,
  writeTaskFilter,
} from './tasks.ts'

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

test('tasks are filtered by owner and lateness, and those due first come first', () => {
  const ana = { id: 'a', name: 'Ana' }
  const source = {
    entries,
    assignments: [
      { key: 'about-team' as const, language: 'de' as const, owner: ana, due_on: '2026-05-31' },
      { key: 'home-why' as const, language: 'de' as const, owner: null, due_on: '2026-06-01' },
    ],
    ...{ userId: 'a', today: '2026-06-01' },
  }
  const find = (query: string) =>
    findTasks(source, readTaskFilter(new URLSearchParams(query), 'de')).map(
      ({ kind, key, language, isLate }) => `${kind} ${key} ${language}${isLate ? ' late' : ''}`,
    )
  const late = 'missing about-team de late'
  assert.deepEqual(find(''), [late, 'outdated home-why de', 'machine home-why de'])
  assert.deepEqual(find('owner=mine'), [late])
  assert.deepEqual(find('owner=late'), [late])
  assert.deepEqual(find('owner=unowned&language=de'), ['outdated home-why de', 'machine home-why de'])
  assert.deepEqual(find('owner=mine&language=fr'), [])
  const filter = { language: undefined, owner: 'mine' } as const
  assert.deepEqual(readTaskFilter(new URLSearchParams(writeTaskFilter(filter)), 'es'), filter)
})

test('a text tells who translates it, and is late from the day after it was due', () => {
  const ana = { id: 'a', name: 'Ana' }
  const text = { key: 'about-team', language: 'de' } as const
  const assignments = [{ ...text, owner: ana, due_on: '2026-05-31' }]
  const due = { owner: ana, dueOn: '2026-05-31' }
  assert.deepEqual(findAssigned(assignments, text, '2026-05-31'), { ...due, isLate: false })
  assert.deepEqual(findAssigned(assignments, text, '2026-06-01'), { ...due, isLate: true })
  assert.deepEqual(findAssigned(assignments, { ...text, language: 'fr' }, '2026-06-01'), {
    ...{ owner: null, dueOn: null, isLate: false },
  })
})
