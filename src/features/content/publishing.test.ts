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
import { ContentItem, ContentVersion } from './contract.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
let app: TestApp
let editor: Editor

before(async () => {
  app = await startTestApp()
  editor = await openEditor(app)
})
beforeEach(() => editor.clear())
after(() => app.close())

const publishedVersions = () => listPublishedVersions(app)

describe('publishing', () => {
  test('shows on the public page and in the API from the next request on', async () => {
    for (let version = 1; version <= 10; version++) {
      const { id } = await editor.save({ version, content: marked(`texto-${version}-`) })
      assert.ok(!(await app.send('/es/')).text.includes(`texto-${version}-`))
      const reply = await editor.publish(id)
      assert.equal(reply.status, 200)
      assert.equal(reply.read(ContentItem).published, true)
      assert.ok((await app.send('/es/')).text.includes(`texto-${version}-`))
      const json = (await app.send('/api/content/home-hero?language=es')).read(ContentItem)
      assert.equal(json.version, version)
      assert.equal(json.content, marked(`texto-${version}-`))
      assert.deepEqual(await publishedVersions(), [version])
    }
  })

  test('may go back to an older version', async () => {
    const first = await editor.save({ content: marked('primero') })
    const second = await editor.save({ version: 2, content: marked('segundo') })
    await editor.publish(second.id)
    await editor.publish(first.id)
    assert.deepEqual(await publishedVersions(), [1])
    assert.ok((await app.send('/es/')).text.includes('primero'))
  })

  test('several versions at once leaves one published', async () => {
    const ids: string[] = []
    for (let version = 1; version <= 6; version++) ids.push((await editor.save({ version })).id)
    const replies = await Promise.all(ids.map(editor.publish))
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.equal((await publishedVersions()).length, 1)
  })

  test('shows in its own language and bare for those who read it', async () => {
    const { id } = await editor.save({ content: marked('solo-español') })
    await editor.publish(id)
    for (const language of languages) {
      assert.equal((await app.send(`/${language}/`)).text.includes('solo-español'), language === 'es')
    }
    assert.ok((await app.send('/', { headers: { 'accept-language': 'es' } })).text.includes('solo-español'))
    assert.ok(!(await app.send('/')).text.includes('solo-español'))
  })

  test('puts the search-engine texts into the head, escaped', async () => {
    const { id } = await editor.save({
      seo_title: 'Título </title><script>',
      seo_description: 'Una "descripción"',
    })
    await editor.publish(id)
    const { text } = await app.send('/es/')
    assert.ok(!text.includes('</title><script>'))
    assert.match(text, /T\u00edtulo/)
  })

  test('of a text that shows nothing is refused, also while saving', async () => {
    const { id } = await editor.save({ content: '<p>&nbsp;</p>' })
    const reply = await editor.publish(id)
    assert.equal(reply.status, 422)
    assert.equal(reply.problem().detail, 'Un texto vacío no se puede publicar.')
    assert.deepEqual(
      reply.problem().errors?.map(({ field }) => field),
      ['content'],
    )
    const saved = await editor.send('/api/content', {
      json: draftOf({ version: 2, content: '<script>a</script>', published: true }),
    })
    assert.equal(saved.status, 422)
    assert.equal((await editor.send('/api/content/home-hero/all')).read(z.array(ContentVersion)).length, 1)
    assert.deepEqual(await publishedVersions(), [])
  })

  test('twice has the same effect as once', async () => {
    const { id } = await editor.save()
    assert.equal((await editor.publish(id)).status, 200)
    assert.equal((await editor.publish(id)).status, 200)
    assert.equal((await editor.unpublish(id)).status, 200)
    assert.equal((await editor.unpublish(id)).status, 200)
  })

  test('of what does not exist is 404', async () => {
    for (const id of [nowhere, 'x', '1', '__proto__']) {
      assert.equal((await editor.publish(id)).status, 404, id)
      assert.equal((await editor.unpublish(id)).status, 404, id)
    }
  })
})

describe('unpublishing', () => {
  test('restores the built-in text and removes the text from the API at once', async () => {
    const builtIn = await app.send('/es/')
    const { id } = await editor.save({ content: marked('pasajero') })
    await editor.publish(id)
    assert.ok((await app.send('/es/')).text.includes('pasajero'))
    assert.equal((await app.send('/api/content/home-hero?language=es')).status, 200)
    const reply = await editor.unpublish(id)
    assert.equal(reply.read(ContentItem).published, false)
    assert.deepEqual((await app.send('/es/')).bytes, builtIn.bytes)
    const gone = await app.send('/api/content/home-hero?language=es')
    assert.equal(gone.status, 404)
    assert.ok(gone.problem().detail)
  })
})
