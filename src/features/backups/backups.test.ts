import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { z } from 'zod'
import { confirmPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock, days } from '../../../test/support/clock.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { Backup, BackupDetails, BackupLink, BackupSummary } from './contract.ts'
import { createBackupStore } from './store.ts'
import { backups } from './table.ts'

const path = '/api/backups'
const clock = createFakeClock(new Date('2026-06-15T12:00:00Z'))

let app: TestApp
let admin: Send
before(async () => {
  app = await startTestApp({ clock })
  admin = await app.signIn()
})
afterEach(() => app.db.delete(backups))
after(() => app.close())

/** Adds a proven backup of some days ago with a file; returns its id. */
async function add(daysAgo: number): Promise<string> {
  const createdAt = new Date(clock.now().getTime() - daysAgo * days)
  const file = `firmeza-${daysAgo}.tar`
  await mkdir(join(app.dataDir, 'backups'), { recursive: true })
  await writeFile(join(app.dataDir, 'backups', file), 'all rows')
  const copies = [{ destination: 'folder' as const, state: 'written' as const, detail: null }]
  const row = { reason: 'schedule' as const, state: 'done' as const, createdAt, file, size: 8, copies }
  return (await createBackupStore(app.db).insert({ ...row, provenAt: createdAt })) ?? ''
}

const list = async () => (await admin(path)).read(z.array(Backup))
const summarize = async () => (await admin(`${path}/summary`)).read(BackupSummary)

describe('backups', () => {
  test('are begun one at a time, and stopped', async () => {
    const begun = await admin(path, { method: 'POST' })
    assert.equal(begun.status, 202)
    const { id, state } = begun.read(BackupDetails)
    assert.equal(state, 'waiting')
    assert.equal((await summarize()).running?.id, id)
    const second = await admin(path, { method: 'POST' })
    assert.equal(second.status, 409)
    assert.equal((await admin(`${path}/${id}/cancel`, { method: 'POST' })).status, 204)
    const [stopped] = await list()
    assert.deepEqual([stopped?.state, stopped?.failure], ['failed', 'canceled'])
    assert.equal((await admin(`${path}/${id}/cancel`, { method: 'POST' })).status, 409)
    assert.equal((await admin(path, { method: 'POST' })).status, 202)
  })

  test('are summed up: what can be restored, and each of the last 30 days', async () => {
    const id = await add(1)
    await add(3)
    await createBackupStore(app.db).insert({
      ...{ reason: 'schedule', state: 'failed', failure: 'disk_full' },
      createdAt: new Date(clock.now().getTime() - days / 4),
    })
    const { last_proven, last_failed, days: shown, is_overdue, next_at, running } = await summarize()
    assert.deepEqual(
      [last_proven?.id, last_failed?.failure, is_overdue, running],
      [id, 'disk_full', false, null],
    )
    assert.equal(next_at, '2026-06-16T03:10:00.000Z')
    assert.equal(shown.length, 30)
    assert.deepEqual(
      shown.slice(-4).map(({ state }) => state),
      ['proven', 'none', 'proven', 'failed'],
    )
  })

  test('are downloaded, whole and in parts, also by a link that ends', async () => {
    const id = await add(0)
    await confirmPassword(admin)
    const whole = await admin(`${path}/${id}/download`)
    assert.deepEqual([whole.status, whole.text], [200, 'all rows'])
    const { url } = (await admin(`${path}/${id}/link`, { method: 'POST' })).read(BackupLink)
    const part = await fetch(app.url + url, { headers: { range: 'bytes=4-' } })
    assert.deepEqual([part.status, await part.text()], [206, 'rows'])
    assert.match(part.headers.get('content-disposition') ?? '', /^attachment; filename="firmeza-0.tar"/)
    assert.equal((await fetch(`${app.url}${url.slice(0, -1)}${url.endsWith('a') ? 'b' : 'a'}`)).status, 404)
    clock.advance(61_000)
    assert.equal((await fetch(app.url + url)).status, 404)
  })

  test('are deleted, but never the last one that is proven', async () => {
    const [last, older] = [await add(0), await add(1)]
    await confirmPassword(admin)
    assert.equal((await admin(`${path}/${last}`, { method: 'DELETE' })).status, 409)
    assert.equal((await admin(`${path}/${older}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      [last],
    )
    assert.equal((await admin(`${path}/${older}`)).status, 404)
  })

  test('are for admins alone', async () => {
    const editor = await app.signInAs('editor')
    assert.equal((await editor(path)).status, 403)
    assert.equal((await editor(path, { method: 'POST' })).status, 403)
  })
})
