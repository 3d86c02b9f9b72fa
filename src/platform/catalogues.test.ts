import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '#shared/languages.ts'
import { loadCatalogues } from './catalogues.ts'

const catalogues = await loadCatalogues()

describe('the catalogues', () => {
  test('speak each language in its own words', () => {
    assert.equal(catalogues.translator('es')('errors:fields.name_required'), 'El nombre es obligatorio')
    assert.notEqual(
      catalogues.translator('en')('errors:not_found'),
      catalogues.translator('es')('errors:not_found'),
    )
    for (const language of languages) assert.ok(catalogues.texts(language).errors, language)
  })

  test('insert variables unescaped: escaping is the task of whoever writes HTML', () => {
    const sentence = catalogues.translator('es')('errors:unsupported_media_type', { expected: '<b>&' })
    assert.match(sentence, /<b>&/)
  })

  test('count as each language does', () => {
    const t = catalogues.translator('es')
    assert.match(t('errors:rate_limited', { count: 1 }), /dentro de 1 segundo\.$/)
    assert.match(t('errors:rate_limited', { count: 2 }), /dentro de 2 segundos\.$/)
  })

  test('know which keys there are', () => {
    assert.equal(catalogues.has('errors:fields.too_long'), true)
    for (const key of ['errors:fields.nothing', 'errors:__proto__', 'nothing:here'])
      assert.equal(catalogues.has(key), false)
  })
})
