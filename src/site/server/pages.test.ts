import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { directionOf, languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock, hours } from '../../../test/support/clock.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://firmeza.example' } })
})
after(() => app.close())

describe('a page', () => {
  for (const language of languages) {
    test(`exists in ${language}`, async () => {
      const reply = await app.send(`/${language}/`)
      assert.equal(reply.status, 200)
      assert.equal(reply.headers['content-language'], language)
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(reply.headers['cache-control'], 'no-cache')
      assert.match(reply.text, new RegExp(`<html[^>]* lang="?${language}"?[ >]`))
      if (directionOf(language) === 'rtl') assert.match(reply.text, /<html[^>]* dir="?rtl"?[ >]/)
    })
  }

  test('allows its styles by their hashes, and no inline script', async () => {
    const { text, headers } = await app.send('/es/')
    const policy = String(headers['content-security-policy'])
    const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
    assert.ok(styles.length > 0)
    for (const [, style = ''] of styles) {
      assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`))
    }
    assert.doesNotMatch(policy, /unsafe/)
    for (const [script] of text.matchAll(/<script[^>]*>/g))
      assert.match(script, / src=|type="(application\/ld\+json|speculationrules)"/)
  })

  test('is the same bytes for everyone, in the requested encoding, and is answered with 304 when unchanged', async () => {
    const [first, second] = [await app.send('/fr/'), await app.send('/fr/?utm_source=x')]
    assert.deepEqual(first.bytes, second.bytes)
    assert.equal(first.headers.etag, second.headers.etag)
    const br = await app.send('/fr/', { headers: { 'accept-encoding': 'br' } })
    assert.deepEqual(brotliDecompressSync(br.bytes), first.bytes)
    const again = await app.send('/fr/', { headers: { 'if-none-match': first.headers.etag ?? '' } })
    assert.equal(again.status, 304)
    assert.equal(again.bytes.length, 0)
    const head = await app.send('/fr/', { method: 'HEAD' })
    assert.equal(head.headers['content-length'], first.headers['content-length'])
    assert.equal(head.bytes.length, 0)
  })

  test('links to the public address, whatever the Host header is', async () => {
    const hosts = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    for (const path of [
      '/es/',
      '/',
      '/es/nothing',
      '/es',
      '/api',
      '/api/openapi.json',
      '/login',
      '/es/?segment=business',
    ]) {
      const reply = await app.send(path, { headers: hosts })
      assert.doesNotMatch(`${reply.text} ${JSON.stringify(reply.headers)}`, /evil/, path)
    }
    assert.match((await app.send('/api/openapi.json')).text, /https:\/\/firmeza\.example/)
  })

  test('has one address only', async () => {
    for (const turn of ['before', 'after']) {
      const reply = await app.send('/es')
      assert.equal(reply.status, 301, `${turn} the page was kept`)
      assert.equal(reply.headers.location, '/es/')
      assert.equal((await app.send('/es?segment=business')).headers.location, '/es/?segment=business')
      assert.equal((await app.send('/es/')).status, 200)
    }
  })

  test('never leads to another site', async () => {
    for (const path of [
      '//evil.example',
      '//evil.example/es',
      '/es//evil.example',
      '/\\evil.example',
      '/es?//evil.example',
    ]) {
      const { headers } = await app.send(path)
      assert.doesNotMatch(headers.location ?? '/', /^\/\/|^\/\\|^[a-z]+:/, path)
    }
  })
})

describe('an address without a language', () => {
  const cases: [cookie: string | undefined, accept: string | undefined, language: string][] = [
    [undefined, undefined, 'en'],
    [undefined, '*', 'en'],
    [undefined, 'ja', 'en'],
    [undefined, 'pt-BR, es;q=0.5', 'pt'],
    ['lang=hi', 'pt-BR', 'hi'],
    ['theme=dark; lang=ar', 'pt-BR', 'ar'],
    ['lang=xx', 'ru', 'ru'],
    ['lang=', 'ru', 'ru'],
    ['xlang=hi', 'ru', 'ru'],
    ['lang=__proto__; lang', undefined, 'en'],
  ]
  for (const [cookie, accept, language] of cases) {
    test(`is in ${language} with the cookie ${cookie} and Accept-Language ${accept}`, async () => {
      // Twice: rendered for the first visitor, cached for the second.
      for (let turn = 0; turn < 2; turn++) {
        const reply = await app.send('/', {
          headers: { ...(cookie && { cookie }), ...(accept && { 'accept-language': accept }) },
        })
        assert.equal(reply.status, 200)
        assert.equal(reply.headers['content-language'], language)
        assert.match(String(reply.headers.vary), /Accept-Language/)
        assert.match(String(reply.headers.vary), /Cookie/)
      }
    })
  }

  test('is not changed by a visit to an address with a language', async () => {
    const reply = await app.send('/de/', { headers: { cookie: 'lang=hi', 'accept-language': 'fr' } })
    assert.equal(reply.headers['content-language'], 'de')
  })
})

describe('the theme', () => {
  test('is the one of the cookie, and each is cached separately', async () => {
    const ask = (cookie: string) => app.send('/it/', { headers: { cookie } })
    const bodies = [await ask('theme=light'), await ask('theme=dark'), await ask('theme=pink')]
    const again = [await ask('theme=light'), await ask('theme=dark'), await app.send('/it/')]
    assert.deepEqual(
      bodies.map(({ text }) => text),
      again.map(({ text }) => text),
    )
  })
})

describe('the copyright', () => {
  const path = '/es/about'
  const yearsIn = (text: string) => /© ([^ ]+) Firmeza/.exec(text)?.[1]
  const firstOf = (year: number) => Date.UTC(year, 0, 1)

  test('has one year in 2025, and both from 2026 on, also on pages that were kept since', async () => {
    const clock = createFakeClock(new Date(firstOf(2026) - hours))
    const product = await startTestApp({ clock })
    try {
      const read = async (address: string) => yearsIn((await product.send(address)).text)
      assert.equal(await read(path), '2025')
      assert.equal(await read('/es/nothing'), '2025')
      clock.advance(2 * hours)
      assert.equal(await read(path), '2025–2026')
      assert.equal(await read('/es/nothing'), '2025–2026')
      assert.equal(await read('/ar/about'), '٢٠٢٥–٢٠٢٦')
    } finally {
      await product.close()
    }
  })
})

describe('a missing page', () => {
  const paths: [path: string, language: string, headers?: Record<string, string>][] = [
    ['/es/nothing', 'es'],
    ['/ar/a/b/c', 'ar'],
    ['/nothing', 'en'],
    ['/nothing', 'de', { 'accept-language': 'de' }],
    ['/nothing', 'hi', { cookie: 'lang=hi', 'accept-language': 'de' }],
    ['/essay', 'en'],
    ['/es/%00', 'es'],
    ['/es/..%2f..%2fetc%2fpasswd', 'es'],
    ['/es/;x', 'es'],
    ['/es/.', 'es'],
    ['/es//', 'es'],
    [`/es/${'x'.repeat(3_000)}`, 'es'],
    ['/.env', 'en'],
  ]
  for (const [path, language, headers = {}] of paths) {
    test(`has an error page in ${language}: ${path.slice(0, 40)}`, async () => {
      const reply = await app.send(path, { headers })
      assert.equal(reply.status, 404)
      assert.equal(reply.headers['content-language'], language)
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(reply.headers['cache-control'], 'no-store')
      assert.equal(reply.headers['x-robots-tag'], 'noindex')
    })
  }

  test('does not contain the requested address', async () => {
    const { text } = await app.send('/es/<script>alert(1)</script>')
    assert.doesNotMatch(text, /alert\(1\)/)
  })

  test('is the answer to an address that cannot be decoded', async () => {
    for (const path of [
      '/es/%',
      '/%c0%ae',
      '/es/%ff',
      '/assets/../../package.json',
      '/assets/%2e%2e/manifest.json',
    ]) {
      const reply = await app.send(path)
      assert.ok(reply.status === 400 || reply.status === 404, `${path}: ${reply.status}`)
      assert.equal(reply.headers['content-type'], 'text/html; charset=utf-8')
      assert.doesNotMatch(reply.text, /devDependencies|isEntry/)
    }
  })

  test('accepts no form', async () => {
    for (const path of ['/', '/es', '/es/nothing']) {
      assert.equal((await app.send(path, { form: { email: 'x' } })).status, 404, path)
    }
  })
})

describe('the admin document', () => {
  test('is in the language of the cookie, then of the browser, then in English', async () => {
    for (const path of ['/login', '/admin', '/admin/content', '/reset-password']) {
      const cookie = 'lang=ar'
      assert.match((await app.send(path)).text, /<html lang="en" dir="ltr"/, path)
      const german = await app.send(path, { headers: { 'accept-language': 'de-CH,fr;q=0.5' } })
      assert.match(german.text, /<html lang="de" dir="ltr"/, path)
      assert.match(
        (await app.send(path, { headers: { cookie, 'accept-language': 'de' } })).text,
        /<html lang="ar" dir="rtl"/,
      )
    }
  })

  test('says that it is loading before any script has run', async () => {
    const text = (await app.send('/admin/content', { headers: { cookie: 'lang=es' } })).text
    assert.match(text, /<div class="loading-frame" aria-busy="true"><p role="status">Cargando/)
  })

  test('accepts HTML and scripts from the named Trusted Types policies only', async () => {
    for (const path of ['/login', '/admin', '/reset-password']) {
      const policy = String((await app.send(path)).headers['content-security-policy'])
      assert.match(policy, /require-trusted-types-for 'script'/, path)
      assert.match(policy, /trusted-types inert-html mail-frame pdf-worker ProseMirrorClipboard(;|$)/, path)
      assert.doesNotMatch(policy, /unsafe|default(;|$)|allow-duplicates/, path)
    }
  })

  test('has a new nonce for each request', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { text, headers } = await app.send('/login')
        const nonce = /data-nonce="([^"]+)"/.exec(text)?.[1] ?? ''
        assert.ok(String(headers['content-security-policy']).includes(`'nonce-${nonce}'`))
        return nonce
      }),
    )
    assert.notEqual(nonces[0], nonces[1])
  })

  test('contains the version of the product, and a cookie cannot inject markup', async () => {
    const { text } = await app.send('/admin', { headers: { cookie: 'lang="><script>; theme="><script>' } })
    assert.match(text, /data-version="\d+\.\d+\.\d+"/)
    assert.doesNotMatch(text, /"><script>/)
  })
})

describe('the texts for the browser', () => {
  test('exist in every language and in no other', async () => {
    for (const language of languages) {
      const reply = await app.send(`/lang/${language}.json`)
      assert.equal(reply.status, 200)
      assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
      assert.ok(JSON.parse(reply.text).errors.not_found)
    }
    for (const code of ['xx', 'ES', '__proto__', '..%2f..%2fpackage', 'es.json%00']) {
      assert.equal((await app.send(`/lang/${code}.json`)).status, 404, code)
    }
  })
})

describe('the spelling of an address', () => {
  test('does not get its own cached page', async () => {
    const [plain, encoded, cut] = await Promise.all(
      ['/es/', '/%65s/', '/es/?x=1#2'].map((path) => app.send(path)),
    )
    assert.equal(plain?.headers['content-language'], 'es')
    assert.equal(encoded?.headers.location, '/es/')
    assert.equal(cut?.headers.etag, plain?.headers.etag)
  })
})
