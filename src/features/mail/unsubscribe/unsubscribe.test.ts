import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { createLog } from '#platform/log.ts'
import { createMailer } from '#platform/mailer.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'

const links = createMailLinks({ current: 'a secret that only the tests know of', earlier: [] })
const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } }
const mailId = '6f1c1f0e-8f43-4b5c-9d0e-0d3f6f1c2a11'
const token = links.signLink('unsubscribe', mailId)
let app: TestApp
let smtpPort: number

before(async () => {
  smtpPort = await findFreePort()
  app = await startTestApp({ env: { BOUNCE_DOMAIN: 'bounce.example', BOUNCE_PORT: `${smtpPort}` } })
})
beforeEach(async () => {
  await app.pool.query(
    'DELETE FROM early_adopters; DELETE FROM mails; DELETE FROM mail_suppressions; DELETE FROM mail_counts',
  )
  await app.send('/api/early-adopters', { json: registrationOf({ email: 'ana@example.org' }) })
  await app.pool.query(
    `INSERT INTO mails (id, cause, kind, lead_id, language, segment, to_email, to_name, variables, due_at, created_at)
     SELECT $1, 'one', 'campaign', id, 'es', segment, email, name, '{}', now(), now() FROM early_adopters`,
    [mailId],
  )
})
after(() => app.close())

async function state() {
  const [lead, suppressions, counts, events] = await Promise.all([
    app.pool.query(
      'SELECT consent_withdrawn_at IS NOT NULL AS withdrawn, consented_at, consent_text FROM early_adopters',
    ),
    app.pool.query('SELECT email_key, reason FROM mail_suppressions'),
    app.pool.query(`SELECT sum(total)::int AS total FROM mail_counts WHERE event = 'unsubscribed'`),
    app.pool.query('SELECT kind FROM lead_events ORDER BY at'),
  ])
  return {
    lead: lead.rows[0],
    suppressions: suppressions.rows,
    count: counts.rows[0]?.total,
    events: events.rows.map(({ kind }) => kind),
  }
}

