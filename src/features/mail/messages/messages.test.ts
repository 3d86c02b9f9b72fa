import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { MailDetail, MailMessage, mailKinds, Suppression } from '#features/mail/contract.ts'
import { type MailOrder, mailReaders } from '#features/mail/model.ts'
import { mails, suppressions } from '#features/mail/table.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import {
  orderOf,
  publicUrl,
  startTestEngine,
  type TestEngine,
  testLinks,
} from '../../../../test/support/mail-engine.ts'

const bounceToken = 'only the mail server knows'
let app: TestApp
let engine: TestEngine
let admin: Send
let editor: Send
let viewer: Send

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: publicUrl, BOUNCE_TOKEN: bounceToken } })
  engine = startTestEngine({ databaseUrl: app.databaseUrl, clock: app.clock })
  ;[admin, editor, viewer] = await Promise.all([app.signIn(), app.signInAs('editor'), app.signInAs('viewer')])
})
afterEach(async () => {
  await app.db.delete(mails)
  await app.db.delete(suppressions)
})
after(async () => {
  await engine.close()
  await app.close()
})

/** Orders a mail, which is stored in the outbox. */
async function keep(changes: Parameters<typeof orderOf>[0] = {}): Promise<{ id: string; order: MailOrder }> {
  const order = orderOf(changes)
  await engine.post([order])
  await engine.poll()
  const id = (await engine.all()).at(-1)?.id ?? ''
  return { id, order }
}
const getDetail = async (send: Send, id: string) => (await send(`/api/mail/messages/${id}`)).read(MailDetail)
const list = async (query: string, send = viewer) =>
  (await send(`/api/mail/messages?${query}`)).read(z.array(MailMessage))
const resend = (send: Send, id: string) => send(`/api/mail/messages/${id}/resend`, { method: 'POST' })

describe('the list of mails', () => {
  test('is filtered by words, status and kind, and paged', async () => {
    await keep({ to: { name: 'Zoë 100%', email: 'zoe@example.org' } })
    await keep({ kind: 'rights_link' })
    await engine.post([orderOf({ dueAt: new Date(app.clock.now().getTime() + 60_000) })])
    assert.equal((await list('')).length, 3)
    assert.deepEqual(
      (await list('search=ZOE@', editor)).map(({ to_email }) => to_email),
      ['zoe@example.org'],
    )
    assert.equal((await list('search=zoe%20%20100')).length, 1)
    assert.equal((await list('search=100%25')).length, 1)
    assert.equal((await list('search=_')).length, 0)
    assert.equal((await list('status=queued')).length, 1)
    assert.equal((await list('kind=rights_link')).length, 1)
    const page = await viewer('/api/mail/messages?limit=2&offset=2')
    assert.equal(page.headers['x-total-count'], '3')
    assert.equal(page.read(z.array(MailMessage)).length, 1)
    assert.equal((await viewer('/api/mail/messages?status=lost')).status, 422)
  })
})

