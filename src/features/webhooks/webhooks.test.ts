import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { ContentItem } from '#features/content/contract.ts'
import { adminPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { draftOf, registrationOf } from '../../../test/support/factories.ts'
import { badValues } from '../../../test/support/hostile/hostile-values.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { until } from '../../../test/support/until.ts'
import { startWebhookReceiver, verify } from '../../../test/support/webhooks/receiver.ts'
import { startWebhookEngine } from '../../../test/support/webhooks/webhook-engine.ts'
import {
  Delivery,
  EventDescription,
  mostWebhooks,
  Webhook,
  type WebhookDraft,
  WebhookWithSecret,
} from './contract.ts'
import { forgetEventsJob } from './jobs.ts'
import { webhookSecrets } from './store.ts'

const path = '/api/webhooks'
const day = 24 * 3_600_000
let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM webhooks; DELETE FROM webhook_messages')
  admin = await app.signIn()
})
after(() => app.close())

const draftFor = (changes: Partial<WebhookDraft> = {}): WebhookDraft => ({
  url: 'https://crm.example/hook',
  description: 'CRM',
  events: ['lead.created', 'badge.awarded', 'content.published'],
  is_enabled: true,
  ...changes,
})
const list = async () => (await admin(path)).read(z.array(Webhook))

async function add(changes: Partial<WebhookDraft> = {}): Promise<WebhookWithSecret> {
  const reply = await admin(path, { json: draftFor(changes) })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(WebhookWithSecret)
}

/** The events that wait for a webhook, oldest first. */
async function listEvents(id: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await app.pool.query<{ type: string; data: Record<string, unknown> }>(
    `SELECT type, data FROM webhook_messages JOIN webhook_deliveries ON message_id = webhook_messages.id
     WHERE webhook_id = $1 ORDER BY number`,
    [id],
  )
  return rows
}

