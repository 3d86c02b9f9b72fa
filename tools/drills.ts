// `npm run drills`: long experiments with faults, one after another, and those that need further system packages. Names what
// it skipped, and why.
//   npm run drills                  all of them
//   npm run drills -- mail-kills    those whose file name contains a word
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { indent } from './test-run.ts'

const words = process.argv.slice(2)
const files = globSync('drills/*.drill.ts')
  .sort()
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
const tally = { passed: 0, failed: 0 }
const skipped: string[] = []

for (const file of files) {
  console.log(`${relative('drills', file)}…`)
  const stream = run({ files: [file], isolation: 'process', timeout: 3_600_000 })
  stream.on('test:diagnostic', ({ message, file: from }) => {
    // Node's own totals have no file.
    if (from) console.log(`    ${message}`)
  })
  stream.on('test:pass', ({ name, details, skip }) => {
    if (details.type === 'suite') return
    if (skip !== undefined) {
      skipped.push(`${name}: ${String(skip)}`)
      return
    }
    tally.passed++
    console.log(`  ✔ ${name} (${(details.duration_ms / 1000).toFixed(0)} s)`)
  })
  stream.on('test:fail', ({ name, details }) => {
    if (details.type === 'suite') return
    tally.failed++
    console.log(`  ✖ ${name}\n${indent(indent(inspect(details.error.cause ?? details.error, { depth: 5 })))}`)
  })
  for await (const _event of stream);
}

if (skipped.length > 0) console.log(`Skipped:\n${indent(skipped.join('\n'))}`)
console.log(`${tally.passed} passed, ${tally.failed} failed, ${skipped.length} skipped`)
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1
