// `npm test`: every check and every test, whatever the others say. Its last line is the sum of them all.
import { resolve } from 'node:path'
import { startTestPostgres } from '../test/support/database.ts'
import { runChecks } from './checks.ts'
import { ensureChromium } from './chromium.ts'
import { runJourneys } from './journeys.ts'
import { runServerTests } from './server-tests.ts'
import { moveTemporaryFiles } from './temporary-files.ts'
import { type FileResult, printSummary, sumOf } from './test-run.ts'

// Test files have most modules in common: each is compiled once for all of them.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node')
moveTemporaryFiles()
const chromium = ensureChromium()
const checks = await runChecks()
const results: FileResult[] = []
const postgres = await startTestPostgres()
process.env.TEST_DATABASE_URL = postgres.url
try {
  results.push(...(await runServerTests()))
  results.push(...(await runJourneys(await chromium)))
} finally {
  await postgres.stop()
}
printSummary(results)
const sum = sumOf(results)
const passed = checks.passed + sum.passed
const failed = checks.failed + sum.failed
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
