import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq, inArray } from 'drizzle-orm'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { mails, suppressions } from '#features/mail/table.ts'
import { InvitationProgress, LinkValidation, SignatureDetail } from '#features/signatures/contract.ts'
import { signatureBulks, signatureLinks, signatures } from '#features/signatures/table.ts'
import { writeMoment } from '#shared/time/written-moment.ts'
import { insertLeads } from '../../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import {
  activate,
  activateLead,
  createSecondProcess,
  invite,
  inviteLead,
  readToken,
} from '../../../../test/support/signatures/signatures.ts'
import { until } from '../../../../test/support/until.ts'
import { bulkInvitationPoller } from './poller.ts'
import { reminderPoller } from './reminders.ts'

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
})
beforeEach(async () => {
  admin = await app.signIn()
  await app.db.delete(signatures)
  await app.db.delete(mails)
})
after(() => app.close())

let clients = 0
async function isValid(token: string): Promise<boolean> {
  const headers = { 'x-forwarded-for': `203.0.113.${++clients}` }
  return (await app.send(`/api/signature/validate/${token}`, { headers })).read(LinkValidation).valid
}
const detailOf = async (leadId: string) =>
  (await admin(`/api/leads/${leadId}/signature`)).read(SignatureDetail)
const mailsOf = (leadId: string) =>
  app.db.select().from(mails).where(eq(mails.leadId, leadId)).orderBy(mails.number)
const kindsOf = async (leadId: string) => (await mailsOf(leadId)).map(({ kind }) => kind)
const withdraw = (leadId: string) =>
  app.db
    .update(earlyAdopters)
    .set({ consentWithdrawnAt: app.clock.now() })
    .where(eq(earlyAdopters.id, leadId))

/** Suppresses the address of a lead. */
async function suppress(leadId: string): Promise<void> {
  const [lead] = await app.db.select().from(earlyAdopters).where(eq(earlyAdopters.id, leadId))
  await app.db
    .insert(suppressions)
    .values({ emailKey: lead?.emailKey ?? '', reason: 'unsubscribed', at: app.clock.now() })
}