describe('a webhook', () => {
  test('is added, changed, and deleted with what was sent to it; its secret is told once', async () => {
    const { webhook, secret } = await add({ url: 'HTTPS://CRM.example:443/hook?x=1#part' })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(webhook.url, 'https://crm.example/hook?x=1')
    assert.deepEqual([webhook.state, webhook.created_by?.name, webhook.waiting], ['active', 'Admin', 0])
    const { rows } = await app.pool.query('SELECT secret FROM webhooks')
    assert.match(rows[0].secret, /^v1\./)
    const one = `${path}/${webhook.id}`
    for (const address of [path, one, `${one}/deliveries`, '/api/audit/actions'])
      assert.ok(!(await admin(address)).text.includes(secret.slice(6)), address)

    const json = draftFor({
      description: 'Otro',
      events: ['lead.created', 'lead.created'],
      is_enabled: false,
    })
    const changed = (await admin(one, { method: 'PUT', json })).read(Webhook)
    assert.deepEqual(
      [changed.description, changed.events, changed.state],
      ['Otro', ['lead.created'], 'paused'],
    )
    assert.equal((await admin(`${one}/test`, { method: 'POST' })).status, 409)
    await admin(one, { method: 'PUT', json: draftFor() })
    const sent = (await admin(`${one}/test`, { method: 'POST' })).read(Delivery)
    assert.deepEqual([sent.type, sent.state, sent.attempts], ['webhook.test', 'waiting', 0])
    assert.equal((await admin(one, { method: 'DELETE' })).status, 204)
    for (const [address, method] of [
      [one, 'GET'],
      [one, 'DELETE'],
      [`${one}/secret`, 'POST'],
      [`${one}/test`, 'POST'],
      [`${one}/resend`, 'POST'],
      [`${one}/deliveries`, 'GET'],
      [`${one}/deliveries/${sent.id}`, 'GET'],
      [`${one}/deliveries/${sent.id}/resend`, 'POST'],
    ] as const)
      assert.equal((await admin(address, { method })).status, 404, `${method} ${address}`)
    assert.equal((await admin(one, { method: 'PUT', json: draftFor() })).status, 404)
    assert.deepEqual(await list(), [])
  })

  test('whose address leads nowhere public, or is none, is refused', async () => {
    for (const [url, message] of [
      ['http://crm.example/', /https:/],
      ['https://name:word@crm.example/', /https:/],
      ['ftp://crm.example/', /https:/],
      ['javascript:alert(1)', /https:/],
      ['crm.example', /https:/],
      ['https://', /https:/],
      ['https://10.0.0.1/', /red privada/],
      ['https://[::1]/', /red privada/],
      ['https://[::ffff:127.0.0.2]/', /red privada/],
      ['https://2852039166/', /red privada/],
      ['https://0x7f000002/', /red privada/],
      ['https://169.254.169.254/latest/meta-data', /red privada/],
    ] as const) {
      const reply = await admin(path, { json: draftFor({ url }) })
      assert.equal(reply.status, 422, url)
      assert.deepEqual(
        reply.problem().errors?.map(({ field }) => field),
        ['url'],
        url,
      )
      assert.match(reply.problem().errors?.[0]?.message ?? '', message, url)
    }
    assert.deepEqual(await list(), [])
    await add({ url: 'http://127.0.0.1:9999/hook' })
  })

  test('subscribes to kinds of events that there are; the list tells them with whole examples', async () => {
    const events = (await admin(`${path}/events`)).read(z.array(EventDescription))
    assert.deepEqual(
      events.map(({ type }) => type),
      [
        ...[
          'lead.created',
          'content.published',
          'document.published',
          'badge.awarded',
          'signature.activated',
        ],
        ...['post.published', 'post.failed', 'backup.completed', 'backup.failed'],
      ],
    )
    for (const { type, example } of events) assert.equal(example.type, type)
    for (const event of ['lead.deleted', '*', 'webhook.test', '']) {
      const reply = await admin(path, { json: draftFor({ events: ['lead.created', event] }) })
      assert.equal(reply.status, 422, event)
      assert.deepEqual(
        reply.problem().errors?.map(({ field }) => field),
        ['events'],
        event,
      )
    }
  })

  test('that is no webhook is refused, and nothing is stored', async () => {
    const { webhook } = await add()
    const find = async () => (await list()).find(({ id }) => id === webhook.id)
    const before = await find()
    for (const value of Object.values(badValues)) {
      for (const field of ['url', 'events']) {
        const json = { ...draftFor(), [field]: value }
        for (const [address, method] of [
          [path, 'POST'],
          [`${path}/${webhook.id}`, 'PUT'],
        ] as const) {
          const reply = await admin(address, { method, json })
          assert.ok([400, 413, 422].includes(reply.status), `${field}: ${reply.status} ${reply.text}`)
        }
      }
    }
    assert.deepEqual(await find(), before)
  })

  test('is one of so many at most, however many are added at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: mostWebhooks + 10 }, async () => (await admin(path, { json: draftFor() })).status),
    )
    assert.equal(statuses.filter((status) => status === 201).length, mostWebhooks)
    assert.equal(statuses.filter((status) => status === 409).length, 10)
  })

  test('is changed by those who gave their password a short while ago, and that is recorded', async () => {
    const { webhook } = await add()
    const one = `${path}/${webhook.id}`
    assert.match(
      (await admin('/api/audit/actions')).text,
      new RegExp(`"webhooks\\.change"[^[]*"${webhook.id}"`),
    )
    app.clock.advance(16 * 60_000)
    for (const [address, method, json] of [
      [path, 'POST', draftFor()],
      [one, 'PUT', draftFor({ description: 'x' })],
      [one, 'DELETE', undefined],
      [`${one}/secret`, 'POST', undefined],
    ] as const)
      assert.equal((await admin(address, { method, json })).status, 403, address)
    assert.equal((await list())[0]?.description, 'CRM')
    assert.equal((await admin(`${one}/test`, { method: 'POST' })).status, 201)
    await admin('/api/auth/confirm-password', { json: { password: adminPassword } })
    assert.equal((await admin(one, { method: 'DELETE' })).status, 204)
  })
})

