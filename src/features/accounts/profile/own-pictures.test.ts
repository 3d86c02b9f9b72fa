import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { z } from 'zod'
import { Profile } from '#features/accounts/contract.ts'
import { pictureAddress, SignedInUser, TeamMember } from '#shared/user.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** A wide picture: red, a green square in the middle, blue. */
function paint() {
  const canvas = createCanvas(600, 200)
  const context = canvas.getContext('2d')
  for (const [index, colour] of ['#f00', '#0f0', '#00f'].entries()) {
    context.fillStyle = colour
    context.fillRect(index * 200, 0, 200, 200)
  }
  return canvas
}

const boundary = 'a-boundary-of-the-tests'
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }

function upload(send: Send, bytes: Uint8Array, type = 'image/png') {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="me"\r\nContent-Type: ${type}\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return send('/api/auth/picture', { method: 'POST', body, headers })
}

test('the middle square of a picture is shown wherever the team is, and by its address to everyone', async () => {
  const viewer = await app.signInAs('viewer')
  const before = (await viewer('/api/auth/profile')).read(Profile)
  assert.equal(before.picture, undefined)
  const reply = await upload(viewer, new Uint8Array(paint().toBuffer('image/png')))
  const { picture = '', id } = reply.read(Profile)
  assert.match(picture, /^[0-9a-f]{64}$/)
  assert.equal((await viewer('/api/auth/me')).read(SignedInUser).picture, picture)
  const team = (await viewer('/api/team')).read(z.array(TeamMember))
  assert.equal(team.find((member) => member.id === id)?.picture, picture)

  for (const size of [96, 256] as const) {
    const file = await fetch(app.url + pictureAddress(picture, size))
    assert.equal(file.status, 200)
    assert.equal(file.headers.get('content-type'), 'image/webp')
    assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(file.headers.get('cache-control'), 'private, max-age=86400, immutable')
    const image = await loadImage(Buffer.from(await file.arrayBuffer()))
    assert.deepEqual([image.width, image.height], [size, size])
    const context = createCanvas(size, size).getContext('2d')
    context.drawImage(image, 0, 0)
    for (const x of [4, size / 2, size - 4]) {
      const [red = 0, green = 0, blue = 0] = context.getImageData(x, size / 2, 1, 1).data
      assert.ok(green > 200 && red < 60 && blue < 60, `${size}: ${red} ${green} ${blue}`)
    }
  }
})

test('another picture takes its place, and its address cannot be guessed', async () => {
  const [one, two] = [await app.signInAs('viewer'), await app.signInAs('viewer')]
  const bytes = new Uint8Array(await paint().encode('webp'))
  const first = (await upload(one, bytes, 'image/webp')).read(Profile).picture ?? ''
  const second = (await upload(one, bytes, 'image/webp')).read(Profile).picture ?? ''
  const theirs = (await upload(two, bytes, 'image/webp')).read(Profile).picture ?? ''
  assert.equal(new Set([first, second, theirs]).size, 3)
  assert.equal((await app.send(pictureAddress(first, 96))).status, 404)
  assert.equal((await app.send(pictureAddress(second, 96))).status, 200)
  assert.equal((await one('/api/auth/picture', { method: 'DELETE' })).read(Profile).picture, undefined)
  assert.equal((await app.send(pictureAddress(second, 96))).status, 404)
  assert.equal((await app.send(pictureAddress(theirs, 256))).status, 200)
  // Removing what is not there is no fault.
  assert.equal((await one('/api/auth/picture', { method: 'DELETE' })).status, 200)
  for (const path of ['/media/team/x.webp', `/media/team/${theirs}-64.webp`, `/media/team/${theirs}-96.png`])
    assert.ok((await app.send(path)).status >= 400, path)
})

test('of several uploads at once one is shown', async () => {
  const viewer = await app.signInAs('viewer')
  const bytes = new Uint8Array(await paint().encode('jpeg'))
  const replies = await Promise.all([1, 2, 3].map(() => upload(viewer, bytes, 'image/jpeg')))
  for (const { status } of replies) assert.equal(status, 200)
  const { picture = '' } = (await viewer('/api/auth/profile')).read(Profile)
  assert.equal((await app.send(pictureAddress(picture, 96))).status, 200)
})

test('what is no still picture, or too large, is refused with a sentence', async () => {
  const viewer = await app.signInAs('viewer')
  const text = (words: string) => new Uint8Array(new TextEncoder().encode(words))
  const png = new Uint8Array(paint().toBuffer('image/png'))
  for (const [bytes, status, what] of [
    [text('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'), 415, 'SVG'],
    [text('just a few words that are no picture'), 415, 'text'],
    [png.slice(0, 60), 422, 'broken'],
    [new Uint8Array(10 * 1024 * 1024 + 1), 413, 'size'],
    [new Uint8Array(0), 415, 'empty'],
  ] as const) {
    const reply = await upload(viewer, bytes)
    assert.equal(reply.status, status, what)
    assert.match(reply.problem().detail, /\S/, what)
  }
  const empty = { method: 'POST', body: `--${boundary}--\r\n`, headers }
  assert.equal((await viewer('/api/auth/picture', empty)).status, 422)
  assert.equal((await viewer('/api/auth/profile')).read(Profile).picture, undefined)
})
