import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add, openLibrary } from '../../../../test/support/documents/library.ts'
import { pdfFile } from '../../../../test/support/documents/pdf-file.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { createDownloadCounter } from './download-counter.ts'
import { createFileLinks } from './file-links.ts'
import { readingHeader } from './model.ts'

const file = pdfFile({ pages: ['One', 'Two', 'Three', 'Four', 'Five'], info: '/Title (Inside)' })
let app: TestApp
let other: TestApp
let library: Awaited<ReturnType<typeof openLibrary>>
let editor: Send

before(async () => {
  app = await startTestApp()
  other = await startTestApp({ databaseUrl: app.databaseUrl })
  library = await openLibrary(app)
  editor = await app.signInAs('editor')
})
after(async () => {
  await library.close()
  await other.close()
  await app.close()
})

const post = (id: string, command: string) =>
  editor(`/api/documents/${id}/${command}`, { method: 'POST', ...(command === 'publish' && { json: {} }) })

async function publish(fields: Record<string, unknown> = {}): Promise<string> {
  const { id } = await add(editor, { file, clean_metadata: 'false', ...fields })
  await library.process()
  assert.equal((await post(id, 'publish')).status, 200)
  return id
}

describe('the file of a public document', () => {
  before(() => publish({ title: 'Guía rápida', filename: 'Es-Guía rápida.pdf' }))
  const address = '/files/guia-rapida.pdf'
  const ask = (headers: Record<string, string> = {}, method = 'GET') => app.send(address, { headers, method })

  test('is sent with its name, its place and its isolation', async () => {
    const { headers, bytes, status } = await ask()
    assert.equal(status, 200)
    assert.deepEqual(bytes, file)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['content-length'], String(file.length))
    assert.equal(
      headers['content-disposition'],
      `inline; filename="Es-Guia rapida.pdf"; filename*=UTF-8''Es-Gu%C3%ADa%20r%C3%A1pida.pdf`,
    )
    assert.match(String(headers['content-security-policy']), /sandbox/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers.link), /<http:\/\/[^>]+\/es\/docs\/guia-rapida>; rel="canonical"/)
    for (const wish of [{}, { range: 'bytes=0-99' }, { range: 'bytes=99999999-' }]) {
      const head = await ask(wish, 'HEAD')
      assert.deepEqual(
        [head.status, head.headers['content-length'], head.bytes.length],
        [200, String(file.length), 0],
      )
    }
  })

  test('is sent in parts', async () => {
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, file.length - 1],
      ['bytes=-50', file.length - 50, file.length - 1],
    ] as const) {
      const { status, headers, bytes } = await ask({ range })
      assert.equal(status, 206)
      assert.equal(headers['content-range'], `bytes ${start}-${end}/${file.length}`)
      assert.deepEqual(bytes, file.subarray(start, end + 1))
    }
    const beyond = await ask({ range: `bytes=${file.length}-` })
    assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, `bytes */${file.length}`])
    assert.equal((await ask({ range: 'bytes=5-1' })).status, 200)
  })

  test('is not sent to who has it, and in parts only to who has the same', async () => {
    const { etag = '', 'last-modified': modified = '' } = (await ask()).headers
    assert.equal((await ask({ 'if-none-match': etag })).status, 304)
    assert.equal((await ask({ 'if-none-match': `"x", W/${etag}` })).status, 304)
    assert.equal((await ask({ 'if-none-match': '"x"' })).status, 200)
    assert.equal((await ask({ 'if-modified-since': modified })).status, 304)
    assert.equal((await ask({ range: 'bytes=0-9', 'if-match': etag })).status, 206)
    assert.equal((await ask({ 'if-match': `"x", ${etag}` })).status, 200)
    assert.equal((await ask({ 'if-match': '*' })).status, 200)
    for (const others of ['"x"', `W/${etag}`, '']) {
      const refused = await ask({ 'if-match': others, 'if-none-match': etag })
      assert.deepEqual([refused.status, refused.text], [412, ''], others)
    }
    assert.equal((await ask({ range: 'bytes=0-9', 'if-range': etag })).status, 206)
    assert.equal((await ask({ range: 'bytes=0-9', 'if-range': '"x"' })).status, 200)
    assert.equal((await ask({ range: 'bytes=0-9', 'if-range': modified })).status, 206)
  })

  test('has pictures of its pages, and no other files beside it', async () => {
    for (const name of ['cover-160.webp', 'cover-480.webp', 'page-1.webp', 'page-4.webp'])
      assert.equal((await app.send(`/files/guia-rapida/${name}`)).headers['content-type'], 'image/webp', name)
    for (const name of ['page-5.webp', 'file.pdf', 'clean.pdf', 'x.webp', '..%2f..%2fsecret-key'])
      assert.equal((await app.send(`/files/guia-rapida/${name}`)).status, 404, name)
  })
})

test('what is no longer published is gone at once, in every process', async () => {
  const id = await publish({ title: 'Two processes' })
  const addresses = [
    '/files/two-processes.pdf',
    '/files/two-processes/cover-480.webp',
    '/es/docs/two-processes',
  ]
  const statuses = async () => {
    const all: number[] = []
    for (const send of [app.send, other.send])
      for (const path of addresses) all.push((await send(path)).status)
    return [...new Set(all)]
  }
  // Pictures are on the disk of the process that made them, which the other of this test does not share.
  const pages = async () =>
    Promise.all([app, other].map(async ({ send }) => (await send('/es/docs/two-processes')).status))
  assert.deepEqual(await pages(), [200, 200])
  assert.equal((await app.send(addresses[0] ?? '')).status, 200)
  await post(id, 'unpublish')
  assert.deepEqual(await statuses(), [404])
})

