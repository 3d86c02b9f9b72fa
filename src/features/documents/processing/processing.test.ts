import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DocumentDetails } from '#features/documents/contract.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { createRevision, type Revision } from '#platform/revision.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add, uploadForm } from '../../../../test/support/documents/library.ts'
import { pdfFile } from '../../../../test/support/documents/pdf-file.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'
import { createProcessing } from './processing.ts'
import type { PdfReader } from './reader.ts'

let app: TestApp
let revision: Revision
let editor: Send

before(async () => {
  app = await startTestApp()
  const { db, pool, databaseUrl: url } = app
  revision = await createRevision({ url, db, pool, log: createLog('silent') })
  editor = await app.signInAs('editor')
})
after(async () => {
  await revision.close()
  await app.close()
})

/** Reads all files that wait with a reader that finds three pages, one at a time. */
async function processAll(read: (from: number) => Promise<unknown> = async () => {}): Promise<void> {
  const metadata = { title: null, author: null, producer: null, language: null }
  const report = { dangers: [], metadata, is_tagged: false, is_signed: false, is_cleaned: false }
  const reader: PdfReader = {
    inspect: async () => ({ pageCount: 3, report: { ...report, outline: [], pictures: 0 } }),
    draw: async () => [],
    async read(_path, from) {
      await read(from)
      return { pages: [`Page ${from}`], isEnd: from === 3 }
    },
    close() {},
  }
  const files = createFolderStore(join(app.dataDir, 'files'))
  const { db, clock } = app
  const processing = createProcessing({ db, revision, files, clock, reader, refusesDangers: () => true })
  while (await processing.work());
}

test('a document that is published while its next file is looked at is served with a new revision', async () => {
  const { id } = await add(editor)
  await processAll()
  const form = uploadForm(pdfFile({ pages: ['The next file'] }), {}, 'v2.pdf')
  assert.equal((await editor(`/api/documents/${id}/file`, { method: 'POST', ...form })).status, 200)
  const revisionOf = async () => (await app.pool.query('SELECT revision FROM site_revision')).rows[0]
  const earlier = await revisionOf()
  const publisher = await app.pool.connect()
  try {
    await publisher.query('BEGIN')
    await publisher.query("UPDATE documents SET status = 'published' WHERE id = $1", [id])
    const processed = processAll()
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await until(async () => (await app.pool.query(waiting)).rows.length > 0, 'it is to be served')
    await publisher.query('COMMIT')
    await processed
  } finally {
    publisher.release()
  }
  const reply = await editor(`/api/documents/${id}`)
  assert.equal(reply.read(DocumentDetails).original_filename, 'v2.pdf')
  assert.notDeepEqual(await revisionOf(), earlier)
})

test('a document is found by the name of its next file once that is served, and no longer by the one before', async () => {
  const { id } = await add(editor, { title: 'Renamed', filename: 'zebra.pdf' })
  await processAll()
  const isFound = async (search: string) => (await editor(`/api/search?search=${search}`)).text.includes(id)
  const form = uploadForm(pdfFile({ pages: ['Another animal'] }), {}, 'quokka.pdf')
  await editor(`/api/documents/${id}/file`, { method: 'POST', ...form })
  assert.deepEqual([await isFound('zebra'), await isFound('quokka')], [true, false])
  await processAll()
  assert.deepEqual([await isFound('zebra'), await isFound('quokka')], [false, true])
})

test('a document whose language changes while it is read is read again from its first page', async () => {
  const { id } = await add(editor, { mapped_language: 'en' })
  const asked: number[] = []
  await processAll(async (from) => {
    asked.push(from)
    if (asked.length !== 2) return
    const json = { title: 'Changed', category: 'guide', mapped_language: 'es' }
    assert.equal((await editor(`/api/documents/${id}`, { method: 'PUT', json })).status, 200)
  })
  assert.deepEqual(asked, [1, 2, 1, 2, 3])
})
