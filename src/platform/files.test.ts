import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createFolderStore } from './files.ts'

let outside: string
before(async () => {
  outside = await mkdtemp(join(tmpdir(), 'firmeza-files-'))
  await writeFile(join(outside, 'secret'), 'a secret')
})
after(() => rm(outside, { recursive: true }))

describe('files in a folder', () => {
  test('are found as they were put, and gone once removed', async () => {
    const store = createFolderStore(join(outside, 'files'))
    assert.equal(await store.find('pictures/ab/cd-320.webp'), undefined)
    const bytes = Buffer.from([0, 1, 255])
    await Promise.all([
      store.put('pictures/ab/cd-320.webp', bytes),
      store.put('pictures/ab/cd-320.webp', bytes),
    ])
    assert.deepEqual(await store.find('pictures/ab/cd-320.webp'), bytes)
    assert.deepEqual(await readdir(join(outside, 'files/pictures/ab')), ['cd-320.webp'])
    await store.remove('pictures/ab/cd-320.webp')
    await store.remove('pictures/ab/cd-320.webp')
    assert.equal(await store.find('pictures/ab/cd-320.webp'), undefined)
  })

  for (const name of [
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a//b',
    '',
    '.hidden',
    'a\\b',
    'a\0b',
    'a/./b',
    'A',
    'a'.repeat(300),
  ]) {
    test(`never have a name like ${JSON.stringify(name).slice(0, 40)}`, async () => {
      const store = createFolderStore(join(outside, 'files'))
      await assert.rejects(store.find(name), RangeError)
      await assert.rejects(store.put(name, Buffer.from('x')), RangeError)
      await assert.rejects(store.remove(name), RangeError)
    })
  }
})
