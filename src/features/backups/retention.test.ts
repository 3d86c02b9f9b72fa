import assert from 'node:assert/strict'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import { type MakingTrial, startMakingTrial } from '../../../test/support/backups/making-trial.ts'
import { days } from '../../../test/support/clock.ts'
import { createDeletionStore } from './deletion-store.ts'
import { backups } from './table.ts'

let trial: MakingTrial
before(async () => {
  trial = await startMakingTrial()
})
afterEach(() => trial.clear())
after(() => trial.close())

/** A backup of some days ago, proven unless it failed; returns its id. */
async function add(daysAgo: number, kind: 'proven' | 'failed' | 'unproven' = 'proven'): Promise<string> {
  const createdAt = new Date(trial.clock.now().getTime() - daysAgo * days)
  const file = `firmeza-${daysAgo}-${kind}.tar`
  await mkdir(trial.folder, { recursive: true })
  await writeFile(join(trial.folder, file), 'x')
  const [row] = await trial.db
    .insert(backups)
    .values({
      ...{ reason: 'schedule', createdAt, file, size: 1 },
      state: kind === 'failed' ? 'failed' : 'done',
      provenAt: kind === 'proven' ? createdAt : null,
      copies: [{ destination: 'folder', state: 'written', detail: null }],
    })
    .returning({ id: backups.id })
  return row?.id ?? ''
}
const left = async () => (await readdir(trial.folder)).toSorted()

describe('old backups', () => {
  test('are deleted after their time, the others stay', async () => {
    for (const age of [1, 13, 15, 40]) await add(age)
    await add(20, 'failed')
    await trial.createProcess().retention.run()
    assert.deepEqual(await left(), ['firmeza-1-proven.tar', 'firmeza-13-proven.tar'])
    // What was there still shows in the picture of the last weeks.
    assert.equal((await trial.db.select().from(backups)).length, 5)
  })

  test('stay while no later one is proven', async () => {
    await add(40)
    await add(30)
    await add(20, 'failed')
    await add(1, 'unproven')
    await trial.createProcess().retention.run()
    assert.deepEqual(await left(), ['firmeza-1-unproven.tar', 'firmeza-30-proven.tar'])
  })

  test('stay while one is being restored', async () => {
    const id = await add(40)
    await add(1)
    await trial.store.hold(id, 60)
    await trial.createProcess().retention.run()
    assert.equal((await left()).length, 2)
  })

  test('that a place does not delete are told of once, and deleted later', async () => {
    await add(40)
    await add(1)
    const broken = trial.createProcess({ folder: join(trial.folder, 'firmeza-1-proven.tar') })
    await broken.retention.run()
    await broken.retention.run()
    assert.deepEqual(trial.told, ['backups.not_deleted'])
    assert.equal((await left()).length, 2)
    await trial.createProcess().retention.run()
    assert.deepEqual(await left(), ['firmeza-1-proven.tar'])
  })
})

test('what a killed process has left half is removed, and what is being written stays', async () => {
  await mkdir(trial.folder, { recursive: true })
  for (const [name, minutes] of [
    ['.left', 6],
    ['.growing', 1],
  ] as const) {
    await writeFile(join(trial.folder, name), 'x')
    const grownAt = new Date(trial.clock.now().getTime() - minutes * 60_000)
    await utimes(join(trial.folder, name), grownAt, grownAt)
  }
  await trial.createProcess().retention.run()
  assert.deepEqual(await left(), ['.growing'])
})

test('of the last two that are proven, deleted at once, one stays', async () => {
  const ids = [await add(2), await add(1)]
  const store = createDeletionStore(trial.db)
  const deleted = await Promise.all(ids.map((id) => store.markDeleted(id, trial.clock.now())))
  assert.equal(deleted.filter(Boolean).length, 1)
})