describe('the unsubscribe page', () => {
  test('is shown by GET, which changes nothing', async () => {
    const before = await state()
    for (const language of ['', ...languages.map((code) => `/${code}`)]) {
      for (const method of ['GET', 'HEAD', 'GET']) {
        assert.equal((await app.send(`${language}/unsubscribe/${token}`, { method })).status, 200)
      }
      await app.send(`${language}/unsubscribe/${token}/undo`)
    }
    assert.deepEqual(await state(), before)
  })

  test('unsubscribes by one post, from a mail program or a person, and counts it once', async () => {
    const multipart = {
      method: 'POST',
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }
    for (const ask of [oneClick, multipart, { form: {} }, { method: 'POST' }]) {
      const reply = await app.send(`/unsubscribe/${token}`, ask)
      assert.equal(reply.status, 200, JSON.stringify(ask))
      assert.equal(reply.headers['set-cookie'], undefined)
    }
    const { lead, ...rest } = await state()
    assert.equal(lead.withdrawn, true)
    assert.deepEqual(rest, {
      suppressions: [{ email_key: 'ana@example.org', reason: 'unsubscribed' }],
      count: 1,
      events: ['consent_withdrawn'],
    })
  })

  test('can undo it, with the earlier consent', async () => {
    const before = await state()
    await app.send(`/es/unsubscribe/${token}`, oneClick)
    const reply = await app.send(`/es/unsubscribe/${token}/undo`, { form: {} })
    assert.equal(reply.status, 200)
    const { lead, suppressions } = await state()
    assert.deepEqual({ lead, suppressions }, { lead: before.lead, suppressions: [] })
  })

  test('does not remove a suppression with another reason', async () => {
    await app.pool.query(`INSERT INTO mail_suppressions VALUES ('ana@example.org', 'hard_bounce', now())`)
    await app.send(`/es/unsubscribe/${token}`, oneClick)
    await app.send(`/es/unsubscribe/${token}/undo`, { form: {} })
    assert.deepEqual((await state()).suppressions, [{ email_key: 'ana@example.org', reason: 'hard_bounce' }])
  })

  test('refuses every other token', async () => {
    const before = await state()
    for (const wrong of [links.signLink('open', mailId), `${token}x`, token.toLowerCase(), 'x', '%00']) {
      assert.equal((await app.send(`/unsubscribe/${wrong}`)).status, 404)
      assert.equal((await app.send(`/unsubscribe/${wrong}`, oneClick)).status, 404)
      assert.equal((await app.send(`/unsubscribe/${wrong}/undo`, { form: {} })).status, 404)
    }
    assert.deepEqual(await state(), before)
  })

  test('tells an erased lead that no more mails are sent', async () => {
    await app.pool.query('DELETE FROM early_adopters')
    assert.equal((await app.send(`/unsubscribe/${token}`, oneClick)).status, 200)
    assert.equal((await app.send(`/unsubscribe/${token}`)).status, 404)
  })
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  assert.ok(address && typeof address === 'object')
  return address.port
}

describe('an unsubscribe mail', () => {
  const written = 'From: ana@example.org\r\nTo: x\r\nSubject: unsubscribe\r\n\r\n'
  const stopAddress = `stop+${links.signLink('stop', mailId)}@bounce.example`

  /** Sends a mail to the bounce receiver, as another server does; returns whether it was accepted. */
  async function mailTo(to: string, text = written): Promise<boolean> {
    const mailer = createMailer({
      url: `smtp://127.0.0.1:${smtpPort}`,
      dkim: undefined,
      connections: 1,
      log: createLog('silent'),
    })
    try {
      return (await mailer.send({ from: 'ana@example.org', to }, Buffer.from(text))).kind === 'sent'
    } finally {
      mailer.close()
    }
  }

  test('unsubscribes once, whatever its content', async () => {
    await app.send(`/unsubscribe/${token}`, oneClick)
    const clicked = await state()
    await app.send(`/unsubscribe/${token}/undo`, { form: {} })
    await app.pool.query('DELETE FROM mail_counts; DELETE FROM lead_events')
    for (const to of [stopAddress, stopAddress.toUpperCase(), stopAddress]) assert.ok(await mailTo(to))
    assert.ok(await mailTo(stopAddress, 'Subject: undo\r\n\r\nStay!'))
    assert.deepEqual(await state(), clicked)
    assert.equal((await state()).count, 1)
    // It can be undone on the page.
    await app.send(`/unsubscribe/${token}/undo`, { form: {} })
    assert.deepEqual((await state()).suppressions, [])
  })

  test('unsubscribes an address without a lead too', async () => {
    await app.pool.query('UPDATE mails SET lead_id = NULL')
    assert.ok(await mailTo(stopAddress))
    assert.deepEqual((await state()).suppressions, [{ email_key: 'ana@example.org', reason: 'unsubscribed' }])
  })

  test('to a forged address is refused and changes nothing', async () => {
    const before = await state()
    for (const wrong of [
      `stop+${links.signLink('bounce', mailId)}@bounce.example`,
      `bounce+${links.signLink('stop', mailId)}@bounce.example`,
      `stop+${token}@bounce.example`,
      `stop+${createMailLinks({ current: 'another secret', earlier: [] }).signLink('stop', mailId)}@bounce.example`,
      stopAddress.replace('@bounce', '@other'),
      stopAddress.replace('stop+', 'stop+00'),
      'stop@bounce.example',
    ]) {
      assert.equal(await mailTo(wrong), false, wrong)
    }
    assert.deepEqual(await state(), before)
  })

  test('to a bounce address unsubscribes nobody', async () => {
    const before = await state()
    assert.ok(await mailTo(`bounce+${links.signLink('bounce', mailId)}@bounce.example`))
    assert.deepEqual(await state(), before)
  })

  test('of an erased lead is accepted without effect', async () => {
    await app.pool.query('DELETE FROM early_adopters')
    assert.ok(await mailTo(stopAddress))
    assert.deepEqual((await state()).suppressions, [])
  })
})
