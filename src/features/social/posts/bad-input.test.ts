import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { badValues } from '../../../../test/support/hostile/hostile-values.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'
import { formWith } from '../../../../test/support/social/forms.ts'
import { insertAccount } from '../../../../test/support/social/publishing-engine.ts'
import { SocialDraft, SocialPost } from './contract.ts'

let product: TestApp
let editor: Send
let account: string

before(async () => {
  product = await startTestApp()
  editor = await product.signInAs('editor')
})
after(() => product?.close())
beforeEach(async () => {
  await product.pool.query('DELETE FROM social_posts; DELETE FROM social_drafts; DELETE FROM social_accounts')
  account = await insertAccount(product.db, 'threads')
})

/** Values that a client may send by mistake or on purpose, without what is only long. */
const values = [
  ...Object.values(badValues).filter((value) => typeof value !== 'string' || value.length < 1_000_000),
  ...[2 ** 31, -(2 ** 31) - 1, 2 ** 53, 0.5],
  ...[{ 'a\0': 'x' }, { a: 'x\0' }, { 'a\ud800': 'x' }, { a: ['\ud800'] }],
  ...[
    '0000-01-01T00:00',
    '0001-01-01T00:00',
    '1000-01-01T00:00',
    '9999-12-31T23:59',
    '2026-02-30T09:00',
    '2026-12-01T25:00',
  ],
  ...['http://x.example/\0', 'https://x.example/\ud800', 'javascript:alert(1)'],
]

const schedulable = () => ({
  ...{ wall_time: null, time_zone: 'Europe/Madrid', tracks_links: true },
  posts: [{ account_id: account, content: 'Hola', title: '', target: {}, files: [] }],
})

async function schedule(): Promise<SocialPost> {
  const reply = await editor('/api/social/posts', { json: schedulable() })
  const [post] = reply.read(z.array(SocialPost))
  assert.ok(post)
  return post
}

/** Taken, or refused with a sentence. */
function assertAnswered(reply: Reply, what: string): void {
  assert.ok(reply.status < 500, `${what}: ${reply.status} ${reply.text.slice(0, 300)}`)
  if (reply.status < 400) return
  const { detail, errors = [] } = reply.problem()
  for (const sentence of [detail, ...errors.map(({ message }) => message)])
    assert.match(sentence ?? '', /^[A-ZÁÉÍÓÚÑ][^{}]*\s[^{}]*$/u, `${what}: ${sentence}`)
}

/** Sends a body once with each of the values in each of its fields. */
async function tryFields(path: string, method: string, good: Record<string, unknown>): Promise<void> {
  for (const field of Object.keys(good))
    for (const value of values) {
      const reply = await editor(path, { method, json: { ...good, [field]: value } })
      assertAnswered(reply, `${method} ${path} ${field}: ${JSON.stringify(value)?.slice(0, 60)}`)
    }
}

test('a post says in a few fields where it goes', async () => {
  const target = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field${index}`, 'x']))
  const { posts, ...common } = schedulable()
  const reply = await editor('/api/social/posts', { json: { ...common, posts: [{ ...posts[0], target }] } })
  assert.equal(reply.status, 422)
  assertAnswered(reply, 'many fields')
})

describe('values that no client should send are answered', () => {
  test('in what is scheduled', async () => {
    await tryFields('/api/social/posts', 'POST', schedulable())
    const [post = {}] = schedulable().posts
    for (const field of Object.keys(post))
      for (const value of values) {
        const json = { ...schedulable(), posts: [{ ...post, [field]: value }] }
        const reply = await editor('/api/social/posts', { json })
        assertAnswered(reply, `${field}: ${JSON.stringify(value)?.slice(0, 60)}`)
      }
  })

  test('in changes of a post', async () => {
    const { id, version } = await schedule()
    const { posts, ...common } = schedulable()
    const path = `/api/social/posts/${id}`
    await tryFields(path, 'PUT', { ...common, ...posts[0], version })
    await tryFields(`${path}/move`, 'POST', { wall_time: null, time_zone: 'UTC', version })
  })

  test('in decisions about a failed one', async () => {
    const { id } = await schedule()
    await product.pool.query(`UPDATE social_posts SET status = 'failed', fault = 'refused'`)
    await tryFields(`/api/social/posts/${id}/published`, 'POST', { url: 'https://x.example/' })
    await product.pool.query(`UPDATE social_posts SET status = 'failed', fault = 'refused'`)
    await tryFields(`/api/social/posts/${id}/retry`, 'POST', { is_absent: true })
  })

  test('in drafts, which may hold anything that can be stored', async () => {
    const { id, version } = (await editor('/api/social/drafts', { json: { content: {} } })).read(SocialDraft)
    await tryFields(`/api/social/drafts/${id}`, 'PUT', { content: {}, version })
    const deep = `{"content":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
    const headers = { 'content-type': 'application/json' }
    const reply = await editor('/api/social/drafts', { method: 'POST', body: deep, headers })
    assert.equal(reply.status, 422, reply.text)
    const kept = { text: 'uno\ndos 🙂 \\u0000', files: [{ id: 'x', tags: ['a'] }] }
    const saved = await editor('/api/social/drafts', { json: { content: kept } })
    assert.deepEqual(saved.read(SocialDraft).content, kept)
  })

  test('in the fields of a form', async () => {
    const good = { platform: 'threads', account_id: account, content: 'Hola', title: '', time_zone: 'UTC' }
    const form = { ...good, scheduled_at: '2030-01-01T09:00Z', alternative_text: '', 'target.tags': 'a' }
    const texts = values.filter((value) => typeof value === 'string')
    const times = ['0000-01-01T00:00Z', '9999-12-31T23:59-11:00', '2026-12-01T09:00+99:99']
    for (const field of Object.keys(form))
      for (const value of [...texts, ...times]) {
        const reply = await editor('/api/social/schedule', formWith({ ...form, [field]: value }))
        assertAnswered(reply, `${field}: ${JSON.stringify(value).slice(0, 60)}`)
      }
    const named = await editor('/api/social/schedule', formWith({ ...form, 'target.\0': 'a' }))
    assertAnswered(named, 'a name with NUL')
  })
  test('in spans of time', async () => {
    const moments = [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.999999999-14:00',
    ]
    for (const path of ['/api/social/posts', '/api/social/calendar'])
      for (const from of moments)
        for (const to of moments) {
          const query = new URLSearchParams({ from, to })
          assertAnswered(await editor(`${path}?${query}`), `${path} ${from} ${to}`)
        }
  })
})
