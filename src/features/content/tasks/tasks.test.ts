import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#features/accounts/table.ts'
import { Assignment } from '#features/content/contract.ts'
import { contentAssignments } from '#features/content/table.ts'
import { TeamMember } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { openEditor } from '../../../../test/support/content/editor.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let admin: Send
before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
after(() => app.close())
beforeEach(() => app.db.delete(contentAssignments))

const address = '/api/content/assignments'
const why = { key: 'home-why', language: 'de' }
const hero = { key: 'home-hero', language: 'ar' }
const assign = (json: object, send = admin) => send(address, { method: 'PUT', json })
const list = async () => (await admin(address)).read(z.array(Assignment))

/** A new team member with a role. */
async function hire(role: 'editor' | 'viewer'): Promise<TeamMember> {
  const username = `x${crypto.randomUUID().slice(0, 8)}`
  const facts = { username, usernameKey: username, name: `Equipo ${username}`, role, passwordHash: 'none' }
  const [added] = await app.db.insert(users).values(facts).returning()
  assert.ok(added)
  return { id: added.id, name: added.name, role, languages: null }
}

describe('a translation task', () => {
  test('has an owner and a due date, set for several texts at once and one by one', async () => {
    const { id, name } = await hire('editor')
    const reply = await assign({ texts: [why, hero], owner_id: id, due_on: '2027-02-28' })
    const owner = { id, name }
    const both = [
      { ...hero, owner, due_on: '2027-02-28' },
      { ...why, owner, due_on: '2027-02-28' },
    ]
    assert.deepEqual(reply.read(z.array(Assignment)), both)
    await assign({ texts: [why], due_on: '2027-03-01' })
    assert.deepEqual(await list(), [both[0], { ...why, owner, due_on: '2027-03-01' }])
    await assign({ texts: [why, hero], owner_id: null })
    assert.deepEqual(
      (await list()).map(({ owner: nobody }) => nobody),
      [null, null],
    )
    await assign({ texts: [why, hero], due_on: null })
    assert.deepEqual(await list(), [])
    await assign({ texts: [why] })
    assert.deepEqual(await list(), [])
  })

  test('survives two changes at once, and loses its owner with their account', async () => {
    const { id } = await hire('editor')
    await Promise.all([
      ...[1, 2, 3, 4].map(() => assign({ texts: [why, hero], owner_id: id })),
      ...[1, 2, 3, 4].map(() => assign({ texts: [hero, why], due_on: '2027-01-01' })),
    ])
    assert.deepEqual(
      (await list()).map(({ owner, due_on }) => [owner?.id, due_on]),
      [
        [id, '2027-01-01'],
        [id, '2027-01-01'],
      ],
    )
    await app.db.delete(users).where(eq(users.id, id))
    assert.deepEqual(
      (await list()).map(({ owner }) => owner),
      [null, null],
    )
  })

  test('ends when somebody writes or confirms the text: the date goes, the owner stays', async () => {
    const editor = await openEditor(app)
    const { id } = await hire('editor')
    const texts = [
      { key: 'home-why', language: 'de' },
      { key: 'home-problem', language: 'de' },
    ]
    await assign({ texts, due_on: '2027-01-01' })
    await assign({ texts: [why], owner_id: id })
    await editor.save({ key: 'home-why', language: 'de', version: 1, content: '<p>a</p>' })
    const saved = await editor.save({ key: 'home-problem', language: 'de', version: 1, content: '<p>a</p>' })
    assert.deepEqual(
      (await list()).map(({ key, owner, due_on }) => [key, owner?.id, due_on]),
      [['home-why', id, null]],
    )
    await assign({ texts, due_on: '2027-01-01' })
    const confirmed = await admin(`/api/content/${saved.id}/confirm`, { method: 'PUT' })
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.deepEqual(
      (await list()).map(({ key, due_on }) => [key, due_on]),
      [['home-why', '2027-01-01']],
    )
    await editor.clear()
  })

  test('is given by editors to those who may edit, and to nobody else', async () => {
    const viewer = await hire('viewer')
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const owner_id of [viewer.id, nobody, 'x', 3]) {
      assert.equal((await assign({ texts: [why], owner_id })).status, 422, String(owner_id))
    }
    for (const due_on of ['2027-02-30', '0000-01-01', '1999-12-31', 'tomorrow', 20270101]) {
      assert.equal((await assign({ texts: [why], due_on })).status, 422, String(due_on))
    }
    for (const texts of [[], [why, why], [{ key: 'x', language: 'de' }], Array(200).fill(why), 'x']) {
      assert.equal((await assign({ texts, due_on: '2027-01-01' })).status, 422)
    }
    assert.deepEqual(await list(), [])
    const asViewer = await app.signInAs('viewer')
    assert.equal((await assign({ texts: [why], due_on: '2027-01-01' }, asViewer)).status, 403)
    assert.equal((await asViewer(address)).status, 200)
  })
})

test('the team is listed by name, without what signs it in', async () => {
  const { id, name } = await hire('viewer')
  const reply = await (await app.signInAs('viewer'))('/api/team')
  const team = reply.read(z.array(TeamMember))
  assert.deepEqual(
    team.find((one) => one.id === id),
    { id, name, role: 'viewer', languages: null },
  )
  assert.doesNotMatch(reply.text, /username|email|password/i)
})
