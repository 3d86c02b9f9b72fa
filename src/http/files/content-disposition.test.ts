import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentDisposition } from './content-disposition.ts'

test('names in any script are told, and one in ASCII for programs that read no other', () => {
  assert.equal(
    contentDisposition('inline', 'Guía rápida.pdf'),
    `inline; filename="Guia rapida.pdf"; filename*=UTF-8''Gu%C3%ADa%20r%C3%A1pida.pdf`,
  )
  assert.equal(
    contentDisposition('attachment', 'دليل.pdf'),
    `attachment; filename="____.pdf"; filename*=UTF-8''%D8%AF%D9%84%D9%8A%D9%84.pdf`,
  )
})

test('no name ends the header or begins another', () => {
  const header = contentDisposition('inline', `a"b\\c%d\r\ne'f(g)*.pdf\ud800`)
  assert.equal(
    header,
    `inline; filename="a_b_c_d__e'f(g)*.pdf_"; filename*=UTF-8''a%22b%5Cc%25d%0D%0Ae%27f%28g%29%2A.pdf%EF%BF%BD`,
  )
})
