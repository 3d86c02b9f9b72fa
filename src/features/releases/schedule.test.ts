import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock, hours } from '../../../test/support/clock.ts'
import { type Editor, openEditor } from '../../../test/support/content/editor.ts'
import { actOn, makeRelease, readLive, startReleaseWorker } from '../../../test/support/content/releases.ts'
import { listTold } from '../../../test/support/notifications/told.ts'
import { until } from '../../../test/support/until.ts'
import { Release } from './contract.ts'

const clock = createFakeClock()
let app: TestApp
let editor: Editor
let workers: Awaited<ReturnType<typeof startReleaseWorker>>[]

before(async () => {
  app = await startTestApp({ clock })
  editor = await openEditor(app)
  workers = await Promise.all([startReleaseWorker(app), startReleaseWorker(app), startReleaseWorker(app)])
})
beforeEach(async () => {
  await editor.clear()
  await app.pool.query('DELETE FROM releases')
  await app.pool.query('DELETE FROM content_actions')
})
after(async () => {
  for (const worker of workers ?? []) await worker.close()
  await app.close()
})

const inAnHour = () => new Date(clock.now().getTime() + hours).toISOString()
const look = () => workers[0]?.poll()
const read = async (id: string) => (await editor.send(`/api/releases/${id}`)).read(Release)

/** A version of the first text in Spanish, saved and not published. */
async function save(version: number, content = `<h1>texto-${version}-</h1>`) {
  await editor.save({ version, content })
  return { key: 'home-hero', language: 'es', version } as const
}

