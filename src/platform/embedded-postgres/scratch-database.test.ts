import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createLog } from '#platform/log.ts'
import { createScratchDatabases, removeLeftDatabases } from './scratch-database.ts'

let dataDir: string

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
})
after(() => rm(dataDir, { recursive: true, force: true }))

test('scratch databases are gone afterwards, and so is what a killed process has left', async () => {
  const scratch = createScratchDatabases({ dataDir, log: createLog('silent') })
  const listFolders = () => readdir(join(dataDir, 'scratch'))
  let first = ''
  const working = scratch(async (url) => {
    first = url
    await query(url, 'CREATE TABLE something (number int)')
    const left = await leaveDatabase()
    assert.equal((await listFolders()).length, 2)
    await query(left, 'SELECT 1')
    await scratch(async (other) => {
      assert.equal((await listFolders()).length, 2)
      await assert.rejects(query(left, 'SELECT 1'))
      assert.ok(!existsSync(socketOf(left)))
      await query(other, 'CREATE TABLE something (number int)')
    })
    // That of a living process was left alone.
    await query(url, 'SELECT FROM something')
    throw new Error('the work fails')
  })
  await assert.rejects(working, /the work fails/)
  assert.deepEqual(await listFolders(), [])
  assert.ok(!existsSync(socketOf(first)))

  const left = await leaveDatabase()
  await removeLeftDatabases(dataDir)
  await assert.rejects(query(left, 'SELECT 1'))
  assert.deepEqual(await listFolders(), [])
  await removeLeftDatabases(join(dataDir, 'none'))
})

/** The address of a database whose process was killed. */
async function leaveDatabase(): Promise<string> {
  const child = fork(new URL('../../../test/support/processes/scratch-process.ts', import.meta.url), [
    dataDir,
  ])
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the process ended')))
  ended.catch(() => {})
  const [url] = await Promise.race([once(child, 'message'), ended])
  child.kill('SIGKILL')
  await ended.catch(() => {})
  return String(url)
}

const socketOf = (url: string): string => new URL(url).searchParams.get('host') ?? ''

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
