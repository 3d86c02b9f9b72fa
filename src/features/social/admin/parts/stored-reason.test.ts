import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isolate } from '#admin/kit/texts/isolate.ts'
import { limitCodes, writeLimitFault } from '#features/social/limits/model.ts'
import { importForBrowser } from '../../../../../test/support/social/import-for-browser.ts'

const { createTranslate, describeReason } = await importForBrowser(async () => ({
  ...(await import('#admin/kit/texts/texts.ts')),
  ...(await import('./stored-reason.ts')),
}))

const describe = (stored: string) =>
  describeReason(stored, createTranslate('es'), (value) => value.toLocaleString('de'))

test('a limit is told with its numbers, as the reader writes them', () => {
  const params = { limit: 30_000, length: 31_312 }
  const stored = writeLimitFault({ field: 'text', code: 'text_too_long', params })
  assert.equal(describe(stored), 'Es demasiado largo: el límite es 30.000 y tiene 31.312.')
})

test('a type of file within it is read from left to right, and is text', () => {
  const type = 'image/<b>&{{limit}}'
  const stored = writeLimitFault({ field: 'files.0', code: 'file_type', params: { type } })
  assert.ok(describe(stored)?.endsWith(` de tipo ${isolate(type)}.`))
})

test('every limit has a sentence without gaps', () => {
  const params = { limit: 1, length: 2, count: 3, type: 'a/b' }
  for (const code of limitCodes) {
    const sentence = describe(writeLimitFault({ field: 'text', code, params })) ?? ''
    assert.match(sentence, /^[A-ZÁÉÍÓÚÑ][^{}]*\.$/u, code)
  }
})

test('a code of our own has its sentence', () => {
  assert.match(describe('file_unreadable') ?? '', /^No se ha podido leer un archivo/)
  // An account has reasons of its own.
  assert.match(describe('unreadable') ?? '', /respuesta/)
  assert.match(describe('account_unreadable') ?? '', /descifrar/)
  assert.equal(describe('account_unheard_of'), undefined)
})

test('what a platform has said is left to be shown as its words', () => {
  for (const said of [
    '',
    'Bad Request: chat not found',
    'limits.unheard_of?a=1',
    'toString',
    'account_unknown.x',
  ])
    assert.equal(describe(said), undefined, said)
})
