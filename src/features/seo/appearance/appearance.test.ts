import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { z } from 'zod'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { publicPages } from '../../../../test/support/public-pages.ts'
import { PageAppearance } from './contract.ts'

const path = '/api/admin/seo/appearance'
let product: TestApp
let admin: Send
let editor: Editor
before(async () => {
  product = await startTestApp()
  admin = await product.signIn()
  editor = await openEditor(product)
})
after(() => product?.close())

const list = async (language: string) =>
  (await admin(`${path}?language=${language}`)).read(z.array(PageAppearance))
const find = async (language: string, name: string) =>
  (await list(language)).find(({ page }) => page === name)
const change = (name: string, is_indexed: boolean, send = admin) =>
  send(`${path}/${name}`, { method: 'PUT', json: { is_indexed } })
const readHead = async (address: string) => load((await product.send(address)).text)

describe('the appearance of public pages', () => {
  test('is what the pages themselves say, in every language', async () => {
    for (const language of languages) {
      const pages = await list(language)
      assert.equal(pages.length, publicPages.length)
      for (const { path: address, title, description, card, is_indexed } of pages) {
        const $ = await readHead(address)
        assert.equal($('title').text(), title, address)
        assert.equal($('meta[name=description]').attr('content'), description, address)
        assert.ok($('meta[property="og:image"]').attr('content')?.endsWith(card), address)
        assert.ok(is_indexed)
      }
    }
  })

  test('says where the words come from', async () => {
    assert.deepEqual((await find('fr', 'about'))?.title_source, 'built_in')
    const { id } = await editor.save({ key: 'about-mission', language: 'fr', version: 1, seo_title: 'Nous' })
    await editor.publish(id)
    const about = await find('fr', 'about')
    assert.deepEqual(
      [about?.title, about?.title_source, about?.description_source, about?.text_key],
      ['Nous', 'text', 'built_in', 'about-mission'],
    )
    await editor.clear()
  })
})

describe('a page that search engines are to leave out', () => {
  test('says so in every language, and leaves the sitemap and llms.txt, until it is shown again', async () => {
    await readHead('/ar/about')
    assert.equal((await change('about', false)).status, 204)
    assert.equal((await change('about', false)).status, 204)
    for (const language of languages) {
      const $ = await readHead(`/${language}/about`)
      assert.equal($('meta[name=robots]').attr('content'), 'noindex', language)
      assert.equal($('link[rel=canonical], link[rel=alternate][hreflang]').length, 0, language)
      assert.equal($('script[type="application/ld+json"]').length, 0, language)
    }
    for (const file of ['/sitemap.xml', '/llms.txt'])
      assert.doesNotMatch((await product.send(file)).text, /\/about/, file)
    assert.equal((await find('de', 'about'))?.is_indexed, false)
    assert.equal((await change('about', true)).status, 204)
    const $ = await readHead('/ar/about')
    assert.equal($('meta[name=robots]').length, 0)
    assert.match((await product.send('/sitemap.xml')).text, /\/ar\/about</)
  })

  test('is hidden by admins only, and only if there is one', async () => {
    assert.equal((await change('nothing', false)).status, 404)
    assert.equal((await change('about', false, await product.signInAs('editor'))).status, 403)
    assert.equal((await admin(`${path}/about`, { method: 'PUT', json: {} })).status, 422)
    assert.equal((await admin(`${path}?language=xx`)).status, 422)
    assert.equal((await product.send(`${path}?language=es`)).status, 401)
  })
})
