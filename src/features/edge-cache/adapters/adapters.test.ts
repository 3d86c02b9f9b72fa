import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { EdgeFailure } from './adapter.ts'
import { createCloudflare } from './cloudflare.ts'
import { createFastly } from './fastly.ts'
import { createVarnish } from './varnish.ts'

interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const token = 'a-token-that-only-the-tests-know'
const id = 'SU1Z0isxPaozGVKXdv0eY'
let asked: Asked[] = []
/** What the server answers. */
let answer: (asked: Asked) => { status: number; json?: unknown; headers?: Record<string, string> }
let url = ''

const server = createServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request
  const one = { method, url: path, headers, body: await text(request) }
  asked.push(one)
  const { status, json, headers: more } = answer(one)
  response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(json ?? {}))
})

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  asked = []
})

const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `/es/${index}`)

describe('Fastly', () => {
  const Body = z.object({ surrogate_keys: z.array(z.string()) })
  const create = (purgesSoftly = false) => createFastly({ ...{ url, token, id, purgesSoftly } })
  beforeEach(() => {
    // As its interface: a wrong token or a wrong number of keys is refused.
    answer = ({ headers, body }) => {
      if (headers['fastly-key'] !== token)
        return { status: 401, json: { msg: 'Provided credentials are missing or invalid' } }
      const keys = Body.parse(JSON.parse(body)).surrogate_keys
      if (keys.length === 0 || keys.length > 256) return { status: 400, json: { msg: 'Bad request' } }
      return { status: 200, json: Object.fromEntries(keys.map((key) => [key, `${id}-1`])) }
    }
  })

  test('is purged of keys, in batches that it takes', async () => {
    await create().purge(keysOf(300), 1)
    assert.deepEqual(
      asked.map(({ method, url: path }) => `${method} ${path}`),
      [`POST /service/${id}/purge`, `POST /service/${id}/purge`],
    )
    assert.deepEqual(
      asked.flatMap(({ body }) => Body.parse(JSON.parse(body)).surrogate_keys),
      keysOf(300),
    )
    assert.equal(asked[0]?.headers['fastly-soft-purge'], undefined)
  })

  test('is purged softly when that is wanted', async () => {
    await create(true).purge(['site'], 1)
    assert.equal(asked[0]?.headers['fastly-soft-purge'], '1')
  })

  test('fails with its status, and says how long to wait', async () => {
    const wrong = createFastly({ url, token: 'another-token-than-that', id, purgesSoftly: false })
    await assert.rejects(
      wrong.purge(['site'], 1),
      (error: Error) => error instanceof EdgeFailure && /: 401$/.test(error.message),
    )
    answer = () => ({ status: 429, headers: { 'retry-after': '17' } })
    await assert.rejects(
      create().purge(['site'], 1),
      (error) => error instanceof EdgeFailure && error.retryAfter === 17,
    )
  })
})

describe('Cloudflare', () => {
  const zone = '023e105f4ecef8ad9ca31a8372d0c353'
  const Body = z.object({
    tags: z.array(z.string()).optional(),
    purge_everything: z.literal(true).optional(),
  })
  const create = () => createCloudflare({ url: `${url}/client/v4`, token, id: zone })
  const refuse = (status: number, code: number, message: string) => ({
    status,
    json: { success: false, errors: [{ code, message }], messages: [], result: null },
  })
  let hasTags = true
  beforeEach(() => {
    hasTags = true
    answer = ({ headers, body }) => {
      if (headers.authorization !== `Bearer ${token}`) return refuse(403, 10000, 'Authentication error')
      const { tags } = Body.parse(JSON.parse(body))
      if (tags && !hasTags) return refuse(400, 1107, 'Only enterprise zones may purge by tag.')
      if (tags && tags.length > 100) return refuse(400, 1094, 'Unable to purge, too many tags')
      return { status: 200, json: { success: true, errors: [], messages: [], result: { id: zone } } }
    }
  })

  test('is purged of tags, in batches that it takes', async () => {
    await create().purge(keysOf(250), 1)
    assert.equal(asked.length, 3)
    assert.ok(
      asked.every((one) => one.method === 'POST' && one.url === `/client/v4/zones/${zone}/purge_cache`),
    )
    assert.deepEqual(
      asked.flatMap(({ body }) => Body.parse(JSON.parse(body)).tags ?? []),
      keysOf(250),
    )
  })

  test('is purged of everything where the plan has no tags', async () => {
    hasTags = false
    await create().purge(keysOf(2), 1)
    assert.deepEqual(JSON.parse(asked.at(-1)?.body ?? ''), { purge_everything: true })
  })

  test('fails with what it says, also when it says so with 200', async () => {
    const wrong = createCloudflare({ url: `${url}/client/v4`, token: 'another-token-than-that', id: zone })
    await assert.rejects(wrong.purge(['site'], 1), /403 10000 Authentication error/)
    assert.equal(asked.length, 1)
    answer = () => refuse(200, 1, 'No')
    await assert.rejects(create().purge(['site'], 1), /200 1 No/)
    answer = () => ({ status: 502 })
    await assert.rejects(create().purge(['site'], 1), /: 502$/)
  })
})

describe('Varnish', () => {
  test('has each node purged of each key, with the revision', async () => {
    answer = ({ headers }) => ({ status: headers.authorization === `Bearer ${token}` ? 200 : 403 })
    await createVarnish({ urls: [url, `${url}/second`], token }).purge(['/es/', 'files'], 7)
    assert.deepEqual(
      asked
        .map(
          (one) => `${one.method} ${one.url} ${one.headers['xkey-purge']} ${one.headers['x-site-revision']}`,
        )
        .sort(),
      ['PURGE / /es/ 7', 'PURGE / files 7', 'PURGE /second /es/ 7', 'PURGE /second files 7'],
    )
  })

  test('fails when one node does, and names it without the token', async () => {
    answer = ({ url: path }) => ({ status: path === '/second' ? 403 : 200 })
    const failing = createVarnish({ urls: [url, `${url}/second`, 'http://127.0.0.1:1'], token }).purge(
      ['site'],
      7,
    )
    await assert.rejects(
      failing,
      (error: Error) => /: 403, 127\.0\.0\.1:1: /.test(error.message) && !error.message.includes(token),
    )
  })
})
