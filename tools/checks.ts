// The checks that need no running product. By itself (`npm run check`) it prints what they say.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Tally } from './test-run.ts'

interface Check {
  name: string
  command: string
  args: string[]
}

const checks: Check[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '--colors=off'] },
  ...['server', 'browser', 'test'].map((part) => ({
    name: `types of the ${part === 'test' ? 'tests' : part}`,
    command: 'tsc',
    args: ['-p', part === 'server' ? 'tsconfig.json' : `tsconfig.${part}.json`, '--pretty', 'false'],
  })),
  { name: 'nothing unused', command: 'knip', args: ['--no-progress'] },
  { name: 'build', command: 'sh', args: ['tools/run.sh', '--built'] },
]

/** Runs every check, one for each core at the same time, and prints the output of those that fail. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  // The build takes longest, so it comes first.
  const waiting = checks.toReversed()
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) await runCheck(check, tally)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return tally
}

async function runCheck({ name, command, args }: Check, tally: Tally): Promise<void> {
  const begun = performance.now()
  const { code, output } = await run(command, args)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output.trimEnd())
  tally[code === 0 ? 'passed' : 'failed']++
}

/** Runs a program to its end; `tools/run.sh` has put the project's own programs first on the path. */
export async function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number>((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (value) => resolve(value ?? 1))
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, output: `${out}${error}` }
}

if (import.meta.main) {
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
}
