import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { ContentItem } from '#features/content/contract.ts'
import { draftOf, registrationOf } from '../test/support/factories.ts'
import { createHttpClient, type Send } from '../test/support/http-client.ts'
import { type MailServer, startMailServer } from '../test/support/mail-server.ts'
import { runMain, type ServerProcess, startServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'
import { skipWithout } from './support/requirements.ts'
import { type PgBouncer, startPgBouncer } from './support/scale-out/pgbouncer.ts'
import {
  type PostgresServer,
  skipWithoutPostgres,
  startPostgresServer,
} from './support/scale-out/postgres-server.ts'

const password = 'correct horse battery'
const users = 8
const writes = 200

describe('two processes behind PgBouncer in transaction mode', {
  skip: skipWithout('pgbouncer') || skipWithoutPostgres(),
}, () => {
  let postgres: PostgresServer
  let pgbouncer: PgBouncer
  let mailServer: MailServer
  let direct: pg.Client
  let servers: ServerProcess[] = []
  let admin: Send
  const env: Record<string, string> = {
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    MAIL_FROM: 'Firmeza <hello@example.org>',
  }

  before(async () => {
    postgres = await startPostgresServer()
    pgbouncer = await startPgBouncer(postgres.port)
    mailServer = await startMailServer()
    direct = new pg.Client({ connectionString: postgres.url })
    await direct.connect()
    Object.assign(env, {
      DATABASE_URL: pgbouncer.url,
      DATABASE_LISTEN_URL: postgres.url,
      SMTP_URL: mailServer.url,
    })
    servers = [await startServerProcess(env), await startServerProcess(env)]
    admin = await signIn(at(0))
  })
  after(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    await direct.end()
    await mailServer.close()
    await pgbouncer.stop()
    await postgres.remove()
  })

  const at = (index: number): ServerProcess => {
    const server = servers[index % servers.length]
    assert.ok(server)
    return server
  }

  async function signIn({ send, url }: ServerProcess): Promise<Send> {
    const login = await send('/api/auth/login', { form: { username: 'admin', password } })
    return createHttpClient(url, { authorization: `Bearer ${login.read(LoginResponse).access_token}` })
  }

  async function count(text: string, values: unknown[] = []): Promise<number> {
    const { rows } = await direct.query<{ count: string }>(text, values)
    return Number(rows[0]?.count)
  }

  test('do not start without an address past it, and say so', async () => {
    const { code, output } = await runMain({ ...env, DATABASE_LISTEN_URL: '' })
    assert.equal(code, 1)
    assert.match(
      output,
      /a pooler such as PgBouncer is in front of it, so DATABASE_LISTEN_URL must name PostgreSQL/,
    )
    const wrong = await runMain({ ...env, DATABASE_LISTEN_URL: pgbouncer.url })
    assert.match(wrong.output, /DATABASE_LISTEN_URL names cannot be used: a pooler such as PgBouncer/)
  })

  test(`record the right author of each of ${writes} interleaved writes of ${users} users`, async (context) => {
    const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const members = await Promise.all(
      Array.from({ length: users }, async (_, index) => {
        const username = `member ${index}`
        await direct.query(
          "INSERT INTO users (username, username_key, name, role, password_hash) VALUES ($1, $1, $1, 'admin', $2)",
          [username, passwordHash],
        )
        const login = await at(index).send('/api/auth/login', { form: { username, password } })
        return { authorization: `Bearer ${login.read(LoginResponse).access_token}` }
      }),
    )
    const statuses = new Set<number>()
    let next = 0
    async function write(): Promise<void> {
      for (let index = next++; index < writes; index = next++) {
        const json = { key: 'home-hero', language: 'es', body: `comment ${index}`, asked_id: null }
        const replies = await Promise.all([
          at(index).send('/api/comments', { json, headers: members[index % users] ?? {} }),
          at(index).send('/api/early-adopters', { json: registrationOf() }),
        ])
        for (const { status } of replies) statuses.add(status)
      }
    }
    await Promise.all(Array.from({ length: 2 * users }, write))
    assert.deepEqual(statuses, new Set([201]))
    const { rows } = await direct.query<{ kind: string; user: string; author: string }>(
      `SELECT author_kind AS kind, user_id AS user, after->>'author_id' AS author FROM audit_entries WHERE subject = 'comments'`,
    )
    assert.equal(rows.length, writes)
    assert.deepEqual(
      rows.filter(({ kind, user, author }) => kind !== 'user' || user !== author),
      [],
    )
    assert.equal(new Set(rows.map(({ user }) => user)).size, users)
    // Sign-ups that arrive at the same moment share one entry.
    const visitors =
      "SELECT sum(coalesce(jsonb_array_length(after->'rows'), 1)) AS count FROM audit_entries WHERE subject = 'early_adopters' AND operation = 'insert'"
    assert.equal(await count(`${visitors} AND author_kind <> 'visitor'`), 0)
    assert.equal(await count(visitors), writes)
    context.diagnostic(`${rows.length} writes of users and ${writes} of visitors`)
  })

  test('show what was published in one on the next answer of the other', async () => {
    for (let round = 1; round <= 50; round++) {
      const draft = draftOf({ version: round, published: true, content: `<h1>vuelta-${round}-</h1>` })
      const saved = await admin('/api/content', { json: draft })
      assert.equal(saved.status, 201, saved.text)
      saved.read(ContentItem)
      assert.match((await at(1).send('/es/')).text, new RegExp(`vuelta-${round}-`))
    }
  })

  test('send the mails of all leads once, and run jobs', async () => {
    const leads = await count('SELECT count(*) FROM early_adopters')
    const confirmed = () =>
      new Set(mailServer.mails.map(({ to }) => to).filter((to) => to.startsWith('lead-')))
    await until(() => confirmed().size >= leads, 'all leads have their mail', 120)
    assert.equal(mailServer.mails.filter(({ to }) => to.startsWith('lead-')).length, leads)
    await until(
      async () => (await count("SELECT count(*) FROM jobs.job WHERE state = 'completed'")) > 0,
      'a job is done',
      60,
    )
  })

  test('end what waits for a lock in time, and leave nothing on the connections', async () => {
    await direct.query('BEGIN; LOCK TABLE early_adopters IN ACCESS EXCLUSIVE MODE')
    const begun = performance.now()
    const reply = await admin('/api/early-adopters')
    await direct.query('ROLLBACK')
    assert.equal(reply.status, 503)
    assert.ok(performance.now() - begun < 9_500)
    assert.equal((await admin('/api/early-adopters')).status, 200)
    const others = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const client = new pg.Client({ connectionString: pgbouncer.url })
        await client.connect()
        const { rows } = await client.query(
          `SELECT coalesce(current_setting('firmeza.author', true), '') AS author,
             current_setting('statement_timeout') AS statement, pg_sleep(0.05) IS NULL AS slept`,
        )
        await client.end()
        return rows[0]
      }),
    )
    for (const { author, statement } of others) assert.deepEqual([author, statement], ['', '0'])
    assert.equal(
      await count("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"),
      0,
    )
  })

  test('work again by themselves when PgBouncer was killed under load', async (context) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const acknowledged: string[] = []
    const statuses: Record<string, number> = {}
    let isOver = false
    const load = Array.from({ length: 8 }, async (_, client) => {
      for (let turn = client; !isOver; turn++) {
        const json = registrationOf()
        const { send } = at(turn)
        const ask = turn % 2 ? send('/api/early-adopters', { json, agent }) : send('/es/', { agent })
        const status = await ask.then(
          (reply) => reply.status,
          () => 0,
        )
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 201) acknowledged.push(json.email)
      }
    })
    for (let round = 0; round < 3; round++) {
      await sleep(1_500)
      await pgbouncer.restart()
    }
    await sleep(1_000)
    isOver = true
    await Promise.all(load)
    agent.destroy()
    context.diagnostic(`answers by status: ${JSON.stringify(statuses)}`)
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !['200', '201', '503'].includes(status)),
      [],
    )
    for (const server of servers)
      assert.equal((await server.send('/api/early-adopters', { json: registrationOf() })).status, 201)
    const kept = await count('SELECT count(DISTINCT email) FROM early_adopters WHERE email = ANY ($1)', [
      acknowledged,
    ])
    assert.equal(kept, acknowledged.length)
    await admin('/api/early-adopters').then(({ status }) => assert.equal(status, 200))
  })
})