describe('a scheduled release', () => {
  test('goes live at its time, not before, and without a user in the history', async () => {
    const { id } = await makeRelease(editor.send, [await save(1)])
    const reply = await actOn(editor.send, id, 'schedule', { due_at: inAnHour() })
    assert.equal(reply.read(Release).status, 'scheduled')
    clock.advance(hours - 1)
    await look()
    assert.deepEqual(await readLive(app), {})
    clock.advance(1)
    await look()
    assert.deepEqual(await readLive(app), { 'home-hero es': 1 })
    assert.ok((await app.send('/es/')).text.includes('texto-1-'))
    assert.equal((await read(id)).status, 'live')
    const { rows } = await app.pool.query(
      "SELECT action, version, actor_id FROM content_actions WHERE action <> 'save'",
    )
    assert.deepEqual(rows, [{ action: 'publish', version: 1, actor_id: null }])
    const { name } = await read(id)
    assert.equal((await listTold(editor.send, 'releases.live'))[0], `The release “${name}” is live`)
  })

  test('unpublishes a text at its time', async () => {
    const item = await save(1)
    const on = await makeRelease(editor.send, [item], { due_at: inAnHour() })
    assert.equal(on.status, 'scheduled')
    clock.advance(hours)
    const off = await makeRelease(editor.send, [{ ...item, version: null }], { due_at: inAnHour() })
    await look()
    assert.deepEqual(await readLive(app), { 'home-hero es': 1 })
    clock.advance(hours)
    await look()
    assert.deepEqual(await readLive(app), {})
    assert.equal((await read(off.id)).items[0]?.previous_version, 1)
  })

  test('that was missed while the product was off goes live at the start, the oldest first', async () => {
    const ids: string[] = []
    for (const version of [1, 2, 3]) {
      const release = await makeRelease(editor.send, [await save(version)], { due_at: inAnHour() })
      ids.push(release.id)
      clock.advance(1000)
    }
    clock.advance(48 * hours)
    await Promise.all(workers.map((worker) => worker.poll()))
    await look()
    assert.deepEqual(await readLive(app), { 'home-hero es': 3 })
    const previous = await Promise.all(ids.map(async (id) => (await read(id)).items[0]?.previous_version))
    assert.deepEqual(previous, [null, 1, 2])
  })

  test('goes live once with three processes', async () => {
    for (let version = 1; version <= 10; version++) {
      const { id } = await makeRelease(editor.send, [await save(version)], { due_at: inAnHour() })
      clock.advance(hours)
      await Promise.all(workers.map((worker) => worker.poll()))
      assert.equal((await read(id)).status, 'live')
    }
    const { rows } = await app.pool.query(
      "SELECT version FROM content_actions WHERE action = 'publish' ORDER BY version",
    )
    assert.deepEqual(
      rows.map(({ version }) => version),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    assert.deepEqual(
      workers.flatMap(({ faults }) => faults),
      [],
    )
  })

  test('whose version is gone fails, names it, does not block others, and can be corrected', async () => {
    const item = await save(1)
    await editor.save({ language: 'ar' })
    const { id } = await makeRelease(editor.send, [item, { ...item, language: 'ar' }], { due_at: inAnHour() })
    clock.advance(1000)
    await editor.save({ language: 'fr' })
    const next = await makeRelease(editor.send, [{ ...item, language: 'fr' }], { due_at: inAnHour() })
    await app.pool.query("DELETE FROM content_versions WHERE language = 'es'")
    clock.advance(hours)
    await look()
    const failed = await read(id)
    assert.equal(failed.status, 'failed')
    assert.deepEqual(failed.failure, { code: 'release_text_missing', key: 'home-hero', language: 'es' })
    assert.deepEqual(await readLive(app), { 'home-hero fr': 1 })
    assert.deepEqual(await listTold(editor.send, 'releases.failed'), [
      `The release “${failed.name}” could not go live`,
    ])
    assert.equal((await read(next.id)).status, 'live')
    await save(1)
    assert.equal((await actOn(editor.send, id, 'publish')).status, 200)
    assert.deepEqual(await readLive(app), { 'home-hero ar': 1, 'home-hero es': 1, 'home-hero fr': 1 })
    assert.equal((await read(id)).failure, null)
  })

  test('that fails for an unexpected reason is tried again and does not block others', async () => {
    const { id } = await makeRelease(editor.send, [await save(1)], { due_at: inAnHour() })
    clock.advance(1000)
    await editor.save({ language: 'fr' })
    await makeRelease(editor.send, [{ key: 'home-hero', language: 'fr', version: 1 }], { due_at: inAnHour() })
    clock.advance(hours)
    await app.pool.query(`
      CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
      CREATE TRIGGER break_it BEFORE UPDATE ON content_versions FOR EACH ROW
        WHEN (NEW.language = 'es') EXECUTE FUNCTION break_it()`)
    const worker = workers[0]
    try {
      await worker?.poll()
    } finally {
      await app.pool.query('DROP TRIGGER break_it ON content_versions; DROP FUNCTION break_it')
    }
    assert.equal(worker?.faults.splice(0).length, 1)
    assert.deepEqual(await readLive(app), { 'home-hero fr': 1 })
    assert.equal((await read(id)).status, 'scheduled')
    await worker?.poll()
    assert.deepEqual(await readLive(app), { 'home-hero es': 1, 'home-hero fr': 1 })
  })

  test('can be cancelled, scheduled again and given another time', async () => {
    const { id } = await makeRelease(editor.send, [await save(1)], { due_at: inAnHour() })
    assert.equal((await actOn(editor.send, id, 'cancel')).read(Release).status, 'cancelled')
    assert.equal((await actOn(editor.send, id, 'cancel')).status, 409)
    clock.advance(hours)
    await look()
    assert.deepEqual(await readLive(app), {})
    await actOn(editor.send, id, 'schedule', { due_at: inAnHour() })
    clock.advance(hours / 2)
    await actOn(editor.send, id, 'schedule', { due_at: inAnHour() })
    clock.advance(hours / 2)
    await look()
    assert.deepEqual(await readLive(app), {})
    clock.advance(hours / 2)
    await look()
    assert.deepEqual(await readLive(app), { 'home-hero es': 1 })
  })

  test('is either cancelled or live when both happen at the same time', async () => {
    const seen = new Set<string>()
    for (let version = 1; version <= 12; version++) {
      const { id } = await makeRelease(editor.send, [await save(version)], { due_at: inAnHour() })
      clock.advance(hours)
      const [cancelled] = await Promise.all([
        // With an increasing delay, so that sometimes one and sometimes the other comes first.
        sleep(version - 1).then(() => actOn(editor.send, id, 'cancel')),
        look(),
      ])
      await look()
      const { status } = await read(id)
      const isLive = (await readLive(app))['home-hero es'] === version
      assert.deepEqual([status, isLive], cancelled?.status === 200 ? ['cancelled', false] : ['live', true])
      seen.add(status)
    }
    assert.ok(seen.size > 0)
  })

  test('cannot be set for a past or invalid time', async () => {
    const { id } = await makeRelease(editor.send, [await save(1)])
    for (const due_at of [
      clock.now().toISOString(),
      '2001-01-01T00:00:00Z',
      '2099-02-30T00:00:00Z',
      'x',
      7,
    ]) {
      const reply = await actOn(editor.send, id, 'schedule', { due_at })
      assert.equal(reply.status, 422, String(due_at))
      assert.deepEqual(
        reply.problem().errors?.map(({ field }) => field),
        ['due_at'],
      )
    }
    const reply = await actOn(editor.send, id, 'schedule', { due_at: '2099-07-01T12:00:00+02:00' })
    assert.equal(reply.read(Release).due_at, '2099-07-01T10:00:00.000Z')
  })
})

test('the product polls for due releases, at the start and every few seconds', async () => {
  await makeRelease(editor.send, [await save(1)], { due_at: inAnHour() })
  clock.advance(hours)
  await app.app.startBackgroundWork()
  await until(async () => Object.keys(await readLive(app)).length > 0, 'the first release is live', 5)
  await makeRelease(editor.send, [await save(2)], { due_at: inAnHour() })
  clock.advance(hours)
  await until(async () => (await readLive(app))['home-hero es'] === 2, 'the second release is live', 5)
})
