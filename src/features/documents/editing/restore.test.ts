import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AuditEntry } from '#features/audit/contract.ts'
import { DocumentDetails } from '#features/documents/contract.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add, openLibrary, uploadForm } from '../../../../test/support/documents/library.ts'
import { pdfFile } from '../../../../test/support/documents/pdf-file.ts'
import type { Send } from '../../../../test/support/http-client.ts'

const translate = (await loadCatalogues()).translator('es')

let app: TestApp
let library: Awaited<ReturnType<typeof openLibrary>>
let editor: Send
let viewer: Send
let admin: Send

before(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
  editor = await app.signInAs('editor')
  viewer = await app.signInAs('viewer')
  admin = await app.signIn()
})
after(async () => {
  await library.close()
  await app.close()
})

const asIs = { clean_metadata: 'false' }
const get = async (id: string) => (await viewer(`/api/documents/${id}`)).read(DocumentDetails)
const post = (path: string, send = editor) => send(`/api/documents/${path}`, { method: 'POST', json: {} })
const restore = (id: string, number: number | string, send = editor) =>
  post(`${id}/versions/${number}/restore`, send)
async function expectRefusal(reply: ReturnType<typeof restore>, status: number, code: string): Promise<void> {
  const problem = (await reply).problem()
  assert.deepEqual([problem.status, problem.detail], [status, translate(`errors:${code}`)])
}
const currentOf = ({ versions }: DocumentDetails) =>
  versions.filter(({ is_current }) => is_current).map(({ number }) => number)
const read = async ({ download_url }: DocumentDetails) => (await app.send(download_url)).bytes

/** Uploads a version, which waits to be read. */
async function replace(id: string, file: Buffer, filename = 'next.pdf'): Promise<void> {
  const reply = await editor(`/api/documents/${id}/file`, {
    method: 'POST',
    ...uploadForm(file, asIs, filename),
  })
  assert.equal(reply.status, 200)
}

/** A published document with a version for each file, of which the last is served. */
async function addVersions(title: string, file: Buffer, ...others: Buffer[]): Promise<DocumentDetails> {
  const { id } = await add(editor, {
    title,
    filename: 'first.pdf',
    mapped_language: 'es',
    ...asIs,
    file,
  })
  await library.process()
  for (const next of others) {
    app.clock.advance(60_000)
    await replace(id, next)
    await library.process()
  }
  await post(`${id}/publish`)
  return get(id)
}

const one = pdfFile({ pages: ['The first text', 'Two pages'] })
const two = pdfFile({ pages: ['The second text'] })
const three = pdfFile({ pages: ['The third text'] })

