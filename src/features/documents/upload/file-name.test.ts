import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanPdfName } from './file-name.ts'

test('a file name is one line without folders, and ends in .pdf', () => {
  assert.equal(cleanPdfName('C:\\Users\\ana\\Guía.pdf'), 'Guía.pdf')
  assert.equal(cleanPdfName('../../etc/passwd'), 'passwd.pdf')
  assert.equal(cleanPdfName('a\r\nb\u202efdp.pdf'), 'abfdp.pdf')
  assert.equal(cleanPdfName(''), 'document.pdf')
  assert.equal([...cleanPdfName('字'.repeat(500))].length, 184)
})
