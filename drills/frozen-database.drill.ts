import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { LoginResponse } from '#features/accounts/contract.ts'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import { draftOf, registrationOf } from '../test/support/factories.ts'
import { createHttpClient, type Reply, type Send } from '../test/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts'

const password = 'correct horse battery'
const login = { form: { username: 'admin', password } }
const trouble = 25_000
const longest = 9_000
let dataDir: string
let server: ServerProcess
let team: Send

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firmeza-frozen-'))
  server = await startServerProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const { access_token: token } = (await server.send('/api/auth/login', login)).read(LoginResponse)
  team = createHttpClient(server.url, { authorization: `Bearer ${token}` })
})
after(async () => {
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

/** PostgreSQL's first process, and the folder of its socket. */
function readPostmaster(): { pid: number; socketFolder: string } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' }
}

/** Sends a signal to all processes of PostgreSQL. The first is stopped first, so that it starts no more. */
function signalPostgres(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const { pid } = readPostmaster()
  process.kill(pid, signal)
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ')
      if (Number(fields?.[1]) === pid) process.kill(Number(entry), signal)
    } catch {
      // It has ended.
    }
  }
}

/** Visitors who read a cached page until they are stopped. Returns the times of all answers, in milliseconds. */
function readCachedPages({ send }: ServerProcess = server) {
  const times: number[] = []
  const statuses = new Set<number>()
  let isOver = false
  const agent = new Agent({ keepAlive: true })
  async function visit(): Promise<void> {
    while (!isOver) {
      const start = performance.now()
      const { status } = await send('/es/', { agent })
      times.push(performance.now() - start)
      statuses.add(status)
      await sleep(10)
    }
  }
  const visitors = Array.from({ length: 20 }, visit)
  return async () => {
    isOver = true
    await Promise.all(visitors)
    agent.destroy()
    assert.deepEqual(statuses, new Set([200]))
    return times.sort((a, b) => a - b)
  }
}

const median = (times: number[]) => times[Math.floor(times.length / 2)] ?? Number.NaN

/** What became of the requests of a kind. */
interface Tally {
  statuses: Record<number, number>
  slowest: number
  /** Whether a refusal did not say when to try again. */
  isVague: boolean
}

function createTallies() {
  const tallies = new Map<string, Tally>()
  const asked: Promise<void>[] = []
  return {
    ask(kind: string, answer: Promise<Reply>, onAnswer?: (reply: Reply) => void): void {
      const start = performance.now()
      asked.push(
        answer.then((reply) => {
          const tally = tallies.get(kind) ?? { statuses: {}, slowest: 0, isVague: false }
          tallies.set(kind, tally)
          tally.statuses[reply.status] = (tally.statuses[reply.status] ?? 0) + 1
          tally.slowest = Math.max(tally.slowest, performance.now() - start)
          if (reply.status === 503 && reply.headers['retry-after'] === undefined) tally.isVague = true
          onAnswer?.(reply)
        }),
      )
    },
    async finish(t: TestContext): Promise<Map<string, Tally>> {
      await Promise.all(asked)
      for (const [kind, { statuses, slowest }] of tallies)
        t.diagnostic(`${kind}: ${JSON.stringify(statuses)}, the slowest after ${Math.round(slowest)} ms`)
      return tallies
    },
  }
}

/** The addresses of all leads. */
async function listEmails(): Promise<Set<string>> {
  const emails = new Set<string>()
  for (let offset = 0; ; offset += 200) {
    const page = (await team(`/api/early-adopters?limit=200&offset=${offset}`)).read(z.array(EarlyAdopter))
    for (const { email } of page) emails.add(email ?? '')
    if (page.length < 200) return emails
  }
}

