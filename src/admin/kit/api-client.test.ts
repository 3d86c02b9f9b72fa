import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError, createApiClient } from './api-client.ts'

const anything = { parse: (value: unknown) => value }

function createClient(answer: () => Response | Promise<Response>, token: string | null = 'secret') {
  const calls: { path: string; init: RequestInit }[] = []
  const state = { token, ended: 0 }
  const api = createApiClient({
    fetch: async (path, init) => {
      calls.push({ path: String(path), init: init ?? {} })
      return answer()
    },
    getToken: () => state.token,
    getLanguage: () => 'ar',
    onSessionEnded: () => {
      state.ended++
    },
  })
  return { api, calls, state }
}

const problem = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

test('a call carries the token and the language', async () => {
  const { api, calls } = createClient(() => Response.json({ a: 1 }))
  assert.deepEqual(await api.get('/api/content', anything), { a: 1 })
  const headers = new Headers(calls[0]?.init.headers)
  assert.equal(headers.get('authorization'), 'Bearer secret')
  assert.equal(headers.get('accept-language'), 'ar')
})

test('a page knows the length of the whole list', async () => {
  const { api } = createClient(() => Response.json([1], { headers: { 'x-total-count': '120' } }))
  assert.deepEqual(await api.getPage('/api/early-adopters', anything), { items: [1], total: 120 })
})

test('a body is sent as JSON, and nothing is sent as nothing', async () => {
  const { api, calls } = createClient(() => Response.json({}))
  await api.send('POST', '/api/content', anything, { key: 'home-hero' })
  await api.send('PUT', '/api/content/1/publish', anything)
  assert.equal(calls[0]?.init.body, '{"key":"home-hero"}')
  assert.equal(calls[1]?.init.body, undefined)
  assert.equal(new Headers(calls[1]?.init.headers).get('content-type'), null)
})

test('a refusal brings its sentence, its fields and its further members', async () => {
  const { api } = createClient(() =>
    problem(409, {
      detail: 'Hay otra',
      current_version: 4,
      errors: [{ field: 'a', message: 'b' }, 'nonsense'],
    }),
  )
  await assert.rejects(api.get('/api/content', anything), (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.detail, 'Hay otra')
    assert.deepEqual(error.fields, [{ field: 'a', message: 'b' }])
    assert.equal(error.members.current_version, 4)
    return true
  })
})

test('a refusal without a readable body is still one', async () => {
  const { api } = createClient(
    () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } }),
  )
  await assert.rejects(api.get('/', anything), (error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.detail, undefined)
    assert.equal(error.retryAfter, 7)
    return true
  })
})

test('a refused token ends the session, but not one that began meanwhile', async () => {
  const first = createClient(() => problem(401, { detail: 'Inicia sesión' }))
  await assert.rejects(first.api.get('/', anything))
  assert.equal(first.state.ended, 1)

  const second = createClient(() => {
    second.state.token = 'newer'
    return problem(401, {})
  })
  await assert.rejects(second.api.get('/', anything))
  assert.equal(second.state.ended, 0)
})

test('no connection is its own kind of error; an abort stays an abort', async () => {
  const offline = createClient(() => Promise.reject(new TypeError('fetch failed')))
  await assert.rejects(offline.api.get('/', anything), ConnectionError)
  const aborted = createClient(() => Promise.reject(new DOMException('gone', 'AbortError')))
  await assert.rejects(aborted.api.get('/', anything), { name: 'AbortError' })
})
