import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFileName, readLibraryQuery, shorten, writeLibraryQuery } from './model.ts'

describe('the choice of documents', () => {
  const queries: [query: string, written: string][] = [
    ['', ''],
    ['language=fr&sort=date', 'language=fr&sort=date'],
    ['sort=size&language=ar', 'language=ar&sort=size'],
    // Defaults.
    ['language=es&sort=language', ''],
    ['language=es&sort=name', 'sort=name'],
    // Unknown values.
    ['language=xx&sort=random', ''],
    ...['0', '-1', '1e3', '01', '2.5', ' 2', '100000'].map((page): [string, string] => [`page=${page}`, '']),
    ['language=FR', ''],
    ['language=__proto__&sort=constructor', ''],
    ['language=%00&sort=%ff&&=', ''],
    ['category=legal&language=fr', 'language=fr&category=legal'],
    ['category=novel', ''],
    // The first page is no page of its own.
    ['page=1', ''],
    ['page=12&category=legal', 'category=legal&page=12'],
    ['language=fr&language=de', 'language=fr'],
  ]
  for (const [query, written] of queries) {
    test(`«${query}» is written «${written}»`, () => {
      const choice = readLibraryQuery(query, 'es')
      assert.equal(writeLibraryQuery(choice, 'es'), written)
      assert.deepEqual(readLibraryQuery(written, 'es'), choice)
    })
  }
})

test('title and language come from the name of a file', () => {
  assert.deepEqual(readFileName('Es-Guía rápida.pdf'), { title: 'Guía rápida', language: 'es' })
  assert.deepEqual(readFileName('Ar-دليل.PDF'), { title: 'دليل', language: 'ar' })
  assert.deepEqual(readFileName('Annual_report_2026.pdf'), {
    title: 'Annual report 2026',
    language: undefined,
  })
  // A prefix by its form, of a language that the site does not have.
  assert.deepEqual(readFileName('Xx-Guide.pdf'), { title: 'Guide', language: undefined })
  assert.deepEqual(readFileName('ES-Guide.pdf'), { title: 'ES-Guide', language: undefined })
  assert.deepEqual(readFileName('Es-.pdf'), { title: 'Es-', language: 'es' })
})

test('a text is cut off by the characters that people see', () => {
  assert.equal(shorten('short'), 'short')
  assert.equal(shorten('a'.repeat(100)), 'a'.repeat(100))
  assert.equal(shorten('a'.repeat(101)), `${'a'.repeat(100)}…`)
  // A family is one character of eleven units.
  assert.equal(shorten('👨‍👩‍👧‍👦'.repeat(100)), '👨‍👩‍👧‍👦'.repeat(100))
  assert.equal(shorten('👨‍👩‍👧‍👦'.repeat(102)), `${'👨‍👩‍👧‍👦'.repeat(100)}…`)
  assert.equal(shorten('one two\n  three', 8), 'one two…')
})
