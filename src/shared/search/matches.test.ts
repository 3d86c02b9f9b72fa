import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBestMatch, findMatches, findSimilarMatch, type Span } from './matches.ts'
import { searchWordsOf } from './words.ts'

const cut = (text: string, span: Span | undefined) => span && text.slice(span.start, span.end)
const matches = (text: string, query: string) =>
  findMatches(text, searchWordsOf(query)).map((span) => cut(text, span))

test('words are found where they are written, whatever their case, accents and script', () => {
  assert.deepEqual(matches('Ana Ñandú, de Łódź', 'ndu lodz'), ['ndú', 'Łódź'])
  assert.deepEqual(matches('Straße und STRASSE', 'strasse'), ['Straße', 'STRASSE'])
  assert.deepEqual(matches('e\u0301lan n\u0303u', 'elan nu'), ['e\u0301lan', 'n\u0303u'])
  assert.deepEqual(matches('让机构透明。机构', '机构'), ['机构', '机构'])
  assert.deepEqual(matches('الشَّفافية المؤسسية', 'الشفافيه المؤسسية'), ['المؤسسية'])
  assert.deepEqual(matches('ΟΔΟΣ', 'οδος'), ['ΟΔΟΣ'])
  assert.deepEqual(matches('a👩‍👩‍👧b', 'b'), ['b'])
  assert.deepEqual(matches('una prueba', 'nada'), [])
})

test('matches that overlap or touch are one', () => {
  assert.deepEqual(matches('transparencia', 'parencia trans spa'), ['transparencia'])
})

test('the best place has most of the words', () => {
  const text = 'de la casa. Una casa de campo. De un campo blanco'
  const best = (query: string) => findBestMatch(text, searchWordsOf(query), 16)?.start
  assert.equal(best('casa'), text.indexOf('casa'))
  assert.equal(best('casa campo de'), text.indexOf('casa de campo'))
  assert.equal(best('blanco de'), text.indexOf('De un'))
  assert.equal(best('nada'), undefined)
  assert.equal(findBestMatch("llamar a l'Amar", ['amar'], 16)?.start, 11)
})

test('a word with a typo is found, and what is nothing like it is not', () => {
  assert.equal(
    cut('Toda la Transparencia', findSimilarMatch('Toda la Transparencia', ['trasparensia'])),
    'Transparencia',
  )
  assert.equal(findSimilarMatch('Toda la materia', ['trasparensia']), undefined)
  assert.equal(findSimilarMatch('tres', ['tre']), undefined)
})

test('a long text takes no time', () => {
  const text = 'a b '.repeat(50_000)
  assert.equal(findBestMatch(text, ['a', 'b', 'c'], 120)?.start, 0)
  assert.equal(findSimilarMatch('palabra '.repeat(25_000), ['xyzw']), undefined)
  assert.equal(findMatches('字'.repeat(100_000), ['字字']).length, 1)
})