test('a frozen PostgreSQL: cached pages are served, the rest is refused in time, and it works again by itself', async (t) => {
  assert.equal((await server.send('/es/')).status, 200)
  const stopCalm = readCachedPages()
  const acknowledged = new Set<string>()
  const refused = new Set<string>()
  const tallies = createTallies()
  const signUp = () => {
    const person = registrationOf()
    tallies.ask('sign-up', server.send('/api/early-adopters', { json: person }), ({ status }) =>
      (status === 201 ? acknowledged : refused).add(person.email),
    )
  }
  // The same other load as later.
  for (const start = performance.now(); performance.now() - start < 10_000; await sleep(500)) {
    signUp()
    await Promise.all([team('/api/early-adopters'), team('/api/content'), server.send('/readyz')])
  }
  const calm = await stopCalm()

  const stopFrozen = readCachedPages()
  // Some sign-ups are on their way at that moment.
  for (let index = 0; index < 10; index++) signUp()
  signalPostgres('SIGSTOP')
  const languages = ['en', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ar', 'hi']
  for (let round = 0; round * 500 < trouble; round++) {
    signUp()
    tallies.ask('uncached page', server.send(`/${languages[round % languages.length]}/`))
    tallies.ask('list', team('/api/early-adopters'))
    tallies.ask('change of a text', team('/api/content', { json: draftOf({ version: 1 }) }))
    tallies.ask('sign-in', server.send('/api/auth/login', login))
    tallies.ask('readyz', server.send('/readyz'))
    await sleep(500)
  }
  signalPostgres('SIGCONT')
  const thawed = performance.now()
  const works = async () => {
    const [list, page, signedIn, ready] = await Promise.all([
      team('/api/early-adopters'),
      server.send('/en/about'),
      server.send('/api/auth/login', login),
      server.send('/readyz'),
    ])
    return [list, page, signedIn, ready].every(({ status }) => status === 200)
  }
  while (!(await works())) await sleep(50)
  const recovery = performance.now() - thawed
  await sleep(2_000)
  const frozen = await stopFrozen()

  t.diagnostic(
    `cached pages: ${calm.length} calm, median ${median(calm).toFixed(2)} ms; ${frozen.length} frozen, median ${median(frozen).toFixed(2)} ms, slowest ${frozen.at(-1)?.toFixed(0)} ms`,
  )
  t.diagnostic(`works ${Math.round(recovery)} ms after the end`)
  const results = await tallies.finish(t)
  for (const [kind, { statuses, slowest, isVague }] of results) {
    assert.ok(!isVague || kind === 'readyz', kind)
    assert.ok(slowest < longest, `${kind}: ${slowest} ms`)
    for (const status of Object.keys(statuses)) assert.match(status, /^(200|201|409|503)$/, kind)
    assert.ok((statuses[503] ?? 0) > 0, kind)
  }
  assert.ok(median(frozen) <= 1.2 * median(calm))
  assert.ok((frozen.at(-1) ?? 0) < 2_000)
  assert.ok(recovery < 5_000)
  const stored = await listEmails()
  assert.deepEqual(
    [...acknowledged].filter((email) => !stored.has(email)),
    [],
    'acknowledged and lost',
  )
  const stray = [...refused].filter((email) => stored.has(email)).length
  t.diagnostic(
    `${acknowledged.size} sign-ups acknowledged, none lost; ${refused.size} refused, of which ${stray} are stored`,
  )
  assert.match(server.output(), /the database is away; cached pages are still served/)
})

test('a locked table: what needs it is refused in time and unchanged, people sign in', async (t) => {
  const { socketFolder } = readPostmaster()
  const client = new pg.Client({
    host: socketFolder,
    port: 5432,
    user: 'firmeza',
    database: 'firmeza',
    ssl: false,
  })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE early_adopters IN ACCESS EXCLUSIVE MODE')
  const tallies = createTallies()
  const refused = new Set<string>()
  for (let round = 0; round * 500 < trouble; round++) {
    // Far more than there are connections.
    for (let index = 0; index < 10; index++) tallies.ask('list', team('/api/early-adopters'))
    const person = registrationOf()
    tallies.ask('sign-up', server.send('/api/early-adopters', { json: person }), ({ status }) => {
      if (status !== 201) refused.add(person.email)
    })
    tallies.ask('sign-in', server.send('/api/auth/login', login))
    tallies.ask('readyz', server.send('/readyz'))
    await sleep(500)
  }
  await client.query('COMMIT')
  await client.end()
  const results = await tallies.finish(t)
  for (const [kind, { slowest }] of results) assert.ok(slowest < longest, `${kind}: ${slowest} ms`)
  for (const kind of ['sign-in', 'readyz']) {
    assert.deepEqual(Object.keys(results.get(kind)?.statuses ?? {}), ['200'], kind)
    assert.ok((results.get(kind)?.slowest ?? 0) < 3_000)
  }
  const stored = await listEmails()
  assert.deepEqual(
    [...refused].filter((email) => stored.has(email)),
    [],
    'refused and stored',
  )
  t.diagnostic(`${refused.size} sign-ups refused, none of them stored`)
})

test('a frozen PostgreSQL with two processes: both serve their cached pages, after they have made sure', async (t) => {
  const { socketFolder } = readPostmaster()
  const otherDir = await mkdtemp(join(tmpdir(), 'firmeza-frozen-'))
  const other = await startServerProcess({
    DATA_DIR: otherDir,
    DATABASE_URL: `postgres://firmeza@localhost:5432/firmeza?host=${encodeURIComponent(socketFolder)}`,
  })
  try {
    for (const { send } of [server, other]) assert.equal((await send('/es/')).status, 200)
    await sleep(1_000)
    const stops = [readCachedPages(server), readCachedPages(other)]
    signalPostgres('SIGSTOP')
    await sleep(trouble)
    signalPostgres('SIGCONT')
    await sleep(2_000)
    for (const stop of stops) {
      const times = await stop()
      t.diagnostic(
        `${times.length} answers, median ${median(times).toFixed(2)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`,
      )
      assert.ok((times.at(-1) ?? 0) < 5_000)
    }
    for (const { send } of [server, other]) assert.equal((await send('/readyz')).status, 200)
  } finally {
    await other.end('SIGTERM')
    await rm(otherDir, { recursive: true, force: true })
  }
})
