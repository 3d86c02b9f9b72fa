import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { EarlyAdopter, Lead, LeadNote, TimelineEntry } from '#features/early-adopters/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let viewer: Send
let editor: Send
let admin: Send
let id: string

before(async () => {
  app = await startTestApp()
  viewer = await app.signInAs('viewer')
  editor = await app.signInAs('editor')
  admin = await app.signIn()
})
after(() => app.close())
beforeEach(async () => {
  await app.pool.query('DELETE FROM early_adopters')
  await join({ name: 'Ana', email: 'ana@example.org' })
  id = await idOf('ana@example.org')
})

async function join(person: Parameters<typeof registrationOf>[0]): Promise<void> {
  assert.equal((await app.send('/api/early-adopters', { json: registrationOf(person) })).status, 201)
}
async function idOf(email: string): Promise<string> {
  const { rows } = await app.pool.query('SELECT id FROM early_adopters WHERE email_key = $1', [email])
  return z.object({ id: z.uuid() }).parse(rows[0]).id
}
const read = async (language = 'es') =>
  (await editor(`/api/leads/${id}`, { headers: { 'accept-language': language } })).read(Lead)
const timeline = async (query = '') => {
  const reply = await editor(`/api/leads/${id}/timeline${query}`)
  return { entries: reply.read(z.array(TimelineEntry)), total: Number(reply.headers['x-total-count']) }
}
const correct = (json: object, send = editor) => send(`/api/leads/${id}`, { method: 'PATCH', json })

describe('a lead', () => {
  test('is returned with all its data', async () => {
    const lead = await read()
    assert.equal(lead.name, 'Ana')
    assert.match(lead.consent.sentence ?? '', /^Acepto recibir comunicaciones de Firmeza/)
    assert.deepEqual([lead.consent.language, lead.consent.withdrawn_at], ['es', null])
    assert.match(lead.consent.text_hash, /^[\w-]{43}$/)
    assert.deepEqual(lead.interests, [{ id: 'identity', name: 'Identidad' }])
    assert.equal((await read('en')).interests[0]?.name, 'Identity')
    const months = (Date.parse(lead.programme.ends_at) - Date.parse(lead.created_at)) / (30 * 24 * hours)
    assert.ok(months > 5.9 && months < 6.2)
    assert.equal(lead.programme.step, 2)
  })

  test('that is not there is refused as such, whatever is asked of it', async () => {
    for (const path of ['', '/timeline']) {
      const reply = await viewer(`/api/leads/${randomUUID()}${path}`)
      assert.equal(reply.status, 404)
      assert.equal(reply.problem().detail, 'Esta persona no está en la lista.')
    }
    assert.equal((await viewer('/api/leads/1')).status, 404)
    const nobody = `/api/leads/${randomUUID()}`
    assert.equal((await editor(nobody, { method: 'PATCH', json: { name: 'x' } })).status, 404)
    assert.equal((await editor(`${nobody}/notes`, { json: { text: 'x' } })).status, 404)
  })

  test('shows the hash of a consent sentence that no longer exists, and imported leads', async () => {
    for (const text of ['x'.repeat(43), 'imported']) {
      await app.pool.query('UPDATE early_adopters SET consent_text = $1', [text])
      const { consent } = await read()
      assert.deepEqual([consent.sentence, consent.language, consent.text_hash], [null, null, text])
    }
  })
})

describe('correcting', () => {
  test('changes the given fields, updates the search, and is recorded in the timeline', async () => {
    const reply = await correct({
      name: 'Ána Núñez',
      company: '',
      segment: 'academic',
      interests: [],
      language: 'fr',
    })
    const lead = reply.read(Lead)
    assert.deepEqual(
      [lead.name, lead.company, lead.segment, lead.interests, lead.language, lead.email],
      ['Ána Núñez', null, 'academic', [], 'fr', 'ana@example.org'],
    )
    const found = await viewer('/api/early-adopters?search=nunez&segment=academic&language=fr')
    assert.equal(found.read(z.array(EarlyAdopter)).length, 1)
    assert.equal(found.headers['x-total-count'], '1')
    const [newest] = (await timeline()).entries
    assert.deepEqual(
      [newest?.kind, newest?.detail.fields],
      ['corrected', 'name company segment interests language'],
    )
    assert.ok(newest?.actor?.startsWith('editor'))
  })

  test('that changes nothing leaves no trace', async () => {
    for (const json of [{}, { name: 'Ana', interests: ['identity'] }])
      assert.equal((await correct(json)).status, 200)
    assert.equal((await timeline()).total, 1)
    assert.deepEqual((await read()).interests.length, 1)
  })

  for (const json of [
    { name: '' },
    { name: 'a\u202eb' },
    { name: 'a\r\nBcc: x@example.org' },
    { name: null },
    { email: 'x' },
    { email: 'a@example.org\r\nBcc: b@example.org' },
    { company: 'x'.repeat(201) },
    { segment: 'x' },
    { interests: ['x'] },
    { interests: null },
    { language: 'xx' },
  ]) {
    test(`refuses ${JSON.stringify(json).slice(0, 50)}`, async () => {
      const reply = await correct(json)
      assert.equal(reply.status, 422)
      assert.equal(reply.problem().errors?.[0]?.field.split('.')[0], Object.keys(json)[0])
    })
  }
})

