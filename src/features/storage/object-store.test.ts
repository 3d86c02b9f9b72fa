import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, before, beforeEach, describe, test } from 'node:test'
import { storedDocumentFiles } from '#features/documents/stored-files.ts'
import { type FileStore, putFile } from '#platform/files/file-store.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { add, openLibrary, upload } from '../../../test/support/documents/library.ts'
import { pdfFile } from '../../../test/support/documents/pdf-file.ts'
import { type S3Server, startS3Server } from '../../../test/support/files/s3-server.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { readConfig } from '../../config.ts'
import { createStorageCheck } from './check.ts'

const file = pdfFile({ pages: ['One', 'Two'] })
// More than a part of an upload.
const large = pdfFile({ pages: ['One', 'Two'], padding: 6_000_000 })
const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
let store: S3Server
let app: TestApp
let files: FileStore
let library: Awaited<ReturnType<typeof openLibrary>>
let admin: Send
let logged = ''

before(async () => {
  store = await startS3Server({ pageSize: 3 })
  const log = createLog(
    'error',
    new Writable({
      write(line, _encoding, done) {
        logged += line
        done()
      },
    }),
  )
  app = await startTestApp({ env: { S3_URL: store.url, STORAGE_QUOTA: '20 MB' }, log })
  const { data } = readConfig({ S3_URL: store.url })
  files = await openFiles(data, { folder: app.dataDir, log })
  library = await openLibrary(app, files)
  admin = await app.signIn()
})
beforeEach(() => {
  store.control.fault = () => undefined
})
after(async () => {
  await library.close()
  await app.close()
  await store.close()
})

async function publish(title: string, bytes = file): Promise<string> {
  const { id } = await add(admin, { file: bytes, title, clean_metadata: 'false' })
  await library.process()
  assert.equal((await admin(`/api/documents/${id}/publish`, { json: {} })).status, 200)
  return id
}

const storedNames = (prefix: string) =>
  [...store.objects.keys()]
    .filter((key) => key.startsWith(`some/folder/${prefix}`))
    .map((key) => key.split('/').at(-1))
    .sort()

