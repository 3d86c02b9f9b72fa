import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withTemporaryFolder } from './temporary-folder.ts'

test('a temporary folder is gone afterwards, with what a killed process has left, and not with what another one uses', async () => {
  const nameOf = (host: string, pid: number) => join(tmpdir(), `firmeza-test-left-${host}-${pid}-abc123`)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const left = nameOf(hostname(), pid)
  const others = [nameOf(hostname(), process.ppid), nameOf('elsewhere', pid)]
  for (const folder of [left, ...others]) await mkdir(folder, { recursive: true })
  try {
    const own = await withTemporaryFolder('test-left', async (folder) => {
      assert.deepEqual([left, ...others, folder].map(existsSync), [false, true, true, true])
      return folder
    })
    assert.ok(!existsSync(own))
  } finally {
    for (const folder of [left, ...others]) await rm(folder, { recursive: true, force: true })
  }
})
