import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RegistrationResponse } from '#features/early-adopters/contract.ts'
import { startTestApp } from '../../test/support/build-app.ts'
import { registrationOf } from '../../test/support/factories.ts'

describe('the hour of a client', () => {
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
