import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { Picture } from '#features/media/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { archiveForm, exportContent, look, uploadArchive } from '../../../../test/support/content/transfer.ts'
import { saveText } from '../../../../test/support/content/transferred-content.ts'
import { type S3Server, startS3Server } from '../../../../test/support/files/s3-server.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'
import { ContentImport } from './contract.ts'

const path = '/api/content/transfer/imports'
let store: S3Server
let app: TestApp
/** Another process, which imports. The first one does so only once a test has it work in the background. */
let worker: TestApp
let admin: Send
let archive: Buffer
let shown: string

before(async () => {
  store = await startS3Server()
  const env = { S3_URL: store.url }
  app = await startTestApp({ env })
  worker = await startTestApp({ env, databaseUrl: app.databaseUrl })
  admin = await app.signIn()
  const bytes = await createCanvas(60, 40).encode('png')
  const picture = (await admin('/api/media', archiveForm(bytes, 'vista.png'))).read(Picture)
  shown = picture.src
  const figure = `<figure><img src="${shown}" alt="x" width="60" height="40" /></figure>`
  await saveText(admin, { content: `<h1>Uno</h1>${figure}`, published: true })
  archive = await exportContent(admin, ['pictures', 'texts'])
  await worker.app.startBackgroundWork()
})
after(async () => {
  await app?.close()
  await store?.close()
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM content_versions; DELETE FROM pictures')
  store.objects.clear()
})

const filesOfPictures = () => [...store.objects.keys()].filter((key) => !key.includes('/transfers/'))
const stateOf = async (id: string) => (await admin(`${path}/${id}`)).read(ContentImport)

/** Begins an import, and holds it up while it stores its first file; returns what lets it go on. */
async function holdImport(): Promise<{ id: string; release: () => void }> {
  const id = await uploadArchive(admin, archive)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  store.control.beforeAnswering = async ({ method, key }) => {
    if (isHeld || method !== 'PUT' || key.includes('/transfers/')) return
    isHeld = true
    await held
  }
  const { fingerprint } = (await look(admin, id, 'published')).preview
  const reply = await admin(`${path}/${id}/run`, { json: { mode: 'published', fingerprint } })
  assert.equal(reply.status, 202, reply.text)
  await until(() => isHeld, 'the import stores a file')
  return { id, release }
}

test('an import that is cancelled leaves nothing, and can be ordered again', async () => {
  const { id, release } = await holdImport()
  assert.equal((await stateOf(id)).state, 'running')
  assert.equal((await admin(`${path}/${id}`, { method: 'DELETE' })).status, 409)
  assert.equal((await admin(`${path}/${id}/cancel`, { method: 'POST' })).status, 200)
  release()
  await until(async () => (await stateOf(id)).state === 'ready', 'the import has ended')
  const { failure, result } = await stateOf(id)
  assert.deepEqual({ failure, result }, { failure: null, result: null })
  assert.deepEqual(filesOfPictures(), [])
  assert.equal((await app.send('/api/content/home-hero?language=es')).status, 404)
  assert.equal((await admin(`${path}/${id}`, { method: 'DELETE' })).status, 204)
})

test('an import whose process is gone is done by another, and is whole when that one comes back', async () => {
  const { id, release } = await holdImport()
  await app.pool.query(`UPDATE content_imports SET taken_until = now() - interval '1 second'`)
  await app.app.startBackgroundWork()
  await until(async () => (await stateOf(id)).state === 'done', 'the first process has imported it', 60)
  release()
  // This waits for what it does.
  await worker.close()
  const page = await app.send('/es/')
  assert.ok(page.text.includes(shown))
  assert.equal((await app.send(shown)).status, 200)
  assert.ok(filesOfPictures().length > 0)
})
