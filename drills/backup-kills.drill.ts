// The process is killed at random moments while it makes, proves and restores backups: each time the site opens again with all
// data of before, or with all that was restored, and nothing half is left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startKillTrial } from '../test/support/backups/kills.ts'

const rounds = Number(process.env.ROUNDS ?? 20)
// About as long as each takes, in milliseconds.
const longest = { backup: 12_000, restore: 10_000 }

test(`${rounds} kills amid backups, proofs and restores`, async () => {
  const trial = await startKillTrial({ leads: 10_000 })
  try {
    await trial.register('Only then')
    const saved = await trial.count()
    const backup = await trial.begin()
    await trial.untilProven(backup)
    await trial.register('Only now')
    const present = await trial.count()
    for (let round = 0; round < rounds; round++) {
      const isRestore = round % 2 === 1
      const id = isRestore ? backup : await trial.begin()
      if (isRestore) await trial.restore(id)
      await sleep(Math.random() * longest[isRestore ? 'restore' : 'backup'])
      const met = isRestore
        ? `restore ${(await trial.readProgress()).step}`
        : `backup ${(await trial.findBackup(id)).state}`
      await trial.kill()
      const isRestored = isRestore && (await trial.readLast()).state === 'done'
      assert.deepEqual(await trial.listNames(), isRestored ? ['Only then'] : ['Only now', 'Only then'])
      assert.deepEqual(await trial.count(), isRestored ? saved : present)
      if (isRestored) await trial.register('Only now')
      if (!isRestore) await trial.untilProven(id)
      await trial.untilIdle()
      assert.deepEqual(await trial.listStrays(), [])
      console.log(`${round + 1}: ${met}${isRestored ? ', restored' : ''}: whole`)
    }
  } finally {
    await trial.end()
  }
})
