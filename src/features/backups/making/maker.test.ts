import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import { backups } from '#features/backups/table.ts'
import { readObjectStoreUrl } from '#shared/files/object-store.ts'
import {
  type MakingTrial,
  readAsProof,
  startMakingTrial,
  writeText,
} from '../../../../test/support/backups/making-trial.ts'
import { startS3Server } from '../../../../test/support/files/s3-server.ts'
import { until } from '../../../../test/support/until.ts'
import type { WriteArchive } from './ports.ts'

let trial: MakingTrial
let store: Awaited<ReturnType<typeof startS3Server>>
before(async () => {
  trial = await startMakingTrial()
  store = await startS3Server()
})
afterEach(() => {
  store.control.fault = () => undefined
  return trial.clear()
})
after(async () => {
  await trial.close()
  await store.close()
})

const filesIn = async (folder: string) => (await readdir(folder).catch(() => [])).toSorted()
const both = () => ({ destinations: ['folder', 'store'] as const, recipients: [], includesSecret: false })
const endLease = (id: string) =>
  trial.db.execute(
    sql`UPDATE backups SET leased_until = clock_timestamp() - interval '1 second' WHERE id = ${id}`,
  )

/** An archive that goes on until it is let go; `begun` resolves with its first bytes. */
function createSlowArchive() {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  async function* bytes() {
    yield Buffer.from('first ')
    begun.resolve()
    await gate.promise
    yield Buffer.from('last')
  }
  return { write: writeText(bytes), begun: begun.promise, letGo: () => gate.resolve() }
}

