import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { MailPreview } from '#features/mail/contract.ts'
import { Picture, PictureUse } from '#features/media/contract.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { campaignTextOf, draftOfCampaign, makeCampaign } from '../../../test/support/campaigns.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { Campaign } from './contract.ts'

let app: TestApp
let editor: Send
before(async () => {
  app = await startTestApp()
  editor = await app.signInAs('editor')
})
after(() => app?.close())

/** Uploads a red picture with a transparent right half. */
async function upload(width: number, height: number): Promise<Picture> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'red'
  context.fillRect(0, 0, width / 2, height)
  const boundary = 'a-boundary-of-the-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sello.png"\r\ncontent-type: image/png\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(head),
    await canvas.encode('png'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return (await editor('/api/media', { method: 'POST', body, headers })).read(Picture)
}

const show = ({ src }: Pick<Picture, 'src'>, more = 'width="5" height="4000"') =>
  `<p>Mira:</p><img src="${src}" alt="Un sello" ${more} />`
const textOf = (body: string) => campaignTextOf('x', { body })
const preview = (body: string) =>
  editor('/api/campaigns/preview', { json: { language: 'es', text: textOf(body) } })

describe('a picture in a campaign', () => {
  test('is shown as a JPEG that anybody may fetch, at its true size', async () => {
    const picture = await upload(1200, 300)
    const campaign = await makeCampaign(editor, { texts: { es: textOf(show(picture)) } })
    assert.equal(campaign.texts.es?.body, show(picture, 'width="1200" height="300"'))
    const { html, text } = (await preview(show(picture))).read(MailPreview)
    const [, address = '', width, height] =
      /<img src="([^"]*)" alt="Un sello" width="(\d+)" height="(\d+)"/.exec(html) ?? []
    assert.deepEqual([width, height], ['496', '124'])
    assert.match(text, /\n\[Un sello\]\n/)
    const file = await app.send(new URL(address).pathname)
    assert.equal(file.status, 200)
    assert.equal(file.headers['content-type'], 'image/jpeg')
    assert.equal(file.headers['cross-origin-resource-policy'], 'cross-origin')
    const canvas = createCanvas(960, 240)
    const context = canvas.getContext('2d')
    context.drawImage(await loadImage(file.bytes), 0, 0)
    // What was transparent has the colour of the mail's paper.
    const [red = 0, green = 0, blue = 0] = context.getImageData(900, 100, 1, 1).data
    assert.ok(red > 230 && green > 225 && blue > 215, `${red} ${green} ${blue}`)
  })

  test('that does not exist is refused, in the campaign, its preview and its test mail', async () => {
    const unknown = show({ src: `/media/${'0'.repeat(64)}-960.webp` })
    const reply = await editor('/api/campaigns', {
      json: draftOfCampaign({ texts: { es: textOf('<p>a</p>'), ar: textOf(unknown) } }),
    })
    assert.equal(reply.status, 422)
    assert.deepEqual(
      reply.problem().errors?.map(({ field, message }) => [field, message]),
      [['texts.ar.body', 'Esta imagen ya no existe. Elige otra']],
    )
    const test = { language: 'es', text: textOf(unknown) }
    assert.equal((await editor('/api/campaigns/test', { json: test })).status, 422)
    assert.equal((await preview(unknown)).status, 422)
    const many = (await preview(show(await upload(8, 8)).repeat(21))).problem()
    assert.deepEqual(
      many.errors?.map(({ message }) => message),
      ['Hay demasiadas imágenes en el texto: el límite son 20'],
    )
  })

  test('is used by it, in whatever language and status, and stays until no campaign shows it', async () => {
    const picture = await upload(40, 20)
    const campaign = await makeCampaign(editor, {
      name: 'Con sello',
      texts: { es: textOf('<p>a</p>'), ar: textOf(show(picture)) },
    })
    await preview(show(picture))
    await app.pool.query("UPDATE campaigns SET status = 'done', ended_at = now() WHERE id = $1", [
      campaign.id,
    ])
    const uses = [{ campaign_id: campaign.id, name: 'Con sello' }]
    assert.deepEqual((await editor(`/api/media/${picture.id}/uses`)).read(PictureUse.array()), uses)
    const remove = () => editor(`/api/media/${picture.id}`, { method: 'DELETE' })
    const refused = await remove()
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.problem().uses, uses)
    assert.equal((await app.send(picture.src.replace('.webp', '.jpg'))).status, 200)
    await app.pool.query("UPDATE campaigns SET status = 'draft' WHERE id = $1", [campaign.id])
    const { updated_at } = (await editor(`/api/campaigns/${campaign.id}`)).read(Campaign)
    const changed = draftOfCampaign({ texts: { es: textOf('<p>a</p>') } })
    const json = { ...changed, updated_at }
    assert.equal((await editor(`/api/campaigns/${campaign.id}`, { method: 'PUT', json })).status, 200)
    assert.equal((await remove()).status, 204)
    assert.equal((await app.send(picture.src.replace('.webp', '.jpg'))).status, 404)
  })
})
