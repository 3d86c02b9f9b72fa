import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { leadCreated } from '#features/early-adopters/webhook-events.ts'
import {
  Delivery,
  DeliveryDetail,
  Webhook,
  type WebhookDraft,
  WebhookWithSecret,
} from '#features/webhooks/contract.ts'
import { createWebhookRecords } from '#features/webhooks/records.ts'
import { createLog } from '#platform/log.ts'
import { eventOf } from '#shared/webhooks/event.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { listTold } from '../../../../test/support/notifications/told.ts'
import { until } from '../../../../test/support/until.ts'
import {
  startWebhookReceiver,
  verify,
  type WebhookReceiver,
} from '../../../../test/support/webhooks/receiver.ts'
import { startWebhookEngine } from '../../../../test/support/webhooks/webhook-engine.ts'

const hour = 3_600_000
const lines: string[] = []
let app: TestApp
let admin: Send
let receiver: WebhookReceiver
let engine: ReturnType<typeof startWebhookEngine>

before(async () => {
  app = await startTestApp({ env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM webhooks; DELETE FROM webhook_messages; DELETE FROM notifications')
  lines.length = 0
  admin = await app.signIn()
  receiver = await startWebhookReceiver()
  engine = startWebhookEngine(app, { log: createLog('info', { write: (line) => lines.push(line) }) })
})
afterEach(async () => {
  await engine.close()
  await receiver.close()
})
after(() => app.close())

async function addWebhook(changes: Partial<WebhookDraft> = {}): Promise<WebhookWithSecret> {
  const draft = {
    url: receiver.url,
    description: 'CRM',
    events: ['lead.created'],
    is_enabled: true,
    ...changes,
  }
  const reply = await admin('/api/webhooks', { json: draft })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(WebhookWithSecret)
}

const dataOf = (lead_id: string = crypto.randomUUID()) => ({
  lead_id,
  kind: 'adopter',
  segment: 'business',
  language: 'es',
})
const newLead = (data = dataOf()) =>
  eventOf(leadCreated, { data, at: app.clock.now(), personId: data.lead_id })
const announce = (events = [newLead()]) => createWebhookRecords(app).announce(app.db, events)
const read = async (id: string) => (await admin(`/api/webhooks/${id}`)).read(Webhook)
const log = async (id: string, query = '') =>
  (await admin(`/api/webhooks/${id}/deliveries${query}`)).read(z.array(Delivery))
const detail = async (id: string) => {
  const [delivery] = await log(id)
  return (await admin(`/api/webhooks/${id}/deliveries/${delivery?.id}`)).read(DeliveryDetail)
}
const refuse =
  (status: number, headers = {}, body = 'no') =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body)

describe('an event', () => {
  test('is sent, signed by the secret that was shown, to those who subscribe to it', async () => {
    const { webhook, secret } = await addWebhook()
    const others = await addWebhook({ url: `${receiver.url}/others`, events: ['badge.awarded'] })
    const lead = dataOf()
    await announce([newLead(lead)])
    await engine.poll()
    const [request] = receiver.received
    assert.ok(request && receiver.received.length === 1)
    assert.equal(request.path, '/hook')
    assert.equal(request.headers['content-type'], 'application/json')
    const delivered = await detail(webhook.id)
    assert.equal(request.headers['webhook-id'], delivered.message_id)
    assert.equal(request.body, delivered.body)
    assert.throws(() => verify(others.secret, request))
    assert.throws(() => verify(secret, { ...request, body: request.body.replace('lead', 'load') }))
    assert.equal(delivered.state, 'delivered')
    assert.deepEqual(
      delivered.all_attempts.map(({ status, fault }) => [status, fault]),
      [[204, null]],
    )
    assert.equal(delivered.next_attempt_at, null)
    assert.deepEqual(verify(secret, request), {
      ...{ type: 'lead.created', timestamp: app.clock.now().toISOString(), data: lead },
    })
  })

  test('that nobody subscribes to is not stored, nor is one whose change was rolled back', async () => {
    await addWebhook({ events: ['badge.awarded'] })
    await announce()
    await addWebhook()
    await assert.rejects(
      app.db.transaction(async (transaction) => {
        await createWebhookRecords(app).announce(transaction, [newLead()])
        throw new Error('changed my mind')
      }),
    )
    const { rows } = await app.pool.query('SELECT FROM webhook_messages')
    assert.equal(rows.length, 0)
  })

  test('is told neither to a webhook that was turned off nor lost to one that has stopped', async () => {
    const paused = await addWebhook({ is_enabled: false })
    const stopped = await addWebhook()
    await app.pool.query("UPDATE webhooks SET is_enabled = false, stop_reason = 'failing' WHERE id = $1", [
      stopped.webhook.id,
    ])
    await announce()
    await engine.poll()
    assert.equal(receiver.received.length, 0)
    assert.equal((await read(paused.webhook.id)).waiting, 0)
    assert.equal((await read(stopped.webhook.id)).state, 'stopped')
    const { url, events, description } = stopped.webhook
    await admin(`/api/webhooks/${stopped.webhook.id}`, {
      method: 'PUT',
      json: { url, events, description, is_enabled: true },
    })
    await engine.poll()
    assert.equal(receiver.received.length, 1)
    assert.equal((await read(stopped.webhook.id)).state, 'active')
  })

  test('comes in the order in which it happened, from one batch to the next', async () => {
    await addWebhook()
    const leads = Array.from({ length: 23 }, () => dataOf())
    await announce(leads.map((lead) => newLead(lead)))
    await engine.poll()
    const order = receiver.received.map(({ body }) => JSON.parse(body).data.lead_id)
    assert.equal(order.length, 23)
    for (const [index, { lead_id }] of leads.entries())
      assert.ok(Math.abs(order.indexOf(lead_id) - index) < 5, 'no further than its batch')
  })
})

describe('a receiver that refuses', () => {
  test('is tried again with the same id, until it has accepted nothing for five days', async () => {
    const { webhook } = await addWebhook()
    receiver.answer(refuse(500, {}, ` out of\u0000order \ud83d\ude00 ${'x'.repeat(5000)}`))
    await announce()
    for (let attempt = 1; attempt <= 12; attempt++) {
      await engine.poll()
      app.clock.advance(24 * hour)
      if (attempt === 4) assert.equal((await read(webhook.id)).state, 'failing')
    }
    assert.equal(receiver.received.length, 6, 'after five days it is no longer tried')
    admin = await app.signIn()
    const stopped = await read(webhook.id)
    assert.deepEqual([stopped.state, stopped.stop_reason, stopped.waiting], ['stopped', 'failing', 1])
    assert.ok(lines.some((line) => line.includes('turned off')))
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    const { all_attempts: attempts } = await detail(webhook.id)
    assert.deepEqual([attempts[0]?.status, attempts[0]?.fault], [500, 'status'])
    assert.match(attempts[0]?.response ?? '', /^out of order 😀 x+$/u)
    assert.ok((attempts[0]?.response.length ?? 0) <= 500)
    assert.equal((await admin(`/api/webhooks/${webhook.id}/test`, { method: 'POST' })).status, 409)
    // Admins are told once of each.
    const { host } = new URL(receiver.url)
    assert.deepEqual(await listTold(admin, 'webhooks.failing'), [
      `${host} does not accept what its webhook sends`,
    ])
    assert.deepEqual(await listTold(admin, 'webhooks.stopped'), [
      `The webhook of ${host} was turned off by itself`,
    ])
  })

  test('gives up one event after ten attempts while it accepts others', async () => {
    const { webhook } = await addWebhook()
    const bad = dataOf()
    receiver.answer((response, { body }) => response.writeHead(body.includes(bad.lead_id) ? 400 : 204).end())
    await announce([newLead(bad), newLead()])
    for (let attempt = 1; attempt <= 12; attempt++) {
      await engine.poll()
      await announce()
      app.clock.advance(24 * hour)
    }
    admin = await app.signIn()
    const failed = await log(webhook.id, '?state=failed')
    assert.deepEqual(
      failed.map(({ attempts, state }) => [attempts, state]),
      [[10, 'failed']],
    )
    assert.deepEqual([(await read(webhook.id)).state, (await read(webhook.id)).failed], ['active', 1])

    receiver.answer((response) => response.writeHead(200).end())
    const resent = await admin(`/api/webhooks/${webhook.id}/resend`, { method: 'POST' })
    assert.deepEqual(JSON.parse(resent.text), { resent: 1 })
    await engine.poll()
    assert.equal((await read(webhook.id)).failed, 0)
    const again = failed[0]?.id
    const path = `/api/webhooks/${webhook.id}/deliveries/${again}/resend`
    assert.equal((await admin(path, { method: 'POST' })).read(Delivery).state, 'waiting')
    await engine.poll()
    const last = receiver.received.at(-1)
    assert.ok(last?.body.includes(bad.lead_id))
    assert.equal(last?.headers['webhook-id'], failed[0]?.message_id)
  })

  test('is not flooded: of many events it gets one at a time, less and less often, and all once it accepts', async () => {
    const { webhook } = await addWebhook()
    receiver.answer(refuse(503))
    await announce(Array.from({ length: 200 }, () => newLead()))
    for (let second = 0; second < 60; second++) {
      await engine.poll()
      app.clock.advance(1000)
    }
    assert.ok(receiver.received.length <= 5 + 5, `${receiver.received.length} requests in a minute`)
    const { state, failing_since, retry_at } = await read(webhook.id)
    assert.equal(state, 'failing')
    assert.ok(failing_since && retry_at)
    receiver.answer((response) => response.writeHead(200).end())
    app.clock.advance(10 * 60_000)
    await engine.poll()
    assert.deepEqual([(await read(webhook.id)).waiting, (await read(webhook.id)).state], [0, 'active'])
    assert.equal((await read(webhook.id)).failing_since, null)
  })

  test('may ask for a pause, and is left alone for as long', async () => {
    await addWebhook()
    receiver.answer(refuse(429, { 'retry-after': '3600' }))
    await announce([newLead()])
    await engine.poll()
    app.clock.advance(hour - 1000)
    await engine.poll()
    assert.equal(receiver.received.length, 1)
    app.clock.advance(1000)
    await engine.poll()
    assert.equal(receiver.received.length, 2)
  })

  test('is turned off when it says that it is gone', async () => {
    const { webhook } = await addWebhook()
    receiver.answer(refuse(410))
    await announce()
    await engine.poll()
    const { state, stop_reason, waiting } = await read(webhook.id)
    assert.deepEqual([state, stop_reason, waiting], ['stopped', 'gone', 1])
  })
})

describe('a receiver', () => {
  test('that answers with a redirect is not followed, wherever it leads', async () => {
    const elsewhere = await startWebhookReceiver()
    try {
      const { webhook } = await addWebhook()
      for (const location of [elsewhere.url, 'http://169.254.169.254/latest/meta-data/']) {
        receiver.answer(refuse(307, { location }))
        await announce()
        app.clock.advance(hour)
        await engine.poll()
      }
      const deliveries = await log(webhook.id)
      assert.ok(deliveries.every(({ last_attempt }) => last_attempt?.fault === 'redirect'))
      assert.equal(elsewhere.received.length, 0)
    } finally {
      await elsewhere.close()
    }
  })

  test('of a private network is not called unless the operator says so, whatever its name', async () => {
    const { webhook } = await addWebhook()
    const careful = startWebhookEngine(app, { trustedHosts: [] })
    try {
      for (const url of [receiver.url, 'https://localhost:1/', 'https://0x7f.1/']) {
        await app.pool.query('UPDATE webhooks SET url = $1, retry_at = NULL', [url])
        await announce()
        await careful.poll()
        assert.equal((await detail(webhook.id)).last_attempt?.fault, 'private_address', url)
      }
      assert.equal(receiver.received.length, 0)
    } finally {
      await careful.close()
    }
  })

  test('that is slow delays no other', async () => {
    await addWebhook()
    const fast = await startWebhookReceiver()
    const held: ServerResponse[] = []
    receiver.answer((response) => void held.push(response))
    try {
      await addWebhook({ url: fast.url })
      await announce(Array.from({ length: 30 }, () => newLead()))
      await engine.start()
      await until(() => fast.received.length === 30, 'the other has all')
      assert.equal(receiver.received.length, 5, 'five at once, and no more until they are answered')
      receiver.answer((response) => response.writeHead(200).end())
      for (const response of held) response.writeHead(200).end()
      await until(() => receiver.received.length === 30, 'the slow one has all')
    } finally {
      await fast.close()
    }
  })

  test('that ends the connection, or is not there, is told so in the log', async () => {
    const { webhook } = await addWebhook()
    receiver.answer((response) => response.destroy())
    await announce()
    await engine.poll()
    assert.equal((await detail(webhook.id)).last_attempt?.fault, 'disconnected')
    await receiver.close()
    app.clock.advance(hour)
    await engine.poll()
    assert.equal((await detail(webhook.id)).last_attempt?.fault, 'refused')
    receiver = await startWebhookReceiver()
  })
})

describe('processes', () => {
  test('that send at the same time send each event once', async () => {
    await addWebhook()
    await announce(Array.from({ length: 100 }, () => newLead()))
    const other = startWebhookEngine(app)
    try {
      await Promise.all([engine.poll(), other.poll()])
    } finally {
      await other.close()
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual([ids.length, new Set(ids).size], [100, 100])
  })

  test('that stop finish what they have sent, and leave the rest to others', async () => {
    const { webhook } = await addWebhook()
    const held: ServerResponse[] = []
    receiver.answer((response) => void held.push(response))
    await announce(Array.from({ length: 20 }, () => newLead()))
    await engine.start()
    await until(() => held.length === 5, 'five are under way')
    const stopped = engine.stop()
    for (const response of held) response.writeHead(200).end()
    await stopped
    assert.equal((await read(webhook.id)).waiting, 15)
    const other = startWebhookEngine(app)
    receiver.answer((response) => response.writeHead(200).end())
    try {
      await other.poll()
    } finally {
      await other.close()
    }
    assert.equal((await read(webhook.id)).waiting, 0)
    assert.equal(receiver.received.length, 20)
  })

  test('do not hold the answers of an earlier address against a new one', async () => {
    const { webhook } = await addWebhook()
    const held: ServerResponse[] = []
    receiver.answer((response) => void held.push(response))
    await announce()
    await engine.start()
    await until(() => held.length === 1, 'it is under way')
    const { events, description } = webhook
    const json = { url: `${receiver.url}/new`, events, description, is_enabled: true }
    assert.equal((await admin(`/api/webhooks/${webhook.id}`, { method: 'PUT', json })).status, 200)
    held[0]?.writeHead(410).end()
    await engine.stop()
    assert.equal((await read(webhook.id)).state, 'active')
  })

  test('keep quiet about a webhook that is deleted while they send', async () => {
    const { webhook } = await addWebhook()
    const held: ServerResponse[] = []
    receiver.answer((response) => void held.push(response))
    await announce()
    await engine.start()
    await until(() => held.length === 1, 'it is under way')
    assert.equal((await admin(`/api/webhooks/${webhook.id}`, { method: 'DELETE' })).status, 204)
    held[0]?.writeHead(200).end()
    await engine.stop()
    assert.deepEqual(lines, [])
  })
})

test('with a secret that is lost nothing is sent, until there is a new one', async () => {
  const { webhook } = await addWebhook()
  await app.pool.query("UPDATE webhooks SET secret = 'v1.lost'")
  await announce()
  await engine.poll()
  assert.equal(receiver.received.length, 0)
  const { state, stop_reason, url, events, description } = await read(webhook.id)
  assert.deepEqual([state, stop_reason], ['stopped', 'secret_lost'])
  const path = `/api/webhooks/${webhook.id}`
  assert.equal((await admin(`${path}/secret`, { method: 'POST' })).status, 200)
  await admin(path, { method: 'PUT', json: { url, events, description, is_enabled: true } })
  await engine.poll()
  assert.equal(receiver.received.length, 1)
})
