import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentKeys } from '../contract.ts'
import { filterEntries } from './content-filter.ts'

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
const keysFor = (search: string) =>
  filterEntries(entries, search, t).flatMap(({ entries: shown }) => shown.map(({ key }) => key))

test('without a search all eleven texts are there, by page', () => {
  const groups = filterEntries(entries, ' ', t)
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
