import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { ProblemDetails } from './problem-details.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

describe('bytes that cannot be parsed as a request', () => {
  const cases: [what: string, bytes: string, status: number][] = [
    ['nonsense', 'NONSENSE\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['a length that is none', 'POST /es/ HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
    [
      'both a length and chunks',
      'POST /es/ HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ]
  for (const [what, bytes, status] of cases) {
    test(`is refused in a sentence, with the headers that every answer carries: ${what}`, async () => {
      const answer = await exchange(bytes)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      assert.match(head, /content-security-policy: default-src 'none'/)
      assert.match(head, /x-content-type-options: nosniff/)
      assert.match(head, /cache-control: no-store/)
      const problem = ProblemDetails.parse(JSON.parse(body))
      assert.equal(problem.status, status)
      assert.ok(problem.detail.includes(' ') && problem.title.length > 3)
    })
  }
})

test('an expectation that is not known changes nothing', async () => {
  const answer = await exchange(
    'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n',
  )
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.match(answer, /x-content-type-options: nosniff/)
})

describe('the Host', () => {
  for (const [what, hosts] of [
    ['missing', ''],
    ['named twice', 'Host: a\r\nHost: b\r\n'],
    ['named twice alike', 'Host: a\r\nhOST: a\r\n'],
  ]) {
    test(`${what} is refused, for pages, cached ones too, and for programs`, async () => {
      await app.send('/es/')
      for (const path of ['/es/', '/api/early-adopters', '/nothing', '/healthz']) {
        const answer = await exchange(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
        assert.match(answer, /^HTTP\/1\.1 400 /, path)
        assert.match(answer, /x-content-type-options: nosniff/)
      }
    })
  }
})

test('a client that disconnects while sending is not mistaken for a lost database', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  const seen = once(app.app.server.server, 'request')
  socket.write(
    'POST /api/early-adopters HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
  )
  const [, response] = await seen
  // Once its body is being read.
  await sleep(100)
  socket.destroy()
  if (!response.closed) await once(response, 'close')
  await sleep(50)
  assert.doesNotMatch(
    (await app.send('/metrics')).text,
    /http_refusals_total\{reason="database_away"\} [1-9]/,
  )
})

describe('an address that is not normalized', () => {
  test('of a page is redirected to the plain one, its query untouched', async () => {
    const { status, headers } = await app.send('/es/%72ights?a=%41')
    assert.equal(status, 301)
    assert.equal(headers.location, '/es/rights?a=%41')
  })

  test('of a page that is posted to is taken as the plain one', async () => {
    const reply = await app.send('/es/%72ights', { form: { email: 'nobody' } })
    assert.equal(reply.status, 422)
    assert.match(reply.text, /value="nobody"/)
  })

  test('redirects nowhere else', async () => {
    for (const path of ['//%65vil.example', '/\\%65vil.example', '/%2e%2e//evil.example']) {
      const { status, headers } = await app.send(path)
      assert.equal(headers.location, undefined, path)
      assert.ok(status === 400 || status === 404, `${path}: ${status}`)
    }
  })

  test('in absolute form is the plain one, as a cached page too', async () => {
    assert.equal((await app.send('http://other.example/es/')).status, 200)
    assert.equal((await app.send('http://other.example/es/')).status, 200)
    assert.equal((await app.send('http://other.example')).status, 200)
  })
})
