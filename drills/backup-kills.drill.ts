// The process is killed at random moments of every part of making, proving and restoring backups: each time the site opens again
// with all data of before, or with all that was restored, and nothing half is left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { migrateDatabase } from '#platform/postgres.ts'
import { createTestFiles, emptyDatabases, makeArchive, orderOf } from '../test/support/backups/archives.ts'
import { killSecret, startKillTrial } from '../test/support/backups/kills.ts'
import { until } from '../test/support/until.ts'

const rounds = Number(process.env.ROUNDS ?? 20)

/** The parts, each with less than it takes in milliseconds, mostly: a kill comes at most that late, and as soon as the part is over. */
const making = { writing: 1_000, proving: 5_000 }
const restoring = {
  preparing: 3_000,
  replacing: 1_000,
  // Committed, while the site is still closed.
  done: 300,
  checking: 300,
  backing_up: 1_500,
  files: 50,
  closing: 1_100,
}
const parts = Object.entries({ ...making, ...restoring })

test(`${rounds} kills amid backups, proofs and restores`, async (context) => {
  const trial = await startKillTrial({ leads: 10_000 })
  const met: Record<string, number> = {}

  /** Waits for a part to begin, and then for a random moment of it; returns which one the kill meets. */
  async function wait(part: string, id: string | undefined): Promise<string> {
    let step = ''
    const look = async () => {
      step = await trial.readStep(id)
      return step
    }
    await until(async () => [part, 'done', 'failed'].includes(await look()), `${part} begins`, 90)
    const [, longest = 0] = parts.find(([name]) => name === part) ?? []
    const end = performance.now() + Math.random() * longest
    while (performance.now() < end && (await look()) === part) await sleep(5)
    return look()
  }

  try {
    await trial.register('Only then')
    const saved = await trial.count()
    const backup = await trial.begin()
    await trial.untilProven(backup)
    const older = await trial.upload(await makeOlderArchive(trial.databaseUrl))
    await trial.register('Only now')
    const present = await trial.count()
    for (let round = 0; round < rounds; round++) {
      const [part = ''] = parts[round % parts.length] ?? []
      const isRestore = part in restoring
      // Only one of an earlier version of the schema has to be prepared.
      const id = !isRestore ? await trial.begin() : part === 'preparing' ? older : backup
      if (isRestore) await trial.restore(id)
      const step = await wait(part, isRestore ? undefined : id)
      await trial.kill()
      const isRestored = isRestore && (await trial.readLast()).state === 'done'
      assert.deepEqual(await trial.listNames(), isRestored ? ['Only then'] : ['Only now', 'Only then'])
      assert.deepEqual(await trial.count(), isRestored ? saved : present)
      if (isRestored) await trial.register('Only now')
      if (!isRestore) await trial.untilProven(id)
      await trial.untilIdle()
      for (const end = performance.now() + 15_000; (await trial.listLeft()).length > 0; await sleep(100))
        if (performance.now() > end) assert.deepEqual(await trial.listLeft(), [], `left after ${step}`)
      assert.deepEqual(await trial.listStrays(), [])
      met[step] = (met[step] ?? 0) + 1
      context.diagnostic(`${round + 1}: ${part}, met ${step}${isRestored ? ', restored' : ''}: whole`)
    }
    context.diagnostic(`kills by what they met: ${JSON.stringify(met)}`)
    // The others may be over before they are seen.
    for (const [part] of parts.slice(0, Math.min(rounds, 5))) assert.ok(met[part], `no kill has met ${part}`)
  } finally {
    await trial.end()
  }
})

/** An archive of this installation when its schema was older, with nobody in it. */
async function makeOlderArchive(databaseUrl: string): Promise<Buffer> {
  const stored = await createTestFiles()
  try {
    return await emptyDatabases(databaseUrl)(async (url) => {
      await migrateDatabase(url, { only: listMigrations().slice(0, -4) })
      const source = { databaseUrl: url, files: stored.files }
      return (await makeArchive(orderOf(source, { secretId: identifySecret(killSecret) }))).bytes
    })
  } finally {
    await stored.remove()
  }
}
