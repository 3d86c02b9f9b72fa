import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestFiles } from '../../../test/support/backups/archives.ts'
import { putFile } from './file-store.ts'
import { keepWhileBackedUp } from './kept-store.ts'

test('while a backup is written, what rows may name stays, and what is drawn is removed at once', async () => {
  const { files, remove } = await createTestFiles()
  try {
    let isBackedUp = true
    const kept = keepWhileBackedUp(files, async () => isBackedUp)
    const names = ['documents/a/file.pdf', 'of-a-new-feature/b.bin', 'badge-cards/es_a_1.png']
    for (const name of names) await putFile(kept, name, Buffer.from(name))
    const listLeft = async () => {
      for (const name of names) await kept.remove(name)
      const found = await Promise.all(names.map((name) => files.find(name)))
      return names.filter((_, index) => found[index])
    }
    assert.deepEqual(await listLeft(), names.slice(0, 2))
    isBackedUp = false
    assert.deepEqual(await listLeft(), [])
  } finally {
    await remove()
  }
})