describe('a mail', () => {
  test('that the team may read is shown with untracked links and without the pixel', async () => {
    const { id } = await keep({
      kind: 'test',
      actionUrl: `${publicUrl}/es/?a=1&b=2`,
      variables: { subject: 'Hola, señora 👋' },
    })
    const detail = await getDetail(viewer, id)
    assert.equal(detail.status, 'outbox')
    assert.equal(detail.subject, 'Hola, señora 👋')
    assert.equal(detail.hidden, null)
    assert.match(detail.html ?? '', /href="https:\/\/firmeza\.example\/es\/\?a=1&amp;b=2"/)
    assert.doesNotMatch(detail.html ?? '', /\/m\//)
    assert.deepEqual(
      detail.history.map(({ event }) => event),
      ['ordered', 'outbox'],
    )
    assert.equal(detail.can_resend, true)
  })

  test('with personal links is read by admins in the outbox, and by nobody when mails are sent', async () => {
    const secret = 'q'.repeat(43)
    const sending = await startTestApp({
      env: { PUBLIC_URL: publicUrl, SMTP_URL: 'smtp://127.0.0.1:9' },
      databaseUrl: app.databaseUrl,
    })
    try {
      const elsewhere = await sending.signIn()
      for (const kind of mailKinds.filter((one) => mailReaders[one] !== 'team')) {
        const { id } = await keep({
          actionUrl: `${publicUrl}/es/rights/email?token=${secret}`,
          variables: { subject: `Asunto de ${kind}` },
        })
        await app.db.update(mails).set({ kind }).where(eq(mails.id, id))
        const own = await getDetail(admin, id)
        assert.equal(own.hidden, mailReaders[kind] === 'nobody' ? 'personal' : null, kind)
        if (own.hidden === null) assert.match(`${own.raw}${own.html}`, /Message-ID:.*q{43}/is)
        const hidden = await Promise.all([viewer, editor, elsewhere].map((send) => getDetail(send, id)))
        for (const detail of own.hidden === null ? hidden : [...hidden, own]) {
          assert.equal(detail.subject, `Asunto de ${kind}`)
          assert.equal(`${detail.html} ${detail.text} ${detail.raw}`, 'null null null')
          assert.ok(detail.history.length > 0)
          assert.doesNotMatch(JSON.stringify(detail), /qqq|rights\/token|unsubscribe\//)
        }
        assert.deepEqual(
          hidden.slice(0, 2).map((detail) => detail.hidden),
          mailReaders[kind] === 'nobody' ? ['personal', 'personal'] : ['admins_only', 'admins_only'],
        )
        assert.equal(hidden[2]?.hidden, 'personal')
      }
    } finally {
      await sending.close()
    }
  })

  test('shows its address to editors and admins only', async () => {
    const { id, order } = await keep()
    assert.equal((await getDetail(editor, id)).to_email, order.to.email)
    assert.equal((await list(''))[0]?.to_email, null)
    assert.equal((await list(`search=${order.to.email}`)).length, 0)
    assert.equal((await list(`search=${encodeURIComponent(order.to.name)}`)).length, 1)
    assert.doesNotMatch(JSON.stringify(await getDetail(viewer, id)), /@example\.org/)
  })

  test('that does not exist is not found', async () => {
    assert.equal((await viewer(`/api/mail/messages/${crypto.randomUUID()}`)).status, 404)
    assert.equal((await resend(editor, crypto.randomUUID())).status, 404)
  })
})

describe('a mail that did not arrive', () => {
  test('is sent again once, however often this is requested', async () => {
    const { id, order } = await keep({ actionUrl: `${publicUrl}/x` })
    const replies = await Promise.all([resend(editor, id), resend(editor, id), resend(admin, id)])
    const ids = new Set(replies.map((reply) => reply.read(MailMessage).id))
    assert.equal(ids.size, 1)
    const rows = await engine.all()
    assert.equal(rows.length, 2)
    assert.equal(rows[1]?.toEmail, order.to.email)
    assert.equal(rows[1]?.actionUrl, `${publicUrl}/x`)
    assert.equal((await getDetail(viewer, id)).can_resend, false)
    assert.equal((await resend(viewer, id)).status, 403)
  })

  test('is not sent again while it may still arrive or its address is suppressed', async () => {
    const { id, order } = await keep()
    await app.db.update(mails).set({ status: 'sent' })
    assert.match((await resend(editor, id)).problem().detail, /no llegó/)
    await app.db.update(mails).set({ status: 'failed' })
    await editor('/api/mail/suppressions', { json: { email: order.to.email } })
    const refused = await resend(editor, id)
    assert.equal(refused.status, 409)
    assert.match(refused.problem().detail, /lista de exclusión/)
    assert.equal((await engine.all()).length, 1)
  })
})

describe('the suppression list', () => {
  const addresses = async (query = '') =>
    (await editor(`/api/mail/suppressions${query}`))
      .read(z.array(Suppression))
      .map(({ email, reason }) => `${email} ${reason}`)
  const lift = (email: string) =>
    editor(`/api/mail/suppressions?email=${encodeURIComponent(email)}`, { method: 'DELETE' })

  test('adds an address once, in any case, and removes it', async () => {
    for (const email of ['A.B+c@Example.org', 'a.b+c@example.org'])
      assert.equal((await editor('/api/mail/suppressions', { json: { email } })).status, 204)
    assert.deepEqual(await addresses(), ['a.b+c@example.org by_hand'])
    assert.deepEqual(await addresses('?search=B%2BC'), ['a.b+c@example.org by_hand'])
    assert.deepEqual(await addresses('?reason=complaint'), [])
    assert.equal((await lift('a.B+C@example.org')).status, 204)
    assert.equal((await lift('a.b+c@example.org')).status, 404)
    assert.equal((await viewer('/api/mail/suppressions', { json: { email: 'a@example.org' } })).status, 403)
    assert.equal((await editor('/api/mail/suppressions', { json: { email: 'nobody' } })).status, 422)
  })

  test('keeps unsubscribed addresses when another reason is lifted', async () => {
    const email = 'no@example.org'
    await engine.suppressions.suppress('unsubscribed', email)
    await engine.suppressions.suppress('hard_bounce', email)
    assert.equal((await lift(email)).status, 204)
    assert.deepEqual(await addresses(), ['no@example.org unsubscribed'])
    assert.match((await lift(email)).problem().detail, /solo ella/)
  })

  test('states for each address whether the team can lift it', async () => {
    const reasons = { a: 'hard_bounce', b: 'complaint', c: 'by_hand', d: 'withdrawn' } as const
    for (const [name, reason] of Object.entries(reasons))
      await engine.suppressions.suppress(reason, `${name}@example.org`)
    const list = (await editor('/api/mail/suppressions')).read(z.array(Suppression))
    assert.deepEqual(Object.fromEntries(list.map(({ reason, can_lift }) => [reason, can_lift])), {
      ...{ hard_bounce: true, complaint: false, by_hand: true, withdrawn: false },
    })
    for (const { email, can_lift } of list) assert.equal((await lift(email)).status, can_lift ? 204 : 409)
  })
})

describe('a bounce', () => {
  const body = () => `From: x@example.net\r\nSubject: hello\r\n\r\nhello`
  const handIn = (send: Send, headers: Record<string, string> = {}, text = body()) =>
    send('/api/mail/bounces', {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'message/rfc822', ...headers },
    })

  test('is accepted with the token or from an admin only', async () => {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    assert.equal((await handIn(app.send, bearer(bounceToken))).text, '{"outcome":"ignored"}')
    assert.equal((await handIn(admin)).status, 200)
    assert.equal((await handIn(app.send)).status, 401)
    assert.equal((await handIn(app.send, bearer(`${bounceToken}x`))).status, 401)
    assert.equal((await handIn(editor)).status, 403)
    assert.equal((await admin('/api/mail/bounces', { json: {} })).status, 415)
    assert.equal((await handIn(admin, {}, 'x'.repeat(1_000_001))).status, 413)
  })

  test('suppresses the address of its mail', async () => {
    const { id, order } = await keep()
    await app.db.update(mails).set({ status: 'sent', sentAt: app.clock.now() })
    const report = `To: bounce+${testLinks.signLink('bounce', id)}@x.example\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n`
    assert.equal((await handIn(admin, {}, report)).text, '{"outcome":"hard"}')
    const detail = await getDetail(viewer, id)
    assert.equal(detail.status, 'bounced')
    assert.deepEqual(detail.history.map(({ event }) => event).sort(), ['hard_bounce', 'ordered', 'sent'])
    const [suppression] = (await editor('/api/mail/suppressions')).read(z.array(Suppression))
    assert.equal(suppression?.email, order.to.email)
  })
})
