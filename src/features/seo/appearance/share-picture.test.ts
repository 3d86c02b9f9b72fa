import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { load } from 'cheerio'
import { z } from 'zod'
import { Picture, PictureUse } from '#features/media/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { PageAppearance } from './contract.ts'

let product: TestApp
let admin: Send
let picture: Picture
before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: 'https://firmeza.example' } })
  admin = await product.signIn()
  const canvas = createCanvas(1600, 1600)
  const context = canvas.getContext('2d')
  context.fillStyle = '#204060'
  context.fillRect(0, 0, 1600, 1600)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await canvas.encode('png'))]), 'photo.png')
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const body = Buffer.from(await sent.arrayBuffer())
  picture = (await admin('/api/media', { method: 'POST', body, headers })).read(Picture)
})
after(() => product?.close())

const change = (json: object, page = 'about') =>
  admin(`/api/admin/seo/appearance/${page}`, { method: 'PUT', json })
async function readCard(address: string) {
  const $ = load((await product.send(address)).text)
  const path = $('meta[property="og:image"]').attr('content')?.replace('https://firmeza.example', '') ?? ''
  return { path, reply: await product.send(path) }
}

test('an uploaded picture takes the place of the drawn one in its language, in the size that is announced', async () => {
  const before = await readCard('/es/about')
  assert.equal((await change({ picture: { language: 'es', digest: picture.digest } })).status, 204)
  const { path, reply } = await readCard('/es/about')
  assert.match(path, /\.jpg$/)
  assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'image/jpeg'])
  const image = await loadImage(reply.bytes)
  assert.deepEqual([image.width, image.height], [1200, 630])
  assert.match((await readCard('/ar/about')).path, /\.png$/)
  // Who shared the page before still finds a picture.
  const former = await product.send(before.path)
  assert.deepEqual([former.status, former.headers.location], [302, path])
  assert.match((await product.send('/sitemap.xml')).text, new RegExp(path.replaceAll('.', '\\.')))
})

test('a picture with which a page is shared says so, and is not deleted', async () => {
  const uses = (await admin(`/api/media/${picture.id}/uses`)).read(z.array(PictureUse))
  assert.deepEqual(uses, [{ shared_page: '/es/about', language: 'es' }])
  assert.equal((await admin(`/api/media/${picture.id}`, { method: 'DELETE' })).status, 409)
})

test('it is put in all languages at once, and taken away in one', async () => {
  assert.equal((await change({ picture: { language: 'all', digest: picture.digest } })).status, 204)
  assert.match((await readCard('/hi/about')).path, /\.jpg$/)
  assert.equal((await change({ picture: { language: 'hi', digest: null } })).status, 204)
  assert.match((await readCard('/hi/about')).path, /\.png$/)
  const pages = (await admin('/api/admin/seo/appearance?language=de')).read(z.array(PageAppearance))
  const about = pages.find(({ page }) => page === 'about')
  assert.deepEqual([about?.picture, about?.is_indexed], [picture.digest, true])
  assert.equal((await change({ picture: { language: 'all', digest: null } })).status, 204)
  assert.equal((await admin(`/api/media/${picture.id}`, { method: 'DELETE' })).status, 204)
})

test('a picture that was not uploaded is refused', async () => {
  for (const digest of ['0'.repeat(64), 'photo', '../../etc/passwd', ''])
    assert.equal((await change({ picture: { language: 'es', digest } })).status, 422, digest)
  assert.equal((await change({ picture: { language: 'xx', digest: null } })).status, 422)
})
