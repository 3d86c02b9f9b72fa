// What the release archive weighs and how fast it starts, against `npm start` in a clone.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { variables } from '#environment.ts'
import { atMost, type Finding, format, runAlone } from '../support/report.ts'
import { findFreePort, makeDataDir } from '../support/server.ts'

const rounds = 11

/** Makes the archive, unpacks it, and compares. */
export async function measureReleaseArchive(): Promise<Finding[]> {
  execFileSync('npm', ['run', 'release'], { stdio: 'inherit' })
  const [archive = ''] = globSync(`release/*-${process.platform}-${process.arch}.tar.gz`)
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-release-'))
  try {
    // Closed to the account that PostgreSQL runs as, when root starts it, its programs would be looked for elsewhere.
    await chmod(folder, 0o755)
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
    const unpacked = megabytes(folder)
    const clone = megabytes('node_modules') + megabytes('dist')
    const { fromArchive, fromClone } = await compareStarts(folder)
    const packed = megabytes(archive)
    return [
      atMost(0.5, {
        promise: 'release archive, unpacked, against node_modules and dist of a clone',
        measured: `${unpacked} MB (${packed} MB packed) against ${clone} MB`,
        ratio: unpacked / clone,
      }),
      atMost(1.05, {
        promise: 'release archive, start to readiness, against npm start',
        measured: `${format(fromArchive / 1000)} s against ${format(fromClone / 1000)} s`,
        ratio: fromArchive / fromClone,
      }),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The fastest start of each, of many in turns, whose order alternates: what else the machine does only ever adds, up to three times
 * the whole, and of both alike.
 */
async function compareStarts(folder: string) {
  await using data = await makeDataDir()
  const startArchive = () => timeStart(folder, ['./firmeza'], data.path)
  const startClone = () => timeStart('.', ['npm', 'start'], data.path)
  // The first start makes the database, and the first from each place reads its files from the disk.
  await startClone()
  await startArchive()
  const times: { archive: number; clone: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const before = round % 2 ? await startClone() : undefined
    const archive = await startArchive()
    times.push({ archive, clone: before ?? (await startClone()) })
  }
  return {
    fromArchive: Math.min(...times.map(({ archive }) => archive)),
    fromClone: Math.min(...times.map(({ clone }) => clone)),
  }
}

/** Milliseconds from the call of a command to the product's readiness; stops it again. */
async function timeStart(cwd: string, [program = '', ...words]: string[], dataDir: string): Promise<number> {
  const port = await findFreePort()
  const inherited = Object.entries(process.env).filter(([name]) => !(name in variables))
  const begun = performance.now()
  const child = spawn(program, words, {
    cwd,
    stdio: 'ignore',
    env: { ...Object.fromEntries(inherited), PORT: String(port), DATA_DIR: dataDir, STOP_DELAY: '0' },
  })
  const closed = once(child, 'close')
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await sleep(10)
  }
  const taken = performance.now() - begun
  child.kill('SIGTERM')
  await closed
  return taken
}

function megabytes(path: string): number {
  return Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])
}

await runAlone(import.meta, measureReleaseArchive)
