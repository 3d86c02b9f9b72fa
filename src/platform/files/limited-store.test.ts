import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createFakeClock } from '../../../test/support/clock.ts'
import { chunksOf } from '../../../test/support/files/file-store-tests.ts'
import { putFile } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { limitFiles } from './limited-store.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'firmeza-files-'))
})
after(() => rm(folder, { recursive: true }))

const openStore = (name: string) => createFolderStore(join(folder, name))

describe('a store with a quota', () => {
  test('refuses what does not fit, and takes it again once there is room', async () => {
    const clock = createFakeClock(new Date('2026-01-01T00:00:00Z'))
    const store = limitFiles(openStore('quota'), { quota: 10, clock })
    await putFile(store, 'a/1.txt', Buffer.from('12345678'))
    assert.deepEqual(await store.usage(), { used: 8, quota: 10 })
    await assert.rejects(store.write('a/2.txt', chunksOf('1', '2', '3')), {
      code: 'storage_full',
      status: 507,
    })
    assert.equal(await store.find('a/2.txt'), undefined)
    await putFile(store, 'a/3.txt', Buffer.from('12'))
    assert.deepEqual(await store.usage(), { used: 10, quota: 10 })
    await store.remove('a/1.txt')
    await putFile(store, 'a/2.txt', Buffer.from('123'))
    assert.deepEqual(await store.usage(), { used: 5, quota: 10 })
  })

  test('holds what fits of files that are written at the same time, each of which would fit alone', async () => {
    const clock = createFakeClock(new Date('2026-01-01T00:00:00Z'))
    const store = limitFiles(openStore('quota-at-once'), { quota: 10, clock })
    const names = ['a/1.txt', 'a/2.txt', 'a/3.txt']
    const writes = names.map((name) => store.write(name, chunksOf('12', '34', '56')))
    const stored = (await Promise.allSettled(writes)).filter(({ status }) => status === 'fulfilled')
    assert.ok(stored.length <= 1, `${stored.length} files of 6 bytes are stored`)
    assert.deepEqual((await store.usage()).used, stored.length * 6)
    await putFile(store, 'a/4.txt', Buffer.from('1234'))
    await assert.rejects(store.write('a/5.txt', chunksOf('1234567')), { code: 'storage_full' })
  })

  test('counts what other processes have written once its measurement is old', async () => {
    const clock = createFakeClock(new Date('2026-01-01T00:00:00Z'))
    const plain = openStore('quota-of-two')
    const store = limitFiles(plain, { quota: undefined, clock })
    await putFile(store, 'a/1.txt', Buffer.from('1'))
    await store.usage()
    await putFile(plain, 'a/2.txt', Buffer.from('22'))
    assert.equal((await store.usage()).used, 1)
    clock.advance(61_000)
    assert.equal((await store.usage()).used, 3)
  })
})