test('a document has a page in every language, which search engines find', async () => {
  await publish({ title: 'Ein Leitfaden', filename: 'De-x.pdf', description: '<b>Kurz</b> & gut' })
  const { status, text, headers } = await app.send('/fr/docs/ein-leitfaden')
  assert.equal(status, 200)
  assert.match(text, /<h1 lang="de"[^>]*>Ein Leitfaden<\/h1>/)
  assert.match(text, /&lt;b&gt;Kurz&lt;\/b&gt; &amp; gut/)
  assert.match(text, /rel="canonical" href="[^"]+\/fr\/docs\/ein-leitfaden"/)
  assert.equal([...text.matchAll(/rel="alternate" hrefLang/g)].length, 11)
  assert.match(text, /"@type":"DigitalDocument"/)
  assert.doesNotMatch(text, /noindex/)
  assert.equal(headers['cache-control'], 'no-cache')
  const { text: map } = await app.send('/sitemap.xml')
  assert.equal([...map.matchAll(/<loc>[^<]*\/docs\/ein-leitfaden<\/loc>/g)].length, 10)
  const card = await app.send('/fr/docs/ein-leitfaden/card.png')
  assert.equal(card.headers['content-type'], 'image/png')
  for (const path of ['/es/docs/none', '/es/docs/none/card.png', '/es/docs/UPPER', '/docs/..%2f'])
    assert.equal((await app.send(path)).status, 404, path)
})

describe('downloads', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'

  async function countersOf(id: string) {
    const { rows } = await app.pool.query(
      `SELECT total_downloads AS total, (SELECT sum(downloads)::int FROM document_downloads WHERE document_id = id) AS days
       FROM documents WHERE id = $1`,
      [id],
    )
    return [rows[0].total, rows[0].days]
  }

  test('are not what the reader in the page asks for, whose answers are the same', async () => {
    // What a process has counted is stored when it ends, at the latest.
    const short = await startTestApp({ databaseUrl: app.databaseUrl })
    const shelf = await openLibrary(short)
    const send = await short.signInAs('editor')
    const ask = (address: string, headers: Record<string, string> = {}) =>
      short.send(`/files/${address}.pdf`, { headers: { 'user-agent': agent, ...headers } })
    const ids: string[] = []
    for (const title of ['Read here', 'Taken along']) {
      const { id } = await add(send, { file, title })
      await shelf.process()
      await send(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
      ids.push(id)
    }
    const reading = { [readingHeader]: '1' }
    const whole = await ask('read-here', reading)
    const part = await ask('read-here', { ...reading, range: 'bytes=0-9' })
    const plain = await short.send('/files/read-here.pdf', { method: 'HEAD' })
    await ask('taken-along')
    await shelf.close()
    await short.close()
    assert.deepEqual(await Promise.all(ids.map(countersOf)), [
      [0, null],
      [1, 1],
    ])
    assert.equal(part.status, 206)
    for (const name of ['etag', 'cache-control', 'content-length', 'vary'])
      assert.equal(whole.headers[name], plain.headers[name], name)
  })

  test('are counted once, however many parts they come in, and not those of programs', async () => {
    const { id } = await add(editor, { file, title: 'Counted' })
    const { db, clock } = app
    const counter = createDownloadCounter({ db, clock, isOn: () => true, timeZone: () => 'UTC' })
    const count = (changes: Partial<Parameters<typeof counter.count>[0]> = {}) =>
      counter.count({ documentId: id, network: '192.0.2.1', userAgent: agent, ...changes })
    for (let part = 0; part < 20; part++) count()
    count({ network: '192.0.2.2' })
    count({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    count({ userAgent: '' })
    count({ documentId: '00000000-0000-4000-8000-000000000000' })
    await counter.store()
    assert.deepEqual(await countersOf(id), [2, 2])
    clock.advance(31 * 60_000)
    count()
    await counter.store()
    assert.deepEqual(await countersOf(id), [3, 3])
  })
})

test('links of the panel work until their end, for their path alone', () => {
  const links = createFileLinks({ current: 'a', earlier: ['b'] })
  const now = new Date('2026-01-01T00:00:00Z')
  const until = new Date('2026-01-01T01:00:00Z')
  const query = Object.fromEntries(new URL(links.sign('/files/a/b.pdf', until), 'http://x').searchParams)
  assert.equal(links.isValid('/files/a/b.pdf', query, now), true)
  assert.equal(links.isValid('/files/a/c.pdf', query, now), false)
  assert.equal(links.isValid('/files/a/b.pdf', query, new Date('2026-01-01T01:00:01Z')), false)
  assert.equal(links.isValid('/files/a/b.pdf', { ...query, until: '9999999999' }, now), false)
  assert.equal(links.isValid('/files/a/b.pdf', {}, now), false)
  const old = createFileLinks({ current: 'b', earlier: [] }).sign('/files/a/b.pdf', until)
  assert.equal(
    links.isValid('/files/a/b.pdf', Object.fromEntries(new URL(old, 'http://x').searchParams), now),
    true,
  )
})
