import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadCatalogues } from '#platform/catalogues.ts'
import { languages } from '#shared/languages.ts'
import { describeBuiltIn, describeSite, readBuiltInTexts } from './site-words.ts'

const catalogues = await loadCatalogues()
const spanish = readBuiltInTexts(catalogues.texts('es'))
const own = { name: 'Acme', tagline: '', title: '', description: '' }

test('the built-in texts are found in every language', () => {
  for (const language of languages) {
    const texts = readBuiltInTexts(catalogues.texts(language))
    for (const [name, text] of Object.entries(texts)) assert.notEqual(text, '', `${name} in ${language}`)
    assert.doesNotMatch(describeBuiltIn('siteTagline', texts, own), /^\W*\{|\}/, language)
  }
})

test('the tagline and the title replace what is built in', () => {
  assert.equal(describeSite(spanish, own).title, 'Acme: pruebas, no monedas')
  const words = describeSite(spanish, { ...own, tagline: ' Claro $& ' })
  assert.equal(words.title, 'Acme: Claro $&')
  assert.equal(words.line, 'Acme. Claro $&')
  assert.equal(describeSite(spanish, { ...own, tagline: 'Claro', title: 'Mío' }).title, 'Mío')
})

test('an empty field shows what the site says instead', () => {
  assert.equal(describeBuiltIn('siteTagline', spanish, own), 'Pruebas, no monedas.')
  assert.equal(describeBuiltIn('metaTitle', spanish, { ...own, tagline: 'Claro' }), 'Acme: Claro')
  assert.equal(describeBuiltIn('metaKeywords', spanish, own), spanish.keywords)
  assert.equal(describeBuiltIn('siteName', spanish, own), '')
})
