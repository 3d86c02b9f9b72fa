import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCountries } from '#admin/kit/country/country-list.ts'
import { settingFields as seoFields } from '#features/seo/admin/settings.ts'
import { hiddenPages, sharePictures } from '#features/seo/appearance/settings.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import { robotsRules } from '#features/seo/robots/settings.ts'
import { seoSettings } from '#features/seo/settings.ts'
import { submissionSettings } from '#features/seo/submission/settings.ts'
import { apiSettings } from '#http/public-api/settings.ts'
import { siteSettings } from '#site/settings.ts'
import { settingFields } from './settings.ts'
import { readNumber, readProfiles, readTexts, withoutBlanks, withText } from './values.ts'

test('every setting that a feature defines can be edited, and no other', () => {
  const defined = {
    ...siteSettings,
    ...apiSettings,
    ...seoSettings,
    ...documentSeoSettings,
    ...submissionSettings,
    robotsRules,
    hiddenPages,
    sharePictures,
  }
  const shown = [...settingFields, ...seoFields].map(({ key }) => key)
  assert.deepEqual(
    shown.toSorted(),
    Object.values(defined)
      .map(({ key }) => key)
      .toSorted(),
  )
})

test('a number may be grouped as any language does; what is none stays as it was typed', () => {
  for (const typed of ['2000', '2.000', '2,000', '2 000', '2\u00a0000']) assert.equal(readNumber(typed), 2000)
  for (const typed of ['', '-1', 'mil', '1e3', '1.5', '2.00']) assert.equal(readNumber(typed), typed)
})

test('texts are changed one language at a time, and blank ones count as none', () => {
  const texts = withText({ es: 'Hola' }, 'de', ' ')
  assert.deepEqual(readTexts(texts), { es: 'Hola', de: ' ' })
  assert.deepEqual(withoutBlanks({ kind: 'localizedLine' }, texts), { es: 'Hola' })
})

test('a profile with an address alone is kept, so that its error is shown', () => {
  const rows = [
    { network: '', url: ' ' },
    { network: '', url: 'https://x.example' },
  ]
  assert.deepEqual(withoutBlanks({ kind: 'socialProfiles' }, rows), rows.slice(1))
  assert.deepEqual(readProfiles('nothing'), [])
})

test('countries are listed once, by their names in the language of the reader', () => {
  const countries = listCountries('es')
  assert.ok(countries.some(({ value, label }) => value === 'DE' && label === 'Alemania'))
  assert.ok(!countries.some(({ value }) => ['EU', 'UN', 'DD', 'SU'].includes(value)))
  assert.equal(new Set(countries.map(({ label }) => label)).size, countries.length)
})
