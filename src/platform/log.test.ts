import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { DrizzleQueryError } from 'drizzle-orm'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { createLog, messageOf } from './log.ts'

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

const cause = Object.assign(new Error('duplicate key value'), {
  code: '23505',
  detail: 'Key (email_key)=(ana@example.org) already exists.',
})
const failure = new DrizzleQueryError(
  'insert into "leads" values ($1, $2)',
  ['ana@example.org', 'Ana Ñíguez'],
  cause,
)

test('a failed statement is logged without the values that it was about', async () => {
  let written = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written += chunk
      done()
    },
  })
  const loggerInstance: FastifyBaseLogger = createLog('info', sink)
  const server = Fastify({ loggerInstance })
  server.get('/', async (request) => {
    request.log.error({ err: new Error('it failed', { cause: failure }) }, 'a request failed')
    request.log.error({ err: failure, reason: messageOf(failure) }, 'a request failed')
    return 'done'
  })
  await server.inject('/')
  await server.close()
  assert.match(written, /insert into/)
  assert.match(written, /duplicate key value/)
  assert.match(written, /23505/)
  assert.match(written, /log\.test\.ts/, 'the stack')
  assert.doesNotMatch(written, /ana@example|Ñíguez/)
})

test('a full disk behind the log ends no process', {
  skip: !existsSync('/dev/full') && 'needs /dev/full',
}, () => {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const log = createLog('info')
    for (let line = 0; line < 20_000; line++) log.info({ line }, 'a line that nobody can keep')
    log.fatal('the last line')
    process.stderr.write('still here')
  `
  const full = openSync('/dev/full', 'w')
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'pipe'],
    timeout: 10_000,
  })
  assert.equal(String(stderr), 'still here')
  assert.equal(status, 0)
})
