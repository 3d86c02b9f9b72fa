import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentKeys } from '#features/content/contract.ts'
import { type ContentFilter, filterEntries, readFilter, writeFilter } from './content-filter.ts'

const titles: Record<string, string> = {
  'content.groups.home': 'Página de inicio',
  'content.groups.about': 'Quiénes somos',
  'content.groups.use-cases': 'Casos de uso',
  'content.keys.about-mission': 'Misión',
}
const t = (key: string, variables: Record<string, string | number> = {}) =>
  key === 'content.fullTitle' ? `${variables.group}: ${variables.title}` : (titles[key] ?? key)

const state = {
  status: 'none',
  state: 'none',
  outdated: false,
  made_by: null,
  version: 0,
  published_version: null,
  has_content: false,
  updated_at: null,
} as const
const languages = {
  ...{ en: state, es: state, fr: state, de: state, it: state },
  ...{ pt: state, ru: state, zh: state, ar: state, hi: state },
}
const entries = contentKeys.map((key) => ({ key, languages }))
const none: ContentFilter = { search: '', state: undefined, language: undefined }
const keysFor = (search: string) =>
  filterEntries(entries, { ...none, search }, t).flatMap(({ entries: shown }) => shown.map(({ key }) => key))

test('without a search all eleven texts are there, by page', () => {
  const groups = filterEntries(entries, { ...none, search: ' ' }, t)
  assert.deepEqual(
    groups.map(({ group, entries: shown }) => [group, shown.length]),
    [
      ['home', 5],
      ['about', 3],
      ['use-cases', 3],
    ],
  )
})

test('a text is found by its title without accents, by its page and by its key', () => {
  assert.deepEqual(keysFor('mision'), ['about-mission'])
  assert.deepEqual(keysFor('QUIENES'), ['about-mission', 'about-team', 'about-technology'])
  assert.deepEqual(keysFor('home-why'), ['home-why'])
  assert.deepEqual(keysFor('nada de esto'), [])
})

test('a text is found by its state in the chosen language, or in any', () => {
  const outdated = { ...state, state: 'draft', status: 'draft', version: 1, outdated: true } as const
  const mixed = entries.map((entry) =>
    entry.key === 'home-why' ? { ...entry, languages: { ...languages, de: outdated } } : entry,
  )
  const found = (filter: Partial<ContentFilter>) =>
    filterEntries(mixed, { ...none, ...filter }, t).flatMap((group) => group.entries.map(({ key }) => key))
  assert.deepEqual(found({ state: 'outdated' }), ['home-why'])
  assert.deepEqual(found({ state: 'draft', language: 'de' }), ['home-why'])
  assert.deepEqual(found({ state: 'outdated', language: 'fr' }), [])
  assert.equal(found({ state: 'none', language: 'de' }).length, 10)
  assert.equal(found({ language: 'de' }).length, 11)
})

test('the filter is written to the query and read from it; unknown values are ignored', () => {
  const filter: ContentFilter = { search: 'a b', state: 'machine', language: 'ar' }
  assert.deepEqual(readFilter(new URLSearchParams(writeFilter(filter))), filter)
  assert.deepEqual(writeFilter(none), {})
  assert.deepEqual(readFilter(new URLSearchParams('state=x&language=xx')), none)
})
