import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { LoginResponse } from '#features/accounts/contract.ts'
import { heartbeat, livePath } from '#shared/live/stream.ts'
import type { LiveTopic } from '#shared/live/topic.ts'
import { adminPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { until } from '../../../test/support/until.ts'
import { mostStreams, sessionTopic } from './streams.ts'

let first: TestApp
let second: TestApp
before(async () => {
  first = await startTestApp()
  second = await startTestApp({ databaseUrl: first.databaseUrl })
})
after(async () => {
  await second.close()
  await first.close()
})

interface Followed {
  topics: string[]
  ready: number
  isOver: boolean
  stop(): void
}

async function signIn(username = 'admin'): Promise<string> {
  const reply = await first.send('/api/auth/login', { form: { username, password: adminPassword } })
  return reply.read(LoginResponse).access_token
}

/** Opens a stream at one of the processes and collects what it tells. */
async function follow(app: TestApp, token: string): Promise<Followed> {
  const stopping = new AbortController()
  const response = await fetch(`${app.url}${livePath}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  })
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  assert.ok(response.body)
  const messages = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const followed: Followed = { topics: [], ready: 0, isOver: false, stop: () => stopping.abort() }
  void (async () => {
    for await (const { event, data } of messages) {
      if (event === 'ready') followed.ready++
      else followed.topics.push(...(JSON.parse(data) as { topics: string[] }).topics)
    }
  })()
    .catch(() => {})
    .finally(() => {
      followed.isOver = true
    })
  await until(() => followed.ready > 0, 'the stream is open')
  return followed
}

const addComment = (app: TestApp) =>
  app.pool.query(
    "INSERT INTO comments (key, language, body, created_at) VALUES ('home-hero', 'es', 'x', now())",
  )

describe('the event stream', () => {
  test('tells of a change in every process, and of nothing else', async () => {
    const token = await signIn()
    const here = await follow(first, token)
    const there = await follow(second, token)
    await addComment(first)
    await until(() => here.topics.length > 0 && there.topics.length > 0, 'both were told')
    assert.deepEqual(new Set([...here.topics, ...there.topics]), new Set(['comments']))
    here.stop()
    there.stop()
  })

  test('many changes of a moment are few events', async () => {
    const stream = await follow(second, await signIn())
    await Promise.all(Array.from({ length: 30 }, () => addComment(first)))
    await until(() => stream.topics.length > 0, 'it was told')
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.ok(stream.topics.length <= 5, `${stream.topics.length} events`)
    stream.stop()
  })

  test('nothing is told of a change that was rolled back', async () => {
    const stream = await follow(first, await signIn())
    const client = await first.pool.connect()
    await client.query('BEGIN')
    await client.query(
      "INSERT INTO comments (key, language, body, created_at) VALUES ('home-hero', 'es', 'x', now())",
    )
    await client.query('ROLLBACK')
    client.release()
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.deepEqual(stream.topics, [])
    stream.stop()
  })

  test('users are told of what they may see alone', async () => {
    const username = `viewer ${crypto.randomUUID()}`
    await first.pool.query(
      `INSERT INTO users (username, username_key, name, role, password_hash)
       SELECT $1, $1, 'v', 'viewer', password_hash FROM users LIMIT 1`,
      [username],
    )
    const viewer = await follow(first, await signIn(username))
    const admin = await follow(first, await signIn())
    await first.pool.query(
      "INSERT INTO webhooks (url, description, events, secret, created_at) VALUES ('https://a.example', '', '{}', '', now())",
    )
    await until(() => admin.topics.includes('webhooks'), 'the admin was told')
    await addComment(first)
    await until(() => viewer.topics.length > 0, 'the viewer was told')
    assert.deepEqual(viewer.topics, ['comments'])

    // What they may see by now, they are told after they have connected again.
    await first.pool.query("UPDATE users SET role = 'editor' WHERE username = $1", [username])
    await until(() => viewer.isOver, 'the stream has ended')
    assert.equal(admin.isOver, false)
    admin.stop()
  })

  test('a session that ends, in whichever process, ends its stream within a second', async () => {
    const token = await signIn()
    const streams = [await follow(first, token), await follow(second, token)]
    const begun = performance.now()
    await second.send('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    await until(() => streams.every(({ isOver }) => isOver), 'both streams have ended')
    assert.ok(performance.now() - begun < 1_000)
  })

  test('asks for a token in a header, and has nothing for programs', async () => {
    assert.equal((await first.send(livePath)).status, 401)
    assert.equal((await first.send(`${livePath}?token=${await signIn()}`)).status, 401)
    const response = await fetch(`${first.url}${livePath}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${await signIn()}` },
    })
    assert.equal(response.status, 200)
  })

  test('a user who opens too many loses the oldest', async () => {
    const token = await signIn()
    const streams: Followed[] = []
    for (let count = 0; count <= mostStreams; count++) streams.push(await follow(second, token))
    const [oldest, ...others] = streams
    await until(() => oldest?.isOver === true, 'the oldest has ended')
    assert.ok(others.every(({ isOver }) => !isOver))
    for (const stream of others) stream.stop()
  })

  test('does not keep a process from stopping', async () => {
    const third = await startTestApp({ databaseUrl: first.databaseUrl })
    const stream = await follow(third, await signIn())
    const begun = performance.now()
    await third.close()
    assert.ok(performance.now() - begun < 5_000)
    await until(() => stream.isOver, 'the stream has ended')
  })

  test('shows that it is alive before a proxy would end it', () => assert.ok(heartbeat < 30_000))
})

describe('topics', () => {
  test('each is signalled by a trigger, or by the sender of mails', async () => {
    const { rows } = await first.pool.query<{ topic: string }>(
      `SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1) AS topic FROM pg_trigger
       JOIN pg_proc ON pg_proc.oid = tgfoid WHERE proname = 'signal_topic'`,
    )
    const signalled = rows.map(({ topic }) => topic).filter((topic) => topic !== sessionTopic)
    const contracts: Record<string, unknown>[] = await Promise.all(
      globSync('src/features/**/contract.ts').map((file) => import(pathToFileURL(file).href)),
    )
    const declared = contracts
      .flatMap((contract) => Object.entries(contract))
      .filter(([name]) => name.endsWith('Changed'))
      .map(([, topic]) => topic as LiveTopic)
    assert.deepEqual(signalled.toSorted(), declared.map(({ name }) => name).toSorted())
  })
})
