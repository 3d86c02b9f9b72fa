import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { loadCatalogues } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { registrationOf } from '../../test/support/factories.ts'
import type { Reply } from '../../test/support/http-client.ts'

const { translator } = await loadCatalogues()
let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

describe('a refusal of the API', () => {
  const refused = registrationOf({ email: 'nobody', name: '', consent: undefined as unknown as true })

  const languages: [header: string | undefined, language: Language][] = [
    [undefined, 'es'],
    ['*', 'es'],
    ['', 'es'],
    ['es-MX', 'es'],
    ['en', 'en'],
    ['de-AT, en;q=0.5', 'de'],
    ['ja', 'en'],
    ['x'.repeat(5_000), 'en'],
  ]
  for (const [header, language] of languages) {
    test(`is written in ${language} for Accept-Language ${JSON.stringify(header?.slice(0, 30))}`, async () => {
      const reply = await app.send('/api/early-adopters', {
        json: refused,
        headers: header === undefined ? {} : { 'accept-language': header },
      })
      const t = translator(language)
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.problem(), {
        type: 'about:blank',
        status: 422,
        title: t('errors:title.422'),
        detail: t('errors:validation_failed'),
        errors: [
          { field: 'email', message: t('errors:fields.email_invalid') },
          { field: 'name', message: t('errors:fields.name_required') },
          { field: 'consent', message: t('errors:fields.consent_required') },
        ],
      })
    })
  }

  test('carries the quoted sentences themselves when no language is asked for', async () => {
    const reply = await app.send('/api/early-adopters', { json: { ...refused, segment: undefined } })
    assert.deepEqual(reply.problem().errors, [
      { field: 'email', message: 'Por favor, introduce un email válido' },
      { field: 'name', message: 'El nombre es obligatorio' },
      { field: 'segment', message: 'Por favor, selecciona un segmento' },
      { field: 'consent', message: 'Debes aceptar recibir comunicaciones' },
    ])
  })

  test('names the kind of fault', async () => {
    const json = { 'content-type': 'application/json' }
    const cases: [reply: Reply, status: number, code: string][] = [
      [await app.send('/api/early-adopters', { body: '{"a":', headers: json }), 400, 'invalid_json'],
      [
        await app.send('/api/early-adopters', { body: '{"__proto__":{"x":1}}', headers: json }),
        400,
        'invalid_json',
      ],
      [
        await app.send('/api/early-adopters', { body: '', headers: json, method: 'POST' }),
        400,
        'bad_request',
      ],
      [
        await app.send('/api/early-adopters', { body: `"${'x'.repeat(70_000)}"`, headers: json }),
        413,
        'payload_too_large',
      ],
      [await app.send('/api/nothing'), 404, 'not_found'],
      [await app.send('/api/early-adopters/'), 404, 'not_found'],
      [await app.send('/api/early-adopters', { method: 'DELETE' }), 404, 'not_found'],
      [await app.send('/api/early-adopters'), 401, 'unauthorized'],
      [await app.send('/api/%', {}), 400, 'bad_request'],
      [await app.send(`/api/content/${'x'.repeat(400)}`), 404, 'not_found'],
    ]
    for (const [reply, status, code] of cases) {
      const problem = reply.problem()
      assert.equal(status, reply.status, code)
      assert.equal(problem.detail, translator('es')(`errors:${code}`), code)
      assert.equal(problem.title, translator('es')(`errors:title.${status}`), code)
    }
  })

  test('says which type of body it takes', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ]) {
      const reply = await app.send('/api/early-adopters', {
        body: JSON.stringify(registrationOf()),
        headers: { 'content-type': type },
      })
      assert.equal(reply.status, 415, type)
      assert.match(reply.problem().detail, /application\/json/)
    }
    const login = await app.send('/api/auth/login', { json: { username: 'admin', password: 'x' } })
    assert.equal(login.status, 415)
    assert.match(login.problem().detail, /application\/x-www-form-urlencoded/)
  })

  test('contains no stack trace and no internals', async () => {
    for (const path of ['/api/%', '/api/nothing', '/api/content/x?version=1']) {
      const { text } = await app.send(path)
      assert.doesNotMatch(text, /node_modules|\.ts:|Fastify|FST_|Error:/)
    }
  })

  test('asks for a token where one is needed', async () => {
    const reply = await app.send('/api/auth/me')
    assert.equal(reply.status, 401)
    assert.equal(reply.headers['www-authenticate'], 'Bearer')
    const bad = await app.send('/api/auth/me', { headers: { authorization: 'Bearer nonsense' } })
    assert.equal(bad.status, 401)
    for (const scheme of ['Basic YWRtaW46YWRtaW4=', 'Bearer', 'bearer ', `Bearer ${'x'.repeat(5_000)}`]) {
      assert.equal(
        (await app.send('/api/auth/me', { headers: { authorization: scheme } })).status,
        401,
        scheme.slice(0, 20),
      )
    }
  })
})