describe('an earlier version', () => {
  test('is served again at the address of the document, at once, and the one before stays', async () => {
    const document = await addVersions('Going back', one, two)
    const { id, download_url } = document
    assert.deepEqual(await read(document), two)
    const seen = await app.send(download_url)
    const cover = document.cover_url
    app.clock.advance(60_000)
    const restored = (await restore(id, 1)).read(DocumentDetails)
    assert.deepEqual(await read(document), one)
    assert.deepEqual(
      [restored.original_filename, restored.page_count, restored.file_size, restored.status],
      ['first.pdf', 2, one.length, 'published'],
    )
    assert.deepEqual([currentOf(restored), restored.versions.length], [[1], 2])
    // Its picture is the one that the team sees.
    const folderOf = (url: string | null) => url?.split('/')[2]
    assert.notEqual(folderOf(restored.cover_url), folderOf(cover))
    assert.equal((await app.send(restored.cover_url ?? '')).status, 200)
    assert.equal(folderOf(restored.picture_url), folderOf(restored.cover_url))
    // Whoever has the newer file is told that it has changed.
    const since = { 'if-modified-since': String(seen.headers['last-modified']) }
    assert.equal((await app.send(download_url, { headers: since })).status, 200)
    assert.match((await app.send('/es/docs/going-back')).text, /<dd>2<\/dd>/)
    // And forward again.
    const forward = (await restore(id, 2)).read(DocumentDetails)
    assert.deepEqual([currentOf(forward), await read(document)], [[2], two])
    // Each change is recorded; that of the server, which has read the file, is nobody's.
    const entries = (await admin(`/api/audit?limit=200&subject=documents&operation=update`)).read(
      AuditEntry.array(),
    )
    const served = entries.filter(({ row, after }) => row === id && 'version_number' in after)
    assert.deepEqual(
      served.map(({ action, after }) => [action, after.version_number]),
      [
        ['documents.upload', 2],
        ['documents.upload', 1],
        [null, 2],
      ],
    )
  })

  test('is found by its text and its name, in the language that the document has by now', async () => {
    const { id } = await addVersions(
      'Searched',
      pdfFile({ pages: ['The running kangaroos'] }),
      pdfFile({ pages: ['A sleeping wombat'] }),
    )
    const isFound = async (query: string, language = 'es') =>
      (await app.send(`/${language}/docs/search?q=${encodeURIComponent(query)}`)).text.includes('Searched')
    const isListed = async (search: string) =>
      (await viewer(`/api/search?search=${search}`)).text.includes(id)
    assert.deepEqual([await isFound('kangaroos'), await isFound('wombat')], [false, true])
    const json = { title: 'Searched', category: 'guide', mapped_language: 'en' }
    await editor(`/api/documents/${id}`, { method: 'PUT', json })
    await restore(id, 1)
    assert.equal(await isFound('wombat', 'en'), false)
    await library.process()
    assert.equal(await isFound('run kangaroo', 'en'), true)
    assert.deepEqual([await isListed('first.pdf'), await isListed('next.pdf')], [true, false])
    const [, version] = (await get(id)).versions
    assert.deepEqual([version?.pages_read, version?.is_read], [1, true])
  })

  test('of a draft is what is published', async () => {
    const document = await addVersions('Draft', one, two)
    await post(`${document.id}/unpublish`)
    assert.equal((await restore(document.id, 1)).read(DocumentDetails).status, 'draft')
    assert.equal((await app.send(document.download_url)).status, 404)
    await post(`${document.id}/publish`)
    assert.deepEqual(await read(document), one)
  })

  test('is refused where there is none, and where it cannot be served', async () => {
    const document = await addVersions('Refused', one, two)
    const { id } = document
    const nobody = '00000000-0000-4000-8000-000000000000'
    await expectRefusal(restore(nobody, 1), 404, 'document_not_found')
    await expectRefusal(restore(id, 9), 404, 'document_not_found')
    for (const number of ['0', '1.5', 'x', '99999999999'])
      assert.equal((await restore(id, number)).status, 404, number)
    await expectRefusal(restore(id, 2), 409, 'document_version_served')
    await replace(id, pdfFile({ catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }))
    await expectRefusal(restore(id, 3), 409, 'document_version_not_ready')
    await library.process()
    await expectRefusal(restore(id, 3), 409, 'document_version_not_ready')
    assert.deepEqual(await read(document), two)
    await editor(`/api/documents/${id}`, { method: 'DELETE' })
    await expectRefusal(restore(id, 1), 409, 'document_deleted')
    assert.deepEqual(currentOf(await get(id)), [2])
  })

  test('is for those who may upload', async () => {
    const { id } = await addVersions('Guarded', one, two)
    assert.equal((await restore(id, 1, viewer)).status, 403)
    assert.equal((await restore(id, 1, app.send)).status, 401)
    assert.equal((await restore(id, 1, await app.signInAs('editor', ['es']))).status, 403)
    assert.deepEqual(currentOf(await get(id)), [2])
  })

  test('whose file has gone is refused and marked, and what is served stays', async () => {
    const document = await addVersions('Gone', one, two)
    const { rows } = await app.pool.query(
      'SELECT file_path FROM document_versions WHERE document_id = $1 AND number = 1',
      [document.id],
    )
    await library.files.remove(rows[0].file_path)
    await expectRefusal(restore(document.id, 1), 409, 'document_version_not_ready')
    const [, version] = (await get(document.id)).versions
    assert.deepEqual([version?.state, version?.failure], ['failed', 'missing'])
    assert.deepEqual(await read(document), two)
  })
})

describe('going back', () => {
  test('while a newer version is being read is in force until that is ready', async () => {
    const document = await addVersions('Overtaken', one, two)
    const { id, download_url } = document
    app.clock.advance(60_000)
    await replace(id, three)
    app.clock.advance(60_000)
    assert.deepEqual(currentOf((await restore(id, 1)).read(DocumentDetails)), [1])
    const seen = await app.send(download_url)
    assert.deepEqual(seen.bytes, one)
    app.clock.advance(60_000)
    await library.process()
    assert.deepEqual([currentOf(await get(id)), await read(document)], [[3], three])
    // It was uploaded before the other one was served again, but is served since now.
    const since = { 'if-modified-since': String(seen.headers['last-modified']) }
    assert.equal((await app.send(download_url, { headers: since })).status, 200)
  })

  test('is not undone by a version that was uploaded before the newest, and is ready later', async () => {
    const document = await addVersions('Late', one)
    const { id } = document
    await replace(id, two)
    await app.pool.query(
      'UPDATE document_versions SET taken_until = $1 WHERE document_id = $2 AND number = 2',
      [new Date(app.clock.now().getTime() + 60_000), id],
    )
    await replace(id, three)
    await library.process()
    assert.deepEqual(currentOf(await get(id)), [3])
    await restore(id, 1)
    app.clock.advance(120_000)
    await library.process()
    const { versions } = await get(id)
    assert.deepEqual(
      versions.map(({ number, state, is_current }) => [number, state, is_current]),
      [
        [3, 'ready', false],
        [2, 'ready', false],
        [1, 'ready', true],
      ],
    )
    assert.deepEqual(await read(document), one)
  })

  test('to the same version twice at once is done once, and to two versions ends in one of them', async () => {
    const document = await addVersions('Twice', one, two, three)
    const { id } = document
    const same = await Promise.all([restore(id, 1), restore(id, 1)])
    assert.deepEqual(same.map(({ status }) => status).sort(), [200, 409])
    const different = await Promise.all([restore(id, 2), restore(id, 3)])
    assert.deepEqual(
      different.map(({ status }) => status),
      [200, 200],
    )
    const [current = 0] = currentOf(await get(id))
    assert.ok([2, 3].includes(current))
    assert.deepEqual(await read(document), current === 2 ? two : three)
  })
})
