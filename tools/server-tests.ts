import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { run as runTests } from 'node:test'
import { inspect } from 'node:util'
import { type FileResult, indent, printTotal } from './test-run.ts'

/**
 * Runs all `*.test.ts` files, each in a process of its own, one more at a time than there are cores: many wait most of
 * the time. A file that fails is run once more; what passes then is reported as flaky.
 */
export async function runServerTests(): Promise<FileResult[]> {
  const begun = performance.now()
  // The tests of the whole product take longest, so they come first.
  const files = ['test', 'src'].flatMap((folder) => globSync(`${folder}/**/*.test.ts`).sort())
  const results = await runFiles(files, availableParallelism() + 1)
  const failed = files.filter((file) => results.get(file)?.failed !== 0)
  // Where many fail, the product is broken and no test is flaky.
  if (failed.length <= 5) {
    for (const [file, again] of await runFiles(failed, 1)) {
      const seconds = (results.get(file)?.seconds ?? 0) + again.seconds
      results.set(file, { ...again, seconds, flaky: again.failed === 0 ? [file] : [] })
    }
  }
  const all = [...results.values()]
  printTotal('tests', all, begun)
  return all
}

/** Runs test files and prints what fails. */
async function runFiles(files: string[], concurrency: number): Promise<Map<string, FileResult>> {
  // A file that reports nothing has failed.
  const results = new Map<string, FileResult>(
    files.map((file) => [file, { file, passed: 0, failed: 1, seconds: 0, flaky: [] }]),
  )
  if (files.length === 0) return results
  const output = new Map<string, string>()
  const failing = new Set<string>()
  const stream = runTests({ files, concurrency, isolation: 'process', timeout: 900_000 })
  stream.on('test:fail', ({ name: test, file, line, details }) => {
    const { error } = details
    // The parts of a test that failed are reported by themselves.
    if ('failureType' in error && error.failureType === 'subtestsFailed') return
    if (file) failing.add(file)
    console.log(`✖ ${test} (${file ? relative('.', file) : '?'}${line ? `:${line}` : ''})`)
    console.log(indent(inspect(error.cause ?? error, { depth: 5 })))
  })
  for (const type of ['test:stdout', 'test:stderr'] as const) {
    stream.on(type, ({ file, message }) => output.set(file, (output.get(file) ?? '') + message))
  }
  stream.on('test:summary', ({ file: path, counts, duration_ms }) => {
    if (path === undefined) return
    const file = relative('.', path)
    const failed = counts.tests - counts.passed - counts.skipped - counts.todo
    results.set(file, { file, passed: counts.passed, failed, seconds: duration_ms / 1000, flaky: [] })
  })
  for await (const _event of stream);
  for (const path of failing) {
    const text = output.get(path)?.trim()
    if (text) console.log(`Output of ${relative('.', path)}:\n${indent(text.slice(-4_000))}`)
    // All its tests passed, and then the process failed.
    const result = results.get(relative('.', path))
    if (result?.failed === 0) result.failed = 1
  }
  return results
}
