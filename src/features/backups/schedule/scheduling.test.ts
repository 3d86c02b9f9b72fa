import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createBackupStore } from '#features/backups/store.ts'
import { backups } from '#features/backups/table.ts'
import { type MakingTrial, startMakingTrial } from '../../../../test/support/backups/making-trial.ts'
import { days, hours } from '../../../../test/support/clock.ts'
import type { Plan } from './schedule.ts'
import { createScheduling } from './scheduling.ts'

let trial: MakingTrial
before(async () => {
  trial = await startMakingTrial()
})
afterEach(() => trial.clear())
after(() => trial.close())

let plan: Plan
function start() {
  plan = { frequency: 'daily', time: '03:10', weekday: '7', monthDay: 1, timeZone: 'UTC' }
  return createScheduling({
    ...{ db: trial.db, clock: trial.clock, createStore: createBackupStore, plan: () => plan },
    tellOfOverdue: trial.telling.tellOfOverdue,
  })
}
const count = () => trial.db.$count(backups)

test('a backup is due at its time, once for all processes, and not at the first start', async () => {
  const processes = [start(), start(), start()]
  const keep = () => Promise.all(processes.map((one) => one.keep()))
  await keep()
  await keep()
  assert.equal(await count(), 0)
  trial.clock.advance(days)
  await keep()
  await keep()
  assert.equal(await count(), 1)
})

test('times at which nothing ran are made up for once', async () => {
  const one = start()
  await one.keep()
  trial.clock.advance(5 * days)
  await one.keep()
  await trial.createProcess().run()
  await one.keep()
  assert.equal(await count(), 1)
})

test('one that is due while another is made follows it', async () => {
  const one = start()
  await one.keep()
  trial.clock.advance(days)
  await trial.order()
  await one.keep()
  assert.equal(await count(), 1)
  await trial.createProcess().run()
  await one.keep()
  assert.equal(await count(), 2)
})

test('another schedule begins when it is set', async () => {
  const one = start()
  await one.keep()
  plan = { ...plan, time: '11:00' }
  await one.keep()
  await one.keep()
  assert.equal(await count(), 0)
  trial.clock.advance(23 * hours)
  await one.keep()
  assert.equal(await count(), 1)
})

test('that there has been no proven backup for too long is told once a week', async () => {
  const one = start()
  await one.keep()
  trial.clock.advance(days)
  await one.watch()
  assert.deepEqual(trial.told, [])
  trial.clock.advance(days)
  await one.watch()
  await one.watch()
  assert.deepEqual(trial.told, ['backups.overdue'])
})
