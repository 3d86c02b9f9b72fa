import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { ContentItem, ContentVersion } from '#features/content/contract.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { openEditor } from '../../../test/support/content/editor.ts'
import { appendIspe, createGif } from '../../../test/support/content/pictures.ts'
import { brokenForms } from '../../../test/support/forms.ts'
import type { Send } from '../../../test/support/http-client.ts'
import {
  listPictureWidths,
  Picture,
  PictureUse,
  picturePath,
  pictureSizeLimit,
  pictureSourceSet,
  ReplacedPicture,
  TextPictureUse,
} from './contract.ts'
import { createResizer } from './resizer.ts'

let app: TestApp
let send: Send
before(async () => {
  app = await startTestApp()
  send = await app.signInAs('editor')
})
after(() => app?.close())

/** A picture whose left half is red and whose right half is blue. */
async function draw(width: number, height: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'red'
  context.fillRect(0, 0, width / 2, height)
  context.fillStyle = 'blue'
  context.fillRect(width / 2, 0, width / 2, height)
  return format === 'png' ? canvas.encode('png') : canvas.encode('jpeg', 95)
}

/** Puts EXIF into a JPEG: turned by a quarter, and with words that must not come out again. */
function turn(jpeg: Buffer): Buffer {
  const orientation = Buffer.from('49492a00080000000100120103000100000006000000' + '00000000', 'hex')
  const body = Buffer.concat([Buffer.from('Exif\0\0'), orientation, Buffer.from('GPS 40.4168 -3.7038')])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, body, jpeg.subarray(2)])
}

