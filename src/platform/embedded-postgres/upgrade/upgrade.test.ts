import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { choosePlaces, ownMajor, type Places } from '#platform/embedded-postgres/embedded-postgres-places.ts'
import { createLog } from '#platform/log.ts'
import { findEarlierPrograms } from './earlier-programs.ts'
import { fetchPrograms, releases } from './fetched-programs.ts'
import { removeExpired } from './kept.ts'
import { complete, draftOf, finishSwap } from './swap.ts'

const log = createLog('silent')
let parent: string
let places: Places
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
})
after(() => rm(parent, { recursive: true, force: true }))
beforeEach(async () => {
  const dataDir = await mkdtemp(join(parent, 'data-'))
  places = { dataDir, cluster: join(dataDir, 'postgres'), binaries: '/nowhere', account: undefined }
})

/** A folder that looks like a cluster. */
async function makeCluster(folder: string, name: string): Promise<void> {
  await mkdir(join(folder, 'global'), { recursive: true })
  await writeFile(join(folder, 'PG_VERSION'), name)
  await writeFile(join(folder, 'global', 'pg_control'), `control of ${name}`)
}

const list = async () => (await readdir(places.dataDir)).sort()
const nameIn = (folder: string) => readFile(join(places.dataDir, folder, 'PG_VERSION'), 'utf8')

describe('the change of an old cluster for a new one', () => {
  beforeEach(async () => {
    await makeCluster(places.cluster, '17')
    await makeCluster(draftOf(places).cluster, '18')
  })

  const assertChanged = async () => {
    assert.deepEqual(await list(), ['postgres', 'postgres-17'])
    assert.deepEqual([await nameIn('postgres'), await nameIn('postgres-17')], ['18', '17'])
  }

  test('happens once the new one is complete, and not before', async () => {
    await finishSwap(places, log)
    assert.deepEqual([await list(), await nameIn('postgres')], [['postgres', 'upgrade'], '17'])
    await complete(places, 17)
    await finishSwap(places, log)
    await assertChanged()
    await finishSwap(places, log)
    await assertChanged()
  })

  test('goes on from wherever it was cut', async () => {
    await complete(places, 17)
    await rename(places.cluster, join(places.dataDir, 'postgres-17'))
    await finishSwap(places, log)
    await assertChanged()

    // After the second step.
    await makeCluster(join(places.dataDir, 'upgrade', 'left'), '18')
    await writeFile(
      join(places.dataDir, 'upgrade', 'complete'),
      JSON.stringify({ from: 17, keptAs: 'postgres-17', control: '' }),
    )
    await finishSwap(places, log)
    await assertChanged()
  })

  test('of two processes at once, changes nothing twice', async () => {
    await complete(places, 17)
    await Promise.allSettled([finishSwap(places, log), finishSwap(places, log), finishSwap(places, log)])
    await finishSwap(places, log)
    await assertChanged()
  })

  test('does not happen when the old one was used since, or is in use', async () => {
    await complete(places, 17)
    await writeFile(join(places.cluster, 'global', 'pg_control'), 'used since')
    await finishSwap(places, log)
    assert.deepEqual([await list(), await nameIn('postgres')], [['postgres'], '17'])
  })

  test('keeps an earlier kept one, too', async () => {
    await makeCluster(join(places.dataDir, 'postgres-17'), 'kept before')
    await complete(places, 17)
    await finishSwap(places, log)
    assert.deepEqual(await list(), ['postgres', 'postgres-17', 'postgres-17-2'])
    assert.deepEqual([await nameIn('postgres-17'), await nameIn('postgres-17-2')], ['kept before', '17'])
  })
})

test('a kept cluster is removed after 30 days, and nothing else is', async () => {
  const now = new Date('2030-03-01T00:00:00Z')
  const names = { 'postgres-16': 31, 'postgres-17': 29, postgres: 400, 'postgres-old': 400 }
  for (const [name, days] of Object.entries(names)) {
    await makeCluster(join(places.dataDir, name), name)
    const then = new Date(now.getTime() - days * 24 * 60 * 60_000)
    await utimes(join(places.dataDir, name), then, then)
  }
  await removeExpired(places, log, now.getTime())
  assert.deepEqual(await list(), ['postgres', 'postgres-17', 'postgres-old'])
})

describe('the programs of an earlier major version', () => {
  test('are known for the one before the present, where it was bundled', async () => {
    const before = (await ownMajor()) - 1
    assert.deepEqual(Object.keys(releases[before]?.integrity ?? {}).sort(), [
      'darwin-arm64',
      'darwin-x64',
      'linux-arm64',
      'linux-x64',
    ])
  })

  test('are not unpacked when they are not those that are known, and nothing is left of them', async () => {
    const server = createServer((_request, response) => response.end('something else'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      await assert.rejects(
        fetchPrograms(17, { dataDir: places.dataDir, log, registry }),
        /is not the package that this version knows$/,
      )
    } finally {
      server.close()
    }
    assert.deepEqual(await list(), [])
  })

  test('that cannot be had end in a sentence that says what to do', async () => {
    const major = [17, 16].find((one) => !existsSync(`/usr/lib/postgresql/${one}`)) ?? 14
    const found = findEarlierPrograms(major, {
      ...{ places, log, named: undefined },
      registry: 'http://127.0.0.1:1',
    })
    await assert.rejects(found, {
      name: 'EmbeddedPostgresError',
      message: new RegExp(
        `made by PostgreSQL ${major}, .* could not be fetched: .*\\. Install PostgreSQL ${major} .* or name the folder .* OLD_POSTGRES_DIR, .* Nothing was changed\\.$`,
      ),
    })
  })

  test('of another version are refused', async () => {
    // PostgreSQL may run as another account.
    await chmod(parent, 0o755)
    const own = await choosePlaces(places.dataDir, log)
    const found = findEarlierPrograms(17, { places: own, log, named: own.binaries })
    await assert.rejects(
      found,
      /OLD_POSTGRES_DIR names .* it is another version \(postgres \(PostgreSQL\) 18/,
    )
  })
})
