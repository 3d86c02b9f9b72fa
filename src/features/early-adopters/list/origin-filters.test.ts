import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { mostCountedInRows } from '#features/early-adopters/store.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { insertMail } from '../../../../test/support/mails.ts'

let app: TestApp
let viewer: Send
let admin: Send

before(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: 'loopback', SESSION_MAX_DAYS: '365', SESSION_IDLE_HOURS: '8760' },
    clock: createFakeClock(new Date('2027-03-20T12:00:00Z')),
  })
  viewer = await app.signInAs('viewer')
  admin = await app.signIn()
})
after(() => app.close())

async function register(name: string, from = '193.144.4.1'): Promise<string> {
  const headers = { 'x-forwarded-for': from }
  const json = registrationOf({ name })
  assert.equal((await app.send('/api/early-adopters', { json, headers })).status, 201)
  const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM early_adopters WHERE name = $1', [
    name,
  ])
  return rows[0]?.id ?? ''
}

async function find(query: string): Promise<string> {
  const reply = await viewer(`/api/early-adopters?${query}`)
  const names = reply.read(z.array(EarlyAdopter)).map(({ name }) => name)
  assert.equal(reply.headers['x-total-count'], String(names.length), query)
  assert.equal(reply.headers['x-total-count-is'], undefined)
  return names.sort().join(' ')
}

describe('the list', () => {
  test('is narrowed by the step that mails have reached, by people and not by machines', async () => {
    const now = app.clock.now()
    const human = 'human' as const
    await register('Nobody')
    await insertMail(app, { leadId: await register('Sent') })
    await insertMail(app, { leadId: await register('Opened'), openedAt: now, openVerdict: human })
    await insertMail(app, { leadId: await register('Clicked'), clickedAt: now, clickVerdict: human })
    await insertMail(app, { leadId: await register('Proxy'), openedAt: now, openVerdict: 'privacy_proxy' })
    await insertMail(app, { leadId: await register('Waiting'), sentAt: null, status: 'outbox' })
    await insertMail(app, { leadId: await register('Asked'), kind: 'rights_link' })
    assert.equal(await find('step=sent'), 'Clicked Opened Proxy Sent')
    assert.equal(await find('step=opened'), 'Clicked Opened')
    assert.equal(await find('step=clicked'), 'Clicked')
    assert.equal(await find('step=opened&search=clic'), 'Clicked')
    assert.equal(await find('step=opened&segment=academic'), '')
    await app.pool.query('TRUNCATE early_adopters, mails CASCADE')
  })

  test('is narrowed by the days of registration in the time zone of the site', async () => {
    await register('Earlier')
    app.clock.advance(Date.parse('2027-03-28T22:30:00Z') - app.clock.now().getTime())
    await register('Late')
    await admin('/api/auth/confirm-password', { json: { password: 'correct horse battery' } })
    let version = 0
    for (const [value, day] of [
      ['Europe/Madrid', '2027-03-29'],
      ['America/Mexico_City', '2027-03-28'],
    ]) {
      const changes = [{ key: 'timeZone', value, version: version++ }]
      assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
      assert.equal(await find(`registered_from=${day}`), 'Late')
      assert.equal(await find(`registered_from=${day}&registered_to=${day}`), 'Late')
      assert.equal(await find(`registered_to=${day}`), 'Earlier Late')
      assert.equal(await find(`registered_from=2027-03-30`), '')
    }
    assert.equal(await find('registered_to=2027-03-20'), 'Earlier')
    await app.pool.query('TRUNCATE early_adopters CASCADE')
  })

  test('is narrowed by country, and to those without one', async () => {
    await register('Spain')
    await register('Mexico', '187.141.0.1')
    await register('Nowhere', '10.0.0.1')
    assert.equal(await find('country=ES'), 'Spain')
    assert.equal(await find('country=MX&registered_from=2027-03-01'), 'Mexico')
    assert.equal(await find('country=ZZ'), 'Nowhere')
    await app.pool.query('TRUNCATE early_adopters CASCADE')
  })

  test('refuses what is no step, day or country', async () => {
    for (const query of [
      ...['step=read', 'step=', 'country=es', 'country=EU', 'country=Spain', 'country='],
      ...[
        'registered_from=2027-02-30',
        'registered_to=0000-01-01',
        'registered_to=9999-12-31',
        'registered_from=x',
      ],
    ]) {
      const reply = await viewer(`/api/early-adopters?${query}`)
      assert.equal(reply.status, 422, query)
    }
  })

  test('counts no more rows than a page is worth, unless it is asked to', async () => {
    const total = mostCountedInRows + 2
    await app.pool.query(
      `INSERT INTO early_adopters (id, email, email_key, name, segment, interests, language, consented_at, consent_text,
         search_text, created_at, last_contact_at, country)
       SELECT gen_random_uuid(), n || '@example.org', n || '@example.org', 'N', 'developer', '{}', 'es', now(), '', 'n', now(), now(), 'ES'
       FROM generate_series(1, $1::int) AS n`,
      [total],
    )
    const totalOf = async (query: string) => {
      const { headers } = await viewer(`/api/early-adopters?country=ES${query}`)
      return [headers['x-total-count'], headers['x-total-count-is']]
    }
    assert.deepEqual(await totalOf(''), [`${mostCountedInRows}`, 'minimum'])
    assert.deepEqual(await totalOf('&count=exact'), [`${total}`, undefined])
    await app.pool.query('TRUNCATE early_adopters CASCADE')
  })
})