function formOf(bytes: Buffer, filename = 'foto.jpg', field = 'file') {
  const boundary = 'a-boundary-of-the-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: image/jpeg\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { method: 'POST', body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}
const upload = (bytes: Buffer, filename?: string) => send('/api/media', formOf(bytes, filename))

describe('a picture', () => {
  test('is kept at a few widths, which anyone may see for ever', async () => {
    const reply = await upload(await draw(1200, 600), 'C:\\fotos\\Vista general.jpg')
    assert.equal(reply.status, 201, reply.text)
    const picture = reply.read(Picture)
    assert.deepEqual(
      [picture.filename, picture.type, picture.width, picture.height],
      ['Vista general.jpg', 'image/jpeg', 1200, 600],
    )
    assert.equal(picture.src, `/media/${picture.digest}-960.webp`)
    for (const width of listPictureWidths(1200)) {
      const file = await app.send(picturePath(picture.digest, width, 'avif'))
      assert.equal(file.status, 200)
      assert.equal(file.headers['content-type'], 'image/avif')
      assert.match(file.headers['cache-control'] ?? '', /immutable/)
      const decoded = await loadImage(file.bytes)
      assert.deepEqual([decoded.width, decoded.height], [width, width / 2])
    }
    assert.equal((await app.send(picture.src)).headers['content-type'], 'image/webp')
    assert.equal((await app.send(picturePath(picture.digest, 321, 'avif'))).status, 404)
  })

  test('comes out upright and without what its file told besides', async () => {
    const reply = await upload(turn(await draw(40, 20)))
    const picture = reply.read(Picture)
    assert.deepEqual([picture.width, picture.height], [20, 40])
    const file = await app.send(picture.src)
    assert.doesNotMatch(file.bytes.toString('latin1'), /Exif|GPS/)
    const canvas = createCanvas(20, 40)
    const context = canvas.getContext('2d')
    context.drawImage(await loadImage(file.bytes), 0, 0)
    const [red = 0, , blue = 0] = context.getImageData(10, 5, 1, 1).data
    assert.ok(red > 200 && blue < 60, `${red} ${blue}`)
  })

  test('is one, however often it is uploaded', async () => {
    const bytes = await draw(64, 64, 'png')
    const replies = await Promise.all([upload(bytes, 'a.png'), upload(bytes, 'b.png')])
    const ids = replies.map((reply) => reply.read(Picture).id)
    assert.equal(ids[0], ids[1])
    assert.equal((await upload(bytes)).status, 200)
  })

  test('is found by its name', async () => {
    await upload(await draw(30, 30), '100% Ñandú.jpg')
    const names = async (search: string) =>
      (await send(`/api/media?search=${encodeURIComponent(search)}`))
        .read(Picture.array())
        .map((one) => one.filename)
    assert.deepEqual(await names('ñandú'), ['100% Ñandú.jpg'])
    assert.deepEqual(await names('0% Ñ'), ['100% Ñandú.jpg'])
    assert.deepEqual(await names('_'), [])
    assert.equal((await send('/api/media?limit=1')).headers['x-total-count'], '4')
  })

  test('has an alternative text in each language, and two people may write at once', async () => {
    const { id, alternatives } = (await upload(await draw(33, 33))).read(Picture)
    assert.deepEqual(alternatives, {})
    const describePicture = (json: unknown) =>
      send(`/api/media/${id}/alternatives`, { method: 'PATCH', json })
    await Promise.all([
      describePicture({ es: ' Un sello ' }),
      describePicture({ ar: 'ختم', de: 'Ein Siegel' }),
    ])
    const both = { es: 'Un sello', ar: 'ختم', de: 'Ein Siegel' }
    assert.deepEqual((await send(`/api/media/${id}`)).read(Picture).alternatives, both)
    assert.deepEqual((await describePicture({ de: '' })).read(Picture).alternatives, {
      es: 'Un sello',
      ar: 'ختم',
    })
    assert.equal((await describePicture({ xx: 'a' })).status, 422)
    assert.equal((await describePicture({ es: 'a'.repeat(301) })).status, 422)
    for (const bad of [['a'], null, { es: 1 }, { es: 'a\u0000b' }, { es: null }]) {
      assert.equal((await describePicture(bad)).status, 422, JSON.stringify(bad))
    }
    const asViewer = await app.signInAs('viewer')
    const refused = await asViewer(`/api/media/${id}/alternatives`, { method: 'PATCH', json: { es: 'x' } })
    assert.equal(refused.status, 403)
    assert.equal((await asViewer(`/api/media/${id}`)).status, 200)
    assert.equal((await send('/api/media/00000000-0000-4000-8000-000000000000/uses')).status, 404)
  })

  test('is deleted only while no version of any text shows it', async () => {
    const editor = await openEditor(app)
    const picture = (await upload(await draw(50, 50))).read(Picture)
    const img = `<figure><img src="${picture.src}" alt="Un sello" width="50" height="50" /></figure>`
    await editor.save({ key: 'home-why', language: 'es', version: 1, content: `<p>a</p>${img}` })
    await editor.save({ key: 'home-why', language: 'es', version: 2, content: '<p>a</p>' })
    const remove = () => send(`/api/media/${picture.id}`, { method: 'DELETE' })
    const uses = [{ key: 'home-why', language: 'es', version: 1, is_newest: false }]
    assert.deepEqual((await send(`/api/media/${picture.id}/uses`)).read(PictureUse.array()), uses)
    const refused = await remove()
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.problem().uses, uses)
    assert.equal((await app.send(picture.src)).status, 200)
    await editor.clear()
    // What is unsaved can still be saved.
    const fields = { content: img, seo_title: '', seo_description: '', seo_keywords: '' }
    const text = { language: 'es', base: { version: 0, fields: { ...fields, content: '' } }, fields }
    const keep = (change: object) =>
      send('/api/content/home-why/unsaved', {
        method: 'PUT',
        json: { editor: crypto.randomUUID(), texts: [], dropped: [], ...change },
      })
    assert.equal((await keep({ texts: [text] })).status, 200)
    assert.deepEqual((await remove()).problem().uses, [
      { key: 'home-why', language: 'es', version: null, is_newest: false },
    ])
    await keep({ dropped: ['es'] })
    assert.equal((await remove()).status, 204)
    assert.equal((await app.send(picture.src)).status, 404)
    assert.equal((await remove()).status, 404)
  })
})

