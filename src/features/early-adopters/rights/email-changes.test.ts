import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { Lead, PersonalData, TimelineEntry } from '#features/early-adopters/contract.ts'
import { createNoteEvents } from '#features/early-adopters/records/events.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import { confirmationTokenOf, confirmEmail } from '../../../../test/support/email-changes.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'
import { createEmailChanges } from './email-changes.ts'

const publicUrl = 'https://site.example'
const links = createRightsLinks({
  secrets: { current: 'a secret that only the tests know of', earlier: [] },
  publicUrl,
})
const oldAddress = 'ana@example.org'
const newAddress = 'Nueva@example.org'

let app: TestApp
let viewer: Send
let editor: Send
let admin: Send
let id: string

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
})
after(() => app.close())
beforeEach(async () => {
  // The clock goes on by days, and sessions end.
  viewer = await app.signInAs('viewer')
  editor = await app.signInAs('editor')
  admin = await app.signInAs('admin')
  await app.pool.query('DELETE FROM mails; DELETE FROM early_adopters')
  id = await join({ name: 'Ana Ruiz', email: oldAddress })
  await app.pool.query("UPDATE early_adopters SET language = 'de'")
})

async function join(person: Parameters<typeof registrationOf>[0]): Promise<string> {
  const sent = registrationOf(person)
  assert.equal((await app.send('/api/early-adopters', { json: sent })).status, 201)
  const { rows } = await app.pool.query('SELECT id FROM early_adopters WHERE email = $1', [sent.email])
  return z.object({ id: z.uuid() }).parse(rows[0]).id
}

const change = (json: object, send = editor) => send(`/api/leads/${id}`, { method: 'PATCH', json })
const cancel = (send = editor) => send(`/api/leads/${id}/email-change`, { method: 'DELETE' })
const read = async (send = editor) => (await send(`/api/leads/${id}`)).read(Lead)
const timeline = async () =>
  (await editor(`/api/leads/${id}/timeline`)).read(z.array(TimelineEntry)).map(({ kind }) => kind)
const tokenOf = (linkEpoch: number) => links.tokenOf({ id, linkEpoch })

interface StoredMail {
  kind: string
  to_email: string
  language: string
  action_url: string
}
async function mails(): Promise<StoredMail[]> {
  const { rows } = await app.pool.query<StoredMail>('SELECT * FROM mails ORDER BY number')
  return rows
}

