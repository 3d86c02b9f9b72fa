// `npm test`: every check and every test, whatever the others say. Its last line is the sum of them all.
import { startTestPostgres } from '../test/support/database.ts'
import { runChecks } from './checks.ts'
import { runJourneys } from './journeys.ts'
import { runServerTests } from './server-tests.ts'
import { type FileResult, printSummary, sumOf } from './test-run.ts'

const checks = await runChecks()
const results: FileResult[] = []
const postgres = await startTestPostgres()
process.env.TEST_DATABASE_URL = postgres.url
try {
  results.push(...(await runServerTests()))
  results.push(...(await runJourneys()))
} finally {
  await postgres.stop()
}
printSummary(results)
const sum = sumOf(results)
const passed = checks.passed + sum.passed
const failed = checks.failed + sum.failed
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
