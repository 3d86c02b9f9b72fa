import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Presence } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let editor: Editor
let viewer: Send

before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
  viewer = await app.signInAs('viewer')
})
after(() => app.close())

async function beat(send: Send, key: string, window: string, language: Language = 'es') {
  const reply = await send(`/api/content/${key}/presence`, {
    method: 'PUT',
    json: { editor: window, language },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.read(Presence)
}
const tell = ({ others }: Presence) => others.map(({ user, language }) => `${user.name} ${language}`)

describe('an open editor', () => {
  test('sees who else has the same key open, and in which language', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()]
    assert.deepEqual(tell(await beat(editor.send, 'home-hero', mine)), [])
    assert.deepEqual(tell(await beat(viewer, 'home-hero', theirs, 'ar')), ['editor es'])
    assert.deepEqual(tell(await beat(editor.send, 'home-hero', mine)), ['viewer ar'])
    await beat(viewer, 'home-hero', theirs, 'de')
    assert.deepEqual(tell(await beat(editor.send, 'home-hero', mine)), ['viewer de'])
    assert.deepEqual(tell(await beat(editor.send, 'home-why', randomUUID())), [])
  })

  test('counts as closed once it says so, or 45 seconds after its last heartbeat', async () => {
    const [mine, theirs, lost] = [randomUUID(), randomUUID(), randomUUID()]
    await beat(editor.send, 'about-team', mine)
    await beat(viewer, 'about-team', theirs)
    await beat(viewer, 'about-team', lost)
    assert.equal((await beat(editor.send, 'about-team', mine)).others.length, 2)
    assert.equal(
      (await viewer(`/api/content/about-team/presence/${theirs}`, { method: 'DELETE' })).status,
      204,
    )
    assert.equal((await beat(editor.send, 'about-team', mine)).others.length, 1)
    app.clock.advance(44_000)
    assert.equal((await beat(editor.send, 'about-team', mine)).others.length, 1)
    app.clock.advance(1000)
    assert.equal((await beat(editor.send, 'about-team', mine)).others.length, 0)
    const { rowCount } = await app.pool.query("SELECT FROM content_presence WHERE key = 'about-team'")
    assert.equal(rowCount, 1)
  })

  test('is seen from another process', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl })
    try {
      await beat(editor.send, 'about-mission', randomUUID())
      const there = await other.signInAs('editor')
      assert.deepEqual(tell(await beat(there, 'about-mission', randomUUID())), ['editor es'])
    } finally {
      await other.close()
    }
  })

  test('of another user can be neither changed nor closed', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await beat(editor.send, 'home-cases', mine, 'fr')
    await beat(viewer, 'home-cases', mine, 'it')
    await viewer(`/api/content/home-cases/presence/${mine}`, { method: 'DELETE' })
    assert.deepEqual(tell(await beat(viewer, 'home-cases', theirs)), ['editor fr'])
  })

  test('is told the newest version of each language and its author', async () => {
    await editor.save({ key: 'home-problem' })
    await editor.save({ key: 'home-problem', version: 2 })
    await editor.save({ key: 'home-problem', language: 'ar' })
    const { newest } = await beat(viewer, 'home-problem', randomUUID())
    assert.deepEqual(
      Object.entries(newest).map(([language, { version, author }]) => [language, version, author?.name]),
      [
        ['ar', 1, 'editor'],
        ['es', 2, 'editor'],
      ],
    )
  })

  test('is for the team only, and refuses invalid requests', async () => {
    const json = { editor: randomUUID(), language: 'es' }
    assert.equal((await app.send('/api/content/home-hero/presence', { method: 'PUT', json })).status, 401)
    for (const wrong of [{ ...json, editor: 'me' }, { ...json, language: 'xx' }, {}]) {
      const reply = await viewer('/api/content/home-hero/presence', { method: 'PUT', json: wrong })
      assert.equal(reply.status, 422)
    }
    assert.equal((await viewer('/api/content/nowhere/presence', { method: 'PUT', json })).status, 404)
  })
})
