import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '#shared/languages.ts'
import { type Catalogue, listKeys, loadTranslations } from './translations.ts'

const builtIn: Catalogue = {
  title: 'Hola',
  rows_one: 'una fila',
  rows_other: 'filas',
  menu: { open: 'Abrir' },
}
const english: Catalogue = { title: 'Hello', rows_one: 'one row', rows_other: 'rows', menu: { open: 'Open' } }

function serving(catalogues: Partial<Record<Language, Catalogue>>) {
  const asked: Language[] = []
  const fetchCatalogue = async (language: Language) => {
    asked.push(language)
    const catalogue = catalogues[language]
    if (!catalogue) throw new Error('offline')
    return catalogue
  }
  return { asked, fetchCatalogue }
}

test('Spanish is built in and needs no request', async () => {
  const { asked, fetchCatalogue } = serving({})
  assert.deepEqual(await loadTranslations('es', builtIn, fetchCatalogue), { language: 'es', catalogues: {} })
  assert.deepEqual(asked, [])
})

test('a complete language is loaded alone, whatever its plural forms', async () => {
  const french = { ...english, rows_many: 'de lignes' }
  const { asked, fetchCatalogue } = serving({ fr: french, en: english })
  const loaded = await loadTranslations('fr', builtIn, fetchCatalogue)
  assert.deepEqual(loaded, { language: 'fr', catalogues: { fr: french } })
  assert.deepEqual(asked, ['fr'])
})

test('for an incomplete language, English is loaded as well', async () => {
  const { fetchCatalogue } = serving({ ar: { title: 'مرحبا' }, en: english })
  const loaded = await loadTranslations('ar', builtIn, fetchCatalogue)
  assert.equal(loaded.language, 'ar')
  assert.deepEqual(loaded.catalogues.en, english)
  assert.equal(loaded.failed, undefined)
})

test('an incomplete language is no failure if English cannot be loaded', async () => {
  const { fetchCatalogue } = serving({ ar: { title: 'مرحبا' } })
  assert.deepEqual(await loadTranslations('ar', builtIn, fetchCatalogue), {
    language: 'ar',
    catalogues: { ar: { title: 'مرحبا' } },
  })
})

test('a language that does not load falls back to English, and is reported', async () => {
  const { fetchCatalogue } = serving({ en: english })
  assert.deepEqual(await loadTranslations('hi', builtIn, fetchCatalogue), {
    language: 'en',
    catalogues: { en: english },
    failed: 'hi',
  })
})

test('without English too, the built-in texts remain', async () => {
  const { asked, fetchCatalogue } = serving({})
  assert.deepEqual(await loadTranslations('zh', builtIn, fetchCatalogue), {
    language: 'es',
    catalogues: {},
    failed: 'zh',
  })
  assert.deepEqual(asked, ['zh', 'en'])
  assert.equal((await loadTranslations('en', builtIn, fetchCatalogue)).failed, 'en')
})

test('keys are dotted, and plural forms count as one key', () => {
  assert.deepEqual([...listKeys(builtIn)], ['title', 'rows', 'menu.open'])
})
