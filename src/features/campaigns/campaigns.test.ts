import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import {
  campaignTextOf,
  draftOfCampaign,
  launch,
  makeCampaign,
  seedLeads,
} from '../../../test/support/campaigns.ts'
import { hours } from '../../../test/support/clock.ts'
import { badBodies, badValues } from '../../../test/support/hostile/hostile-values.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { AudienceCount, Campaign, CampaignEntry } from './contract.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
let app: TestApp
let editor: Send

before(async () => {
  app = await startTestApp()
  editor = await app.signInAs('editor')
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM campaigns')
  await app.pool.query('DELETE FROM early_adopters')
  await app.pool.query('DELETE FROM mail_suppressions')
  app.clock.advance(1000)
})
after(() => app.close())

const count = async (audience: object) =>
  (await editor('/api/campaigns/audience', { json: audience })).read(AudienceCount)
const fieldsOf = (reply: Awaited<ReturnType<Send>>) => {
  assert.equal(reply.status, 422, reply.text)
  return reply.problem().errors?.map(({ field }) => field)
}

describe('a campaign', () => {
  test('is created, listed, changed, copied and deleted', async () => {
    const first = await makeCampaign(editor, { name: 'Primera' })
    assert.equal(first.status, 'draft')
    const reply = await editor('/api/campaigns')
    assert.equal(reply.headers['x-total-count'], '1')
    assert.deepEqual(
      reply.read(z.array(CampaignEntry)).map(({ name, progress }) => [name, progress.total]),
      [['Primera', 0]],
    )
    app.clock.advance(1000)
    const put = (json: object) => editor(`/api/campaigns/${first.id}`, { method: 'PUT', json })
    const changed = await put({ ...draftOfCampaign({ name: 'Otra' }), updated_at: first.updated_at })
    assert.equal(changed.read(Campaign).name, 'Otra')
    const stale = await put({ ...draftOfCampaign(), updated_at: first.updated_at })
    assert.equal(stale.status, 409)
    assert.equal(stale.problem().detail, 'Otra persona ha cambiado esta campaña. No se ha sobrescrito nada.')
    const copy = await editor(`/api/campaigns/${first.id}/duplicate`, { method: 'POST' })
    assert.equal(copy.status, 201)
    assert.deepEqual(copy.read(Campaign).texts, first.texts)
    const remove = () => editor(`/api/campaigns/${first.id}`, { method: 'DELETE' })
    assert.deepEqual([(await remove()).status, (await remove()).status], [204, 404])
  })

  test('stores a half-written text but no refused one', async () => {
    const texts = {
      es: campaignTextOf('es'),
      ar: campaignTextOf('ar', { subject: '', body: '' }),
      fr: campaignTextOf('', { body: '' }),
    }
    texts.fr.subject = 'Un début'
    const stored = await makeCampaign(editor, { texts: { ...texts, ar: { ...texts.ar, action: 'زر' } } })
    assert.deepEqual(Object.keys(stored.texts).sort(), ['ar', 'es', 'fr'])
    const clean = await makeCampaign(editor, {
      texts: { es: campaignTextOf('x', { body: '<p onclick="x()">Hola<script>alert(1)</script></p>' }) },
    })
    assert.equal(clean.texts.es?.body, '<p>Hola</p>')
    const unknown = await editor('/api/campaigns', {
      json: draftOfCampaign({ texts: { es: campaignTextOf('{{password}}') } }),
    })
    assert.ok(fieldsOf(unknown)?.every((field) => field.startsWith('texts.es.')))
  })

  test('accepts only a web address or a page of the site as the target of its button', async () => {
    const ask = (action_url: string) =>
      editor('/api/campaigns', {
        json: draftOfCampaign({ texts: { es: campaignTextOf('x', { action: 'Ir', action_url }) } }),
      })
    for (const target of ['/es/docs?x=1#y', 'https://example.org/a', 'http://example.org']) {
      assert.equal((await ask(target)).status, 201, target)
    }
    for (const target of [
      'javascript:alert(1)',
      '//example.org',
      '/\\example.org',
      'example.org',
      'https://',
      'data:text/html,x',
      'https://example.org/{{name}}',
      'https://example.org/ x',
    ]) {
      assert.deepEqual(fieldsOf(await ask(target)), ['texts.es.action_url'], target)
    }
  })

  test('with invalid fields is refused with a sentence, and nothing is stored', async () => {
    const good: Record<string, unknown> = draftOfCampaign()
    const { id, updated_at } = await makeCampaign(editor)
    const bodies: [string, string, Record<string, unknown>, string[]][] = [
      ['POST', '/api/campaigns', good, Object.keys(good)],
      ['PUT', `/api/campaigns/${id}`, { ...good, updated_at }, [...Object.keys(good), 'updated_at']],
      [
        'POST',
        `/api/campaigns/${id}/schedule`,
        { due_at: null, throttle: 0, updated_at },
        ['due_at', 'throttle'],
      ],
      [
        'POST',
        '/api/campaigns/audience',
        {},
        [
          'segments',
          'languages',
          'kinds',
          'badges',
          'tags',
          'lead_ids',
          'except_campaign',
          'unopened_campaign',
        ],
      ],
      ['POST', '/api/campaigns/preview', { language: 'es', text: campaignTextOf('x') }, ['language', 'text']],
      [
        'POST',
        '/api/campaigns/test',
        { language: 'es', text: campaignTextOf('x') },
        ['language', 'text', 'to'],
      ],
    ]
    const texts = new Set(['name', 'search'])
    for (const [method, path, body, fields] of bodies) {
      for (const field of fields) {
        for (const [kind, value] of Object.entries(badValues)) {
          const reply = await editor(path, { method, json: { ...body, [field]: value } })
          if (reply.status < 300 && texts.has(field)) continue
          // Empty is valid.
          if (reply.status < 300 && (value === null || value === undefined)) continue
          if (reply.status < 300 && Array.isArray(value) && value.length === 0) continue
          if (reply.status < 300 && JSON.stringify(value) === '{}') continue
          assert.ok(
            reply.status >= 400 && reply.status < 500,
            `${method} ${path} ${field}: ${kind} ${reply.status}`,
          )
          assert.ok(reply.problem().detail, `${path} ${field}: ${kind}`)
        }
      }
    }
    for (const body of Object.values(badBodies)) {
      const reply = await editor('/api/campaigns', { body, headers: { 'content-type': 'application/json' } })
      assert.ok(reply.status >= 400 && reply.status < 500)
    }
    assert.deepEqual(fieldsOf(await editor('/api/campaigns/audience', { json: { segment: ['business'] } })), [
      '',
    ])
    assert.equal((await editor(`/api/campaigns/${nowhere}`)).status, 404)
    assert.equal((await editor(`/api/campaigns/${id}`)).read(Campaign).status, 'draft')
  })

  test('is not started when it is half-written, has no audience, is due in the past or has changed since', async () => {
    await seedLeads(app, { count: 2 })
    const bare = await makeCampaign(editor, { texts: { fr: campaignTextOf('fr') } })
    assert.deepEqual(fieldsOf(await launch(editor, bare)), ['texts.es.subject', 'texts.es.body'])
    const half = await makeCampaign(editor, {
      texts: { es: campaignTextOf('es'), ar: campaignTextOf('ar', { body: '<p> </p>', action: 'زر' }) },
    })
    assert.deepEqual(fieldsOf(await launch(editor, half)), ['texts.ar.body', 'texts.ar.action_url'])
    const empty = await makeCampaign(editor, { audience: { segments: ['academic'] } })
    assert.deepEqual(fieldsOf(await launch(editor, empty)), ['audience'])
    const good = await makeCampaign(editor)
    const past = new Date(app.clock.now().getTime() - 1).toISOString()
    assert.deepEqual(fieldsOf(await launch(editor, good, { due_at: past })), ['due_at'])
    assert.equal((await launch(editor, { ...good, updated_at: past })).status, 409)
    app.clock.advance(1000)
    assert.equal((await launch(editor, good)).read(Campaign).status, 'scheduled')
    assert.equal((await launch(editor, good)).status, 409)
  })

  test('that is scheduled can be changed while it stays complete, cancelled and then deleted', async () => {
    await seedLeads(app, { count: 1 })
    const due_at = new Date(app.clock.now().getTime() + hours).toISOString()
    const scheduled = (await launch(editor, await makeCampaign(editor), { due_at })).read(Campaign)
    const put = (texts: object) =>
      editor(`/api/campaigns/${scheduled.id}`, {
        method: 'PUT',
        json: { ...draftOfCampaign(), texts, updated_at: scheduled.updated_at },
      })
    assert.deepEqual(fieldsOf(await put({})), ['texts.es.subject', 'texts.es.body'])
    assert.equal((await put({ es: campaignTextOf('nuevo') })).read(Campaign).status, 'scheduled')
    const remove = () => editor(`/api/campaigns/${scheduled.id}`, { method: 'DELETE' })
    assert.equal((await remove()).status, 409)
    const back = await editor(`/api/campaigns/${scheduled.id}/cancel`, { method: 'POST' })
    assert.equal(back.read(Campaign).status, 'draft')
    for (const action of ['pause', 'resume', 'cancel'])
      assert.equal((await editor(`/api/campaigns/${scheduled.id}/${action}`, { method: 'POST' })).status, 409)
    assert.equal((await remove()).status, 204)
  })

  test('is sent as a test mail to the author’s own address without being saved', async () => {
    const ask = (json: object) => editor('/api/campaigns/test', { json })
    assert.deepEqual(fieldsOf(await ask({ language: 'es', text: campaignTextOf('x') })), ['to'])
    await app.pool.query("UPDATE users SET email = 'me@example.test' WHERE role = 'editor'")
    assert.equal((await ask({ language: 'es', text: campaignTextOf('x') })).status, 200)
    assert.deepEqual(fieldsOf(await ask({ language: 'es', text: campaignTextOf('x'), to: 'a@b.cc' })), ['to'])
    assert.deepEqual(
      fieldsOf(await ask({ language: 'es', text: campaignTextOf('x', { subject: '' }), to: 'a@b.cc' })),
      ['texts.es.subject'],
    )
    const { rows } = await app.pool.query("SELECT kind, to_email FROM mails WHERE kind = 'test'")
    assert.deepEqual(rows, [{ kind: 'test', to_email: 'me@example.test' }])
  })
})

