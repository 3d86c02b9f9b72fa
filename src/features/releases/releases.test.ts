import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../test/support/content/editor.ts'
import { actOn, makeRelease, readLive } from '../../../test/support/content/releases.ts'
import { Release, type ReleaseItem } from './contract.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
let app: TestApp
let editor: Editor

before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
})
beforeEach(async () => {
  await editor.clear()
  await app.pool.query('DELETE FROM releases')
  await app.pool.query('DELETE FROM content_actions')
  app.clock.advance(1000)
})
after(() => app.close())

const html = (mark: string) => `<h1>${mark}</h1>`
const inSpanish = (version: number | null): ReleaseItem => ({ key: 'home-hero', language: 'es', version })
const inArabic = (version: number | null): ReleaseItem => ({ key: 'home-hero', language: 'ar', version })
const inFrench = (version: number | null): ReleaseItem => ({ key: 'home-why', language: 'fr', version })

/** Spanish live in version 1 with a newer one, Arabic never live, French live. */
async function write(): Promise<void> {
  const first = await editor.save({ content: html('uno-es') })
  await editor.publish(first.id)
  await editor.save({ version: 2, content: html('dos-es') })
  await editor.save({ language: 'ar', content: html('uno-ar') })
  const french = await editor.save({ key: 'home-why', language: 'fr', content: html('un-fr') })
  await editor.publish(french.id)
  app.clock.advance(5)
}
const everything = () => [inSpanish(2), inArabic(1), inFrench(null)]
const asWritten = { 'home-hero es': 1, 'home-why fr': 1 }
const asReleased = { 'home-hero ar': 1, 'home-hero es': 2 }

/** The actions on the texts since they were saved. */
async function readActions(): Promise<string[]> {
  const { rows } = await app.pool.query<{ line: string }>(
    `SELECT action || ' ' || key || ' ' || content_actions.language || ' ' || version || coalesce(' by ' || split_part(username, ' ', 1), '') AS line
     FROM content_actions LEFT JOIN users ON users.id = actor_id
     WHERE at > (SELECT max(created_at) FROM content_versions) ORDER BY line`,
  )
  return rows.map(({ line }) => line)
}

