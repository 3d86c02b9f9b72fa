import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import {
  type Editor,
  listPublishedVersions,
  marked,
  openEditor,
} from '../../../test/support/content/editor.ts'
import { draftOf } from '../../../test/support/factories.ts'
import { ContentEntry, ContentItem, ContentVersion, contentKeys } from './contract.ts'

const Versions = z.array(ContentVersion)
let app: TestApp
let editor: Editor

before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
})
beforeEach(() => editor.clear())
after(() => app.close())

const publishedVersions = () => listPublishedVersions(app)

describe('saving', () => {
  test('adds a version and returns it', async () => {
    const item = await editor.save({
      seo_title: ' Título ',
      seo_description: 'Descripción',
      seo_keywords: 'a, b',
    })
    assert.equal(item.version, 1)
    assert.equal(item.published, false)
    assert.equal(item.seo_title, 'Título')
    assert.equal(item.created_at, app.clock.now().toISOString())
    const second = await editor.save({ version: 2, content: '<p>Dos</p>' })
    assert.equal(second.version, 2)
    assert.notEqual(second.id, item.id)
  })

  test('counts the versions of each key and language apart', async () => {
    await editor.save()
    assert.equal((await editor.save({ language: 'en' })).version, 1)
    assert.equal((await editor.save({ key: 'home-why' })).version, 1)
  })

  for (const version of [1, 3, 99]) {
    test(`of version ${version} after the first is a conflict that names the newest and overwrites nothing`, async () => {
      const first = await editor.save()
      const reply = await editor.send('/api/content', {
        json: draftOf({ version, content: '<p>Otro</p>', published: true }),
      })
      assert.equal(reply.status, 409)
      const problem = reply.problem()
      assert.equal(problem.current_version, 1)
      assert.match(problem.detail, /\(1\)/)
      const all = (await editor.send('/api/content/home-hero/all')).read(Versions)
      assert.deepEqual(all, [ContentVersion.parse(first)])
      const stored = await editor.send('/api/content/home-hero?language=es&version=1')
      assert.deepEqual(stored.read(ContentItem), first)
    })
  }

  test('of anything but version 1 is a conflict where there is none', async () => {
    const reply = await editor.send('/api/content', { json: draftOf({ version: 2 }) })
    assert.equal(reply.status, 409)
    assert.equal(reply.problem().current_version, 0)
  })

  test('by twenty people at once succeeds for exactly one', async () => {
    const other = await startTestApp({ databaseUrl: app.databaseUrl })
    try {
      const otherEditor = await other.signInAs('editor')
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          (number % 2 ? editor.send : otherEditor)('/api/content', {
            json: draftOf({ content: `<p>${number}</p>`, published: number % 4 === 0 }),
          }),
        ),
      )
      const statuses = replies.map(({ status }) => status)
      assert.equal(statuses.filter((status) => status === 201).length, 1)
      assert.equal(statuses.filter((status) => status === 409).length, 19)
      const winner = replies.find(({ status }) => status === 201)?.read(ContentItem)
      const all = (await editor.send('/api/content/home-hero/all')).read(Versions)
      assert.deepEqual(all, [ContentVersion.parse(winner)])
    } finally {
      await other.close()
    }
  })

  test('sanitises the text, and saving the result again changes nothing', async () => {
    const item = await editor.save({
      content: '<p onclick="x">a <a href="javascript:x">b</a><script>c</script></p>',
    })
    assert.equal(item.content, '<p>a b</p>')
    assert.equal((await editor.save({ version: 2, content: item.content })).content, item.content)
  })

  test('accepts the longest text in any script', async () => {
    const content = `<p>${'语'.repeat(199_000)}</p>`
    assert.equal((await editor.save({ content })).content, content)
    const long = await editor.send('/api/content', {
      json: draftOf({ content: 'x'.repeat(200_001), version: 2 }),
    })
    assert.equal(long.status, 422)
    const huge = await editor.send('/api/content', {
      json: draftOf({ content: 'x'.repeat(2_000_000), version: 2 }),
    })
    assert.equal(huge.status, 413)
  })

  test('refuses a text of too many elements, or too deep, with a sentence', async () => {
    for (const content of ['<b>x</b>'.repeat(5_001), '<blockquote>'.repeat(101)]) {
      for (const [path, json] of [
        ['/api/content', draftOf({ content })],
        ['/api/content/preview', { key: 'home-hero', language: 'es', content }],
      ] as const) {
        const reply = await editor.send(path, { json, headers: { 'accept-language': 'en' } })
        assert.equal(reply.status, 422, path)
        assert.match(reply.problem().errors?.[0]?.message ?? '', /5,000|100/)
      }
    }
  })

  test('may publish at once', async () => {
    for (const [index, mark] of ['texto-uno', 'texto-dos', 'texto-tres'].entries()) {
      const item = await editor.save({ content: marked(mark), version: index + 1, published: true })
      assert.equal(item.published, true)
      assert.deepEqual(await publishedVersions(), [index + 1])
      assert.ok((await app.send('/es/')).text.includes(mark))
    }
  })
})

