import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { refreshPreamblePath, viteBase } from '../tools/dev/addresses.ts'
import { readAssets } from '../tools/dev/assets.ts'
import { createProxy, prepareDocument } from '../tools/dev/proxy.ts'

const policy = "script-src 'self' 'nonce-abc123'; style-src 'self' 'nonce-abc123'"
const documentOf = (script: string) =>
  `<!doctype html><html><head lang="es"><title>Firmeza</title></head><body><script src="${script}"></script></body></html>`
const fromSource = documentOf(`${viteBase}src/admin/main.tsx`)

describe('a document of the development server', () => {
  test('that loads sources gets the hot reload and its nonce at the start of the head', () => {
    const html = prepareDocument(fromSource, policy)
    const added = `<meta property="csp-nonce" nonce="abc123"><script type="module" src="${refreshPreamblePath}"></script>`
    assert.equal(html, fromSource.replace('<head lang="es">', `<head lang="es">${added}`))
  })

  test('without a nonce in its policy gets the hot reload alone', () => {
    const html = prepareDocument(fromSource, "default-src 'self'")
    assert.ok(html.includes(`<head lang="es"><script type="module" src="${refreshPreamblePath}">`))
    assert.ok(!html.includes('csp-nonce'))
  })

  test('that loads no sources stays as it is', () => {
    const html = documentOf('/assets/main.js')
    assert.equal(prepareDocument(html, policy), html)
  })
})

test('the assets of the development server are sources that exist', () => {
  const { site, admin } = readAssets()
  const scripts = [...Object.values(site), admin.script]
  assert.ok(scripts.length > 4)
  for (const script of scripts) {
    assert.ok(script.startsWith(viteBase))
    assert.ok(existsSync(script.slice(viteBase.length)), script)
  }
})

describe('the proxy of the development server', () => {
  const servers: Server[] = []
  after(() => {
    for (const server of servers) server.close()
  })

  async function listen(handler: RequestListener): Promise<number> {
    const server = createServer(handler).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  /** Starts a proxy in front of a product, and returns its address. */
  async function startProxy(product: RequestListener, isReady: () => Promise<boolean> = async () => true) {
    const proxy = createProxy({ port: await listen(product), isReady })
    return `http://127.0.0.1:${await listen((request, response) => void proxy(request, response))}`
  }

  test('passes method, path, headers and body on, and the answer back', async () => {
    const url = await startProxy(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method, url: path, headers } = request
      const seen = {
        method,
        path,
        language: headers['accept-language'],
        encoding: headers['accept-encoding'],
      }
      response.writeHead(201, { 'content-type': 'application/json', 'x-total-count': '7' })
      response.end(JSON.stringify({ ...seen, body: Buffer.concat(chunks).toString() }))
    })
    const reply = await fetch(`${url}/api/leads?limit=1`, {
      method: 'POST',
      headers: { 'accept-language': 'ar' },
      body: 'a body',
    })
    assert.equal(reply.status, 201)
    assert.equal(reply.headers.get('x-total-count'), '7')
    // Documents are changed on their way, so they must not come compressed.
    assert.deepEqual(await reply.json(), {
      ...{ method: 'POST', path: '/api/leads?limit=1', language: 'ar', body: 'a body' },
    })
  })

  test('prepares documents', async () => {
    const url = await startProxy((_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-length': Buffer.byteLength(fromSource),
        'content-security-policy': policy,
      })
      response.end(fromSource)
    })
    const reply = await fetch(url)
    assert.equal(await reply.text(), prepareDocument(fromSource, policy))
    assert.equal(reply.headers.get('content-security-policy'), policy)
  })

  test('makes requests wait while the product starts', async () => {
    const ready = Promise.withResolvers<boolean>()
    let requests = 0
    const url = await startProxy(
      (_request, response) => {
        requests += 1
        response.end('ready')
      },
      () => ready.promise,
    )
    const reply = fetch(url)
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.equal(requests, 0)
    ready.resolve(true)
    assert.equal(await (await reply).text(), 'ready')
  })

  test('answers 502 when the product could not start or breaks off', async () => {
    const stopped = await startProxy(
      () => assert.fail('nothing runs'),
      async () => false,
    )
    const reply = await fetch(stopped)
    assert.equal(reply.status, 502)
    assert.match(await reply.text(), /terminal/)
    const broken = await startProxy((request) => request.socket.destroy())
    assert.equal((await fetch(broken)).status, 502)
  })
})