describe('an address that the team changes', () => {
  for (const role of ['editor', 'admin'] as const) {
    test(`counts once its owner has confirmed it, asked for by an ${role}`, async () => {
      const reply = await change({ email: newAddress, name: 'Ana María' }, role === 'admin' ? admin : editor)
      const lead = reply.read(Lead)
      assert.deepEqual(
        [lead.name, lead.email, lead.email_change?.email],
        ['Ana María', oldAddress, newAddress],
      )
      assert.ok(lead.email_change?.requested_by)
      assert.deepEqual(
        (await mails()).map(({ kind, to_email, language }) => [kind, to_email, language]),
        [
          ['email_change', newAddress, 'de'],
          ['email_change_asked', oldAddress, 'de'],
        ],
      )
      assert.equal((await app.send(`/de/rights/${tokenOf(0)}`)).status, 200)

      app.clock.advance(hours)
      const confirmed = await confirmEmail(app, newAddress)
      assert.equal(confirmed.status, 303)
      const after = await read()
      assert.deepEqual([after.email, after.email_change], [newAddress, null])
      assert.deepEqual(
        (await mails()).slice(2).map(({ kind, to_email, language }) => [kind, to_email, language]),
        [['email_changed', oldAddress, 'de']],
      )
      assert.equal((await app.send(`/de/rights/${tokenOf(0)}`)).status, 404)
      assert.equal((await app.send(`/de/rights/${tokenOf(1)}`)).status, 200)
      assert.deepEqual((await timeline()).slice(0, 1), ['email_changed'])
      assert.ok((await timeline()).includes('email_change_requested'))
      const found = await editor('/api/early-adopters?search=nueva@example')
      assert.equal(found.headers['x-total-count'], '1')
      assert.equal((await confirmEmail(app, newAddress)).status, 404, 'a second time')
    })
  }

  test('is written to the old address without a link that would let anybody act', async () => {
    await change({ email: newAddress })
    await confirmEmail(app, newAddress)
    const notices = (await mails()).filter(({ kind }) => kind !== 'email_change')
    assert.deepEqual(
      notices.map(({ action_url }) => action_url),
      [`${publicUrl}/de/rights`, `${publicUrl}/de/privacy`],
    )
    const { rows } = await app.pool.query("SELECT id FROM mails WHERE kind <> 'email_change'")
    for (const row of rows) {
      const { text, html } = (await admin(`/api/mail/messages/${row.id}`)).read(
        z.object({ text: z.string(), html: z.string() }),
      )
      assert.match(text, /Adresse/)
      // Neither the new address nor a token.
      assert.doesNotMatch(`${text}${html}`, /nueva@|rights\/[\w-]{20}|token=|unsubscribe/i)
    }
  })

  test('erases nobody and changes nothing while it waits', async () => {
    await change({ email: newAddress })
    const { rows } = await app.pool.query('SELECT email, email_key, link_epoch FROM early_adopters')
    assert.deepEqual(rows, [{ email: oldAddress, email_key: oldAddress, link_epoch: 0 }])
    await app.send('/de/rights', { form: { email: newAddress } })
    await app.send('/de/rights', { form: { email: oldAddress } })
    await until(async () => (await mails()).length > 2, 'the third mail')
    const asked = (await mails()).filter(({ kind }) => kind === 'rights_link')
    assert.deepEqual(
      asked.map(({ to_email }) => to_email),
      [oldAddress],
    )
  })

  test('can be cancelled by the team or the person, which makes its link invalid', async () => {
    await change({ email: newAddress })
    assert.equal((await cancel(viewer)).status, 403)
    app.clock.advance(hours)
    assert.equal((await cancel()).status, 204)
    assert.equal((await read()).email_change, null)
    assert.equal((await confirmEmail(app, newAddress)).status, 404)
    const again = await cancel()
    assert.equal(again.status, 404)
    assert.equal(again.problem().detail, 'No hay ningún cambio de correo pendiente de confirmar.')
    assert.equal((await timeline())[0], 'email_change_cancelled')

    app.clock.advance(hours)
    await change({ email: newAddress })
    const page = await app.send(`/de/rights/${tokenOf(0)}`)
    assert.ok(page.text.includes(newAddress))
    for (let twice = 0; twice < 2; twice++) {
      const done = await app.send(`/de/rights/${tokenOf(0)}/email/cancel`, { form: {} })
      assert.equal(done.headers.location, `/de/rights/${tokenOf(0)}?done=email_cancelled`)
    }
    // It is no longer asked about; that it was asked for is among the recorded changes.
    assert.ok(!(await app.send(`/de/rights/${tokenOf(0)}`)).text.includes('/email/cancel'))
    assert.equal((await confirmEmail(app, newAddress)).status, 404)
    assert.equal((await read()).email, oldAddress)
  })

  test('is part of the export, and hidden from viewers', async () => {
    await change({ email: newAddress })
    const data = (await app.send(`/de/rights/${tokenOf(0)}/export`, { form: {} })).read(PersonalData)
    assert.equal(data.email_change?.email, newAddress)
    assert.ok(data.history.some(({ kind }) => kind === 'email_change_requested'))
    assert.equal((await read(viewer)).email_change, null)
  })

  test('expires after a day, or when another one is requested', async () => {
    await change({ email: newAddress })
    const first = await confirmationTokenOf(app, newAddress)
    await change({ email: 'otra@example.org' })
    assert.equal((await app.send('/es/rights/email', { form: { token: first } })).status, 404)
    assert.equal((await read()).email_change?.email, 'otra@example.org')
    app.clock.advance(24 * hours)
    assert.equal((await read()).email_change, null)
    assert.equal((await confirmEmail(app, 'otra@example.org')).status, 404)
    const changes = createEmailChanges({
      ...{ db: app.db, clock: app.clock, links, publicUrl, noteEvents: createNoteEvents(app.clock) },
      post: async () => {},
    })
    await changes.deleteExpired()
    assert.equal((await app.pool.query('SELECT FROM lead_email_changes')).rowCount, 0)
  })

  test('asked for again keeps the links that were sent for it', async () => {
    await change({ email: newAddress })
    const first = await confirmationTokenOf(app, newAddress)
    app.clock.advance(hours)
    await change({ email: newAddress })
    assert.equal((await app.send('/es/rights/email', { form: { token: first } })).status, 303)
    assert.equal((await read()).email, newAddress)
  })

  test('is refused with all that came with it when somebody has it, also when that is so by the time it is confirmed', async () => {
    await join({ email: 'bob@example.org' })
    const taken = await change({ email: 'BOB@example.org', name: 'Changed' })
    assert.equal(taken.status, 409)
    assert.equal(taken.problem().errors?.[0]?.field, 'email')
    assert.equal((await read()).name, 'Ana Ruiz')
    await change({ email: newAddress })
    await join({ email: newAddress })
    assert.equal((await confirmEmail(app, newAddress)).status, 409)
    assert.equal((await read()).email, oldAddress)
  })

  test('goes to one of two who confirm it at once', async () => {
    const bob = await join({ email: 'bob@example.org' })
    await change({ email: newAddress })
    const tokens = [await confirmationTokenOf(app, newAddress)]
    app.clock.advance(hours)
    await editor(`/api/leads/${bob}`, { method: 'PATCH', json: { email: newAddress } })
    tokens.push(await confirmationTokenOf(app, newAddress))
    const replies = await Promise.all(
      tokens.map((token) => app.send('/es/rights/email', { form: { token } })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 409])
  })

  test('can be asked for three times a day, and is refused with a sentence then', async () => {
    const replies: Reply[] = []
    for (let times = 0; times < 4; times++) {
      replies.push(await change({ email: `address${times}@example.org`, name: `Ana ${times}` }))
    }
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 429],
    )
    assert.match(replies[3]?.problem().detail ?? '', /tres veces/)
    const lead = await read()
    assert.deepEqual([lead.name, lead.email_change?.email], ['Ana 2', 'address2@example.org'])
    app.clock.advance(25 * hours)
    assert.equal((await change({ email: newAddress })).status, 200)
  })

  test('is refused with a sentence when the new address has had its mails with links for today', async () => {
    for (let times = 0; times < 3; times++) {
      const other = await join({})
      const json = { email: newAddress }
      assert.equal((await editor(`/api/leads/${other}`, { method: 'PATCH', json })).status, 200)
    }
    const reply = await change({ email: newAddress, name: 'Changed' })
    assert.equal(reply.status, 429)
    assert.ok(reply.problem().detail)
    const lead = await read()
    assert.deepEqual([lead.name, lead.email_change], ['Ana Ruiz', null])
  })

  test('is deleted when the lead or the owner of the new address is erased', async () => {
    await change({ email: newAddress })
    const owner = await join({ email: newAddress })
    await admin(`/api/leads/${owner}`, { method: 'DELETE' })
    assert.equal((await app.pool.query('SELECT FROM lead_email_changes')).rowCount, 0)
    await change({ email: 'otra@example.org' })
    await admin(`/api/leads/${id}`, { method: 'DELETE' })
    for (const table of ['lead_email_changes', 'mails', 'lead_events'])
      assert.equal((await app.pool.query(`SELECT FROM ${table}`)).rowCount, 0, table)
  })

  test('is stored at once when only its case differs', async () => {
    const lead = (await change({ email: 'Ana@Example.org' })).read(Lead)
    assert.deepEqual([lead.email, lead.email_change], ['Ana@Example.org', null])
    assert.deepEqual(await mails(), [])
  })

  test('is not changed by an import or another sign-up', async () => {
    const day = new Date(app.clock.now().getTime() - 24 * hours).toISOString().slice(0, 10)
    const csv = `id,name,email,segment,consent,consented_at\n${id},Ana Ruiz,${newAddress},business,yes,${day}\n`
    const imported = await editor('/api/early-adopters/import?dry_run=false', {
      body: csv,
      headers: { 'content-type': 'text/csv' },
    })
    assert.equal(imported.status, 200)
    await app.send('/api/early-adopters', { json: registrationOf({ email: oldAddress, name: 'Other' }) })
    const lead = await read()
    assert.deepEqual([lead.email, lead.name], [oldAddress, 'Ana Ruiz'])
  })
})