describe('every answer', () => {
  const kinds: [kind: string, path: string, ask?: Parameters<TestApp['send']>[1]][] = [
    ['a page', '/es/'],
    ['a page kept for the second visitor', '/es/'],
    ['the bare address', '/'],
    ['a redirect', '/es'],
    ['a missing page', '/es/nothing'],
    ['an address that cannot be read', '/es/%'],
    ['a refused form', '/es/', { form: { email: 'x' } }],
    ['a form that went through', '/es/', { form: { ...formFields(), segment: 'academic' } }],
    ['the API', '/api/early-adopters', { json: registrationOf() }],
    ['a refusal of the API', '/api/nothing'],
    ['a missing text', '/api/content/home-hero?language=es'],
    ['texts', '/lang/es.json'],
    ['texts kept for the second reader', '/lang/es.json'],
    ['the API reference', '/api'],
    ['the description of the API', '/api/openapi.json'],
    ['the admin document', '/admin/content'],
    ['the login document', '/login'],
    ['a missing file', '/assets/nothing.js'],
    ['a health check', '/healthz'],
    ['the metrics', '/metrics'],
  ]
  for (const [kind, path, ask] of kinds) {
    test(`carries the security headers: ${kind}`, async () => {
      const { headers } = await app.send(path, ask)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['x-frame-options'], 'DENY')
      // The panel opens windows of social platforms; who has signed in is in the same document.
      const opensWindows = kind === 'the admin document' || kind === 'the login document'
      const openerPolicy = opensWindows ? 'same-origin-allow-popups' : 'same-origin'
      assert.equal(headers['cross-origin-opener-policy'], openerPolicy)
      assert.match(String(headers['referrer-policy']), /^(no-referrer|strict-origin-when-cross-origin)$/)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /^default-src 'none';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.match(policy, /base-uri 'none'/)
      assert.doesNotMatch(policy, /script-src[^;]*(\*|http)|unsafe/)
      assert.equal(headers['strict-transport-security'], undefined)
      assert.equal(headers['x-powered-by'], undefined)
      assert.equal(headers['access-control-allow-origin'], undefined)
    })
  }

  test('has HSTS only where the public address is https', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://firmeza.example' } })
    try {
      for (const [kind, path, ask] of kinds) {
        const { headers } = await secure.send(path, ask)
        assert.match(String(headers['strict-transport-security']), /^max-age=\d{8}/, kind)
      }
    } finally {
      await secure.close()
    }
  })

  test('of the API and the admin is for one reader only', async () => {
    const admin = await app.signIn()
    const replies = [
      await admin('/api/early-adopters'),
      await admin('/api/content'),
      await app.send('/api/nothing'),
      await app.send('/admin'),
      await app.send('/login'),
      await app.send('/api/auth/login', { form: { username: 'x', password: 'x' } }),
    ]
    for (const { headers } of replies) {
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['referrer-policy'], 'no-referrer')
    }
  })

  test('of the server itself has an id by which it is found in the log', async () => {
    const replies = await Promise.all([app.send('/api/nothing'), app.send('/api/nothing')])
    const numbers = replies.map(({ headers }) => headers['x-request-id'])
    assert.match(String(numbers[0]), /^[\w-]{12}$/)
    assert.notEqual(numbers[0], numbers[1])
  })

  test('to bytes that are no request is a refusal, and the server keeps running', async () => {
    for (const bytes of [
      '\0\0\0\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
    ]) {
      assert.match(await sendBytes(app.url, bytes), /^HTTP\/1\.1 4\d\d /)
    }
    assert.equal((await app.send('/healthz')).status, 200)
  })
})

test('the description of the API has the refusal at every operation', async () => {
  const { paths } = (await app.send('/api/openapi.json')).read(
    z.object({
      paths: z.record(
        z.string(),
        z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
      ),
    }),
  )
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ name: `${method} ${path}`, responses })),
  )
  assert.ok(operations.some(({ name }) => name.startsWith('patch ')))
  for (const { name, responses } of operations) {
    assert.deepEqual(responses.default, { $ref: '#/components/responses/Problem' }, name)
  }
})

function formFields() {
  return { email: 'ana@example.org', name: 'Ana', segment: 'developer', consent: 'on' }
}

function sendBytes(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
  })
}
