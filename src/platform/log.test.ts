import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLog } from './log.ts'

test('an error is logged with its cause and its place, without what the database says of a row', () => {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  // As pg makes them.
  const detail = 'Failing row contains (7, ana@example.org).'
  const cause = Object.assign(new Error('null value in column "name"'), { code: '23502', detail })
  const log = createLog('info', destination).child({ reqId: 'x' })
  log.error({ err: cause }, 'alone')
  log.error({ err: new Error('Failed query', { cause }) }, 'as a cause')
  const text = lines.join('')
  assert.equal(lines.length, 2)
  assert.doesNotMatch(text, /ana@example/)
  assert.match(lines[1] ?? '', /Failed query.*null value in column.*23502.*log\.test\.ts/)
})
