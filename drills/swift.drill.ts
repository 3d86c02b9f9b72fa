// OpenStack Swift as the object store, through its interface of S3: what every store of files does, and a backup that is made,
// proven and restored there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLog } from '#platform/log.ts'
import { startKillTrial } from '../test/support/backups/kills.ts'
import { add } from '../test/support/documents/library.ts'
import { pdfFile } from '../test/support/documents/pdf-file.ts'
import { describeStore } from '../test/support/files/described-store.ts'
import { collect, testFileStore } from '../test/support/files/file-store-tests.ts'
import { until } from '../test/support/until.ts'
import { skipWithout } from './support/requirements.ts'
import { type Swift, startSwift, swiftPrograms } from './support/swift.ts'

const log = createLog('silent')
const skip = skipWithout(...swiftPrograms)
if (skip) test('files and backups in OpenStack Swift', { skip })
else drill()

function drill(): void {
  let swift: Swift
  before(async () => {
    swift = await startSwift()
  })
  after(() => swift.stop())

  testFileStore('OpenStack Swift', async (name) => describeStore(swift.url, name, log))

  test('a backup is proven and restored from it, files in several parts included', async () => {
    const [places, backups] = ['product', 'backups'].map((name) => swift.inFolder(name))
    const trial = await startKillTrial({
      leads: 2_000,
      env: { S3_URL: places ?? '', BACKUP_S3_URL: backups ?? '', BACKUP_DESTINATION: 'store' },
    })
    try {
      const file = pdfFile({ pages: ['Kept'], padding: 12_000_000 })
      await add(trial.ask, { file, title: 'Kept', clean_metadata: 'false' })
      await trial.register('Only then')
      const backup = await trial.begin()
      await trial.untilProven(backup)
      const archives = await collect(describeStore(swift.url, 'backups', log).store.list(''))
      assert.ok(archives.some(({ size }) => size > file.length))
      const { store } = describeStore(swift.url, 'product', log)
      const stored = await collect(store.list(''))
      const [lost] = stored.filter(({ size }) => size >= file.length)
      assert.ok(lost)
      await store.remove(lost.name)
      await trial.register('Only now')

      await trial.restore(backup)
      await until(async () => (await trial.readProgress()).state !== 'running', 'it is restored', 120)
      await trial.signIn()
      const last = await trial.readLast()
      assert.deepEqual([last.state, last.failure], ['done', null])
      assert.deepEqual(await trial.listNames(), ['Only then'])
      assert.equal((await store.find(lost.name))?.size, lost.size)
      assert.deepEqual((await collect(store.list(''))).length, stored.length)
    } finally {
      await trial.end()
    }
  })
}
