import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { Invited, LoginResponse } from '#features/accounts/contract.ts'
import { ContentItem } from '#features/content/contract.ts'
import { Bell } from '#features/notifications/contract.ts'
import { Setting } from '#features/settings/contract.ts'
import { livePath } from '#shared/live/stream.ts'
import { createTestDatabase } from './support/database.ts'
import { draftOf, registrationOf } from './support/factories.ts'
import { createHttpClient, type Send } from './support/http-client.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const password = 'correct horse battery'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let a: ServerProcess
let b: ServerProcess
let editor: Send
let version = 0

before(async () => {
  database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
  }
  ;[a, b] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const login = await a.send('/api/auth/login', { form: { username: 'admin', password } })
  editor = createHttpClient(a.url, { authorization: `Bearer ${login.read(LoginResponse).access_token}` })
})
after(async () => {
  await Promise.all([a.end('SIGTERM'), b.end('SIGTERM')])
  await database.drop()
})

async function save(mark: string, published: boolean): Promise<ContentItem> {
  version++
  const reply = await editor('/api/content', {
    json: draftOf({ version, published, content: `<h1>${mark}</h1>` }),
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.read(ContentItem)
}

const markOf = (text: string) => Number(/vuelta-(\d+)-/.exec(text)?.[1] ?? 0)

describe('two processes on one database', () => {
  test('show what was published in one on the very next request to the other, 200 times, under load', async () => {
    let isOver = false
    const statuses = new Set<number>()
    let reads = 0
    const agent = new Agent({ keepAlive: true })
    let newest = 0
    async function readOn(): Promise<void> {
      while (!isOver) {
        const known = newest
        const reply = await b.send('/es/', { agent })
        statuses.add(reply.status)
        reads++
        assert.ok(markOf(reply.text) >= known, 'a reader went back in time')
      }
    }
    const readers = [1, 2, 3, 4].map(readOn)
    try {
      for (let round = 1; round <= 200; round++) {
        await save(`vuelta-${round}-`, true)
        newest = round
        // In turn the page and the API, so that each is asked for when the other has just been made anew.
        const path = round % 2 ? '/es/' : '/api/content/home-hero?language=es'
        assert.equal(markOf((await b.send(path)).text), round, `${path} in round ${round}`)
      }
    } finally {
      isOver = true
      await Promise.all(readers)
      agent.destroy()
    }
    assert.deepEqual(statuses, new Set([200]))
    assert.ok(reads > 200, `${reads} reads`)
  })

  test('are not held up by one that hangs, which shows nothing old when it wakes', async () => {
    for (let round = 0; round < 3; round++) {
      const mark = 1_000 + round
      const { id } = await save(`vuelta-${mark}-`, false)
      assert.notEqual(markOf((await b.send('/es/')).text), mark)
      b.pause()
      const start = performance.now()
      const reply = await editor(`/api/content/${id}/publish`, { method: 'PUT' })
      const time = performance.now() - start
      assert.equal(reply.status, 200)
      assert.ok(time > 500 && time < 2_500, `publishing took ${time} ms`)
      assert.equal(markOf((await a.send('/es/')).text), mark)
      // Asked while it hangs, and answered first of all when it wakes.
      const answers = [b.send('/es/'), b.send('/api/content/home-hero?language=es')]
      await sleep(50)
      b.resume()
      for (const answer of answers) assert.equal(markOf((await answer).text), mark)
      // Hanging again at once would count as overload, which is answered with 503.
      await sleep(600)
    }
  })

  const changeSetting = async (key: string, value: unknown) => {
    const known = (await editor('/api/settings'))
      .read(z.array(Setting))
      .find((setting) => setting.key === key)
    const changes = [{ key, value, version: known?.version ?? 0 }]
    const reply = await editor('/api/settings', { method: 'PATCH', json: { changes } })
    assert.equal(reply.status, 200, reply.text)
  }

  test('have a changed setting in force on the very next request to the other', async () => {
    for (let round = 0; round < 20; round++) {
      const start = performance.now()
      await changeSetting('siteName', `Nombre ${round}`)
      // Every kind of answer: a cached page, one that is made for the request, a call of the API.
      assert.match((await b.send('/es/')).text, new RegExp(`<title>Nombre ${round}:`))
      assert.match((await b.send('/login')).text, new RegExp(`<title>Nombre ${round}<`))
      await changeSetting('enableApi', round % 2 === 1)
      const closed = await b.send('/api/content/home-hero?language=es')
      assert.equal(closed.status === 403, round % 2 === 0)
      const time = performance.now() - start
      assert.ok(time < 2_000, `two changes and four answers took ${time} ms`)
    }
  })

  test('answer nothing from before a change, also when one hung meanwhile', async () => {
    await changeSetting('enableApi', true)
    assert.equal((await b.send('/api/doc/files')).status, 200)
    b.pause()
    const start = performance.now()
    await changeSetting('enableApi', false)
    const time = performance.now() - start
    assert.ok(time > 500 && time < 2_500, `the change took ${time} ms`)
    const answer = b.send('/api/doc/files')
    await sleep(50)
    b.resume()
    assert.equal((await answer).status, 403)
    await sleep(600)
    await changeSetting('enableApi', true)
    assert.equal((await b.send('/api/doc/files')).status, 200)
  })

  test('refuse in the other within a second whoever is disabled, signed out or has another role', async () => {
    const member = async () => {
      const draft = { email: `${crypto.randomUUID()}@example.org`, role: 'admin', language: 'es' }
      const { user, link } = (await editor('/api/users', { json: draft })).read(Invited)
      const json = { token: link?.split('/').at(-1), name: 'Ana', password: 'a long phrase of their own' }
      const signedIn = (await b.send('/api/auth/invitation/accept', { json })).read(LoginResponse)
      const headers = { authorization: `Bearer ${signedIn.access_token}` }
      return { id: user.id, at: async (path: string) => (await b.send(path, { headers })).status }
    }
    const times: number[] = []
    const then = async (work: () => Promise<unknown>, isRefused: () => Promise<boolean>) => {
      await work()
      const start = performance.now()
      while (!(await isRefused())) assert.ok(performance.now() - start < 1_000, 'not within a second')
      times.push(performance.now() - start)
    }
    for (let round = 0; round < 5; round++) {
      const { id, at } = await member()
      assert.equal(await at('/api/users'), 200)
      await then(
        () => editor(`/api/users/${id}`, { method: 'PATCH', json: { role: 'viewer' } }),
        async () => (await at('/api/users')) === 403,
      )
      assert.equal(await at('/api/auth/me'), 200)
      await then(
        () =>
          editor(`/api/users/${id}${round % 2 ? '/disable' : ''}`, { method: round % 2 ? 'POST' : 'DELETE' }),
        async () => (await at('/api/auth/me')) === 401,
      )
      const other = await member()
      await then(
        () => editor(`/api/users/${other.id}/sessions`, { method: 'DELETE' }),
        async () => (await other.at('/api/auth/me')) === 401,
      )
    }
    // A session is read from the database for each request, so that already the first one is refused.
    assert.equal(times.length, 15)
  })

  test('sign a user out of both at once', async () => {
    const login = await b.send('/api/auth/login', { form: { username: 'admin', password } })
    const headers = { authorization: `Bearer ${login.read(LoginResponse).access_token}` }
    assert.equal((await a.send('/api/auth/me', { headers })).status, 200)
    assert.equal((await b.send('/api/auth/logout', { method: 'POST', headers })).status, 204)
    assert.equal((await a.send('/api/auth/me', { headers })).status, 401)
  })

  test('tell in the other within a second what has changed, and of a new lead in both', async () => {
    const login = await a.send('/api/auth/login', { form: { username: 'admin', password } })
    const headers = { authorization: `Bearer ${login.read(LoginResponse).access_token}` }
    const stopping = new AbortController()
    const { signal } = stopping
    const streams = await Promise.all(
      [a, b].map(async ({ url }) => {
        const { body } = await fetch(`${url}${livePath}`, { headers, signal })
        assert.ok(body)
        const messages = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
        const reader = messages.getReader()
        return async (topic: string) => {
          for (;;) {
            const { done, value } = await reader.read()
            assert.ok(!done)
            if (value.data.includes(`"${topic}"`)) return
          }
        }
      }),
    )
    const [hearA, hearB] = streams
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const comment = { key: 'home-hero', language: 'es', body: `vuelta ${round}`, asked_id: null }
      assert.equal((await a.send('/api/comments', { json: comment, headers })).status, 201)
      const begun = performance.now()
      await hearB?.('comments')
      times.push(performance.now() - begun)
    }
    assert.ok(Math.max(...times) < 1_000, times.join())

    const heard = Promise.all([hearA?.('notifications'), hearB?.('notifications')])
    assert.equal((await a.send('/api/early-adopters', { json: registrationOf() })).status, 201)
    await heard
    const bell = (await b.send('/api/notifications/bell', { headers })).read(Bell)
    assert.equal(bell.latest[0]?.type, 'leads.joined')
    stopping.abort()
  })
})