describe('a release', () => {
  test('publishes several texts at once, and records who did it', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    assert.deepEqual(await readLive(app), asWritten)
    const reply = await actOn(editor.send, id, 'publish')
    assert.equal(reply.status, 200, reply.text)
    const release = reply.read(Release)
    assert.equal(release.status, 'live')
    assert.equal(release.live_at, app.clock.now().toISOString())
    assert.deepEqual(await readLive(app), asReleased)
    assert.ok((await app.send('/es/')).text.includes('dos-es'))
    assert.ok((await app.send('/ar/')).text.includes('uno-ar'))
    assert.ok(!(await app.send('/fr/')).text.includes('un-fr'))
    assert.deepEqual(
      release.items.map((item) => [item.key, item.language, item.version, item.previous_version]),
      [
        ['home-hero', 'ar', 1, null],
        ['home-hero', 'es', 2, 1],
        ['home-why', 'fr', null, 1],
      ],
    )
    assert.deepEqual(await readActions(), [
      'release home-hero ar 1 by editor',
      'release home-hero es 2 by editor',
      'unpublish home-why fr 1 by editor',
    ])
  })

  test('goes live completely or not at all, and names the text that prevented it', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    await app.pool.query("DELETE FROM content_versions WHERE language = 'ar'")
    const reply = await actOn(editor.send, id, 'publish')
    assert.equal(reply.status, 422)
    assert.equal(reply.problem().detail, 'No ha salido nada: no existe la versión 1 de home-hero (العربية).')
    assert.deepEqual(await readLive(app), asWritten)
    assert.deepEqual(await readActions(), [])
    const unchanged = (await editor.send(`/api/releases/${id}`)).read(Release)
    assert.equal(unchanged.status, 'draft')
    assert.deepEqual(new Set(unchanged.items.map((item) => item.previous_version)), new Set([null]))
  })

  test('goes live completely or not at all when the database fails in the middle', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    await app.pool.query(`
      CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER break_it BEFORE UPDATE ON content_versions FOR EACH ROW
        WHEN (NEW.key = 'home-why') EXECUTE FUNCTION break_it()`)
    try {
      assert.equal((await actOn(editor.send, id, 'publish')).status, 500)
      assert.deepEqual(await readLive(app), asWritten)
      assert.deepEqual(await readActions(), [])
      assert.ok(!(await app.send('/es/')).text.includes('dos-es'))
    } finally {
      await app.pool.query('DROP TRIGGER break_it ON content_versions; DROP FUNCTION break_it')
    }
    assert.equal((await actOn(editor.send, id, 'publish')).status, 200)
    assert.deepEqual(await readLive(app), asReleased)
  })

  test('of blank, unknown, doubled or no texts is refused', async () => {
    await editor.save({ content: '<p>&nbsp;</p>' })
    for (const [items, detail] of [
      [[inSpanish(1)], 'No ha salido nada: la versión 1 de home-hero (Español) está vacía.'],
      [[inSpanish(7)], 'No ha salido nada: no existe la versión 7 de home-hero (Español).'],
      [[inSpanish(null), inSpanish(null)], 'Hay datos que corregir.'],
      [[], 'Hay datos que corregir.'],
    ] as const) {
      const reply = await editor.send('/api/releases', { json: { name: 'x', items } })
      assert.equal(reply.status, 422, reply.text)
      assert.equal(reply.problem().detail, detail)
    }
    const reply = await editor.send('/api/releases', { json: { name: ' \n ', items: [inSpanish(null)] } })
    assert.equal(reply.status, 422)
  })

  test('is published once for concurrent requests', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    const replies = await Promise.all([1, 2, 3, 4].map(() => actOn(editor.send, id, 'publish')))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
    assert.equal((await readActions()).length, 3)
    assert.equal((await editor.send(`/api/releases/${id}`)).read(Release).items[1]?.previous_version, 1)
  })

  test('that shares its texts with another one cannot deadlock with it', async () => {
    await write()
    const one = await makeRelease(editor.send, [inSpanish(2), inArabic(1), inFrench(null)])
    const other = await makeRelease(editor.send, [inFrench(1), inArabic(1), inSpanish(1)])
    const replies = await Promise.all([one, other].map(({ id }) => actOn(editor.send, id, 'publish')))
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    const live = await readLive(app)
    const asOther = { 'home-hero ar': 1, 'home-hero es': 1, 'home-why fr': 1 }
    assert.ok([asReleased, asOther].some((whole) => JSON.stringify(whole) === JSON.stringify(live)))
  })
})

describe('rolling back', () => {
  test('restores exactly what was live before', async () => {
    await write()
    const before = await app.send('/es/')
    const { id } = await makeRelease(editor.send, everything())
    await actOn(editor.send, id, 'publish')
    app.clock.advance(60_000)
    const reply = await actOn(editor.send, id, 'roll-back')
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.read(Release).status, 'rolled_back')
    assert.deepEqual(await readLive(app), asWritten)
    assert.deepEqual((await app.send('/es/')).bytes, before.bytes)
    assert.ok(!(await app.send('/ar/')).text.includes('uno-ar'))
    assert.deepEqual(await readActions(), [
      'release home-hero ar 1 by editor',
      'release home-hero es 2 by editor',
      'roll_back home-hero es 1 by editor',
      'roll_back home-why fr 1 by editor',
      'unpublish home-hero ar 1 by editor',
      'unpublish home-why fr 1 by editor',
    ])
    assert.equal((await actOn(editor.send, id, 'roll-back')).status, 409)
    assert.equal((await actOn(editor.send, id, 'publish')).status, 409)
  })

  test('needs no body', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    await editor.send(`/api/releases/${id}/publish`, { method: 'POST' })
    const reply = await editor.send(`/api/releases/${id}/roll-back`, { method: 'POST' })
    assert.equal(reply.status, 200, reply.text)
  })

  test('names the texts that were published since, and changes nothing unless it is forced', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    await actOn(editor.send, id, 'publish')
    const third = await editor.save({ version: 3, content: html('tres-es') })
    await editor.publish(third.id)
    const live = await readLive(app)
    const refused = await actOn(editor.send, id, 'roll-back')
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.problem().overtaken, [{ key: 'home-hero', language: 'es', version: 3 }])
    assert.match(refused.problem().detail, /home-hero \(es\)/)
    assert.deepEqual(await readLive(app), live)
    const forced = await actOn(editor.send, id, 'roll-back', { force: true })
    assert.equal(forced.status, 200)
    assert.deepEqual(await readLive(app), asWritten)
  })

  test('accepts a text that somebody has already restored by hand', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    await actOn(editor.send, id, 'publish')
    const { rows } = await app.pool.query<{ id: string }>(
      "SELECT id FROM content_versions WHERE key = 'home-why' AND language = 'fr'",
    )
    await editor.publish(rows[0]?.id ?? '')
    assert.equal((await actOn(editor.send, id, 'roll-back')).status, 200)
    assert.deepEqual(await readLive(app), asWritten)
  })

  test('a release that is not live is refused', async () => {
    await write()
    const { id } = await makeRelease(editor.send, everything())
    const reply = await actOn(editor.send, id, 'roll-back')
    assert.equal(reply.status, 409)
    assert.equal(reply.problem().release_status, 'draft')
  })
})

