// `npm test`: every check and every test, whatever the others say. Its last line is the sum of them all.
import { existsSync, globSync } from 'node:fs'
import { availableParallelism, userInfo } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { run as runTests } from 'node:test'
import { inspect } from 'node:util'
import { startTestPostgres } from '../test/support/database.ts'
import { run, runChecks, type Tally } from './checks.ts'

const debianPackages = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk']

const total: Tally = { passed: 0, failed: 0 }
add(await runChecks())
const postgres = await startTestPostgres()
process.env.TEST_DATABASE_URL = postgres.url
try {
  // Each file is a process of its own; a journey is a server and a browser besides.
  const cores = availableParallelism()
  add(await runPatiently('tests', globSync(['src/**/*.test.ts', 'test/**/*.test.ts']), Math.min(cores, 4)))
  add(
    (await ensureChromium())
      ? await runPatiently('journeys', globSync('e2e/**/*.e2e.ts'), Math.min(cores, 2))
      : { passed: 0, failed: 1 },
  )
} finally {
  await postgres.stop()
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

function add({ passed, failed }: Tally): void {
  total.passed += passed
  total.failed += failed
}

/**
 * Runs test files. One that fails is run once more, alone: on a machine that others use too, a browser or a server may be
 * kept waiting beyond all patience. What passed only then is told, since a race may be behind it.
 */
async function runPatiently(name: string, files: string[], concurrency: number): Promise<Tally> {
  const tallies = await runFiles(name, files.sort(), concurrency)
  const failed = files.filter((file) => tallies.get(file)?.failed !== 0)
  // Where many fail it is not for want of patience.
  if (failed.length > 0 && failed.length <= 5) {
    for (const [file, tally] of await runFiles(`${name}, once more`, failed, 1)) {
      if (tally.failed === 0) console.log(`! ${file} passed only the second time`)
      tallies.set(file, tally)
    }
  }
  return files.length === 0 ? { passed: 0, failed: 1 } : sumOf(tallies)
}

function sumOf(tallies: ReadonlyMap<string, Tally>): Tally {
  const sum: Tally = { passed: 0, failed: 0 }
  for (const { passed, failed } of tallies.values()) {
    sum.passed += passed
    sum.failed += failed
  }
  return sum
}

/** Runs test files, prints what fails and a line for all, and tells how each file did. */
async function runFiles(name: string, files: string[], concurrency: number): Promise<Map<string, Tally>> {
  const begun = performance.now()
  // A file that says nothing of itself has failed.
  const tallies = new Map<string, Tally>(files.map((file) => [file, { passed: 0, failed: 1 }]))
  const output = new Map<string, string>()
  const failing = new Set<string>()
  const stream = runTests({ files, concurrency, isolation: 'process', timeout: 900_000 })
  stream.on('test:fail', ({ name: test, file, line, details }) => {
    const { error } = details
    // A test whose parts failed says nothing that they did not say.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    if (file) failing.add(file)
    console.log(`✖ ${test} (${file ? relative('.', file) : '?'}${line ? `:${line}` : ''})`)
    console.log(indent(inspect(error.cause ?? error, { depth: 5 })))
  })
  for (const type of ['test:stdout', 'test:stderr'] as const) {
    stream.on(type, ({ file, message }) => output.set(file, (output.get(file) ?? '') + message))
  }
  stream.on('test:summary', ({ file, counts }) => {
    if (file === undefined) return
    const failed = counts.tests - counts.passed - counts.skipped - counts.todo
    tallies.set(relative('.', file), { passed: counts.passed, failed })
  })
  if (files.length > 0) for await (const _event of stream);
  for (const file of failing) {
    const text = output.get(file)?.trim()
    if (text) console.log(`Output of ${relative('.', file)}:\n${indent(text.slice(-4_000))}`)
    // All its tests passed, and then it fell.
    const tally = tallies.get(relative('.', file))
    if (tally?.failed === 0) tally.failed = 1
  }
  const { passed, failed } = sumOf(tallies)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const mark = failed === 0 && files.length > 0 ? '✔' : '✖'
  console.log(`${mark} ${name}: ${passed} passed, ${failed} failed, in ${files.length} files (${seconds} s)`)
  return tallies
}

/** Whether the system's Chromium is there; root on Debian gets it installed, with fonts for all ten languages. */
async function ensureChromium(): Promise<boolean> {
  if (isOnPath('chromium')) return true
  if (userInfo().uid === 0 && isOnPath('apt-get')) {
    console.log(`Installing ${debianPackages.join(', ')} for the journeys…`)
    process.env.DEBIAN_FRONTEND = 'noninteractive'
    await run('apt-get', ['update'])
    const { output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages])
    if (isOnPath('chromium')) return true
    console.log(indent(output.trim().slice(-2_000)))
  }
  console.log(
    `✖ The journeys need Chromium: install it (on Debian: apt-get install ${debianPackages.join(' ')}).`,
  )
  return false
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ')
}
