import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#features/accounts/table.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { Comment, mostOpen } from './contract.ts'
import { comments } from './table.ts'

let app: TestApp
let admin: Send
let editor: Send
let editorId: string
before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  editor = await app.signInAs('editor')
  editorId = await idOf('editor')
})
after(() => app.close())
beforeEach(() => app.db.delete(comments))

const why = { key: 'home-why', language: 'de' }
const add = (changes: object = {}, send = admin) => {
  app.clock.advance(1_000)
  return send('/api/comments', { json: { ...why, body: 'Stimmt die Zahl?', ...changes } })
}
const list = async () => (await admin(`/api/comments?${new URLSearchParams(why)}`)).read(z.array(Comment))
const asked = async (send: Send) => (await send('/api/comments/asked')).read(z.array(Comment))
const resolve = (id: string, resolved: boolean, send = admin) =>
  send(`/api/comments/${id}`, { method: 'PUT', json: { resolved } })
const remove = (id: string, send: Send) => send(`/api/comments/${id}`, { method: 'DELETE' })

async function idOf(role: 'editor' | 'viewer'): Promise<string> {
  const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.role, role))
  assert.ok(user)
  return user.id
}

describe('a comment', () => {
  test('stays with its text and language, in the order in which it was written', async () => {
    await add({ body: '  Erste\nZeile ' })
    await add({ body: 'هل الرقم صحيح؟ <b>', language: 'ar' })
    const second = (await add({ body: 'Zweite' }, editor)).read(Comment)
    const listed = await list()
    assert.deepEqual(
      listed.map(({ body }) => body),
      ['Erste\nZeile', 'Zweite'],
    )
    assert.deepEqual(listed[1], second)
    assert.equal(second.author?.id, editorId)
    const arabic = (await admin('/api/comments?key=home-why&language=ar')).read(z.array(Comment))
    assert.equal(arabic[0]?.body, 'هل الرقم صحيح؟ <b>')
  })

  test('that asks somebody waits for them until they answer or it is resolved', async () => {
    const first = (await add({ asked_id: editorId })).read(Comment)
    assert.equal(first.asked?.id, editorId)
    assert.deepEqual(
      (await asked(editor)).map(({ id }) => id),
      [first.id],
    )
    assert.deepEqual(await asked(admin), [])
    // An answer to another text is none.
    await add({ language: 'fr' }, editor)
    assert.equal((await asked(editor)).length, 1)
    await add({ body: 'Ja.' }, editor)
    assert.deepEqual(await asked(editor), [])
    const second = (await add({ asked_id: editorId })).read(Comment)
    assert.equal((await asked(editor)).length, 1)
    await resolve(second.id, true)
    assert.deepEqual(await asked(editor), [])
    await resolve(second.id, false)
    assert.equal((await asked(editor)).length, 1)
  })

  test('is resolved once, whoever does it, and reopened', async () => {
    const { id } = (await add()).read(Comment)
    const replies = await Promise.all([resolve(id, true), resolve(id, true, editor)])
    const [first, second] = replies.map((reply) => reply.read(Comment).resolved_at)
    assert.ok(first)
    assert.equal(first, second)
    assert.equal((await resolve(id, false)).read(Comment).resolved_at, null)
  })

  test('is deleted by its author and by admins', async () => {
    const own = (await add({}, editor)).read(Comment)
    const other = (await add()).read(Comment)
    assert.equal((await remove(other.id, editor)).status, 403)
    assert.equal((await remove(own.id, editor)).status, 204)
    assert.equal((await remove(own.id, editor)).status, 404)
    const again = (await add({}, editor)).read(Comment)
    assert.equal((await remove(again.id, admin)).status, 204)
    assert.equal((await list()).length, 1)
  })

  test('is refused when empty, too long, or to somebody who may not edit', async () => {
    await app.signInAs('viewer')
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const changes of [
      { body: '' },
      { body: ' \n ' },
      { body: 'a'.repeat(4_001) },
      { body: 3 },
      { key: 'x' },
      { language: 'xx' },
      { asked_id: nobody },
      { asked_id: await idOf('viewer') },
      { asked_id: 'x' },
    ]) {
      assert.equal((await add(changes)).status, 422, JSON.stringify(changes).slice(0, 60))
    }
    assert.equal((await add({}, await app.signInAs('viewer'))).status, 403)
    assert.equal((await resolve(nobody, true)).status, 404)
    assert.deepEqual(await list(), [])
  })

  test('is refused beyond the limit, also when many are written at once', async () => {
    const now = app.clock.now()
    await app.db.insert(comments).values(
      Array.from({ length: mostOpen - 1 }, () => ({
        ...{ key: 'home-why' as const, language: 'de' as const, body: 'x', createdAt: now },
      })),
    )
    const replies = await Promise.all([1, 2, 3].map(() => add()))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409])
  })

  test('outlives the account of its author', async () => {
    const [added] = await app.db
      .insert(users)
      .values({ username: 'leaving', usernameKey: 'leaving', name: 'Va', role: 'editor', passwordHash: 'x' })
      .returning()
    assert.ok(added)
    const { id } = (await add({ asked_id: added.id })).read(Comment)
    await app.db.update(comments).set({ authorId: added.id }).where(eq(comments.id, id))
    await app.db.delete(users).where(eq(users.id, added.id))
    const [left] = await list()
    assert.deepEqual([left?.author, left?.asked], [null, null])
  })
})
