import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type KillTrial, startKillTrial } from './support/backups/kills.ts'
import { until } from './support/until.ts'

let trial: KillTrial
let backup: string

before(async () => {
  trial = await startKillTrial({ leads: 4_000 })
  await trial.register('Only then')
})
after(() => trial.end())

test('a backup whose process is killed is begun anew, and leaves no half file', async () => {
  backup = await trial.begin()
  await until(async () => (await trial.findBackup(backup)).state === 'writing', 'it is written')
  await trial.kill()
  await trial.untilProven(backup)
  assert.deepEqual(await trial.listStrays(), [])
})

test('a restore whose process is killed has changed nothing, and the site opens again', async () => {
  await trial.register('Only now')
  const counts = await trial.count()
  await trial.restore(backup)
  await until(async () => (await trial.readProgress()).step === 'replacing', 'data are replaced', 60)
  await trial.kill()
  const { state, failure } = await trial.readLast()
  assert.deepEqual([state, failure], ['failed', 'interrupted'])
  assert.deepEqual(await trial.listNames(), ['Only now', 'Only then'])
  assert.deepEqual(await trial.count(), counts)
})
