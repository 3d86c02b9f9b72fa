import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { largeAudience } from '#features/campaigns/checks.ts'
import { loadCatalogues } from '#platform/catalogues.ts'
import { User } from '#shared/user.ts'
import { insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { draftOfCampaign, launch, makeCampaign, seedLeads } from '../../../test/support/campaigns.ts'
import type { Reply, Send } from '../../../test/support/http-client.ts'
import { until } from '../../../test/support/until.ts'

interface RecordedAction {
  at: Date
  user_id: string | null
  action: string
  subject: Record<string, string | number>
  outcome: string
}

const password = 'correct horse battery'
const minutes = 60_000
const code = 'password_confirmation_required'
const t = (await loadCatalogues()).translator('es')
let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  await app.pool.query('TRUNCATE sensitive_actions; DELETE FROM login_attempts')
  admin = await app.signIn()
})
after(() => app.close())

const confirm = (send: Send, given = password) =>
  send('/api/auth/confirm-password', { json: { password: given } })
const erase = (send: Send, id: string) => send(`/api/leads/${id}`, { method: 'DELETE' })
const exportAll = (send: Send) => send('/api/early-adopters/export', { json: { format: 'csv' } })
const rotateKeys = (send: Send) => send('/api/badges/keys/rotate', { method: 'POST' })
/** The recorded actions, newest first. */
async function list() {
  const { rows } = await app.pool.query<RecordedAction>(
    'SELECT at, user_id, action, subject, outcome FROM sensitive_actions ORDER BY at DESC',
  )
  return rows
}

function assertAsksForPassword(reply: Reply): void {
  assert.equal(reply.status, 403)
  assert.equal(reply.problem().code, code)
  assert.equal(reply.problem().detail, t(`errors:${code}`))
}

async function bearer(): Promise<string> {
  const reply = await app.send('/api/auth/login', { form: { username: 'admin', password } })
  return `Bearer ${reply.read(LoginResponse).access_token}`
}

/** The record of the only action, once its answer was sent whole. */
async function getEnded(): Promise<RecordedAction> {
  const findEnded = async () => (await list()).find(({ outcome }) => outcome !== 'started')
  await until(async () => (await findEnded()) !== undefined, 'the action has ended')
  const ended = await findEnded()
  assert.ok(ended)
  return ended
}

describe('a password that was given more than a quarter of an hour ago', () => {
  test('is asked for again by everything that cannot be undone, before the body is read', async () => {
    const [lead = ''] = await insertLeads(app, 1)
    app.clock.advance(15 * minutes)
    assert.equal((await rotateKeys(admin)).status, 201)
    app.clock.advance(1)
    assertAsksForPassword(await erase(admin, lead))
    assertAsksForPassword(await admin('/api/early-adopters/erase', { json: { ids: 'not even read' } }))
    assertAsksForPassword(await exportAll(admin))
    assertAsksForPassword(await rotateKeys(admin))
    // Nothing was done, and whatever else an admin does needs none.
    assert.equal((await admin(`/api/leads/${lead}`)).status, 200)
    assert.equal((await list()).length, 1)
  })

  test('is given once, for this session only', async () => {
    const elsewhere = await app.signIn()
    app.clock.advance(16 * minutes)
    assert.equal((await confirm(admin)).status, 204)
    assert.equal((await rotateKeys(admin)).status, 201)
    assertAsksForPassword(await rotateKeys(elsewhere))
    app.clock.advance(16 * minutes)
    assertAsksForPassword(await rotateKeys(admin))
  })

  test('is not taken when it is wrong, and cannot be guessed', async () => {
    app.clock.advance(16 * minutes)
    for (let number = 0; number < 5; number++) {
      const reply = await confirm(admin, `wrong ${number}`)
      assert.equal(reply.status, 422)
      assert.deepEqual(reply.problem().errors, [
        { field: 'password', message: t('errors:fields.password_wrong') },
      ])
    }
    assert.equal((await confirm(admin)).status, 429)
    assertAsksForPassword(await rotateKeys(admin))
  })

  test('counts as given when another is chosen', async () => {
    app.clock.advance(16 * minutes)
    const body = { current: password, password }
    assert.equal((await admin('/api/auth/password', { method: 'PUT', json: body })).status, 200)
    assert.equal((await rotateKeys(admin)).status, 201)
  })

  test('is not asked for before it is said that somebody may not do it at all', async () => {
    const editor = await app.signInAs('editor')
    app.clock.advance(16 * minutes)
    const reply = await rotateKeys(editor)
    assert.equal(reply.status, 403)
    assert.equal(reply.problem().code, undefined)
  })
})

