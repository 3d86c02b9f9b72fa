import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DocumentFile, DocumentSort } from '#features/documents/contract.ts'
import type { Language } from '#shared/languages.ts'
import { sortFiles } from './order.ts'

function fileOf(name: string, changes: Partial<DocumentFile> = {}): DocumentFile {
  return {
    name,
    size: 1,
    lastModified: '2025-06-29T00:00:00.000Z',
    path: `/files/${name}`,
    clean_title: name,
    has_language: false,
    language_code: null,
    ...changes,
  }
}
const inSpanish = { has_language: true, language_code: 'es' } as const
const namesBy = (sort: DocumentSort, language: Language, files: DocumentFile[]) =>
  sortFiles(files, sort, language).map(({ name }) => name)

describe('the order of the public files', () => {
  test('puts files with a language first, then sorts by name', () => {
    const files = [fileOf('b'), fileOf('a'), fileOf('d', inSpanish), fileOf('c', inSpanish)]
    assert.deepEqual(namesBy('language', 'es', files), ['c', 'd', 'a', 'b'])
  })

  test('follows the rules of the language, and compares numbers by their value', () => {
    const files = ['Anexo 10', 'nube', 'ñu', 'Anexo 2', 'oso', 'árbol'].map((name) => fileOf(name))
    const spanish = ['Anexo 2', 'Anexo 10', 'árbol', 'nube', 'ñu', 'oso']
    assert.deepEqual(namesBy('language', 'es', files), spanish)
    // In Chinese by sound: bei, hu, shang.
    assert.deepEqual(
      namesBy(
        'name',
        'zh',
        ['上海', '北京', '湖南'].map((name) => fileOf(name)),
      ),
      ['北京', '湖南', '上海'],
    )
  })

  test('can be by title, newest first, or smallest first', () => {
    const files = [
      fileOf('1', { clean_title: 'c', lastModified: '2025-01-01T00:00:00.000Z', size: 30 }),
      fileOf('2', { clean_title: 'a', lastModified: '2025-03-01T00:00:00.000Z', size: 4 }),
      fileOf('3', { clean_title: 'b', lastModified: '2024-12-31T00:00:00.000Z', size: 200, ...inSpanish }),
    ]
    assert.deepEqual(namesBy('name', 'es', files), ['2', '3', '1'])
    assert.deepEqual(namesBy('date', 'es', files), ['2', '1', '3'])
    assert.deepEqual(namesBy('size', 'es', files), ['2', '1', '3'])
  })

  test('does not depend on the order of the input and does not change the input', () => {
    const files = ['a', 'b', 'c'].map((place) => fileOf('same', { path: `/files/${place}` }))
    const turned = [...files].reverse()
    for (const sort of ['language', 'name', 'date', 'size'] as const) {
      assert.deepEqual(sortFiles(turned, sort, 'en'), files)
    }
    assert.equal(turned[0]?.path, '/files/c')
  })
})
