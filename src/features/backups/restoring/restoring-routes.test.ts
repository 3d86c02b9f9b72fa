import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { BackupDetails } from '#features/backups/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import type { Ask, Send } from '../../../../test/support/http-client.ts'
import { until } from '../../../../test/support/until.ts'
import { Restore, RestoreProgress } from './contract.ts'

let app: TestApp
let admin: Send

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
after(() => app.close())

const siteName = 'Firmeza'
const nowhere = '00000000-0000-4000-8000-000000000000'
const names = async () => (await app.pool.query('SELECT name FROM early_adopters ORDER BY name')).rows
const restore = (id: string, body: unknown, send = admin) =>
  send(`/api/backups/${id}/restore`, { method: 'POST', json: body })

/** A form with a file. */
function uploadOf(content: Buffer | string): Ask {
  const head =
    '--limit\r\ncontent-disposition: form-data; name="file"; filename="backup.tar"\r\ncontent-type: application/x-tar\r\n\r\n'
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
    body: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--limit--\r\n')]),
  }
}

/** Waits until the restore has ended, as a visitor sees it. */
async function end(): Promise<RestoreProgress> {
  let last: RestoreProgress | undefined
  await until(
    async () => {
      const reply = await app.send('/api/restores/current')
      last = reply.status === 200 ? reply.read(RestoreProgress) : undefined
      return last !== undefined && last.state !== 'running'
    },
    'the restore has ended',
    60,
  )
  assert.equal((await app.send('/es/')).status, 200)
  return last ?? assert.fail()
}

describe('restoring from the panel', () => {
  test('an uploaded backup replaces everything, is told to all, and can be undone', async () => {
    const register = (name: string) =>
      app.send('/api/early-adopters', { json: { ...registrationOf(), name } })
    await register('Ana')
    const { bytes } = app.app.backups.write(new AbortController().signal)
    const archive = Buffer.concat(await bytes.toArray())
    await register('Bea')
    const uploaded = (await admin('/api/restores/archives', uploadOf(archive))).read(BackupDetails)
    const { id, contents } = uploaded
    // What it holds is known before anyone restores it.
    assert.deepEqual([contents?.site?.name, contents?.holds_secret], [siteName, false])
    assert.equal(contents?.tables.find(({ name }) => name === 'early_adopters')?.rows, 1)
    const damaged = await admin('/api/restores/archives', uploadOf(archive.subarray(0, archive.length / 2)))
    assert.equal(damaged.read(BackupDetails).contents, null)

    assert.equal((await app.send('/api/restores/current')).status, 404)
    const refused = await restore(id, { site_name: 'Another' })
    assert.equal(refused.status, 422)
    const started = (await restore(id, { site_name: siteName })).read(RestoreProgress)
    const done = await end()
    assert.deepEqual([done.id, done.state], [started.id, 'done'])
    assert.deepEqual(await names(), [{ name: 'Ana' }])
    assert.equal((await admin('/api/restores')).status, 401)

    admin = await app.signIn()
    const [last] = (await admin('/api/restores')).read(z.array(Restore))
    assert.equal(last?.backup_id, id)
    const undo = last?.undo_id ?? assert.fail('no backup was made before')
    app.clock.advance(1_000)
    assert.equal((await restore(undo, { site_name: siteName })).status, 202)
    assert.equal((await end()).state, 'done')
    assert.deepEqual(await names(), [{ name: 'Ana' }, { name: 'Bea' }])
    admin = await app.signIn()
  })

  test('refuses what cannot be restored, and people who may not', async () => {
    assert.equal((await restore(nowhere, { site_name: siteName })).status, 404)
    for (const body of [{}, { site_name: 1 }, { site_name: siteName, send_again: 'yes' }, [], null])
      assert.equal((await restore(nowhere, body)).status, 422)
    const editor = await app.signInAs('editor')
    assert.equal((await restore(nowhere, { site_name: siteName }, editor)).status, 403)
    assert.equal((await editor('/api/restores')).status, 403)
    const upload = (ask: Ask) => admin('/api/restores/archives', ask)
    assert.equal((await upload(uploadOf('no backup'))).status, 415)
    assert.equal((await upload(uploadOf(''))).status, 415)
    assert.equal((await upload({ ...uploadOf(''), body: '--limit--\r\n' })).status, 422)
    assert.equal((await upload({ ...uploadOf(''), body: 'no form' })).status, 400)
  })
})