describe('what was done', () => {
  test('is recorded: who, what and when, and nothing personal', async () => {
    const leads = await insertLeads(app, 3)
    assert.equal((await erase(admin, leads[0] ?? '')).status, 204)
    app.clock.advance(1_000)
    await admin('/api/early-adopters/erase', { json: { ids: leads } })
    app.clock.advance(1_000)
    assert.equal((await rotateKeys(admin)).status, 201)
    const [rotated, many, one] = await list()
    const user = (await admin('/api/auth/me')).read(User)
    assert.equal(rotated?.user_id, user.id)
    assert.deepEqual(rotated?.at, app.clock.now())
    assert.deepEqual(
      [one, many, rotated].map((record) => [record?.action, record?.subject, record?.outcome]),
      [
        ['leads.erase', { erased: 1 }, 'done'],
        ['leads.erase', { erased: 2, missing: 1 }, 'done'],
        ['badges.rotateKeys', {}, 'done'],
      ],
    )
    const { rows } = await app.pool.query<{ row: string }>(
      'SELECT row_to_json(sensitive_actions)::text AS row FROM sensitive_actions',
    )
    for (const lead of leads) assert.ok(!JSON.stringify(rows).includes(lead))
  })

  test('of an export holds how many people it was about', async () => {
    const leads = await insertLeads(app, 3)
    const file = await admin('/api/early-adopters/export', { json: { format: 'json', ids: leads.slice(1) } })
    assert.equal(file.status, 200)
    const { action, subject, outcome } = await getEnded()
    assert.deepEqual([action, subject, outcome], ['leads.export', { format: 'json', people: 2 }, 'done'])
  })

  test('of an export that its reader broke off holds how far it came', async () => {
    await seedLeads(app, { count: 20_000, mark: 'broken off', segment: 'developer' })
    const { hostname, port } = new URL(app.url)
    const headers = { authorization: await bearer(), 'content-type': 'application/json' }
    const path = '/api/early-adopters/export'
    await new Promise<void>((resolve, reject) => {
      const call = request({ hostname, port, path, method: 'POST', headers }, (response) => {
        response.once('data', () => call.destroy())
        response.once('close', resolve)
        response.on('error', () => {})
      })
      call.once('error', reject)
      call.end(JSON.stringify({ format: 'csv' }))
    })
    const { subject, outcome } = await getEnded()
    assert.equal(outcome, 'failed')
    assert.ok(Number(subject.people) < 20_000, JSON.stringify(subject))
    await app.pool.query('TRUNCATE early_adopters, early_adopter_counts CASCADE')
  })

  test('is not recorded when it was refused', async () => {
    assert.equal((await erase(admin, crypto.randomUUID())).status, 404)
    assert.equal((await admin('/api/early-adopters/export', { json: { format: 'pdf' } })).status, 422)
    assert.deepEqual(await list(), [])
  })

  test('stays when its user is gone', async () => {
    const other = await app.signInAs('admin')
    assert.equal((await rotateKeys(other)).status, 201)
    const { id } = (await other('/api/auth/me')).read(User)
    await app.pool.query('DELETE FROM users WHERE id = $1', [id])
    assert.deepEqual((await list())[0]?.user_id, null)
  })
})

describe('a campaign to more than a thousand people', () => {
  before(async () => {
    await seedLeads(app, { count: largeAudience, mark: 'many', segment: 'academic' })
  })
  const toMany = { audience: { segments: ['academic' as const] } }

  test('asks for the password when it is started, and not to a thousand', async () => {
    const editor = await app.signInAs('editor')
    const campaigns = [await makeCampaign(editor, toMany), await makeCampaign(editor, toMany)]
    app.clock.advance(16 * minutes)
    const [first, second] = campaigns
    assert.ok(first && second)
    assert.equal((await launch(editor, first)).status, 200)
    await seedLeads(app, { count: 1, mark: 'one too many', segment: 'academic' })
    assertAsksForPassword(await launch(editor, second))
    assert.equal((await confirm(editor)).status, 204)
    assert.equal((await launch(editor, second)).status, 200)
    const records = await list()
    assert.deepEqual(
      records.map(({ action, subject, outcome }) => [action, subject, outcome]),
      [['campaigns.startLarge', { campaign: second.id, people: largeAudience + 1 }, 'done']],
    )
  })

  test('asks for it also when one that waits is given so many, or goes on', async () => {
    const editor = await app.signInAs('editor')
    const due_at = new Date(app.clock.now().getTime() + 60 * minutes).toISOString()
    const few = await makeCampaign(editor, { audience: { segments: ['ngo_gov' as const] } })
    await seedLeads(app, { count: 1, mark: 'other', segment: 'ngo_gov' })
    const waiting = await launch(editor, few, { due_at })
    assert.equal(waiting.status, 200, waiting.text)
    const { updated_at } = z.object({ updated_at: z.string() }).parse(JSON.parse(waiting.text))
    app.clock.advance(16 * minutes)
    const change = { ...draftOfCampaign(toMany), updated_at }
    assertAsksForPassword(await editor(`/api/campaigns/${few.id}`, { method: 'PUT', json: change }))
    await app.pool.query(
      `UPDATE campaigns SET status = 'paused', audience = jsonb_set(audience, '{segments}', '["academic"]') WHERE id = $1`,
      [few.id],
    )
    assertAsksForPassword(await editor(`/api/campaigns/${few.id}/resume`, { method: 'POST' }))
    assert.deepEqual(await list(), [])
  })
})