describe('releases', () => {
  test('are listed newest first, by status and by text, with their number', async () => {
    await write()
    const names = ['a', 'b', 'c']
    for (const name of names) {
      await makeRelease(editor.send, [name === 'b' ? inFrench(1) : inSpanish(2)], { name })
      app.clock.advance(1000)
    }
    const read = async (query: string) => {
      const reply = await editor.send(`/api/releases${query}`)
      assert.equal(reply.status, 200, reply.text)
      const list = reply.read(z.array(Release)).map(({ name }) => name)
      return [list.join(''), reply.headers['x-total-count']]
    }
    assert.deepEqual(await read(''), ['cba', '3'])
    assert.deepEqual(await read('?limit=1&offset=1'), ['b', '3'])
    assert.deepEqual(await read('?key=home-hero&language=es'), ['ca', '2'])
    assert.deepEqual(await read('?status=scheduled'), ['', '0'])
    assert.equal((await editor.send('/api/releases?status=x')).status, 422)
  })

  test('can be changed until they are live; a change of an outdated release is refused', async () => {
    await write()
    const first = await makeRelease(editor.send, everything())
    const put = (json: object) => editor.send(`/api/releases/${first.id}`, { method: 'PUT', json })
    app.clock.advance(1000)
    const seen = { name: 'Otro nombre', items: [inSpanish(2)], updated_at: first.updated_at }
    const reply = await put(seen)
    assert.equal(reply.status, 200, reply.text)
    const changed = reply.read(Release)
    assert.deepEqual([changed.name, changed.items.length], ['Otro nombre', 1])
    const stale = await put({ ...seen, name: 'Tarde' })
    assert.equal(stale.status, 409)
    assert.equal((await editor.send(`/api/releases/${first.id}`)).read(Release).name, 'Otro nombre')
    await actOn(editor.send, first.id, 'publish')
    assert.equal((await put({ ...seen, updated_at: changed.updated_at })).status, 409)
  })

  test('that were never live can be deleted, others not', async () => {
    await write()
    const remove = (id: string) => editor.send(`/api/releases/${id}`, { method: 'DELETE' })
    const draft = await makeRelease(editor.send, everything())
    const live = await makeRelease(editor.send, everything())
    await actOn(editor.send, live.id, 'publish')
    assert.equal((await remove(draft.id)).status, 204)
    assert.equal((await remove(draft.id)).status, 404)
    assert.equal((await remove(live.id)).status, 409)
    assert.equal((await remove(nowhere)).status, 404)
  })

  test('are readable for viewers, editable for editors and hidden from everyone else', async () => {
    await write()
    const viewer = await app.signInAs('viewer')
    const { id } = await makeRelease(editor.send, everything())
    const json = { name: 'x', items: [inSpanish(2)], due_at: '2099-01-01T00:00:00Z' }
    const calls = [
      ['GET', '/api/releases'],
      ['GET', `/api/releases/${id}`],
      ['POST', '/api/releases'],
      ['PUT', `/api/releases/${id}`],
      ['DELETE', `/api/releases/${id}`],
      ...['publish', 'schedule', 'cancel', 'roll-back'].map((action) => [
        'POST',
        `/api/releases/${id}/${action}`,
      ]),
    ] as const
    for (const [method = '', path = ''] of calls) {
      const ask = method === 'GET' ? { method } : { method, json }
      assert.equal((await app.send(path, ask)).status, 401, `${method} ${path}`)
      assert.equal((await viewer(path, ask)).status, method === 'GET' ? 200 : 403, `${method} ${path}`)
    }
    assert.equal((await editor.send(`/api/releases/${id}`)).read(Release).status, 'draft')
  })
})