describe('an invitation', () => {
  test('of one lead is sent at once, in their language', async () => {
    const [leadId = ''] = await insertLeads(app, 1, { language: 'ar' })
    const { status, total, invited } = await invite(admin, leadId)
    assert.deepEqual({ status, total, invited }, { status: 'done', total: 1, invited: 1 })
    const [mail] = await mailsOf(leadId)
    const { state, links_sent, expires_at } = await detailOf(leadId)
    const when = writeMoment(new Date(expires_at), 'ar', 'UTC')
    assert.deepEqual(
      [mail?.kind, mail?.language, mail?.variables],
      ['activation_invitation', 'ar', { name: 'Ana Ñandú', when }],
    )
    assert.match(mail?.actionUrl ?? '', /^http:\/\/localhost:3000\/ar\/activate-signature\/[\w-]{43}$/)
    assert.deepEqual([state, links_sent], ['sent', 1])
    assert.equal(Date.parse(expires_at), app.clock.now().getTime() + 72 * hours)
  })

  test('once more replaces the one before, and ends its link', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    const first = await detailOf(leadId)
    app.clock.advance(48 * hours)
    await invite(admin, leadId)
    const second = await readToken(app, leadId)
    assert.deepEqual([await isValid(token), await isValid(second)], [false, true])
    const detail = await detailOf(leadId)
    assert.deepEqual([detail.id, detail.links_sent], [first.id, 2])
    assert.equal((await app.db.select().from(signatureLinks)).length, 1)
  })

  test('twice at once leaves one signature with one link', async () => {
    const [leadId = ''] = await insertLeads(app, 1)
    await Promise.all(Array.from({ length: 8 }, () => invite(admin, leadId)))
    assert.equal((await app.db.select().from(signatures)).length, 1)
    const links = await app.db.select().from(signatureLinks)
    assert.equal(links.length, 1)
    assert.equal(await isValid(await readToken(app, leadId)), true)
  })

  test('is made neither for who has activated nor for whom no mail may be sent', async () => {
    const { leadId: active } = await activateLead(app, admin)
    const [withdrawn = '', suppressed = ''] = await insertLeads(app, 2)
    await withdraw(withdrawn)
    await suppress(suppressed)
    const counts = async (id: string) => {
      const { invited, already, skipped, missing } = await invite(admin, id)
      return [invited, already, skipped, missing]
    }
    assert.deepEqual(await counts(active), [0, 1, 0, 0])
    assert.deepEqual(await counts(withdrawn), [0, 0, 1, 0])
    assert.deepEqual(await counts(suppressed), [0, 0, 1, 0])
    assert.deepEqual(await counts(crypto.randomUUID()), [0, 0, 0, 1])
    assert.deepEqual(await kindsOf(suppressed), [])
    const none = await admin(`/api/leads/${suppressed}/signature`)
    assert.equal(none.read(SignatureDetail.nullable()), null)
  })

  test('after a revocation makes a new signature', async () => {
    const { leadId, token, signature_id: id } = await activateLead(app, admin)
    const revoked = await admin(`/api/signatures/${id}/revoke`, { json: { reason: 'Lost device' } })
    assert.equal(revoked.status, 200)
    assert.equal((await invite(admin, leadId)).invited, 1)
    const detail = await detailOf(leadId)
    assert.deepEqual([detail.state, detail.id === id], ['sent', false])
    assert.equal((await app.send(`/api/signature/certificate/${token}`)).status, 200)
  })

  test('needs leads or a segment, not both', async () => {
    for (const json of [
      {},
      { lead_ids: [], segment: 'business' },
      { lead_ids: [crypto.randomUUID()], segment: 'business' },
    ]) {
      assert.equal((await admin('/api/signatures/invitations', { json })).status, 422)
    }
  })
})

describe('invitations of many', () => {
  const order = async (json: object) =>
    (await admin('/api/signatures/invitations', { json })).read(InvitationProgress)
  const readProgress = async (id: string) =>
    (await admin(`/api/signatures/invitations/${id}`)).read(InvitationProgress)

  test('report the result for every lead, and survive a crash', async () => {
    const leads = await insertLeads(app, 120)
    await withdraw(leads[3] ?? '')
    const strangers = [crypto.randomUUID(), crypto.randomUUID()]
    const { id, status, total } = await order({ lead_ids: [...leads, ...strangers, ...leads.slice(0, 5)] })
    assert.deepEqual([status, total], ['running', 122])
    let batches = 0
    const dying = await createSecondProcess(app, {
      noteEvents: async () => {
        if (++batches === 2) throw new Error('the process dies')
      },
    })
    await assert.rejects(async () => {
      while (await dying.bulk.work());
    }, /dies/)
    const midway = await readProgress(id)
    assert.ok(midway.invited > 0 && midway.invited <= 50, `${midway.invited}`)
    const { bulk } = await createSecondProcess(app)
    const now = app.clock.now()
    for (let poll = 0; poll < 3; poll++) await pollIfDue(bulkInvitationPoller(bulk), { db: app.db, now })
    const { invited, already, skipped, missing, ...done } = await readProgress(id)
    assert.deepEqual(
      { invited, already, skipped, missing, status: done.status, total: done.total },
      { invited: 119, already: 0, skipped: 1, missing: 2, status: 'done', total: 122 },
    )
    const rows = await app.db.select().from(mails).where(inArray(mails.leadId, leads))
    assert.equal(rows.length, 119)
    const [row] = await app.db.select().from(signatureBulks).where(eq(signatureBulks.id, id))
    assert.equal(row?.leadIds, null)
  })

  test('of a segment reach those who had joined before, until they are stopped', async () => {
    await insertLeads(app, 60, { segment: 'ngo_gov' })
    const { id, total, segment } = await order({ segment: 'ngo_gov' })
    assert.deepEqual([total, segment], [60, 'ngo_gov'])
    app.clock.advance(1000)
    await insertLeads(app, 1, { segment: 'ngo_gov' })
    const { bulk } = await createSecondProcess(app)
    await bulk.work()
    const stopped = await admin(`/api/signatures/invitations/${id}/stop`, { method: 'POST' })
    assert.equal(stopped.read(InvitationProgress).status, 'stopped')
    while (await bulk.work());
    assert.equal((await readProgress(id)).invited, 50)
    const other = await order({ segment: 'ngo_gov' })
    while (await bulk.work());
    assert.equal((await readProgress(other.id)).invited, 61)
    assert.equal((await admin(`/api/signatures/invitations/${crypto.randomUUID()}`)).status, 404)
  })
})

