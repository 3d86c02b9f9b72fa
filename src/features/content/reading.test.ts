import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../test/support/content/editor.ts'
import { ContentItem } from './contract.ts'

let app: TestApp
let editor: Editor

before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
})
beforeEach(() => editor.clear())
after(() => app.close())

const marked = (mark: string) => `<h1>${mark}</h1>`

describe('a draft', () => {
  test('is never returned without a token, whatever the query', async () => {
    await editor.save({ content: marked('secreto-1') })
    await editor.publish((await editor.save({ version: 2, content: marked('público') })).id)
    await editor.save({ version: 3, content: marked('secreto-3') })
    await editor.save({ language: 'en', content: marked('secreto-en') })
    const queries = [
      '',
      '?language=es',
      '?language=en',
      '?language=es&version=1',
      '?language=es&version=3',
      '?version=3',
      '?language=en&version=1',
      '?language=es&version=2',
      '?language=es&version=3&version=2',
      '?language=es&draft=1&published=false',
      '?version=03&language=es',
      '?version=3.0&language=es',
      '?language=es&version=3&token=x',
    ]
    for (const query of queries) {
      for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: 'Basic x' }]) {
        const reply = await app.send(`/api/content/home-hero${query}`, { headers })
        assert.ok([200, 404, 422].includes(reply.status), `${query}: ${reply.status}`)
        assert.ok(!reply.text.includes('secreto'), query)
      }
    }
    for (const language of languages) assert.ok(!(await app.send(`/${language}/`)).text.includes('secreto'))
  })

  test('is returned to the team while nothing is published, and by its version', async () => {
    await editor.save({ content: marked('uno') })
    await editor.save({ version: 2, content: marked('dos') })
    const read = async (query: string) =>
      (await editor.send(`/api/content/home-hero${query}`)).read(ContentItem)
    assert.equal((await read('?language=es')).version, 2)
    assert.equal((await read('')).version, 2)
    assert.equal((await read('?language=es&version=1')).version, 1)
    assert.equal((await editor.send('/api/content/home-hero?language=es&version=9')).status, 404)
    assert.equal((await editor.send('/api/content/home-hero?language=fr')).status, 404)
  })

  test('that the team has read is not cached for visitors', async () => {
    await editor.save({ content: marked('secreto') })
    const path = '/api/content/home-hero?language=es&version=1'
    assert.equal((await editor.send(path)).status, 200)
    assert.equal((await app.send(path)).status, 404)
    assert.equal((await editor.send(path)).headers['cache-control'], 'no-store')
  })

  test('is read from the database for the team, even if a response is cached for visitors', async () => {
    await editor.save({ content: marked('público'), published: true })
    const path = '/api/content/home-hero?language=es'
    assert.equal((await app.send(path)).headers['cache-control'], 'no-cache')
    assert.equal((await editor.send(path)).headers['cache-control'], 'no-store')
  })
})

describe('the cached response', () => {
  test('is the same for every spelling of the query, and dropped when another version is published', async () => {
    await editor.publish((await editor.save({ content: marked('uno') })).id)
    const ways = ['?language=es', '', '?language=es&x=1', '?x=1&language=es']
    const bodies = await Promise.all(
      ways.map(async (query) => (await app.send(`/api/content/home-hero${query}`)).text),
    )
    assert.equal(new Set(bodies).size, 1)
    const { headers } = await app.send('/api/content/home-hero?language=es')
    assert.equal(
      (
        await app.send('/api/content/home-hero?language=es', {
          headers: { 'if-none-match': headers.etag ?? '' },
        })
      ).status,
      304,
    )
    await editor.publish((await editor.save({ version: 2, content: marked('dos') })).id)
    for (const query of ways)
      assert.ok((await app.send(`/api/content/home-hero${query}`)).text.includes('dos'), query)
  })

  test('to one query is never returned for another', async () => {
    await editor.publish((await editor.save({ content: marked('español') })).id)
    await editor.publish((await editor.save({ language: 'en', content: marked('english') })).id)
    const ask = async (query: string) => {
      const reply = await app.send(`/api/content/home-hero${query}`)
      return reply.status === 200 ? reply.read(ContentItem).language : reply.status
    }
    // In an order in which an ambiguous cache key would return the previous response.
    assert.equal(await ask('?language=es&language=en'), 422)
    assert.equal(await ask('?language=en'), 'en')
    assert.equal(await ask('?language=es'), 'es')
    assert.equal(await ask('?version=1&language=en'), 'en')
    assert.equal(await ask('?language=es&version=1'), 'es')
    assert.equal(await ask('?language=es&version=2'), 404)
    assert.equal(await ask('?language=es&version='), 422)
    assert.equal(await ask('?language=es%26version=1'), 422)
    assert.equal(await ask('?language=es'), 'es')
    assert.equal((await app.send('/api/content/home-hero%3Flanguage=en')).status, 404)
    assert.equal((await app.send('/api/content/home-why?language=es')).status, 404)
  })
})
