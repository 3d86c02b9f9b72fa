import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { loadImage } from '@napi-rs/canvas'
import { WebMOutputFormat } from 'mediabunny'
import { createFolderStore } from '#platform/files/folder-store.ts'
import { createWorkerPool } from '#platform/worker-pool.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { hours } from '../../../../test/support/clock.ts'
import { brokenForms } from '../../../../test/support/forms.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { formWith } from '../../../../test/support/social/forms.ts'
import { drawPicture } from '../../../../test/support/social/pictures.ts'
import { makeVideo } from '../../../../test/support/social/videos.ts'
import { SocialFile } from './contract.ts'
import { createSocialFileLinks } from './file-links.ts'
import { createSocialFiles } from './files.ts'

let product: TestApp
let editor: Send
before(async () => {
  product = await startTestApp({ env: { SECRET_KEY: 's'.repeat(40) } })
  editor = await product.signInAs('editor')
})
after(() => product?.close())

const upload = (bytes: Buffer, name = 'foto.png') =>
  editor('/api/social/files', formWith({}, { name, bytes }))

/** Puts a note into a JPEG, as cameras write where they were. */
function withMetadata(jpeg: Buffer): Buffer {
  const note = Buffer.from('Exif\0\0GPS 40.4168 -3.7038')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(note.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, note, jpeg.subarray(2)])
}

describe('an uploaded file', () => {
  test('that is a picture is stored without its metadata, and shown at a link', async () => {
    const jpeg = withMetadata(await drawPicture({ type: 'image/jpeg' }))
    const reply = await upload(jpeg, 'C:\\fotos\\Sede.jpg')
    assert.equal(reply.status, 201, reply.text)
    const file = reply.read(SocialFile)
    assert.deepEqual(
      [file.kind, file.type, file.name, file.width, file.height],
      ['image', 'image/jpeg', 'Sede.jpg', 1200, 600],
    )
    const shown = await product.send(file.url)
    assert.equal(shown.headers['content-type'], 'image/jpeg')
    assert.ok(!shown.bytes.includes('GPS'))
    assert.equal((await loadImage(shown.bytes)).width, 1200)
  })

  test('that is a video is measured, and played in parts', async () => {
    const reply = await upload(await makeVideo({ seconds: 4 }), 'a.mp4')
    assert.equal(reply.status, 201, reply.text)
    const file = reply.read(SocialFile)
    assert.deepEqual([file.kind, file.type, file.width, file.seconds], ['video', 'video/mp4', 640, 4])
    const part = await product.send(file.url, { headers: { range: 'bytes=0-9' } })
    assert.deepEqual([part.status, part.bytes.length], [206, 10])
  })

  test('of another kind is refused with a sentence, and leaves nothing', async () => {
    const before = await product.pool.query('SELECT count(*) FROM social_files')
    const video = await makeVideo()
    const refused: [number, Buffer][] = [
      [415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      [415, Buffer.from('just a text that is no picture')],
      [415, Buffer.from('x')],
      [422, Buffer.concat([(await drawPicture()).subarray(0, 60)])],
      [422, Buffer.concat([video.subarray(0, 40), Buffer.alloc(5_000)])],
      [422, Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(1_000, 7)])],
      [422, await makeVideo({ width: 2 ** 40, format: new WebMOutputFormat() })],
    ]
    for (const [status, bytes] of refused) {
      const reply = await upload(bytes)
      assert.equal(reply.status, status, bytes.toString('latin1', 0, 30))
      reply.problem()
    }
    assert.deepEqual((await product.pool.query('SELECT count(*) FROM social_files')).rows, before.rows)
  })

  test('that is too big is refused', async () => {
    const big = Buffer.concat([await drawPicture(), Buffer.alloc(16 * 1024 * 1024)])
    assert.equal((await upload(big)).status, 413)
  })

  test('in a broken form is refused', async () => {
    for (const form of brokenForms('x', 'png')) {
      const { status } = await editor('/api/social/files', { method: 'POST', ...form })
      assert.ok(status >= 400 && status < 500, `${status} for ${form.body.slice(0, 80)}`)
    }
  })
})

test('links end, cannot be forged, and lead to one file in one form', async () => {
  const { url } = (await upload(await drawPicture())).read(SocialFile)
  const token = url.split('/').at(-1) ?? ''
  const [id = '', variant, until = '', code = ''] = token.split('.')
  for (const forged of [
    `${id}.threads.${until}.${code}`,
    `${id}.${variant}.${Number(until) + 1}.${code}`,
    `${id}.${variant}.${until}.${'A'.repeat(32)}`,
    `${id}.${variant}.${until}.`,
    id,
    '%00',
    '..%2f..%2fetc',
  ])
    assert.equal((await product.send(`/social/files/${forged}`)).status, 404, forged)
  product.clock.advance(13 * hours)
  assert.equal((await product.send(url)).status, 404)
})

test('a platform gets a picture in the size and the format that it takes', async () => {
  const wide = (await upload(await drawPicture({ width: 3_000, height: 1_000 }))).read(SocialFile)
  const links = createSocialFileLinks({
    secrets: { current: 's'.repeat(40), earlier: [] },
    publicUrl: '',
  })
  const fetchFor = async (variant: 'instagram' | 'telegram') => {
    const reply = await product.send(links.forPlatform({ id: wide.id, variant }, product.clock.now()))
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['content-type'], 'image/jpeg')
    return loadImage(reply.bytes)
  }
  // Instagram takes at most 1.91 to 1.
  const square = await fetchFor('instagram')
  assert.deepEqual([square.width, square.height], [1440, 754])
  const telegram = await fetchFor('telegram')
  assert.equal(telegram.width / telegram.height, 3)
})

test('a platform reads a video in parts, and a picture as it was converted for it', async () => {
  const { db, clock, dataDir } = product
  const files = createSocialFiles({
    ...{ db, clock, files: createFolderStore(join(dataDir, 'files')), workers: createWorkerPool() },
    links: createSocialFileLinks({ secrets: { current: 's'.repeat(40), earlier: [] }, publicUrl: '' }),
    fitPicture: async () => ({ bytes: Buffer.from('fitted picture'), width: 1, height: 1 }),
  })
  const readerOf = async (bytes: Buffer) => {
    const { id } = (await upload(bytes)).read(SocialFile)
    const row = await files.find(id)
    assert.ok(row)
    return files.forPlatform(row, 'twitter', '')
  }
  const video = await makeVideo()
  const film = await readerOf(video)
  assert.deepEqual(await film.read({ start: 100, end: 199 }), video.subarray(100, 200))
  assert.deepEqual(await film.read(), video)
  const picture = await readerOf(await drawPicture())
  assert.equal(String(await picture.read({ start: 7, end: 13 })), 'picture')
})
