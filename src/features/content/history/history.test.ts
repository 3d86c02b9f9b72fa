import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { ContentAction, ContentItem, ContentVersion } from '#features/content/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
let app: TestApp
let editor: Editor

before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
})
beforeEach(async () => {
  await editor.clear()
  await app.pool.query('DELETE FROM content_actions')
})
after(() => app.close())

async function listActions(query = '?language=es') {
  const reply = await editor.send(`/api/content/home-hero/actions${query}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.read(z.array(ContentAction))
}
const tell = (actions: ContentAction[]) => actions.map(({ action, version }) => `${action} ${version}`)
const restore = (id: string, version: number) =>
  editor.send(`/api/content/${id}/restore`, { json: { version } })

describe('the history', () => {
  test('records every save, publish, unpublish and restore with its user', async () => {
    const first = await editor.save()
    app.clock.advance(1000)
    await editor.publish(first.id)
    app.clock.advance(1000)
    await editor.save({ version: 2, content: '<p>Dos</p>', published: true })
    app.clock.advance(1000)
    assert.equal((await restore(first.id, 3)).status, 201)
    app.clock.advance(1000)
    const admin = await app.signIn()
    const second = (await editor.send('/api/content/home-hero/all?language=es')).read(
      z.array(ContentVersion),
    )[1]
    await admin(`/api/content/${second?.id}/unpublish`, { method: 'PUT' })

    const actions = await listActions()
    assert.deepEqual(tell(actions), [
      'unpublish 2',
      'restore 3',
      'publish 2',
      'save 2',
      'publish 1',
      'save 1',
    ])
    assert.equal(actions[0]?.actor?.name, 'Admin')
    assert.equal(actions[1]?.actor?.name, 'editor')
    assert.equal(actions[1]?.restored_from, 1)
    assert.equal(actions[0]?.at, app.clock.now().toISOString())
    assert.ok(actions.every(({ published }) => !published))
  })

  test('marks the version that is published now', async () => {
    const { id } = await editor.save()
    await editor.save({ version: 2 })
    await editor.publish(id)
    const actions = await listActions()
    assert.deepEqual(
      actions.filter(({ published }) => published).map(({ version }) => version),
      [1, 1],
    )
  })

  test('does not record what was refused or changed nothing', async () => {
    const { id } = await editor.save()
    await editor.publish(id)
    await editor.publish(id)
    assert.equal((await editor.send('/api/content', { json: { key: 'home-hero' } })).status, 422)
    assert.equal((await restore(id, 9)).status, 409)
    const { id: blank } = await editor.save({ version: 2, content: '<p></p>' })
    assert.equal((await editor.publish(blank)).status, 422)
    assert.deepEqual(tell(await listActions()).sort(), ['publish 1', 'save 1', 'save 2'])
  })

  test('is listed by language or all together, in pages', async () => {
    for (let version = 1; version <= 5; version++) {
      await editor.save({ version })
      app.clock.advance(1000)
      await editor.save({ version, language: 'ar' })
      app.clock.advance(1000)
    }
    const reply = await editor.send('/api/content/home-hero/actions?language=ar&limit=2&offset=1')
    assert.deepEqual(tell(reply.read(z.array(ContentAction))), ['save 4', 'save 3'])
    assert.equal(reply.headers['x-total-count'], '5')
    const all = await editor.send('/api/content/home-hero/actions?limit=3&offset=1')
    assert.deepEqual(
      all.read(z.array(ContentAction)).map(({ language, version }) => `${language} ${version}`),
      ['es 5', 'ar 4', 'es 4'],
    )
    assert.equal(all.headers['x-total-count'], '10')
    assert.deepEqual((await editor.send('/api/content/home-why/actions')).read(z.array(ContentAction)), [])
  })

  test('has every entry on exactly one page, in a stable order', async () => {
    for (let version = 1; version <= 7; version++) {
      await editor.save({ version, published: version % 2 === 0 })
      app.clock.advance(1000)
    }
    const whole = await listActions()
    assert.equal(whole.length, 10)
    for (const limit of [1, 3, 4, 10]) {
      const pages: ContentAction[] = []
      for (let offset = 0; offset < 13; offset += limit) {
        pages.push(...(await listActions(`?language=es&limit=${limit}&offset=${offset}`)))
      }
      assert.deepEqual(pages, whole, `in pages of ${limit}`)
    }
  })

  test('keeps its entries when their user is deleted', async () => {
    const gone = await app.signInAs('editor')
    await editor.save()
    const { rows } = await app.pool.query<{ id: string }>(
      "SELECT id FROM users WHERE role = 'editor' ORDER BY created_at DESC LIMIT 1",
    )
    const json = { key: 'home-hero', language: 'es', content: '<p>Dos</p>', version: 2 }
    assert.equal((await gone('/api/content', { json })).status, 201)
    await app.pool.query('DELETE FROM users WHERE id = $1', [rows[0]?.id])
    assert.deepEqual(
      (await listActions()).map(({ actor }) => actor?.name),
      [undefined, 'editor'],
    )
  })

  test('is for the team only', async () => {
    await editor.save()
    const path = '/api/content/home-hero/actions'
    assert.equal((await app.send(path)).status, 401)
    assert.equal((await (await app.signInAs('viewer'))(path)).status, 200)
  })
})

describe('restoring', () => {
  test('saves the older text as a new draft; the page and the other languages stay as they are', async () => {
    const first = await editor.save({ content: '<p>Primero</p>', seo_title: 'Uno' })
    const other = await editor.save({ language: 'ar', content: '<p>أول</p>' })
    await editor.save({ version: 2, content: '<p>Segundo</p>', published: true })
    const reply = await restore(first.id, 3)
    assert.equal(reply.status, 201)
    const item = reply.read(ContentItem)
    assert.deepEqual(
      [item.version, item.content, item.seo_title, item.published],
      [3, '<p>Primero</p>', 'Uno', false],
    )
    assert.ok((await app.send('/es/')).text.includes('Segundo'))
    const arabic = await editor.send('/api/content/home-hero/all?language=ar')
    assert.deepEqual(arabic.read(z.array(ContentVersion)), [ContentVersion.parse(other)])
    const all = (await editor.send('/api/content/home-hero/all?language=es')).read(z.array(ContentVersion))
    assert.deepEqual(
      all.map(({ version }) => version),
      [3, 2, 1],
    )
  })

  test('is a conflict when somebody has saved since', async () => {
    const { id } = await editor.save()
    await editor.save({ version: 2 })
    const reply = await restore(id, 2)
    assert.equal(reply.status, 409)
    assert.equal(reply.problem().current_version, 2)
  })

  test('by many at once succeeds for exactly one', async () => {
    const { id } = await editor.save()
    const replies = await Promise.all(Array.from({ length: 8 }, () => restore(id, 2)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
    assert.deepEqual(tell(await listActions()), ['restore 2', 'save 1'])
  })

  test('is for editors, and for versions that exist', async () => {
    const { id } = await editor.save()
    const json = { version: 2 }
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer(`/api/content/${id}/restore`, { json })).status, 403)
    assert.equal((await app.send(`/api/content/${id}/restore`, { json })).status, 401)
    assert.equal((await restore(nowhere, 1)).status, 404)
    assert.deepEqual(tell(await listActions()), ['save 1'])
  })
})
