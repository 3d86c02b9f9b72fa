import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Registry } from 'prom-client'
import type { Revision } from '#platform/revision.ts'
import { createHttpClient, type Send } from '../../test/support/http-client.ts'
import { compressResponse, PageCache, type UncompressedResponse, writeCachedResponse } from './page-cache.ts'

/** A revision that a test turns by hand. */
function createRevision() {
  const listeners: (() => void)[] = []
  let isCurrent = true
  const revision: Revision = {
    isCurrent: () => isCurrent,
    catchUp: async () => {},
    current: () => 1,
    follow: () => {},
    isUnderMaintenance: () => false,
    onChange: (listener) => listeners.push(listener),
    publish: () => assert.fail('nothing is published here'),
    close: async () => {},
  }
  return {
    revision,
    change() {
      for (const listener of listeners) listener()
    },
    trust(value: boolean) {
      isCurrent = value
    },
  }
}

function createCache(options?: { largest?: number; quality?: number }) {
  const { revision, ...rest } = createRevision()
  return { cache: new PageCache(revision, new Registry(), options), ...rest }
}

function answerOf(body: string, status = 200): UncompressedResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    body,
  }
}

/** A text that cannot be compressed much, so that its cached response has a certain size. */
function noiseOf(length: number, seed: number): string {
  let state = seed + 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCharCode(33 + (state % 90))
  }).join('')
}

describe('the page cache', () => {
  test('builds a response once, however many ask at once', async () => {
    const { cache } = createCache()
    let built = 0
    const build = async () => {
      built++
      await new Promise((resolve) => setImmediate(resolve))
      return answerOf('a')
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('a', build)))
    assert.equal(built, 1)
    assert.equal(new Set(answers).size, 1)
    assert.equal(cache.find('a'), answers[0])
    assert.equal(cache.find('b'), undefined)
  })

  test('drops everything when something was published', async () => {
    const { cache, change } = createCache()
    await cache.get('a', async () => answerOf('old'))
    change()
    assert.equal(cache.find('a'), undefined)
    const { encodings } = await cache.get('a', async () => answerOf('new'))
    assert.equal(encodings.identity.body.toString(), 'new')
  })

  test('does not keep what was begun before a change, nor hand it to who asks after it', async () => {
    const { cache, change } = createCache()
    let finish = (_answer: UncompressedResponse) => {}
    const early = cache.get('a', () => new Promise((resolve) => (finish = resolve)))
    await new Promise((resolve) => setImmediate(resolve))
    change()
    const late = cache.get('a', async () => answerOf('new'))
    finish(answerOf('old'))
    assert.equal((await early).encodings.identity.body.toString(), 'old')
    assert.equal((await late).encodings.identity.body.toString(), 'new')
    assert.equal(cache.find('a')?.encodings.identity.body.toString(), 'new')
  })

  test('does not cache a response that was begun before a change and not requested after it', async () => {
    const { cache, change } = createCache()
    const early = cache.get('a', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      change()
      return answerOf('old')
    })
    assert.equal((await early).encodings.identity.body.toString(), 'old')
    assert.equal(cache.find('a'), undefined)
  })

  test('serves nothing cached while it cannot know whether it is still current', async () => {
    const { cache, trust } = createCache()
    await cache.get('a', async () => answerOf('a'))
    trust(false)
    assert.equal(cache.find('a'), undefined)
    assert.equal((await cache.get('a', async () => answerOf('b'))).encodings.identity.body.toString(), 'b')
  })

  test('does not share a running build while it may be out of date', async () => {
    const { cache, trust } = createCache()
    let finish = (_answer: UncompressedResponse) => {}
    const early = cache.get('a', () => new Promise((resolve) => (finish = resolve)))
    await new Promise((resolve) => setImmediate(resolve))
    trust(false)
    const late = await cache.get('a', async () => answerOf('new'))
    assert.equal(late.encodings.identity.body.toString(), 'new')
    finish(answerOf('old'))
    await early
  })

  test('caches pages and missing pages, but no other refusal and no failure', async () => {
    const { cache } = createCache()
    for (const status of [200, 404, 422, 429, 500, 503]) {
      await cache.get(`${status}`, async () => answerOf('x', status))
      assert.equal(cache.find(`${status}`) !== undefined, status === 200 || status === 404, String(status))
    }
    await assert.rejects(
      cache.get('failed', () => Promise.reject(new Error('no'))),
      /no/,
    )
    assert.equal(
      (await cache.get('failed', async () => answerOf('now'))).encodings.identity.body.toString(),
      'now',
    )
  })

  test('is bounded; the least recently used is dropped first', async () => {
    const { cache } = createCache({ largest: 100_000 })
    const get = (name: string) => cache.get(name, async () => answerOf(noiseOf(4_000, name.length)))
    for (let number = 0; number < 5; number++) await get(`first ${number}`)
    for (let number = 0; number < 40; number++) {
      await get('first 0')
      await get(`later ${number}`)
    }
    assert.ok(cache.find('first 0'), 'what is asked for all the time stays')
    assert.equal(cache.find('first 1'), undefined)
    assert.equal(cache.find('later 0'), undefined)
    assert.ok(cache.find('later 39'))
  })

  test('does not cache a response that would fill it alone', async () => {
    const { cache } = createCache({ largest: 10_000 })
    await cache.get('small', async () => answerOf('small'))
    await cache.get('huge', async () => answerOf(noiseOf(5_000, 1)))
    assert.equal(cache.find('huge'), undefined)
    assert.ok(cache.find('small'))
  })

  test('counts a rebuilt response once, in place of the old one', async () => {
    const { cache, trust } = createCache({ largest: 100_000 })
    await cache.get('other', async () => answerOf(noiseOf(4_000, 1)))
    for (let turn = 0; turn < 50; turn++) {
      trust(false)
      await cache.get('same', async () => answerOf(noiseOf(4_000, turn)))
      trust(true)
    }
    assert.ok(cache.find('other'), 'there is room for both')
  })

  test('compresses in the quality asked for', async () => {
    const page = await readFile(new URL('../../locales/es/about.json', import.meta.url), 'utf8')
    const sizes = [0, 5, 11].map(async (quality) => {
      const { cache } = createCache({ quality })
      return (await cache.get('page', async () => answerOf(page))).encodings.br.body.length
    })
    const [worst = 0, middle = 0, best = 0] = await Promise.all(sizes)
    assert.ok(worst > middle && middle > best, `${worst}, ${middle} and ${best} bytes`)
  })
})

