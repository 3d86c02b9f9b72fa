import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'

const paths = ['/', '/es/', '/ar/privacy', '/de/nothing']
const signal = { headers: { 'sec-gpc': '1' } }
let app: TestApp

describe('without a Google tag', () => {
  before(async () => {
    app = await startTestApp()
  })
  after(() => app.close())

  test('there is no banner, no button for it, and no exception in the policy', async () => {
    for (const path of paths) {
      const { text, headers } = await app.send(path)
      assert.doesNotMatch(text, /id="?consent|data-consent|#consent|googletagmanager/, path)
      assert.doesNotMatch(String(headers['content-security-policy']), /google|unsafe/, path)
      assert.doesNotMatch(String(headers.vary), /GPC/, path)
      assert.equal(headers['set-cookie'], undefined)
    }
  })

  test('Global Privacy Control changes nothing', async () => {
    const [plain, signalled] = [await app.send('/es/'), await app.send('/es/', signal)]
    assert.equal(signalled.headers.etag, plain.headers.etag)
  })
})

describe('with a Google tag', () => {
  before(async () => {
    app = await startTestApp({ env: { GOOGLE_TAG_ID: 'G-TEST12345' } })
  })
  after(() => app.close())

  test('a page contains the hidden banner, and its policy allows the tag but nothing inline', async () => {
    for (const path of paths) {
      const { text, headers } = await app.send(path)
      assert.match(text, /<section id="consent" hidden=""/, path)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /script-src 'self'[^;]* https:\/\/www\.googletagmanager\.com;/, path)
      assert.doesNotMatch(policy, /unsafe|\*;| \* /, path)
      assert.equal(headers['set-cookie'], undefined)
    }
  })

  test('the page is the same bytes for every answer', async () => {
    const etags = await Promise.all(
      [undefined, 'consent=1.1795255200', 'consent=1.1795255200.analytics'].map(
        async (cookie) => (await app.send('/es/', { headers: { ...(cookie && { cookie }) } })).headers.etag,
      ),
    )
    assert.equal(new Set(etags).size, 1)
  })

  test('a request with Global Privacy Control gets a page without the tag, which is cached separately', async () => {
    for (const path of paths) {
      for (const turn of ['made', 'kept']) {
        const signalled = await app.send(path, signal)
        assert.doesNotMatch(
          String(signalled.headers['content-security-policy']),
          /google/,
          `${path}, ${turn}`,
        )
        assert.match(signalled.text, / data-gpc=""/, `${path}, ${turn}`)
        assert.match(String(signalled.headers.vary), /Sec-GPC/)
        const plain = await app.send(path)
        assert.match(String(plain.headers['content-security-policy']), /google/, `${path}, ${turn}`)
        assert.doesNotMatch(plain.text, / data-gpc=/, `${path}, ${turn}`)
      }
    }
  })

  test('an error at the address of a personal link tells nobody of it', async () => {
    await app.pool.query('ALTER TABLE signature_links RENAME TO away')
    const { status, text, headers } = await app.send('/es/activate-signature/secret')
    await app.pool.query('ALTER TABLE away RENAME TO signature_links')
    assert.equal(status, 500)
    assert.doesNotMatch(text, /googletagmanager|id="consent"/)
    assert.doesNotMatch(String(headers['content-security-policy']), /google/)
    assert.equal(headers['referrer-policy'], 'no-referrer')
  })

  test('the policies of the admin and the API never allow the tag', async () => {
    for (const path of ['/login', '/admin', '/api', '/api/openapi.json']) {
      assert.doesNotMatch(String((await app.send(path)).headers['content-security-policy']), /google/, path)
    }
  })
})
