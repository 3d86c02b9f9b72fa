import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RegistrationResponse } from '#features/early-adopters/contract.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import type { Reply } from '../../../test/support/http-client.ts'

describe('the hourly limit of a client', () => {
  test('is counted over API calls; after it there is a refusal with the time to wait', async () => {
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '3' } })
    try {
      for (let number = 0; number < 3; number++) {
        const reply = await limited.send('/api/early-adopters', { json: registrationOf() })
        reply.read(RegistrationResponse)
      }
      const refused = await limited.send('/api/early-adopters', { json: registrationOf() })
      assert.equal(refused.status, 429)
      const wait = Number(refused.headers['retry-after'])
      assert.ok(wait > 3_500 && wait <= 3_600)
      assert.match(refused.problem().detail, new RegExp(`${wait} segundos`))
      const { rows } = await limited.pool.query('SELECT FROM early_adopters')
      assert.equal(rows.length, 3)

      const spoofed = await limited.send('/api/early-adopters', {
        json: registrationOf(),
        headers: {
          'x-forwarded-for': '198.51.100.7',
          forwarded: 'for=198.51.100.7',
          'x-real-ip': '198.51.100.7',
        },
      })
      assert.equal(spoofed.status, 429)
      assert.equal((await limited.send('/es/')).status, 200)

      const form = await limited.send('/es/', {
        form: { email: 'ana@example.org', name: 'Ana', segment: 'developer', consent: 'on' },
      })
      assert.equal(form.status, 429)
      assert.match(form.text, /ana@example\.org/)

      limited.clock.advance(3_600_000)
      assert.equal((await limited.send('/api/early-adopters', { json: registrationOf() })).status, 201)
    } finally {
      await limited.close()
    }
  })

  test('is not counted for the team', async () => {
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '2' } })
    try {
      const admin = await limited.signIn()
      for (let number = 0; number < 5; number++) assert.equal((await admin('/api/auth/me')).status, 200)
    } finally {
      await limited.close()
    }
  })

  test('does not count the operator’s mail server, but counts clients that guess its token', async () => {
    const token = 'a token for the tests only'
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '2', BOUNCE_TOKEN: token } })
    const handIn = (bearer: string) =>
      limited.send('/api/mail/bounces', {
        body: 'Subject: x\r\n\r\n',
        headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${bearer}` },
      })
    try {
      for (let number = 0; number < 4; number++) assert.equal((await handIn(token)).status, 200)
      for (let guess = 0; guess < 2; guess++) assert.equal((await handIn(`${guess}`)).status, 401)
      assert.equal((await handIn('2')).status, 429)
      assert.equal((await handIn(token)).status, 200)
    } finally {
      await limited.close()
    }
  })

  test('0 leaves the limits of sign-ups and sign-ins as they are', async () => {
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '0', SIGN_UP_LIMIT: '2' } })
    try {
      const signUp = () => limited.send('/api/early-adopters', { json: registrationOf() })
      assert.deepEqual([(await signUp()).status, (await signUp()).status], [201, 201])
      assert.equal((await signUp()).problem().code, 'proof_required')
      const form = { username: 'admin', password: 'wrong' }
      const statuses: number[] = []
      for (let tries = 0; tries < 6; tries++) {
        statuses.push((await limited.send('/api/auth/login', { form })).status)
      }
      assert.equal(statuses.at(-1), 429)
    } finally {
      await limited.close()
    }
  })

  test('keeps no mail program from unsubscribing, which many do from one network', async () => {
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '1' } })
    try {
      assert.equal((await limited.send('/api/early-adopters')).status, 401)
      assert.equal((await limited.send('/api/early-adopters')).status, 429)
      const form = { 'List-Unsubscribe': 'One-Click' }
      assert.equal((await limited.send('/es/unsubscribe/x', { form })).status, 404)
    } finally {
      await limited.close()
    }
  })

  test('is its own behind a trusted proxy', async () => {
    const limited = await startTestApp({ env: { API_RATE_LIMIT: '1', TRUST_PROXY: 'loopback' } })
    const from = (address: string) =>
      limited.send('/api/early-adopters', { json: registrationOf(), headers: { 'x-forwarded-for': address } })
    try {
      assert.equal((await from('198.51.100.7')).status, 201)
      assert.equal((await from('198.51.100.7')).status, 429)
      assert.equal((await from('198.51.100.8')).status, 201)
      assert.equal((await from('2001:db8:1:2::3')).status, 201)
      assert.equal((await from('2001:db8:1:2:ffff::4')).status, 429)
    } finally {
      await limited.close()
    }
  })
})

describe('the limit per minute of a client', () => {
  let limited: TestApp
  before(async () => {
    limited = await startTestApp({ env: { PAGE_RATE_LIMIT: '3', VIEW_RATE_LIMIT: '2' } })
  })
  after(() => limited.close())

  test('counts pages that are rendered for each request, and not cached ones', async () => {
    const statuses: number[] = []
    for (const path of ['/es/rights/x', '/es/unsubscribe/x', '/es/badges/x', '/preview/x', '/es/nothing']) {
      statuses.push((await limited.send(path)).status)
    }
    assert.deepEqual(statuses, [404, 404, 404, 429, 429])
    const form = await limited.send('/es/', { form: { email: 'x' } })
    assert.equal(form.status, 429)
    for (const path of ['/es/', '/es/rights', '/en/rights?sent', '/api/openapi.json', '/healthz']) {
      assert.equal((await limited.send(path)).status, 200, path)
    }
  })

  test('is another one for views of pages that are counted', async () => {
    const views: Reply[] = []
    for (let view = 0; view < 3; view++)
      views.push(await limited.send('/api/visits', { json: { page: '/', language: 'es' } }))
    assert.deepEqual(
      views.map(({ status }) => status),
      [202, 202, 429],
    )
    assert.match(views[2]?.headers['retry-after'] ?? '', /^\d+$/)
    assert.equal((await limited.send('/es/')).status, 200)
  })

  test('is counted over credentials, which verifiers fetch without using up their hour', async () => {
    const env = { PAGE_RATE_LIMIT: '3', API_RATE_LIMIT: '1' }
    const verified = await startTestApp({ env })
    try {
      const paths = [
        '/credentials/status/9',
        '/credentials/x.json',
        '/.well-known/did.json',
        '/credentials/status/9',
      ]
      const statuses: number[] = []
      for (const path of paths) statuses.push((await verified.send(path)).status)
      assert.deepEqual(statuses, [404, 404, 200, 429])
      assert.equal((await verified.send('/api/early-adopters')).status, 401)
    } finally {
      await verified.close()
    }
  })

  test('ends with a page that says how long to wait, drawn once for all', async () => {
    const first = await limited.send('/es/rights/x', { headers: { 'accept-language': 'ar' } })
    const second = await limited.send('/es/badges/y')
    assert.equal(first.status, 429)
    const wait = Number(first.headers['retry-after'])
    assert.ok(wait > 0 && wait <= 60, String(wait))
    assert.equal(first.headers['cache-control'], 'no-store')
    assert.equal(first.headers['content-language'], 'es')
    assert.equal(first.headers.etag, second.headers.etag)
    const metrics = await limited.send('/metrics')
    assert.match(metrics.text, /^http_refusals_total\{reason="rate_limited"\} [1-9]/m)
  })
})
