import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createEdgeRules } from '#http/edge/edge-headers.ts'
import { edgeCacheKinds } from '#shared/edge/edge-cache.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import type { Reply } from '../../../test/support/http-client.ts'
import { publicPages } from '../../../test/support/public-pages.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({
    env: {
      ...{ EDGE_CACHE: 'varnish', EDGE_CACHE_TOKEN: 'a-token-that-only-the-tests-know' },
      ...{ EDGE_CACHE_URL: 'http://127.0.0.1:1', PAGE_COMPRESSION: '0' },
    },
  })
})
after(() => app.close())

const edgeHeaders = [
  'cdn-cache-control',
  'surrogate-control',
  'xkey',
  'surrogate-key',
  'cache-tag',
  'x-site-revision',
]
const edgeOf = ({ headers }: Reply) =>
  Object.fromEntries(edgeHeaders.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])))

describe('with a cache in front', () => {
  test('every page may be kept by it in every language, under a key of its own; browsers ask again', async () => {
    for (const language of languages) {
      for (const { path } of publicPages) {
        const reply = await app.send(`/${language}${path}`)
        const { 'cdn-cache-control': control = '', ...rest } = edgeOf(reply)
        assert.equal(reply.status, 200)
        assert.match(String(control), /^max-age=\d{6,}, stale-while-revalidate=\d+, stale-if-error=\d+$/)
        const { rows } = await app.pool.query<{ revision: string }>('SELECT revision FROM site_revision')
        assert.deepEqual(rest, { xkey: `site /${language}${path}`, 'x-site-revision': rows[0]?.revision })
        const { 'cache-control': browsers, vary, 'set-cookie': cookie, etag = '' } = reply.headers
        assert.deepEqual(
          { browsers, vary, cookie },
          { browsers: 'no-cache', vary: 'Accept-Encoding, Cookie', cookie: undefined },
        )
        // What confirms a kept copy carries the same.
        const again = await app.send(`/${language}${path}`, { headers: { 'if-none-match': etag } })
        assert.equal(again.status, 304)
        assert.deepEqual(edgeOf(again), edgeOf(reply))
      }
    }
  })

  test('a form that was sent or chosen, and a theme, are other copies under the same key', async () => {
    for (const [path, headers] of [
      ['/es/?segment=company', {}],
      ['/es/?registered', {}],
      ['/es/', { cookie: 'theme=dark' }],
    ] as const)
      assert.equal((await app.send(path, { headers })).headers.xkey, 'site /es/')
  })

  test('what is made of all pages has one key', async () => {
    for (const path of ['/sitemap.xml', '/robots.txt', '/llms.txt', '/fr/manifest.webmanifest'])
      assert.equal((await app.send(path)).headers.xkey, 'site files', path)
  })

  test('what depends on the visitor, is personal, or is for programs, may not be kept', async () => {
    const editor = await app.signInAs('editor')
    const paths = [
      ...['/', '/about', '/es', '/es/about/', '/manifest.webmanifest', '/login', '/admin', '/admin/content'],
      ...['/es/nothing-here', '/es/documents/nothing-here', '/verify/nothing', '/es/verify/nothing'],
      ...['/api/content/home-hero?language=es', '/api/doc/files?language=es', '/api/settings/public'],
      ...[
        '/lang/es.json',
        '/api/openapi.json',
        '/api/nothing',
        '/healthz',
        '/readyz',
        '/early-adopters/rights',
      ],
      ...['/unsubscribe?token=x', '/es/confirm?token=x', '/credentials/nothing.json'],
    ]
    for (const send of [app.send, editor])
      for (const path of paths) assert.deepEqual(edgeOf(await send(path)), {}, path)
    const form = { email: 'nobody', name: '' }
    const refused = await app.send('/es/', { form })
    assert.ok(refused.status >= 400)
    assert.deepEqual(edgeOf(refused), {})
  })

  test('what browsers keep for a while it may not, but what never changes it may', async () => {
    for (const path of ['/favicon.ico', '/.well-known/security.txt'])
      assert.deepEqual(edgeOf(await app.send(path)), { 'cdn-cache-control': 'no-store' }, path)
    const { text } = await app.send('/es/')
    const paths = [/\/share\/es\/[\w.-]+/, /\/assets\/[\w./-]+\.js/].map((path) => path.exec(text)?.[0] ?? '')
    for (const path of paths) {
      const reply = await app.send(path)
      assert.equal(reply.status, 200, path)
      assert.match(reply.headers['cache-control'] ?? '', /immutable/)
      assert.deepEqual(edgeOf(reply), {})
    }
  })
})

test('without a cache in front nothing says so', async () => {
  const plain = await startTestApp({ env: { PAGE_COMPRESSION: '0' } })
  try {
    for (const path of ['/es/', '/robots.txt', '/favicon.ico'])
      assert.deepEqual(edgeOf(await plain.send(path)), {}, path)
    const editor = await plain.signInAs('editor')
    assert.equal((await editor('/api/edge-cache')).text, '{"cache":null,"waiting":0,"failing_since":null}')
    const { rows } = await plain.pool.query('SELECT FROM edge_purges')
    assert.equal(rows.length, 0)
  } finally {
    await plain.close()
  }
})

describe('the headers of a page', () => {
  const describeBy = (kind: (typeof edgeCacheKinds)[number], isCounted = false) =>
    createEdgeRules(kind, { isCounted })

  test('are those that each cache reads', () => {
    const names = edgeCacheKinds.map((kind) =>
      Object.keys(describeBy(kind).describe({ key: '/es/', isPlain: true }, 5) ?? {}).join(' '),
    )
    assert.deepEqual(names, [
      'cdn-cache-control xkey x-site-revision',
      'cdn-cache-control surrogate-control surrogate-key',
      'cdn-cache-control cache-tag',
    ])
    assert.equal(
      describeBy('cloudflare').describe({ key: '/es/', isPlain: true }, 5)?.['cache-tag'],
      'site,/es/',
    )
  })

  test('are missing for Cloudflare, which keeps one copy for all, where visitors get different ones', () => {
    assert.equal(describeBy('cloudflare').describe({ key: '/es/', isPlain: false }, 5), undefined)
    assert.equal(describeBy('cloudflare', true).describe({ key: '/es/', isPlain: true }, 5), undefined)
  })

  test('are missing where a key would be two', () => {
    for (const key of ['/es/a b', '/es/a,b', '/es/ñ'])
      assert.equal(describeBy('fastly').describe({ key, isPlain: true }, 5), undefined)
  })
})