describe('a backup', () => {
  test('is written, read back, proven, and told of', async () => {
    const proven: string[] = []
    const id = await trial.order()
    await trial.createProcess({ prove: readAsProof(proven) }).run()
    const row = await trial.read(id)
    assert.deepEqual([row.state, row.size, row.contents?.rows, row.failure], ['done', 8, 3, null])
    assert.deepEqual(row.copies, [{ destination: 'folder', state: 'written', detail: null }])
    assert.ok(row.provenAt)
    assert.deepEqual(proven, ['all rows'])
    assert.deepEqual(trial.told, ['backup.completed'])
    assert.equal(await readFile(join(trial.folder, row.file ?? ''), 'utf8'), 'all rows')
    assert.equal((await stat(join(trial.folder, row.file ?? ''))).mode & 0o777, 0o600)
  })

  test('is written to a folder and a store at once', async () => {
    const id = await trial.order()
    await trial.createProcess({ objectStore: readObjectStoreUrl(store.url), planMaking: both }).run()
    const { copies, file, state } = await trial.read(id)
    assert.equal(state, 'done')
    assert.deepEqual(
      copies.map((copy) => copy.state),
      ['written', 'written'],
    )
    assert.equal(store.objects.get(`some/folder/${file}`)?.bytes.toString(), 'all rows')
    assert.deepEqual(await filesIn(trial.folder), [file])
  })

  test('is kept where it could be written, when another place fails', async () => {
    store.control.fault = () => ({ status: 403, code: 'AccessDenied' })
    const id = await trial.order()
    await trial.createProcess({ objectStore: readObjectStoreUrl(store.url), planMaking: both }).run()
    const { state, copies, provenAt } = await trial.read(id)
    assert.equal(state, 'done')
    assert.ok(provenAt)
    assert.deepEqual(
      copies.map((copy) => copy.state),
      ['written', 'failed'],
    )
    assert.deepEqual(trial.told, ['backup.completed', 'backups.incomplete'])
  })

  test('fails when no place takes it', async () => {
    const id = await trial.order()
    const planMaking = () => ({ destinations: ['store'] as const, recipients: [], includesSecret: false })
    await trial.createProcess({ planMaking }).run()
    const { state, failure, failureDetail } = await trial.read(id)
    assert.deepEqual([state, failure], ['failed', 'destination_failed'])
    assert.match(failureDetail ?? '', /BACKUP_S3_URL/)
    assert.deepEqual(trial.told, ['backup.failed', 'backups.failed'])
  })

  test('fails early when it would not fit on the disk', async () => {
    const createdAt = trial.clock.now()
    await trial.db.insert(backups).values({ reason: 'schedule', state: 'done', createdAt, size: 2 ** 52 })
    const seen: Parameters<WriteArchive>[0][] = []
    const id = await trial.order()
    await trial.createProcess({ write: writeText('x', seen) }).run()
    const { failure, failureDetail } = await trial.read(id)
    assert.equal(failure, 'disk_full')
    assert.match(failureDetail ?? '', /bytes are free/)
    assert.deepEqual(seen, [])
  })

  test('fails when the disk is full in the middle, and leaves no file', async () => {
    const id = await trial.order()
    async function* bytes() {
      yield Buffer.from('first')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    await trial.createProcess({ write: writeText(bytes) }).run()
    assert.equal((await trial.read(id)).failure, 'disk_full')
    assert.deepEqual(await filesIn(trial.folder), [])
  })

  test('is kept when it cannot be proven, and said to be of no use', async () => {
    const id = await trial.order()
    const prove = () => Promise.reject(new Error('the rows of users differ'))
    await trial.createProcess({ prove }).run()
    const { state, failure, failureDetail, provenAt, file } = await trial.read(id)
    assert.deepEqual([state, failure, provenAt], ['failed', 'proof_failed', null])
    assert.equal(failureDetail, 'the rows of users differ')
    assert.deepEqual(await filesIn(trial.folder), [file])
  })

  test('is encrypted to the keys, and proven with one of its own that is then forgotten', async () => {
    const identity = await generateIdentity()
    const recipient = await identityToRecipient(identity)
    const seen: Parameters<WriteArchive>[0][] = []
    let opener: string | undefined
    const id = await trial.order()
    const planMaking = () => ({
      destinations: ['folder'] as const,
      recipients: [recipient],
      includesSecret: true,
    })
    await trial
      .createProcess({
        ...{ planMaking, write: writeText('locked', seen) },
        prove: async (_open, options) => {
          opener = options.identity
          assert.match((await trial.read(id)).proofKey ?? '', /^v1\./)
        },
      })
      .run()
    const { isEncrypted, proofKey, file, state } = await trial.read(id)
    assert.deepEqual([state, isEncrypted, proofKey], ['done', true, null])
    assert.match(file ?? '', /\.age$/)
    const [first, second] = seen[0]?.recipients ?? []
    assert.equal(first, recipient)
    assert.equal(second, await identityToRecipient(opener ?? ''))
    assert.equal(seen[0]?.includesSecret, true)
    assert.doesNotThrow(() => new Decrypter().addIdentity(opener ?? ''))
  })

  test('is stopped when somebody cancels it, and leaves no file', async () => {
    const slow = createSlowArchive()
    const id = await trial.order()
    const maker = trial.createProcess({ write: slow.write, leaseSeconds: 3 })
    const made = maker.run()
    await slow.begun
    assert.ok(await trial.store.cancel(id, trial.clock.now()))
    await until(async () => (await trial.read(id)).state === 'failed', 'it has ended').finally(slow.letGo)
    await made
    assert.equal((await trial.read(id)).failure, 'canceled')
    assert.deepEqual(await filesIn(trial.folder), [])
    assert.deepEqual(trial.told, [])
  })
})

describe('of several processes', () => {
  test('one makes a backup', async () => {
    const seen: Parameters<WriteArchive>[0][] = []
    const makers = Array.from({ length: 3 }, () => trial.createProcess({ write: writeText('once', seen) }))
    const id = await trial.order()
    assert.equal(await trial.store.insert({ reason: 'by_hand', createdAt: trial.clock.now() }), undefined)
    await Promise.all(makers.map((maker) => maker.run()))
    assert.equal(seen.length, 1)
    assert.equal((await trial.read(id)).state, 'done')
  })

  test('another one begins anew when one was killed, and removes its half file', async () => {
    const id = await trial.order()
    await trial.db.execute(sql`UPDATE backups SET state = 'writing', file = 'firmeza-half.tar', fence = 1, attempts = 1,
      copies = '[{"destination": "folder", "state": "waiting", "detail": null}]' WHERE id = ${id}`)
    await mkdir(trial.folder, { recursive: true })
    const half = join(trial.folder, '.half')
    await writeFile(half, 'half')
    await writeFile(join(trial.folder, 'firmeza-half.tar'), 'complete, but nobody knows')
    // Longer ago than anything is written to, by the clock of the trial.
    await utimes(half, new Date('2026-01-01'), new Date('2026-01-01'))
    const maker = trial.createProcess()
    await trial.db.execute(sql`UPDATE backups SET leased_until = clock_timestamp() + interval '1 hour'`)
    await maker.run()
    assert.equal((await trial.read(id)).state, 'writing')
    await endLease(id)
    await maker.run()
    const { state, file } = await trial.read(id)
    assert.equal(state, 'done')
    assert.deepEqual(await filesIn(trial.folder), [file])
  })

  test('one that was thought dead writes nothing more', async () => {
    const slow = createSlowArchive()
    const id = await trial.order()
    const late = trial.createProcess({ write: slow.write }).run()
    await slow.begun
    await endLease(id)
    await trial.createProcess().run()
    const { file, provenAt } = await trial.read(id)
    slow.letGo()
    await late
    const row = await trial.read(id)
    assert.deepEqual([row.state, row.file, row.provenAt], ['done', file, provenAt])
    assert.deepEqual(await filesIn(trial.folder), [file])
    assert.deepEqual(trial.told, ['backup.completed'])
  })

  test('another one goes on when one stops', async () => {
    const slow = createSlowArchive()
    const id = await trial.order()
    const stopped = trial.createProcess({ write: slow.write })
    void stopped.run()
    await slow.begun
    const stop = stopped.stop()
    slow.letGo()
    await stop
    const { state, attempts } = await trial.read(id)
    assert.deepEqual([state, attempts], ['waiting', 0])
    assert.deepEqual(await filesIn(trial.folder), [])
    await trial.createProcess().run()
    assert.equal((await trial.read(id)).state, 'done')
  })

  test('none begins a backup again over which several have died', async () => {
    const id = await trial.order()
    await trial.db.execute(sql`UPDATE backups SET attempts = 3`)
    await trial.createProcess().run()
    assert.equal((await trial.read(id)).failure, 'interrupted')
  })
})