describe('an audience', () => {
  test('is chosen by segment, language, kind, badge, search and ids, all of which must match', async () => {
    const [someone = ''] = await seedLeads(app, { count: 3, mark: 'ana' })
    await seedLeads(app, { count: 2, mark: 'omar', language: 'ar', segment: 'business' })
    await app.pool.query("UPDATE early_adopters SET badges = '{pioneer,visionary}' WHERE id = $1", [someone])
    await app.pool.query("UPDATE early_adopters SET kind = 'investor' WHERE id = $1", [someone])
    const all = await count({})
    assert.deepEqual([all.total, all.by_language], [5, { es: 3, ar: 2 }])
    assert.equal(all.sample.length, 5)
    const totals = async (...audiences: object[]) =>
      Promise.all(audiences.map(async (audience) => (await count(audience)).total))
    assert.deepEqual(
      await totals(
        { segments: ['business'] },
        { languages: ['ar', 'fr'] },
        { kinds: ['investor', 'demo'] },
        { kinds: ['adopter'], languages: ['es'] },
        { kinds: ['contact'] },
        { badges: ['none'] },
        { badges: ['visionary'] },
        { badges: ['innovator'] },
        { badges: ['none', 'pioneer'] },
        { search: 'ÓMAR1' },
        { search: '%' },
        { lead_ids: [someone] },
        { lead_ids: [someone], languages: ['ar'] },
        { lead_ids: [nowhere] },
      ),
      [2, 2, 1, 2, 0, 4, 1, 0, 5, 1, 0, 1, 0, 0],
    )
  })

  test('leaves out leads who withdrew consent, are suppressed, or were sent the excluded campaign', async () => {
    const [first = '', second = '', third = ''] = await seedLeads(app, { count: 4 })
    await app.pool.query('UPDATE early_adopters SET consent_withdrawn_at = now() WHERE id = $1', [first])
    await app.pool.query(
      `INSERT INTO mail_suppressions (email_key, reason, at)
       SELECT email_key, reason, now() FROM early_adopters, unnest(ARRAY['hard_bounce', 'unsubscribed']) AS reason
       WHERE id = $1`,
      [second],
    )
    const { id } = await makeCampaign(editor)
    for (const [index, status] of ['outbox', 'failed'].entries()) {
      await app.pool.query(
        `INSERT INTO mails (id, cause, kind, lead_id, campaign_id, language, to_email, to_name, variables, status, due_at,
           created_at)
         SELECT gen_random_uuid(), 'x' || id, 'campaign', id, $1, 'es', email, name, '{}', $2, now(), now()
         FROM early_adopters WHERE id <> ALL ($3::uuid[]) ORDER BY id = $4 DESC LIMIT 1 OFFSET $5`,
        [id, status, [first, second], third, index],
      )
    }
    assert.equal((await count({})).total, 2)
    const rest = await count({ except_campaign: id })
    assert.equal(rest.total, 1)
    assert.notEqual(rest.sample[0]?.id, third)
  })
})