test('no mail to an address that is not the lead’s any more has their new personal link', async () => {
  await admin('/api/badges', { json: { lead_id: id, badge_type: 'pioneer' } })
  const before = (await mails()).at(-1)
  assert.equal(before?.kind, 'badge_awarded')
  const { rows } = await app.pool.query("SELECT id FROM mails WHERE kind = 'badge_awarded'")
  const textOf = async () =>
    (await admin(`/api/mail/messages/${rows[0].id}`)).read(z.object({ text: z.string() })).text
  assert.ok((await textOf()).includes(`rights/${tokenOf(0)}`))
  await change({ email: newAddress })
  await confirmEmail(app, newAddress)
  assert.doesNotMatch(await textOf(), /rights\/[\w-]{20}/)
})

test('no link that is made up is taken for a change', async () => {
  await change({ email: newAddress })
  const wrong = [
    links.sealEmailChange({ leadId: id, changeId: randomUUID() }),
    links.sealEmailChange({ leadId: randomUUID(), changeId: randomUUID() }),
    tokenOf(0),
    '',
  ]
  for (const token of wrong) {
    assert.equal((await app.send('/es/rights/email', { form: { token } })).status, 404)
    assert.equal((await app.send(`/es/rights/email?token=${token}`)).status, 404)
  }
})