describe('a cached response', () => {
  const body = 'Año nuevo. '.repeat(100)
  const server = createServer()
  let send: Send

  before(async () => {
    const cached = await compressResponse(answerOf(body))
    const missing = await compressResponse(answerOf(body, 404))
    server.on('request', (request, response) =>
      writeCachedResponse(request, response, request.url === '/missing' ? missing : cached),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    send = createHttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  after(() => server.close())

  test('is sent in the encoding asked for', async () => {
    const plain = await send('/')
    assert.equal(plain.text, body)
    assert.equal(plain.headers['content-encoding'], undefined)
    const br = await send('/', { headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(br.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(br.bytes).toString(), body)
    const gzip = await send('/', { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(gzip.bytes).toString(), body)
    for (const reply of [plain, br, gzip]) {
      assert.equal(reply.headers['content-length'], String(reply.bytes.length))
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
    }
  })

  test('is not sent again to who has it', async () => {
    const { headers } = await send('/')
    const etag = headers.etag ?? ''
    assert.match(etag, /^W\/"[\w-]+"$/)
    for (const known of [etag, `"x", ${etag}`, '*']) {
      const again = await send('/', { headers: { 'if-none-match': known } })
      assert.equal(again.status, 304, known)
      assert.equal(again.bytes.length, 0)
      assert.equal(again.headers.etag, etag)
      assert.equal(again.headers['cache-control'], 'no-cache')
    }
    assert.equal((await send('/', { headers: { 'if-none-match': '"x"' } })).status, 200)
  })

  test('about a missing page is never "not modified"', async () => {
    const { headers } = await send('/missing')
    const again = await send('/missing', { headers: { 'if-none-match': headers.etag ?? '' } })
    assert.equal(again.status, 404)
    assert.equal(again.text, body)
  })

  test('has no body when only its head is asked for', async () => {
    const reply = await send('/', { method: 'HEAD' })
    assert.equal(reply.status, 200)
    assert.equal(reply.bytes.length, 0)
    assert.equal(reply.headers['content-length'], String(Buffer.byteLength(body)))
  })

  test('changes its tag with its body and with its headers', async () => {
    const tags = await Promise.all([
      compressResponse(answerOf('a')),
      compressResponse(answerOf('b')),
      compressResponse({
        ...answerOf('a'),
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-other': '1' },
      }),
    ])
    assert.equal(new Set(tags.map(({ etag }) => etag)).size, 3)
  })
})
