import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'
import { createLog } from '#platform/log.ts'
import { createFaultLog, isOutsideFault } from './faults.ts'
import { createFaultHandler } from './stop-signals.ts'

/** What a promise is rejected with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )

const errorWith = (code: string, message = code) => Object.assign(new Error(message), { code })

/** A log whose lines can be read. */
function createReadableLog() {
  const lines: { level: number; msg: string; unlogged?: number }[] = []
  return { log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }), lines }
}

describe('an uncaught error', () => {
  test('of the surroundings is told from a mistake in the program', async () => {
    const refused = await errorOf(new Promise((_, reject) => connect(1, '127.0.0.1').on('error', reject)))
    const unreachable = await errorOf(
      new pg.Client({ connectionString: 'postgres://x@127.0.0.1:1/x' }).connect(),
    )
    const outside = [
      ...[refused, unreachable, new DrizzleQueryError('SELECT 1', [], unreachable as Error)],
      ...['EMFILE', 'ENOSPC', 'EPIPE', 'ENOTFOUND', '57P01', '08006', '53300'].map((code) => errorWith(code)),
      new Error('Connection terminated unexpectedly'),
      new AggregateError([refused], '', { cause: refused }),
    ]
    for (const error of outside) assert.equal(isOutsideFault(error), true, String(error))

    const missing = await errorOf(readFile('/nowhere/at/all'))
    const mistakes = [
      ...[new TypeError('x is not a function'), new RangeError('x'), new assert.AssertionError({})],
      ...[errorWith('ERR_INVALID_ARG_TYPE'), errorWith('EBADF'), errorWith('42703'), errorWith('23505')],
      ...[missing, new Error('no such text'), 'a string', undefined],
    ]
    for (const error of mistakes) assert.equal(isOutsideFault(error), false, String(error))
  })

  test('is survived and logged a few times when it comes from outside, and stops the process otherwise', () => {
    const { log, lines } = createReadableLog()
    let stops = 0
    const handle = createFaultHandler(log, () => stops++)
    for (let count = 0; count < 1_000; count++) handle(errorWith('EMFILE'))
    handle(errorWith('ECONNRESET'))
    assert.equal(stops, 0)
    assert.deepEqual(
      lines.map(({ level }) => level),
      [50, 50],
    )
    handle(new TypeError('x is not a function'))
    assert.equal(stops, 1)
    assert.equal(lines.at(-1)?.level, 60)
  })
})

test('a fault that goes on is logged again after a while, with how often it happened', (context) => {
  const { log, lines } = createReadableLog()
  let now = 0
  context.mock.method(performance, 'now', () => now)
  const note = createFaultLog(log, 1_000)
  for (let count = 0; count < 5; count++) note('kind', {}, 'it failed')
  note('other', {}, 'something else failed')
  assert.equal(lines.length, 2)
  now = 1_000
  note('kind', {}, 'it failed')
  note('kind', {}, 'it failed')
  assert.equal(lines.length, 3)
  assert.equal(lines[2]?.unlogged, 4)
})
