import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DocumentDetails, PageText, RecentDocuments } from '#features/documents/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add, openLibrary, uploadForm } from '../../../../test/support/documents/library.ts'
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

describe('the text of a page', () => {
  let id: string
  before(async () => {
    const file = pdfFile({ pages: ['Certificates for everyone', '', 'The third page'] })
    id = (await add(editor, { file })).id
  })
  const ask = (page: unknown, query = '') => editor(`/api/documents/${id}/pages/${page}${query}`)

  test('is not known before the file has been read', async () => {
    assert.equal((await ask(1)).status, 404)
    await library.process()
    assert.deepEqual((await ask(1)).read(PageText), {
      ...{ version: 1, page: 1, text: 'Certificates for everyone', is_read: true },
    })
  })

  test('is empty where the page has none', async () => {
    assert.deepEqual((await ask(2)).read(PageText), { version: 1, page: 2, text: '', is_read: true })
  })

  test('is that of the version that is asked for', async () => {
    const form = uploadForm(pdfFile({ pages: ['Another'] }), {}, 'v2.pdf')
    const replaced = await editor(`/api/documents/${id}/file`, { method: 'POST', ...form })
    assert.equal(replaced.status, 200)
    await library.process()
    assert.equal((await ask(1)).read(PageText).text, 'Another')
    assert.equal((await ask(1, '?version=2')).read(PageText).text, 'Another')
    assert.equal((await ask(3)).status, 404)
    assert.equal((await ask(3, '?version=1')).read(PageText).page, 3)
    assert.equal((await ask(1, '?version=3')).status, 404)
  })

  test('needs a page and a document that there are', async () => {
    for (const page of ['0', '-1', '1.5', 'x', '9'.repeat(20)])
      assert.equal((await ask(page)).status, 404, page)
    assert.equal((await ask('99999')).status, 404)
    const unknown = '00000000-0000-4000-8000-000000000000'
    assert.equal((await editor(`/api/documents/${unknown}/pages/1`)).status, 404)
    assert.equal((await app.send(`/api/documents/${id}/pages/1`)).status, 401)
  })
})

test('the newest documents are found again by their ids', async () => {
  const { id } = await add(editor, { title: 'Newest' })
  await library.process()
  await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  const [newest] = (await editor('/api/doc/files/recent')).read(RecentDocuments).documents
  assert.equal(newest?.id, id)
  assert.equal((await editor(`/api/documents/${newest.id}`)).read(DocumentDetails).title, 'Newest')
})