describe('a reminder', () => {
  const remind = async (settings: Record<string, unknown> = {}) => {
    const { reminders } = await createSecondProcess(app, { settings })
    return pollIfDue(reminderPoller(reminders), { db: app.db, now: app.clock.now() })
  }

  test('is sent once, some hours before the end, with a second link that ends as the first', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    await remind()
    app.clock.advance(47 * hours)
    await remind()
    assert.deepEqual(await kindsOf(leadId), ['activation_invitation'])
    app.clock.advance(1 * hours)
    await Promise.all([remind(), remind()])
    await remind()
    assert.deepEqual(await kindsOf(leadId), ['activation_invitation', 'activation_reminder'])
    const second = await readToken(app, leadId)
    assert.notEqual(second, token)
    assert.deepEqual([await isValid(token), await isValid(second)], [true, true])
    const { reminded_at, links_sent } = await detailOf(leadId)
    assert.deepEqual([reminded_at, links_sent], [app.clock.now().toISOString(), 2])
    app.clock.advance(24 * hours)
    assert.deepEqual([await isValid(token), await isValid(second)], [false, false])
    await remind()
    assert.equal((await mailsOf(leadId)).length, 2)
  })

  test('opens the certificate too, once the signature is activated by the other link', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    app.clock.advance(50 * hours)
    await remind()
    const second = await readToken(app, leadId)
    assert.equal((await activate(app, second)).status, 200)
    assert.equal((await activate(app, token)).status, 409)
    assert.equal((await app.send(`/api/signature/certificate/${token}`)).status, 200)
  })

  test('goes neither to who has activated, is revoked or unsubscribed, nor when the setting says none', async () => {
    const activated = await activateLead(app, admin)
    const revoked = await inviteLead(app, admin)
    const { id } = await detailOf(revoked.leadId)
    await admin(`/api/signatures/${id}/revoke`, { json: { reason: 'By mistake' } })
    const unsubscribed = await inviteLead(app, admin)
    const withdrawn = await inviteLead(app, admin)
    const waiting = await inviteLead(app, admin)
    await suppress(unsubscribed.leadId)
    await withdraw(withdrawn.leadId)
    app.clock.advance(60 * hours)
    await remind({ signatureReminderHours: 0 })
    assert.ok(!(await kindsOf(waiting.leadId)).includes('activation_reminder'))
    await remind()
    for (const { leadId } of [activated, revoked, unsubscribed, withdrawn]) {
      assert.ok(!(await kindsOf(leadId)).includes('activation_reminder'))
    }
    assert.ok((await kindsOf(waiting.leadId)).includes('activation_reminder'))
  })

  test('is not sent right after an invitation that is shorter than the time before its end', async () => {
    const { leadId } = await inviteLead(app, admin)
    await remind({ signatureReminderHours: 72 })
    await remind({ signatureReminderHours: 100 })
    assert.deepEqual(await kindsOf(leadId), ['activation_invitation'])
  })
})

