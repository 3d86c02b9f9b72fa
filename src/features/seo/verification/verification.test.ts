import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { load } from 'cheerio'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { Verification } from './contract.ts'

const path = '/api/admin/seo/verification'
const Verifications = z.array(Verification)

let product: TestApp
let proxy: Server
let admin: Send
/** What the proxy in front of the site answers in place of the site. */
let instead: { status: number; body: string } | undefined

before(async () => {
  proxy = createServer(async (request, response) => {
    if (instead)
      return void response.writeHead(instead.status, { 'content-type': 'text/html' }).end(instead.body)
    const page = await fetch(product.url + request.url)
    response.writeHead(page.status, { 'content-type': 'text/html' }).end(await page.text())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  product = await startTestApp({ env: { PUBLIC_URL: `http://127.0.0.1:${port}` } })
  admin = await product.signIn()
})
after(async () => {
  proxy?.close()
  await product?.close()
})
beforeEach(() => {
  instead = undefined
})

const save = (engine: string, code: string, send = admin) =>
  send(`${path}/${engine}`, { method: 'PUT', json: { code } })
const find = (list: Verification[], engine: string) => list.find((one) => one.engine === engine)
const check = async () => (await admin(`${path}/checks`, { method: 'POST' })).read(Verifications)
async function readElement(name: string, page = '/ar/about') {
  return load((await product.send(page)).text)(`meta[name="${name}"]`).attr('content')
}

describe('the code of a search engine', () => {
  test('is in the head of every page from the next request on, also when the whole element was pasted', async () => {
    await product.send('/ar/about')
    for (const [engine, name, pasted, code] of [
      ['google', 'google-site-verification', 'abc-123_=', 'abc-123_='],
      ['bing', 'msvalidate.01', '<meta name="msvalidate.01" content="B1N6" />', 'B1N6'],
      ['yandex', 'yandex-verification', " <META content='ya7' name='yandex-verification'> ", 'ya7'],
      [
        'baidu',
        'baidu-site-verification',
        '<meta name=baidu-site-verification content=codeva-9>',
        'codeva-9',
      ],
    ] as const) {
      const reply = await save(engine, pasted)
      assert.equal(reply.status, 200, engine)
      const saved = find(reply.read(Verifications), engine)
      assert.deepEqual([saved?.state, saved?.code, saved?.check], ['verified', code, null])
      assert.equal(await readElement(name), code)
    }
  })

  test('is refused when it is empty, no code, markup, too long, or the element of another engine', async () => {
    await save('google', 'kept')
    for (const [pasted, refused] of [
      ['', /^Escribe el código/],
      ['   ', /^Escribe el código/],
      ['"><script>alert(1)</script>', /^Pega el código/],
      ['<meta name="google-site-verification" content="">', /^Pega el código/],
      ['<meta name="google-site-verification" content="a&quot;b">', /^Pega el código/],
      ['con espacio', /^Pega el código/],
      ['رمز', /^Pega el código/],
      ['x'.repeat(501), /larg/i],
      ['<meta name="msvalidate.01" content="B1N6">', /otro buscador/],
    ] as const) {
      const reply = await save('google', pasted)
      assert.equal(reply.status, 422, pasted)
      const [{ field, message } = { field: '', message: '' }] = reply.problem().errors ?? []
      assert.equal(field, 'code')
      assert.match(message, refused)
    }
    // Nor is an element without a code taken for a removal by the settings.
    const empty = '<meta name="google-site-verification" content="">'
    const changes = [{ key: 'googleVerification', value: empty, version: 1 }]
    assert.equal(
      (await admin('/api/settings', { method: 'PATCH', json: { changes, reason: '' } })).status,
      422,
    )
    assert.equal(await readElement('google-site-verification'), 'kept')
    assert.equal((await save('altavista', 'x')).status, 404)
  })

  test('is pending again once it is removed, as often as one likes', async () => {
    await save('yandex', 'ya7')
    for (let round = 0; round < 2; round++)
      assert.equal((await admin(`${path}/yandex`, { method: 'DELETE' })).status, 204)
    const list = (await admin(path)).read(Verifications)
    assert.deepEqual([find(list, 'yandex')?.state, find(list, 'yandex')?.code], ['pending', ''])
    assert.equal(await readElement('yandex-verification'), undefined)
  })

  test('is the same value as in the settings', async () => {
    await save('google', 'from-here')
    const settings = (await admin('/api/settings')).read(
      z.array(z.object({ key: z.string(), value: z.unknown() })),
    )
    assert.equal(settings.find(({ key }) => key === 'googleVerification')?.value, 'from-here')
  })

  test('is changed by admins, and looked for by editors', async () => {
    const editor = await product.signInAs('editor')
    const viewer = await product.signInAs('viewer')
    assert.equal((await save('google', 'mine', editor)).status, 403)
    assert.equal((await editor(`${path}/google`, { method: 'DELETE' })).status, 403)
    assert.equal((await editor(`${path}/checks`, { method: 'POST' })).status, 200)
    assert.equal((await viewer(`${path}/checks`, { method: 'POST' })).status, 403)
    assert.equal((await viewer(path)).status, 200)
    assert.equal((await product.send(path)).status, 401)
  })
})

describe('a look at the public page', () => {
  test('finds the code that it shows, and says when', async () => {
    await save('google', 'look-1')
    product.clock.advance(5_000)
    const found = find(await check(), 'google')?.check
    assert.deepEqual(
      [found?.outcome, found?.status, found?.at],
      ['found', 200, product.clock.now().toISOString()],
    )
  })

  test('holds for the code that it looked for alone', async () => {
    await save('google', 'look-1')
    await check()
    const changed = (await save('google', 'look-2')).read(Verifications)
    assert.equal(find(changed, 'google')?.check, null)
  })

  test('tells a missing element from one with another code, as of an old copy', async () => {
    await save('google', 'look-3')
    instead = {
      status: 200,
      body: '<head><title>x</title></head><body><meta name="google-site-verification" content="look-3">',
    }
    assert.equal(find(await check(), 'google')?.check?.outcome, 'missing')
    instead.body = '<head><meta name="google-site-verification" content="look-2">'
    assert.equal(find(await check(), 'google')?.check?.outcome, 'other')
    instead.body = ''
    assert.equal(find(await check(), 'google')?.check?.outcome, 'missing')
  })

  test('says that the page could not be opened, with the status if there was one', async () => {
    await save('google', 'look-4')
    instead = { status: 503, body: '<head><meta name="google-site-verification" content="look-4">' }
    const refused = find(await check(), 'google')?.check
    assert.deepEqual([refused?.outcome, refused?.status], ['unreachable', 503])
    proxy.close()
    proxy.closeAllConnections()
    const gone = find(await check(), 'google')?.check
    assert.deepEqual([gone?.outcome, gone?.status], ['unreachable', null])
  })
})
