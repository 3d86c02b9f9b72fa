import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { putFile } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createLog } from '#platform/log.ts'
import { createFakeClock, hours } from '../../../test/support/clock.ts'
import { createStorageCheck } from './check.ts'

let folder: string
let told: number[]
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmeza-check-'))
})
after(() => rm(folder, { recursive: true }))
beforeEach(() => {
  told = []
})

async function listNames(store: ReturnType<typeof createFolderStore>): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.list('')) names.push(name)
  return names.sort()
}

test('files that belong to nothing are removed once they are old, and those of others never', async () => {
  const files = createFolderStore(join(folder, 'files'))
  for (const name of [
    'documents/a/file.pdf',
    'documents/a/cover.webp',
    'documents/b/file.pdf',
    'other/x.bin',
  ])
    await putFile(files, name, Buffer.from(name))
  const clock = createFakeClock()
  const { check } = createStorageCheck({
    ...{ files, clock, log: createLog('silent') },
    listSources: () => [
      {
        prefix: 'documents/',
        list: async () => ({ needed: ['documents/a/file.pdf'], possible: ['documents/a/cover.webp'] }),
      },
    ],
    tellOfMissing: async (count) => void told.push(count),
  })
  assert.deepEqual(await check(), { removed: 0, missing: [] })
  clock.advance(2 * hours)
  assert.deepEqual(await check(), { removed: 1, missing: [] })
  assert.deepEqual(await listNames(files), ['documents/a/cover.webp', 'documents/a/file.pdf', 'other/x.bin'])
  assert.deepEqual(told, [])
})

test('files that are missing are noted, and told of once', async () => {
  const files = createFolderStore(join(folder, 'missing'))
  const noted: string[][] = []
  let needed = ['documents/a/file.pdf', 'documents/b/file.pdf']
  const { check } = createStorageCheck({
    ...{ files, clock: createFakeClock(), log: createLog('silent') },
    listSources: () => [
      {
        prefix: 'documents/',
        list: async () => ({ needed, possible: [] }),
        noteMissing: async (names) => void noted.push([...names]),
      },
    ],
    tellOfMissing: async (count) => void told.push(count),
  })
  await putFile(files, 'documents/a/file.pdf', Buffer.from('a'))
  assert.deepEqual((await check()).missing, ['documents/b/file.pdf'])
  await check()
  assert.deepEqual(noted, [['documents/b/file.pdf'], ['documents/b/file.pdf']])
  assert.deepEqual(told, [1])
  needed = ['documents/a/file.pdf']
  assert.deepEqual(await check(), { removed: 0, missing: [] })
})