describe('asking for a new link', () => {
  const ask = (email: string) =>
    app.send('/api/signature/new-link', { json: { email }, headers: { 'accept-language': 'en' } })
  const addressOf = async (leadId: string) =>
    (await app.db.select().from(earlyAdopters).where(eq(earlyAdopters.id, leadId)))[0]?.email ?? ''
  const untilAsked = (leadId: string, count: number) =>
    until(
      async () => (await mailsOf(leadId)).filter(({ kind }) => kind === 'activation_link').length === count,
      'a link',
    )

  test('answers every address the same, and sends one to who was invited', async () => {
    const { leadId, token } = await inviteLead(app, admin)
    app.clock.advance(100 * hours)
    const known = await ask((await addressOf(leadId)).toUpperCase())
    const unknown = await ask('nobody@example.org')
    assert.deepEqual([known.status, known.text], [202, unknown.text])
    await untilAsked(leadId, 1)
    const next = await readToken(app, leadId, ['activation_link'])
    assert.deepEqual([await isValid(token), await isValid(next)], [false, true])
    assert.equal((await ask('no address')).status, 422)
  })

  test('again within minutes sends none, and three times a day at most', async () => {
    const { leadId } = await inviteLead(app, admin)
    const { sendNewLink } = await createSecondProcess(app)
    const email = await addressOf(leadId)
    await Promise.all([sendNewLink(email), sendNewLink(email), sendNewLink(email)])
    await untilAsked(leadId, 1)
    for (let time = 0; time < 4; time++) {
      app.clock.advance(6 * 60_000)
      await sendNewLink(email)
    }
    await untilAsked(leadId, 3)
    assert.equal(await isValid(await readToken(app, leadId)), true)
    assert.equal((await app.db.select().from(signatureLinks)).length, 1)
    app.clock.advance(24 * hours)
    await sendNewLink(email)
    await untilAsked(leadId, 4)
  })

  test('sends nothing to who was never invited, has activated, or was revoked', async () => {
    const [stranger = ''] = await insertLeads(app, 1)
    const activated = await activateLead(app, admin)
    const revoked = await inviteLead(app, admin)
    const { id } = await detailOf(revoked.leadId)
    await admin(`/api/signatures/${id}/revoke`, { json: { reason: 'By mistake' } })
    const { sendNewLink } = await createSecondProcess(app)
    for (const leadId of [stranger, activated.leadId, revoked.leadId]) {
      await sendNewLink(await addressOf(leadId))
      assert.ok(!(await kindsOf(leadId)).includes('activation_link'))
    }
  })
})

describe('who joins the programme', () => {
  let live: TestApp
  before(async () => {
    live = await startTestApp()
    await live.app.startBackgroundWork()
  })
  after(() => live.close())

  /** Registers somebody and waits until that is confirmed; returns the kinds of mails to them. */
  async function join(changes: Parameters<typeof registrationOf>[0] = {}): Promise<string[]> {
    const registration = registrationOf({ email: `${crypto.randomUUID()}@example.org`, ...changes })
    assert.equal((await live.send('/api/early-adopters', { json: registration })).status, 201)
    const sentTo = () => live.db.select().from(mails).where(eq(mails.toEmail, registration.email))
    await until(async () => (await sentTo()).length > 0, 'a confirmation')
    return (await sentTo()).map(({ kind }) => kind).sort()
  }

  test('is invited by themselves only when the setting says so, and only who wants to join', async () => {
    assert.deepEqual(await join(), ['confirmation'])
    const signedIn = await live.signIn()
    const changes = [{ key: 'signatureInvitesNewLeads', value: true, version: 0 }]
    const changed = await signedIn('/api/settings', { method: 'PATCH', json: { changes } })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(await join(), ['activation_invitation', 'confirmation'])
    assert.deepEqual(await join({ kind: 'demo' }), ['enquiry_received'])
  })
})
