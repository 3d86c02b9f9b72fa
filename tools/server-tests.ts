import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { run as runTests } from 'node:test'
import { inspect } from 'node:util'
import { type FileResult, indent, printTotal } from './test-run.ts'

const program = 'tools/run-test-files.ts'

/** As many files share a process: it loads the product, which takes longer than most files, once for all of them. */
const filesOfProcess = 8

interface Spread {
  /** Processes at a time. */
  processes: number
  /** Files that one process runs at most. */
  filesOfProcess: number
}

/**
 * Runs all `*.test.ts` files. A file that fails is run once more, in a process of its own; what passes then is reported as
 * flaky.
 */
export async function runServerTests(): Promise<FileResult[]> {
  const begun = performance.now()
  // The tests of the whole product take longest, so they come first.
  const files = ['test', 'src'].flatMap((folder) => globSync(`${folder}/**/*.test.ts`).sort())
  // One process more than there are cores: many tests wait most of the time.
  const results = await runFiles(files, { processes: availableParallelism() + 1, filesOfProcess })
  const failed = files.filter((file) => results.get(file)?.failed !== 0)
  // Where many fail, the product is broken and no test is flaky.
  if (failed.length <= 5) {
    for (const [file, again] of await runFiles(failed, { processes: 1, filesOfProcess: 1 })) {
      const seconds = (results.get(file)?.seconds ?? 0) + again.seconds
      results.set(file, { ...again, seconds, flaky: again.failed === 0 ? [file] : [] })
    }
  }
  const all = [...results.values()]
  printTotal('tests', all, begun)
  return all
}

/** Runs test files, some in each process, and prints what fails. */
async function runFiles(
  files: string[],
  { processes, filesOfProcess }: Spread,
): Promise<Map<string, FileResult>> {
  // A file that reports nothing has failed.
  const results = new Map<string, FileResult>(
    files.map((file) => [file, { file, passed: 0, failed: 1, seconds: 0, flaky: [] }]),
  )
  const waiting = [...files]
  const work = async () => {
    while (waiting.length > 0) {
      // Fewer towards the end, so that all processes end at about the same time.
      const count = Math.min(filesOfProcess, Math.ceil(waiting.length / (2 * processes)))
      for (const result of await runProcess(waiting.splice(0, count))) results.set(result.file, result)
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  return results
}

/** Runs some files in a new process; what came of those that it got to the end of. */
async function runProcess(files: string[]): Promise<FileResult[]> {
  const results: FileResult[] = []
  let [passed, failed, output] = [0, 0, '']
  const stream = runTests({ files: [program], argv: files, isolation: 'process' })
  stream.on('test:fail', ({ name, file, line, details: { error } }) => {
    // The parts of a test that failed are reported by themselves.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    failed++
    console.log(`✖ ${name} (${file ? relative('.', file) : '?'}${line ? `:${line}` : ''})`)
    console.log(indent(inspect(error.cause ?? error, { depth: 5 })))
  })
  stream.on('test:pass', ({ nesting, details }) => {
    if (nesting > 0 && details.type !== 'suite') passed++
  })
  stream.on('test:complete', ({ name, nesting, details }) => {
    if (nesting > 0) return
    const isProcess = resolve(name) === resolve(program)
    // A process that fails after all its files have passed is reported by itself.
    if (isProcess && (failed === 0 || results.length < files.length)) return
    if (failed > 0 && output.trim() !== '')
      console.log(`Output of ${name}:\n${indent(output.trim().slice(-4_000))}`)
    results.push({ file: name, passed, failed, seconds: details.duration_ms / 1000, flaky: [] })
    ;[passed, failed, output] = [0, 0, '']
  })
  for (const type of ['test:stdout', 'test:stderr'] as const) {
    stream.on(type, ({ message }) => {
      output += message
    })
  }
  for await (const _event of stream);
  return results
}