describe('a picture in the place of another', () => {
  const figureOf = ({ src, width, height }: Picture, alt: string) =>
    `<figure><img src="${src}" alt="${alt}" width="${width}" height="${height}" /></figure>`
  const replace = (id: string, json: unknown) => send(`/api/media/${id}/replace`, { json })

  async function uploadTwo(): Promise<[Picture, Picture]> {
    const width = 60 + Math.floor(Math.random() * 1000)
    const one = (await upload(await draw(width, 61))).read(Picture)
    return [one, (await upload(await draw(width, 62), 'nueva.jpg')).read(Picture)]
  }
  const readNewest = async (key: string, language: string) => {
    const [newest] = (await send(`/api/content/${key}/all?language=${language}&limit=1`)).read(
      ContentVersion.array(),
    )
    assert.ok(newest)
    const address = `/api/content/${key}?language=${language}&version=${newest.version}`
    return (await send(address)).read(ContentItem)
  }

  test('is shown by a draft of each text whose newest version shows it; nothing is published', async () => {
    const editor = await openEditor(app)
    await editor.clear()
    const [one, other] = await uploadTwo()
    await send(`/api/media/${one.id}/alternatives`, { method: 'PATCH', json: { es: 'Un "sello" & más' } })
    await send(`/api/media/${other.id}/alternatives`, {
      method: 'PATCH',
      json: { es: 'Otro <sello>', ar: 'ختم' },
    })
    const proposed = figureOf(one, 'Un &quot;sello&quot; &amp; más')
    const shown = `<p>a</p>${proposed}<p>b</p>${figureOf(one, 'Palabras propias')}`
    const saved = await editor.save({
      key: 'home-why',
      language: 'es',
      version: 1,
      content: shown,
      published: true,
    })
    await editor.save({ key: 'home-why', language: 'ar', version: 1, content: figureOf(one, 'خاتم') })
    await editor.save({ key: 'home-problem', language: 'es', version: 1, content: figureOf(one, 'x') })
    await editor.save({ key: 'home-problem', language: 'es', version: 2, content: '<p>sin imagen</p>' })
    const reply = await replace(one.id, { by: other.id })
    assert.deepEqual(reply.read(ReplacedPicture).texts, [
      { key: 'home-why', language: 'ar', version: 2 },
      { key: 'home-why', language: 'es', version: 2 },
    ])
    const draft = await readNewest('home-why', 'es')
    const expected = figureOf(other, 'Otro &lt;sello&gt;')
    assert.equal(draft.content, `<p>a</p>${expected}<p>b</p>${figureOf(other, 'Palabras propias')}`)
    assert.equal(draft.published, false)
    assert.equal((await readNewest('home-why', 'ar')).content, figureOf(other, 'خاتم'))
    assert.equal((await readNewest('home-problem', 'es')).version, 2)
    const published = (await send('/api/content/home-why?language=es')).read(ContentItem)
    assert.equal(published.id, saved.id)
    // A second time there is nothing left to do.
    assert.deepEqual((await replace(one.id, { by: other.id })).read(ReplacedPicture).texts, [])
    const uses = (await send(`/api/media/${one.id}/uses`)).read(TextPictureUse.array())
    assert.ok(uses.length === 3 && uses.every(({ is_newest }) => !is_newest))
    // The draft is what the sanitizer would write, so that saving it again changes nothing.
    const again = await editor.save({ key: 'home-why', language: 'es', version: 3, content: draft.content })
    assert.equal(again.content, draft.content)
    await editor.clear()
  })

  test('is put there once when two ask at once', async () => {
    const editor = await openEditor(app)
    const [one, other] = await uploadTwo()
    await editor.save({ key: 'home-why', language: 'es', version: 1, content: figureOf(one, 'x') })
    const replies = await Promise.all([1, 2, 3].map(() => replace(one.id, { by: other.id })))
    const versions = replies.flatMap((reply) =>
      reply.read(ReplacedPicture).texts.map(({ version }) => version),
    )
    assert.deepEqual(versions, [2])
    await editor.clear()
  })

  test('is refused when it is the same, unknown or nothing, and to viewers', async () => {
    const [one, other] = await uploadTwo()
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const by of [one.id, nobody, 'x', '', null, 3, [other.id]]) {
      assert.equal((await replace(one.id, { by })).status, 422, String(by))
    }
    assert.equal((await replace(nobody, { by: other.id })).status, 404)
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer(`/api/media/${one.id}/replace`, { json: { by: other.id } })).status, 403)
  })
})

