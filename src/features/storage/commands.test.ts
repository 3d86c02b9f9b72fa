import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type FileStore, putFile, readFile } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { createLog } from '#platform/log.ts'
import { readObjectStoreUrl } from '#shared/files/object-store.ts'
import { startS3Server } from '../../../test/support/files/s3-server.ts'
import { copyFiles } from './commands.ts'

test('files are copied to another store once, those that differ again, and a copy that is wrong is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-copies-'))
  const server = await startS3Server()
  try {
    const from = createFolderStore(folder)
    const place = { objectStore: readObjectStoreUrl(server.url), redirectsToStore: false }
    const to = await openFiles(place, { folder, log: createLog('silent') })
    const large = Buffer.alloc(6_000_000, 'large')
    await putFile(from, 'documents/a/file.pdf', large)
    await putFile(from, 'pictures/b.webp', Buffer.from('small'))
    assert.deepEqual(await copyFiles(from, to), { copied: 2, same: 0 })
    assert.deepEqual(await readFile(to, 'documents/a/file.pdf'), large)
    await putFile(to, 'pictures/b.webp', Buffer.from('other'))
    assert.deepEqual(await copyFiles(from, to), { copied: 1, same: 1 })
    assert.equal(String(await readFile(to, 'pictures/b.webp')), 'small')
    const forgetful: FileStore = { ...to, open: async () => undefined }
    await assert.rejects(copyFiles(from, forgetful), /differs/)
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
})
