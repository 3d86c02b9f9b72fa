import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { findTargetFault, isRedirectTarget, normalizeTarget } from './request-target.ts'

function normalize(url: string, rawHeaders = ['Host', 'example.org']) {
  const request = { url, rawHeaders, httpVersion: '1.1' } as IncomingMessage
  normalizeTarget(request)
  return [request.url, findTargetFault(request)]
}

describe('the target of a request', () => {
  const cases: [raw: string, url: string, fault?: string][] = [
    ['/es/?a=%41#b', '/es/?a=%41'],
    ['http://other.example/api/x?y', '/api/x?y'],
    ['HTTPS://other.example', '/'],
    ['http://other.example?q', '/?q'],
    ['/%61pi/%2e%2E/x%2Fy%3F', '/api/../x%2Fy%3F', 'encoding'],
    ['http://x/%7euser', '/~user', 'encoding'],
    ['/%2561pi', '/%2561pi'],
    ['/%', '/%'],
    ['*', '/', 'target'],
    ['ftp://x/y', '/', 'target'],
  ]
  for (const [raw, url, fault] of cases) {
    test(`${raw} is ${url}`, () => assert.deepEqual(normalize(raw), [url, fault]))
  }

  test('comes with one Host', () => {
    assert.equal(normalize('/', [])[1], 'host')
    assert.equal(normalize('/', ['Host', 'a', 'hOST', 'b'])[1], 'host')
  })

  test('is redirected to only when it stays on this site and names a place', () => {
    for (const target of ['//evil.example', '/\\evil.example', '/a/../b', '/..']) {
      assert.equal(isRedirectTarget(target), false, target)
    }
    assert.equal(isRedirectTarget('/es/rights?x=//y'), true)
  })
})