describe('the list of texts', () => {
  test('has every key in every language with its state', async () => {
    await editor.save()
    const second = await editor.save({ version: 2 })
    await editor.publish(second.id)
    app.clock.advance(60_000)
    await editor.save({ version: 3 })
    await editor.save({ key: 'about-team', language: 'hi' })
    const entries = (await editor.send('/api/content')).read(z.array(ContentEntry))
    assert.deepEqual(
      entries.map(({ key }) => key),
      [...contentKeys],
    )
    for (const entry of entries) assert.deepEqual(Object.keys(entry.languages), [...languages])
    const stateOf = (key: string, language: (typeof languages)[number]) =>
      entries.find((entry) => entry.key === key)?.languages[language]
    const now = app.clock.now().toISOString()
    assert.deepEqual(stateOf('home-hero', 'es'), {
      status: 'published',
      state: 'changed',
      outdated: false,
      made_by: 'person',
      version: 3,
      published_version: 2,
      has_content: true,
      updated_at: now,
    })
    assert.deepEqual(stateOf('about-team', 'hi'), {
      status: 'draft',
      state: 'draft',
      outdated: false,
      made_by: 'person',
      version: 1,
      published_version: null,
      has_content: true,
      updated_at: now,
    })
    assert.deepEqual(stateOf('about-team', 'es'), {
      status: 'none',
      state: 'none',
      outdated: false,
      made_by: null,
      version: 0,
      published_version: null,
      has_content: false,
      updated_at: null,
    })
  })

  test('of the versions of a key is newest first, narrowed by language, and comes in pages', async () => {
    for (let version = 1; version <= 3; version++) {
      app.clock.advance(1_000)
      await editor.save({ version })
    }
    app.clock.advance(1_000)
    await editor.save({ language: 'en' })
    const all = await editor.send('/api/content/home-hero/all')
    assert.deepEqual(
      all.read(Versions).map(({ language, version }) => `${language} ${version}`),
      ['en 1', 'es 3', 'es 2', 'es 1'],
    )
    assert.equal(all.headers['x-total-count'], '4')
    const page = await editor.send('/api/content/home-hero/all?language=es&limit=2&offset=1')
    assert.deepEqual(
      page.read(Versions).map(({ version }) => version),
      [2, 1],
    )
    assert.equal(page.headers['x-total-count'], '3')
    assert.deepEqual((await editor.send('/api/content/home-why/all')).read(Versions), [])
    assert.equal((await editor.send('/api/content/nothing/all')).status, 404)
    assert.equal((await editor.send('/api/content/home-hero/all?language=xx')).status, 422)
  })

  test('of the versions of a key holds no text', async () => {
    const { content, ...version } = await editor.save({ content: '<p>un texto entero</p>' })
    const reply = await editor.send('/api/content/home-hero/all')
    assert.deepEqual(reply.read(z.unknown()), [version])
    assert.ok(!reply.text.includes(content))
  })

  test('offers the built-in text as a start', async () => {
    const reply = await editor.send('/api/content/home-hero/built-in?language=es')
    assert.match(reply.read(z.object({ content: z.string() })).content, /^<h1>/)
  })
})
