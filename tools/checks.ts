// The checks that need no running product. By itself (`npm run check`) it prints what they say.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

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

export interface Tally {
  passed: number
  failed: number
}

/** Runs every check, whatever the others say, and prints the output of those that fail. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const { name, command, args } of checks) {
    const begun = performance.now()
    const { code, output } = await run(command, args)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`)
    if (code !== 0) console.log(output.trimEnd())
    tally[code === 0 ? 'passed' : 'failed']++
  }
  return tally
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