describe('an upload is refused', () => {
  const refusals: [what: string, bytes: () => Buffer | Promise<Buffer>, status: number][] = [
    ['that is no picture, whatever its name', () => Buffer.from('%PDF-1.7 and more of it'), 415],
    ['that draws by code', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['that is cut off', async () => (await draw(600, 600)).subarray(0, 100), 422],
    ['that is only the beginning of one', async () => (await draw(60, 60, 'png')).subarray(0, 40), 422],
    ['that is empty', () => Buffer.alloc(0), 415],
    ['that is too large', () => Buffer.alloc(pictureSizeLimit + 1), 413],
    ['that is far too large', () => Buffer.alloc(pictureSizeLimit * 2), 413],
  ]
  for (const [what, bytes, status] of refusals) {
    test(what, async () => {
      const reply = await upload(await bytes())
      assert.equal(reply.status, status, reply.text)
      assert.ok(reply.problem().detail.length > 10)
    })
  }

  test('that is in a form which cannot be read', async () => {
    for (const { status, body, headers } of brokenForms('a picture')) {
      const reply = await send('/api/media', { method: 'POST', body, headers })
      assert.equal(reply.status, status, `${headers['content-type']} ${body.slice(0, 60)}`)
      assert.ok(reply.problem().detail.length > 10)
    }
  })

  test('that would take too much room once decoded', async () => {
    const bomb = await draw(16, 16, 'png')
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    const reply = await upload(bomb)
    assert.equal(reply.status, 422)
    assert.match(reply.problem().detail, /50/)
  })

  test('that hides how large it is', async () => {
    const gif = createGif({ screen: [10, 10], frame: [20_000, 20_000] })
    const avif = appendIspe(await createCanvas(30, 20).encode('avif'), 20_000, 20_000)
    for (const [bytes, limit] of [
      [gif, /50/],
      [avif, /20/],
    ] as const) {
      const reply = await upload(bytes)
      assert.equal(reply.status, 422, reply.text)
      assert.match(reply.problem().detail, limit)
    }
  })

  test('that no encoder takes', async () => {
    const reply = await upload(await draw(2, 60_000, 'png'))
    assert.equal(reply.status, 422, reply.text)
  })

  test('that takes too much memory or time to decode', async () => {
    const bytes = await draw(6_000, 6_000, 'png')
    const small = createResizer({ memoryLimit: 120 })
    assert.deepEqual(await small.resize(bytes), { refused: 'too_costly' })
    small.close()
    const hasty = createResizer({ limit: 20 })
    assert.deepEqual(await hasty.resize(bytes), { refused: 'too_costly' })
    hasty.close()
  })

  test('from those who may not, without its file, or in another form', async () => {
    const bytes = await draw(10, 10)
    assert.equal((await app.send('/api/media', formOf(bytes))).status, 401)
    const viewer = await app.signInAs('viewer')
    assert.equal((await viewer('/api/media', formOf(bytes))).status, 403)
    assert.equal((await viewer('/api/media')).status, 200)
    assert.equal((await app.send('/api/media')).status, 401)
    assert.equal((await send('/api/media', { json: {} })).status, 415)
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    assert.equal((await send('/api/media', { method: 'POST', headers, body: '--b--\r\n' })).status, 422)
    for (const body of [
      '',
      'nothing of the kind',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ]) {
      const reply = await send('/api/media', { method: 'POST', headers, body })
      assert.ok(reply.status >= 400 && reply.status < 500, `${reply.status} ${reply.text}`)
    }
    const odd = await send('/api/media', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body: 'x',
    })
    assert.ok(odd.status >= 400 && odd.status < 500, `${odd.status}`)
  })
})

test('nothing but a picture has an address', async () => {
  for (const path of [
    '/media/',
    '/media/a.avif',
    '/media/..%2f..%2fsecret-key',
    `/media/${'0'.repeat(64)}-320.webp`,
  ]) {
    assert.equal((await app.send(path)).status, 404, path)
  }
})

test('the addresses at all widths follow from the one that the text names', () => {
  const digest = 'a'.repeat(64)
  assert.equal(
    pictureSourceSet(`/media/${digest}-640.webp`, 700),
    `/media/${digest}-320.avif 320w, /media/${digest}-700.avif 700w`,
  )
  assert.equal(pictureSourceSet('https://example.org/a.webp', 700), undefined)
  assert.deepEqual(listPictureWidths(5000), [320, 640, 960, 1440, 1920])
  assert.deepEqual(listPictureWidths(16), [16])
})
