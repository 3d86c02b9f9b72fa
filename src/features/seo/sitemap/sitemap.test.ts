import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { load } from 'cheerio'
import { documents } from '#features/documents/table.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { documentOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { publicPages } from '../../../../test/support/public-pages.ts'
import { thingsPerFile } from './sitemap.ts'
import { endSlowReading } from './slow-readers.ts'

const publicUrl = 'https://firmeza.example'
let product: TestApp
let admin: Send
before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
  admin = await product.signIn()
})
after(() => product?.close())

let added = 0
async function publishDocuments(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const slug = `documento-${++added}`
    return documentOf({ slug, title: slug, filePath: `documents/${slug}.pdf`, status: 'published' })
  })
  for (let from = 0; from < count; from += 500)
    await product.db.insert(documents).values(rows.slice(from, from + 500))
  // As publishing does.
  await change({ sitemap_include_documents: 'false' })
  await change({ sitemap_include_documents: 'true' })
}
const change = (json: object) => admin('/api/admin/seo/documents', { json })

async function listAddresses(path: string): Promise<string[]> {
  const { status, text, headers } = await product.send(path)
  assert.equal(status, 200, path)
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
  const $ = load(text, { xml: true })
  return $('url > loc, sitemap > loc')
    .toArray()
    .map((element) => $(element).text())
}

const pageCount = publicPages.length * languages.length

describe('the sitemap', () => {
  test('is one file while it is small, with a picture and all languages of each page', async () => {
    await publishDocuments(3)
    const addresses = await listAddresses('/sitemap.xml')
    assert.equal(addresses.length, pageCount + 3 * languages.length)
    assert.equal(new Set(addresses).size, addresses.length)
    const $ = load((await product.send('/sitemap.xml')).text, { xml: true })
    const entry = $('url').filter(
      (_, url) => $(url).find('loc').first().text() === `${publicUrl}/ar/docs/documento-1`,
    )
    assert.equal(entry.find('image\\:loc').text(), `${publicUrl}/ar/docs/documento-1/card.png`)
    assert.equal(entry.find('xhtml\\:link').length, languages.length + 1)
    const about = $('url').filter((_, url) => $(url).find('loc').first().text() === `${publicUrl}/de/about`)
    const picture = about.find('image\\:loc').text().replace(publicUrl, '')
    assert.equal((await product.send(picture)).status, 200, picture)
  })

  test('is still one file, written while it is sent, when it is larger', async () => {
    await publishDocuments(300)
    const addresses = await listAddresses('/sitemap.xml')
    assert.equal(addresses.length, pageCount + 303 * languages.length)
    const zipped = await product.send('/sitemap.xml', { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(zipped.bytes).toString(), (await product.send('/sitemap.xml')).text)
    const head = await product.send('/sitemap.xml', { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal((await product.send('/sitemap-pages.xml')).status, 404)
  })

  test('is an index of files once it is too large, which list everything once', async () => {
    await publishDocuments(thingsPerFile - 300)
    const files = await listAddresses('/sitemap.xml')
    assert.deepEqual(
      files.map((file) => file.replace(publicUrl, '')),
      ['/sitemap-pages.xml', '/sitemap-documents-1.xml', '/sitemap-documents-2.xml'],
    )
    const lists = []
    for (const file of files) lists.push(await listAddresses(file.replace(publicUrl, '')))
    assert.deepEqual(
      lists.map((list) => list.length),
      [pageCount, thingsPerFile * languages.length, 3 * languages.length],
    )
    assert.equal(new Set(lists.flat()).size, lists.flat().length)
    for (const path of ['/sitemap-documents-3.xml', '/sitemap-documents-0.xml', '/sitemap-documents-x.xml'])
      assert.equal((await product.send(path)).status, 404, path)
  })

  test('lists no documents when it is told so, and nothing when it is off', async () => {
    await change({ sitemap_include_documents: 'false' })
    assert.equal((await listAddresses('/sitemap.xml')).length, pageCount)
    assert.doesNotMatch((await product.send('/llms.txt')).text, /## Documents/)
    await change({ sitemap_include_documents: 'true' })
    const json = { changes: [{ key: 'enableSitemap', value: false, version: 0 }] }
    assert.equal((await admin('/api/settings', { method: 'PATCH', json })).status, 200)
    for (const path of ['/sitemap.xml', '/sitemap-documents-1.xml', '/llms.txt'])
      assert.equal((await product.send(path)).status, 404, path)
  })
})

test('a client that does not read what it asked for keeps others waiting for a while only', async () => {
  const parts = () => Readable.from(Array.from({ length: 2_000 }, () => 'x'.repeat(10_000)))
  const ends: Promise<unknown>[] = []
  const server = createServer((_request, response) => {
    ends.push(once(response, 'close'))
    endSlowReading(response, { every: 500, leastBytes: 1_000 })
    parts().pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stalled = connect(port, '127.0.0.1').pause()
  stalled.on('error', () => {})
  try {
    stalled.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(server, 'request')
    const reading = await fetch(`http://127.0.0.1:${port}/`)
    assert.equal((await reading.text()).length, 20_000_000, 'whoever reads gets all of it')
    await Promise.all(ends)
  } finally {
    stalled.destroy()
    server.closeAllConnections()
    server.close()
  }
})