describe('a document in an object store', () => {
  let id: string
  before(async () => {
    id = await publish('Kept elsewhere', large)
  })

  test('is read, published and served from there', async () => {
    const { status, bytes } = await app.send('/files/kept-elsewhere.pdf')
    assert.equal(status, 200)
    assert.ok(bytes.equals(large))
    const part = await app.send('/files/kept-elsewhere.pdf', { headers: { range: 'bytes=5500000-5500099' } })
    assert.equal(part.status, 206)
    assert.deepEqual(part.bytes, large.subarray(5_500_000, 5_500_100))
    const cover = await app.send('/files/kept-elsewhere/cover-480.webp')
    assert.equal(cover.headers['content-type'], 'image/webp')
    const names = ['cover-160.webp', 'cover-480.webp', 'file.pdf', 'page-1.webp', 'page-2.webp']
    assert.deepEqual(storedNames('documents/'), names)
    assert.deepEqual(await readdir(app.dataDir).then((all) => all.filter((name) => name === 'files')), [])
  })

  test('leaves nothing there when its upload is refused, and when it is erased', async () => {
    const full = await upload(admin, { file: Buffer.alloc(18_000_000, '%PDF-1.7\n'), title: 'Far too much' })
    assert.deepEqual([full.status, store.uploads.size], [507, 0])
    const before = storedNames('documents/').length
    assert.equal((await admin(`/api/documents/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await app.send('/files/kept-elsewhere.pdf')).status, 404)
    app.clock.advance(40 * 24 * 3_600_000)
    await library.clearBin()
    admin = await app.signIn()
    assert.ok(storedNames('documents/').length < before)
  })
})

test('the check of an object store removes what belongs to nothing, tells what is missing, and leaves pictures alone', async () => {
  await publish('Checked')
  await app.send('/es/docs/checked/card.png')
  const [card] = storedNames('document-cards/')
  assert.match(String(card), /^es_checked_/)
  await putFile(files, 'documents/none/file.pdf', Buffer.of(1))
  const old = new Date(Date.now() - 2 * 3_600_000)
  for (const object of store.objects.values()) object.at = old
  const told: number[] = []
  const { db, clock } = app
  const { check } = createStorageCheck({
    ...{ files, log: createLog('silent'), listSources: () => [storedDocumentFiles(db)] },
    clock: { ...clock, now: () => new Date() },
    tellOfMissing: async (count) => void told.push(count),
  })
  const before = store.objects.size
  assert.deepEqual(await check(), { removed: 1, missing: [] })
  assert.equal(store.objects.size, before - 1)
  assert.ok(storedNames('document-cards/').includes(card))
  store.control.fault = () => ({ status: 404, code: 'NoSuchBucket' })
  await assert.rejects(check(), { code: 'storage_away' })
  assert.deepEqual(told, [])
})

describe('while the object store is away', () => {
  const away = () => {
    store.control.fault = () => ({ status: 503, code: 'ServiceUnavailable' })
  }
  before(async () => {
    store.control.fault = () => undefined
    await publish('Unreachable')
  })
  beforeEach(away)

  test('files and uploads are refused with a sentence, which the log explains', async () => {
    const refused = await app.send('/files/unreachable.pdf')
    assert.deepEqual([refused.status, Number(refused.headers['retry-after'])], [503, 10])
    assert.match(String(refused.headers['cache-control']), /no-store/)
    for (const name of ['content-disposition', 'content-range', 'accept-ranges'])
      assert.equal(refused.headers[name], undefined)
    assert.equal((await app.send('/files/unreachable/cover-480.webp')).status, 503)
    const late = await upload(admin, { file, title: 'Late' })
    assert.equal(late.status, 503)
    assert.match(late.text, /no se puede acceder a los archivos|Files cannot be reached/)
    assert.match(logged, /"fault":"ServiceUnavailable".*the file store does not do what it is asked/)
    store.control.fault = () => undefined
    assert.equal((await app.send('/files/unreachable.pdf')).status, 200)
  })

  test('the site and its pictures are served, and the process is ready', async () => {
    for (const path of ['/es/', '/es/docs', '/es/docs/unreachable', '/readyz'])
      assert.equal((await app.send(path)).status, 200, path)
    const picture = await app.send('/es/docs/unreachable/card.png')
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/png'])
  })

  test('a file that waits is read once the store is back', async () => {
    store.control.fault = () => undefined
    const { id } = await add(admin, { file, title: 'Waiting' })
    away()
    await assert.rejects(library.process(), { code: 'storage_away' })
    store.control.fault = () => undefined
    app.clock.advance(2 * 60_000)
    await library.process()
    assert.equal((await admin(`/api/documents/${id}/publish`, { json: {} })).status, 200)
  })
})

test('a process starts while its store cannot be reached, and on another kind of store than before', async () => {
  const url = store.url.replace(/:\d+\//, ':1/')
  const other = await startTestApp({ env: { S3_URL: url }, databaseUrl: app.databaseUrl })
  assert.equal((await other.send('/es/')).status, 200)
  assert.equal((await other.send('/files/unreachable.pdf')).status, 503)
  await other.close()
})

test('readers are sent to the store itself where the operator wants it, and their downloads are counted', async () => {
  const env = { S3_URL: store.url, S3_REDIRECT: 'true' }
  const other = await startTestApp({ env, databaseUrl: app.databaseUrl })
  await publish('Sent on')
  const ask = (init: RequestInit) => fetch(`${other.url}/files/sent-on.pdf`, { redirect: 'manual', ...init })
  const sent = await ask({ headers: { 'user-agent': agent } })
  assert.deepEqual([sent.status, sent.headers.get('cache-control')], [302, 'no-store'])
  const address = sent.headers.get('location') ?? ''
  assert.match(address, /X-Amz-Expires=300/)
  const there = await fetch(address)
  assert.equal(there.headers.get('content-type'), 'application/pdf')
  assert.match(there.headers.get('content-disposition') ?? '', /^inline; filename=/)
  assert.ok(Buffer.from(await there.arrayBuffer()).equals(file))
  const head = await ask({ method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('accept-ranges')], [200, 'bytes'])
  // What was counted is stored when the process ends.
  await other.close()
  const { rows } = await app.pool.query(
    `SELECT total_downloads AS total FROM documents WHERE slug = 'sent-on'`,
  )
  assert.deepEqual(rows, [{ total: 1 }])
})

test('pictures that were stored before the file store held them are removed at the start', async () => {
  const old = join(app.dataDir, 'share-cards')
  await mkdir(old)
  await writeFile(join(old, 'es.about.1.png'), 'old')
  await app.app.start({ onFirstUser() {} })
  assert.equal((await readdir(app.dataDir)).includes('share-cards'), false)
})