describe('notes', () => {
  const add = async (text: string, send = editor) =>
    (await send(`/api/leads/${id}/notes`, { json: { text } })).read(LeadNote)

  test('are written, changed and deleted by their author, and by admins', async () => {
    const other = await app.signInAs('editor')
    const note = await add('Llamar <b>mañana</b>\nاتصل')
    assert.deepEqual((await read()).notes, [note])
    assert.equal(note.text, 'Llamar <b>mañana</b>\nاتصل')
    const path = `/api/leads/${id}/notes/${note.id}`
    for (const ask of [{ method: 'PUT', json: { text: 'x' } }, { method: 'DELETE' }]) {
      const reply = await other(path, ask)
      assert.equal(reply.status, 403)
    }
    app.clock.advance(hours)
    const changed = (await editor(path, { method: 'PUT', json: { text: 'Hecho' } })).read(LeadNote)
    assert.equal(changed.text, 'Hecho')
    assert.notEqual(changed.updated_at, changed.created_at)
    assert.equal((await admin(path, { method: 'PUT', json: { text: 'Por admin' } })).status, 200)
    assert.equal((await admin(path, { method: 'DELETE' })).status, 204)
    assert.equal((await admin(path, { method: 'DELETE' })).status, 404)
    assert.deepEqual((await read()).notes, [])
  })

  test('of one person are not reached by way of another', async () => {
    const note = await add('x')
    await join({ email: 'bob@example.org' })
    const bob = await idOf('bob@example.org')
    const reply = await editor(`/api/leads/${bob}/notes/${note.id}`, { method: 'DELETE' })
    assert.equal(reply.status, 404)
  })

  test('outlive the account that wrote them', async () => {
    const note = await add('x')
    await app.pool.query('UPDATE lead_notes SET author_id = NULL')
    assert.equal((await read()).notes?.[0]?.author, null)
    assert.equal((await editor(`/api/leads/${id}/notes/${note.id}`, { method: 'DELETE' })).status, 403)
  })

  for (const text of ['', '   ', 'x'.repeat(5_001), 'a\0b', null, 7]) {
    test(`refuse ${JSON.stringify(text)?.slice(0, 20)}`, async () => {
      assert.equal((await editor(`/api/leads/${id}/notes`, { json: { text } })).status, 422)
    })
  }
})

describe('the timeline', () => {
  test('holds events, notes and mails, newest first, in pages that hold each once', async () => {
    for (let number = 0; number < 4; number++) {
      app.clock.advance(hours)
      await editor(`/api/leads/${id}/notes`, { json: { text: `${number}` } })
      app.clock.advance(hours)
      await correct({ name: `Ana ${number}` })
    }
    app.clock.advance(hours)
    const now = app.clock.now()
    await app.pool.query(
      `INSERT INTO mails (id, cause, kind, lead_id, language, to_email, to_name, variables, status, due_at, created_at,
         sent_at, opened_at, open_verdict)
       VALUES (gen_random_uuid(), 'x', 'campaign', $1, 'es', 'a@example.org', 'Ana', '{}', 'sent', $2, $2, $2, $2, 'privacy_proxy')`,
      [id, now],
    )
    const { entries, total } = await timeline('?limit=200')
    assert.equal(total, 11)
    assert.equal(entries.length, 11)
    assert.deepEqual(
      entries.map(({ at }) => at),
      entries
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    )
    assert.deepEqual(
      entries
        .slice(0, 2)
        .map(({ kind }) => kind)
        .sort(),
      ['mail_opened', 'mail_sent'],
    )
    assert.equal(entries.at(-1)?.kind, 'registered')
    assert.equal(entries.find(({ kind }) => kind === 'mail_opened')?.detail.verdict, 'privacy_proxy')
    const pages = await Promise.all([0, 3, 6, 9].map((offset) => timeline(`?limit=3&offset=${offset}`)))
    assert.deepEqual(
      pages.flatMap((page) => page.entries),
      entries,
    )
  })
})
