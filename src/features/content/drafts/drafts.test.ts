import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { UnsavedText } from '#features/content/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let editor: Send
let colleague: Send
before(async () => {
  app = await startTestApp()
  editor = await app.signInAs('editor')
  colleague = await app.signInAs('editor')
})
after(() => app.close())

const path = '/api/content/home-hero/unsaved'
const home = crypto.randomUUID()
const office = crypto.randomUUID()
const fieldsOf = (content: string) => ({ content, seo_title: '', seo_description: '', seo_keywords: '' })
const textOf = (content: string, language = 'es'): UnsavedText =>
  UnsavedText.parse({ language, base: { version: 0, fields: fieldsOf('') }, fields: fieldsOf(content) })
const keep = (send: Send, body: object) =>
  send(path, { method: 'PUT', json: { editor: home, texts: [], dropped: [], ...body } })
const list = async (send: Send) => (await send(path)).read(z.array(UnsavedText))

describe('unsaved texts', () => {
  test('are kept for their writer alone, and the last window wins', async () => {
    assert.equal(
      (await keep(editor, { texts: [textOf('<p>مرحبا</p>'), textOf('<p>b</p>', 'ar')] })).status,
      200,
    )
    assert.equal((await keep(editor, { editor: office, texts: [textOf('<p>later</p>')] })).status, 200)
    const kept = await list(editor)
    assert.deepEqual(kept.map(({ language, fields }) => [language, fields.content]).sort(), [
      ['ar', '<p>b</p>'],
      ['es', '<p>later</p>'],
    ])
    assert.deepEqual(await list(colleague), [])
  })

  test('are gone once they are saved or discarded', async () => {
    await keep(editor, { texts: [textOf('<p>a</p>')], dropped: ['ar', 'es'] })
    assert.deepEqual(
      (await list(editor)).map(({ language }) => language),
      ['es'],
    )
    await keep(editor, { dropped: ['es'] })
    assert.deepEqual(await list(editor), [])
  })

  test('of a window that is still open are not offered to another', async () => {
    await keep(editor, { texts: [textOf('<p>open</p>')] })
    const beat = { editor: home, language: 'es' }
    assert.equal((await editor('/api/content/home-hero/presence', { method: 'PUT', json: beat })).status, 200)
    assert.deepEqual(await list(editor), [])
    await editor(`/api/content/home-hero/presence/${home}`, { method: 'DELETE' })
    assert.equal((await list(editor)).length, 1)
  })

  test('are for those who may write, and bad ones change nothing', async () => {
    const viewer = await app.signInAs('viewer')
    assert.equal((await keep(viewer, {})).status, 403)
    const before = await list(editor)
    for (const body of [
      { editor: 'none' },
      { texts: [{ ...textOf('<p>x</p>'), language: 'xx' }] },
      { texts: [textOf('<p>x</p>'), { ...textOf('<p>x</p>', 'fr'), fields: { content: 1 } }] },
      { texts: [{ ...textOf(''), fields: fieldsOf('x'.repeat(200_001)) }] },
      { dropped: ['es', 'none'] },
      { texts: [textOf('<p>x</p>'), textOf('<p>y</p>')] },
      { texts: [{ ...textOf(''), fields: fieldsOf('\0') }] },
      { texts: null },
    ]) {
      assert.equal((await keep(editor, body)).status, 422, JSON.stringify(body).slice(0, 80))
    }
    assert.deepEqual(await list(editor), before)
    assert.equal((await keep(editor, { texts: [{ ...textOf(''), fields: fieldsOf('\ud800') }] })).status, 200)
  })
})
