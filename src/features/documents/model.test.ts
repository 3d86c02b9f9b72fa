import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { downloadPath, readLibraryQuery, writeLibraryQuery } from './model.ts'

describe('the choice of documents', () => {
  const queries: [query: string, written: string][] = [
    ['', ''],
    ['language=fr&sort=date', 'language=fr&sort=date'],
    ['sort=size&language=ar', 'language=ar&sort=size'],
    // Defaults.
    ['language=es&sort=language', ''],
    ['language=es&sort=name', 'sort=name'],
    // Unknown values.
    ['language=xx&sort=random&page=7', ''],
    ['language=FR', ''],
    ['language=__proto__&sort=constructor', ''],
    ['language=%00&sort=%ff&&=', ''],
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

test('a file is downloaded from an address of this site, whatever its name', () => {
  assert.equal(
    downloadPath('documents/1/Es-Guía rápida #1?.pdf'),
    '/files/documents/1/Es-Gu%C3%ADa%20r%C3%A1pida%20%231%3F.pdf',
  )
  assert.equal(downloadPath('documents/2/دليل.pdf'), `/files/documents/2/${encodeURIComponent('دليل')}.pdf`)
  assert.equal(downloadPath('//evil.example/x'), '/files///evil.example/x')
})