test('a new secret signs at once, and the one before for a day more', async () => {
  app.clock.advance(Date.now() - app.clock.now().getTime())
  admin = await app.signIn()
  const receiver = await startWebhookReceiver()
  const engine = startWebhookEngine(app)
  try {
    const { webhook, secret: first } = await add({ url: receiver.url })
    const one = `${path}/${webhook.id}`
    const renewed = (await admin(`${one}/secret`, { method: 'POST' })).read(WebhookWithSecret)
    assert.notEqual(renewed.secret, first)
    assert.equal(renewed.webhook.old_secret_until, new Date(app.clock.now().getTime() + day).toISOString())
    await admin(`${one}/test`, { method: 'POST' })
    await engine.poll()
    const [request] = receiver.received
    assert.ok(request)
    for (const secret of [first, renewed.secret]) verify(secret, request)
    assert.deepEqual(
      (await webhookSecrets.list(app.db)).map(({ context }) => context),
      [webhook.id, webhook.id],
    )
    app.clock.advance(day)
    admin = await app.signIn()
    await admin(`${one}/test`, { method: 'POST' })
    await engine.poll()
    assert.equal(receiver.received[1]?.headers['webhook-signature']?.split(' ').length, 1)
    assert.equal((await list())[0]?.old_secret_until, null)
  } finally {
    await engine.close()
    await receiver.close()
  }
})

describe('what happens is announced:', () => {
  const email = () => `${crypto.randomUUID()}@example.org`

  before(() => app.app.startBackgroundWork())

  async function registerLead(address = email()): Promise<string> {
    await app.send('/api/early-adopters', { json: registrationOf({ email: address }) })
    const { rows } = await app.pool.query('SELECT id FROM early_adopters WHERE email = $1', [address])
    return rows[0].id
  }

  test('a new lead, once, without what tells who it is', async () => {
    const { webhook } = await add()
    const address = email()
    const id = await registerLead(address)
    await registerLead(address)
    await until(async () => (await listEvents(webhook.id)).length > 0, 'the lead is announced')
    // What is registered later is announced later.
    const last = await registerLead()
    await until(async () => (await listEvents(webhook.id)).length > 1, 'another one is')
    const events = await listEvents(webhook.id)
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.lead_id]),
      [
        ['lead.created', id],
        ['lead.created', last],
      ],
    )
    assert.deepEqual(events[0]?.data, { lead_id: id, kind: 'adopter', segment: 'developer', language: 'es' })
  })

  test('a badge, for each who gets it', async () => {
    const { webhook } = await add({ events: ['badge.awarded'] })
    const [one, two] = [await registerLead(), await registerLead()]
    for (const lead of [one, two, one])
      await admin('/api/badges', { json: { lead_id: lead, badge_type: 'pioneer' } })
    const events = await listEvents(webhook.id)
    assert.deepEqual(
      events.map(({ data }) => [data.lead_id, data.type]),
      [
        [one, 'pioneer'],
        [two, 'pioneer'],
      ],
    )
  })

  test('a text, however it is published, and not when it is taken off the site', async () => {
    const { webhook } = await add({ events: ['content.published'] })
    const [first, second] = [1, 2].map((version) => draftOf({ key: 'home-hero', language: 'it', version }))
    await admin('/api/content', { json: { ...first, published: true } })
    const saved = (await admin('/api/content', { json: second })).read(ContentItem)
    for (const action of ['publish', 'publish', 'unpublish', 'publish'])
      assert.equal((await admin(`/api/content/${saved.id}/${action}`, { method: 'PUT' })).status, 200)
    assert.deepEqual(
      (await listEvents(webhook.id)).map(({ data }) => data),
      [1, 2, 2].map((version) => ({ key: 'home-hero', language: 'it', version })),
    )
  })

  test('and forgotten with the lead, and after a month', async () => {
    const { webhook } = await add({ events: ['lead.created'] })
    const [one, two] = [await registerLead(), await registerLead()]
    const announced = async () => (await listEvents(webhook.id)).map(({ data }) => data.lead_id)
    await until(async () => (await announced()).includes(two), 'both are announced')
    assert.ok((await announced()).includes(one))
    assert.equal((await admin(`/api/leads/${one}`, { method: 'DELETE' })).status, 204)
    assert.ok((await announced()).includes(two) && !(await announced()).includes(one))
    const job = forgetEventsJob({ db: app.db, clock: app.clock })
    app.clock.advance(29 * day)
    await job.work({})
    assert.ok((await announced()).includes(two))
    app.clock.advance(2 * day)
    await job.work({})
    assert.deepEqual(await announced(), [])
  })
})
