import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { openFiles } from '#platform/files/open-files.ts'
import { createLog } from '#platform/log.ts'
import { readConfig } from '../src/config.ts'
import { awardBadge, insertLeads } from './support/badges.ts'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { add, openLibrary } from './support/documents/library.ts'
import { pdfFile } from './support/documents/pdf-file.ts'
import { type S3Server, startS3Server } from './support/files/s3-server.ts'
import type { Reply, Send } from './support/http-client.ts'
import { until } from './support/until.ts'

// Two processes with a database and an object store in common, and no folder.
let store: S3Server
let a: TestApp
let b: TestApp
before(async () => {
  store = await startS3Server()
  const env = { S3_URL: store.url }
  a = await startTestApp({ env })
  b = await startTestApp({ env, databaseUrl: a.databaseUrl })
})
after(async () => {
  await b.close()
  await a.close()
  await store.close()
})

/** Asks again while a busy machine has no time to draw a picture. */
async function ask(send: Send, path: string): Promise<Reply> {
  let reply = await send(path)
  await until(
    async () => {
      if (reply.status === 503) reply = await send(path)
      return reply.status !== 503
    },
    path,
    60,
  )
  return reply
}

/** Both answer an address with the same bytes. */
async function bothShow(path: string, type: string): Promise<void> {
  const [one, other] = [await ask(a.send, path), await ask(b.send, path)]
  for (const { status, headers } of [one, other])
    assert.deepEqual([status, headers['content-type']], [200, type], path)
  assert.ok(one.bytes.equals(other.bytes), path)
}

test('what one of two machines has drawn, received or signed, the other serves', async () => {
  const { text } = await a.send('/es/')
  const [card = ''] = /\/share\/es\/[\w-]+\.png/.exec(text) ?? []
  await bothShow(card, 'image/png')
  const drawn = [...store.objects.keys()].filter((key) => key.includes('share-cards/'))
  assert.equal(drawn.length, 1, 'drawn by one, read by the other')

  const admin = await a.signIn()
  const { data } = readConfig({ S3_URL: store.url })
  const files = await openFiles(data, { folder: b.dataDir, log: createLog('silent') })
  // What one has received, the other reads and publishes.
  const library = await openLibrary(b, files)
  const { id } = await add(admin, {
    file: pdfFile({ pages: ['One', 'Two'] }),
    title: 'For both',
    clean_metadata: 'false',
  })
  await library.process()
  const published = await (await b.signIn())(`/api/documents/${id}/publish`, { json: {} })
  assert.equal(published.status, 200, published.text)
  await library.close()
  await bothShow('/files/for-both.pdf', 'application/pdf')
  await bothShow('/files/for-both/cover-480.webp', 'image/webp')

  const [lead = ''] = await insertLeads(a, 1)
  const badge = await awardBadge(admin, lead)
  await bothShow(`/credentials/${badge.id}.json`, 'application/json; charset=utf-8')
  await bothShow(`/es/badges/${badge.id}/card.png`, 'image/png')
  for (const { dataDir } of [a, b]) assert.deepEqual(await readdir(dataDir), [])
})
