import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingField } from '#admin/kit/settings.ts'
import { createFormat } from '#admin/kit/texts/format.ts'
import { describeValue, listDifferences, reverse } from './describe-value.ts'
import { settingFields } from './settings.ts'

const reader = {
  t: (key: string) => key.replace('settings.values.', ''),
  format: createFormat('es'),
  language: 'es' as const,
}
const fieldOf = (key: string): SettingField | undefined => settingFields.find((field) => field.key === key)

test('values read as people say them', () => {
  const cases: [string, Parameters<typeof describeValue>[1], string][] = [
    ['siteName', null, 'default'],
    ['siteName', '', 'empty'],
    ['enableApi', false, 'no'],
    ['apiRateLimit', 0, 'unlimited'],
    ['apiRateLimit', 12_000, '12.000'],
    ['defaultLanguage', 'de', 'Deutsch'],
    ['governingLaw', 'DE', 'Alemania'],
    ['companyRegister', 'none', 'unregistered'],
    ['corsOrigins', [], 'none'],
    ['corsOrigins', ['https://a.example', '*'], 'https://a.example\n*'],
    ['socialProfiles', [{ network: 'github', url: 'https://g.example' }], 'github: https://g.example'],
    ['siteTagline', { es: 'Hola', en: 'Hello' }, 'English: Hello\nEspañol: Hola'],
    ['unknown', 'x', 'x'],
  ]
  for (const [key, value, expected] of cases)
    assert.equal(describeValue(fieldOf(key), value, reader), expected, key)
})

test('of texts, only the languages that differ are listed', () => {
  const change = {
    before: { es: 'Hola', en: 'Hello' },
    after: { es: 'Hola', en: 'Hi', de: 'Tag' },
    secret: null,
  }
  assert.deepEqual(listDifferences(fieldOf('siteTagline'), change, reader), [
    { language: 'en', before: 'Hello', after: 'Hi' },
    { language: 'de', before: 'builtIn', after: 'Tag' },
  ])
  assert.deepEqual(listDifferences(fieldOf('siteName'), { before: null, after: 'A', secret: null }, reader), [
    { before: 'default', after: 'A' },
  ])
})

test('of a secret it is said what was done with it, and nothing else', () => {
  const wordsOf = (secret: 'set' | 'changed' | 'removed', isUndone = false) => {
    const change = { before: null, after: null, secret }
    const [difference] = listDifferences(undefined, isUndone ? reverse(change) : change, reader)
    return [difference?.before, difference?.after]
  }
  assert.deepEqual(wordsOf('set'), ['noSecret', 'secret'])
  assert.deepEqual(wordsOf('set', true), ['secret', 'noSecret'])
  assert.deepEqual(wordsOf('removed', true), ['noSecret', 'secret'])
  assert.deepEqual(wordsOf('changed'), wordsOf('changed', true))
})
