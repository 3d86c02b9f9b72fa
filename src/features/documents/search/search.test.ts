import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add, openLibrary } from '../../../../test/support/documents/library.ts'
import { pdfFile } from '../../../../test/support/documents/pdf-file.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let library: Awaited<ReturnType<typeof openLibrary>>
let editor: Send

before(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
  editor = await app.signInAs('editor')
})
after(async () => {
  await library.close()
  await app.close()
})

async function publish(fields: Parameters<typeof add>[1]): Promise<string> {
  const { id } = await add(editor, fields)
  await library.process()
  await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  return id
}

/** The titles that a search finds, each with the page where that is inside. */
async function find(query: string, language = 'es'): Promise<string[]> {
  const { text, status } = await app.send(`/${language}/docs/search?q=${encodeURIComponent(query)}`)
  assert.equal(status, 200)
  return [...text.matchAll(/<li><a href="[^"]+"><bdi[^>]*>([^<]*)<\/bdi><\/a>(.*?)<\/li>/gs)].map(
    ([, title, rest = '']) => {
      const page = /#page=(\d+)/.exec(rest)?.[1]
      return page ? `${title} p. ${page}` : String(title)
    },
  )
}

test('documents are found by what is inside, with the page, in the forms of their language', async () => {
  await publish({
    title: 'Manual de sellos',
    file: pdfFile({ pages: ['La portada', 'Las transacciones se firman aqui', 'El final'] }),
  })
  await publish({
    title: 'Otra transaccion',
    filename: 'x.pdf',
    mapped_language: '',
    file: pdfFile({ pages: ['Nada de eso'] }),
  })
  assert.deepEqual(await find('transacción'), ['Otra transaccion', 'Manual de sellos p. 2'])
  assert.deepEqual(await find('FIRMAR transacciones'), ['Manual de sellos p. 2'])
  assert.deepEqual(await find('sellos'), ['Manual de sellos'])
  assert.deepEqual(await find('portada final'), [])
  // Universal documents are found in every language, others in theirs.
  assert.deepEqual(await find('transaccion', 'fr'), ['Otra transaccion'])
  assert.match((await app.send('/fr/docs/search?q=transacciones&language=es')).text, /Manual de sellos/)
})

test('nothing is found of what is not published, of former versions, and of deleted ones', async () => {
  const id = await publish({ title: 'Secreto', file: pdfFile({ pages: ['palabraunica'] }) })
  assert.deepEqual(await find('palabraunica'), ['Secreto p. 1'])
  await editor(`/api/documents/${id}/unpublish`, { method: 'POST' })
  assert.deepEqual(await find('palabraunica'), [])
  await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  await editor(`/api/documents/${id}`, { method: 'DELETE' })
  assert.deepEqual(await find('palabraunica'), [])
})

test('a change of the language has the text read again', async () => {
  const id = await publish({
    title: 'Wechsel',
    filename: 'De-w.pdf',
    file: pdfFile({ pages: ['Die Vertraege'] }),
  })
  assert.deepEqual(await find('vertraege', 'de'), ['Wechsel p. 1'])
  const change = { title: 'Wechsel', category: 'guide', mapped_language: 'fr' }
  assert.equal((await editor(`/api/documents/${id}`, { method: 'PUT', json: change })).status, 200)
  assert.deepEqual(await find('vertraege', 'de'), [])
  await library.process()
  assert.deepEqual(await find('vertraege', 'fr'), ['Wechsel p. 1'])
})

test('whatever is typed is answered with a page, and is never a part of it', async () => {
  for (const query of [
    "'",
    '"',
    '<script>alert(1)</script>',
    '%',
    '\\',
    '&|!()',
    ':*',
    'a:b',
    '\u0000',
    '\ud800',
    'x'.repeat(900),
    '身',
  ]) {
    const { status, text, headers } = await app.send(
      `/es/docs/search?q=${encodeURIComponent(query.toWellFormed())}`,
    )
    assert.equal(status, 200, query)
    assert.doesNotMatch(text, /<script>alert/)
    assert.match(String(headers['x-robots-tag']), /noindex/)
  }
  for (const query of ['', 'q=', 'q=a&q=b', 'language=xx&q=a', 'q[]=1'])
    assert.equal((await app.send(`/es/docs/search?${query}`)).status, 200, query)
})
