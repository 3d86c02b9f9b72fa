import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { testFileStore } from '../../../test/support/files/file-store-tests.ts'
import { createFolderStore } from './folder-store.ts'

let outside: string
before(async () => {
  outside = await mkdtemp(join(tmpdir(), 'firmeza-files-'))
  await writeFile(join(outside, 'secret'), 'a secret')
})
after(() => rm(outside, { recursive: true }))

testFileStore('a folder', async (name) => ({
  store: createFolderStore(join(outside, name)),
  countUnfinished: async () => globSync(`${name}/**/.*`, { cwd: outside }).length,
}))
