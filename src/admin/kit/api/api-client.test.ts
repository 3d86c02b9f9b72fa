import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, ConnectionError, createApiClient } from './api-client.ts'

const anything = { parse: (value: unknown) => value }

function createClient(
  answer: (path: string) => Response | Promise<Response>,
  token: string | null = 'secret',
  askForPassword = async () => false,
) {
  const calls: { path: string; init: RequestInit }[] = []
  const state = { token, ended: 0, renewed: undefined as string | undefined, contacts: [] as boolean[] }
  const api = createApiClient({
    fetch: async (path, init) => {
      calls.push({ path: String(path), init: init ?? {} })
      return answer(String(path))
    },
    getToken: () => state.token,
    getLanguage: () => 'ar',
    async renewSession() {
      state.ended++
      if (state.renewed === undefined) return false
      state.token = state.renewed
      return true
    },
    onContact: (isReached) => state.contacts.push(isReached),
    askForPassword,
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

test('a page has the length of the whole list', async () => {
  const { api } = createClient(() => Response.json([1], { headers: { 'x-total-count': '120' } }))
  assert.deepEqual(await api.getPage('/api/early-adopters', anything), {
    items: [1],
    total: 120,
    isMinimum: false,
  })
})

test('a body is sent as JSON; without a body there is no content type', async () => {
  const { api, calls } = createClient(() => Response.json({}))
  await api.send('POST', '/api/content', anything, { key: 'home-hero' })
  await api.send('PUT', '/api/content/1/publish', anything)
  assert.equal(calls[0]?.init.body, '{"key":"home-hero"}')
  assert.equal(calls[1]?.init.body, undefined)
  assert.equal(new Headers(calls[1]?.init.headers).get('content-type'), null)
})

test('a request that must have one effect carries its key', async () => {
  const { api, calls } = createClient(() => Response.json({}))
  await api.send('POST', '/api/social/posts', anything, {}, { idempotencyKey: 'one' })
  await api.send('POST', '/api/social/posts', anything, {})
  const keys = calls.map(({ init }) => new Headers(init.headers).get('idempotency-key'))
  assert.deepEqual(keys, ['one', null])
})

test('a refusal has its message, its fields and its other members', async () => {
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

test('a refusal without a readable body is an error, too', async () => {
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

test('a call is repeated with the token of a renewed session, and with that of another sign-in', async () => {
  const renewed = createClient((path) =>
    path === '/' && renewed.state.token === 'new' ? Response.json({}) : problem(401, {}),
  )
  renewed.state.renewed = 'new'
  await renewed.api.get('/', anything)
  assert.equal(renewed.state.ended, 1)
  assert.deepEqual(
    renewed.calls.map(({ init }) => new Headers(init.headers).get('authorization')),
    ['Bearer secret', 'Bearer new'],
  )
})

test('it is told whether the server was reached, whatever it answered', async () => {
  const { api, state } = createClient((path) => {
    if (path === '/lost') throw new TypeError('fetch failed')
    return problem(500, {})
  })
  await assert.rejects(api.get('/', anything))
  await assert.rejects(api.get('/lost', anything))
  assert.deepEqual(state.contacts, [true, false])
})

test('a network failure has its own kind of error; an abort stays an abort', async () => {
  const offline = createClient(() => Promise.reject(new TypeError('fetch failed')))
  await assert.rejects(offline.api.get('/', anything), ConnectionError)
  const aborted = createClient(() => Promise.reject(new DOMException('gone', 'AbortError')))
  await assert.rejects(aborted.api.get('/', anything), { name: 'AbortError' })
})

const needsPassword = () => problem(403, { detail: 'Otra vez', code: 'password_confirmation_required' })

test('a call that asks for the password is repeated once that was given', async () => {
  let asked = 0
  const answers = [needsPassword(), Response.json({ a: 1 })]
  const { api, calls } = createClient(
    () => answers.shift() ?? needsPassword(),
    'secret',
    async () => {
      asked++
      return true
    },
  )
  assert.deepEqual(await api.send('POST', '/api/early-adopters/erase', anything, { ids: ['1'] }), { a: 1 })
  assert.deepEqual(
    calls.map(({ init }) => init.body),
    ['{"ids":["1"]}', '{"ids":["1"]}'],
  )
  // Asks only once per call, even if the password does not help.
  await assert.rejects(api.command('DELETE', '/api/leads/1'), /Otra vez/)
  assert.equal(asked, 2)
  assert.equal(calls.length, 4)
})

test('a file that asks for the password is fetched once that was given', async () => {
  const answers = [needsPassword(), new Response('a,b')]
  const { api } = createClient(
    () => answers.shift() ?? needsPassword(),
    'secret',
    async () => true,
  )
  const options = { onProgress: () => {}, signal: new AbortController().signal }
  assert.equal(await (await api.download('/api/early-adopters/export', {}, options)).text(), 'a,b')
})

test('a call whose password is not given is refused, and any other refusal asks for none', async () => {
  const { api, calls } = createClient(needsPassword)
  await assert.rejects(api.command('DELETE', '/api/leads/1'), /Otra vez/)
  assert.equal(calls.length, 1)
  const other = createClient(
    () => problem(403, { detail: 'Nunca' }),
    'secret',
    () => assert.fail('asked'),
  )
  await assert.rejects(other.api.command('DELETE', '/api/leads/1'), /Nunca/)
})

test('whoever listens learns that the user was not allowed to do something', async () => {
  let status = 403
  let code: string | undefined
  const { api } = createClient(() => problem(status, { detail: 'No', ...(code && { code }) }))
  let refusals = 0
  const stop = api.onForbidden(() => void refusals++)
  await assert.rejects(api.send('POST', '/api/content', anything, {}))
  assert.equal(refusals, 1)
  code = 'password_confirmation_required'
  await assert.rejects(api.get('/api/content', anything))
  status = 404
  code = undefined
  await assert.rejects(api.get('/api/content', anything))
  assert.equal(refusals, 1)
  stop()
  status = 403
  await assert.rejects(api.get('/api/content', anything))
  assert.equal(refusals, 1)
})
