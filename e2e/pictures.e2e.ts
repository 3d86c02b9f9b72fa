import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { openEditor } from '../test/support/content/editor.ts'
import { expectAccessible, expectGoodScreens } from './support/expectations.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

/** A picture of one colour, so that each is another file. */
async function draw(colour: string): Promise<Buffer> {
  const canvas = createCanvas(400, 300)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, 400, 300)
  return canvas.encode('png')
}

test.describe('the pictures of the texts', () => {
  test.describe.configure({ mode: 'serial' })

  test('are uploaded, found, described, and proposed with their description', async ({ openAdmin }) => {
    const { page, faults } = await openAdmin('/admin/pictures')
    const t = (key: string, variables = {}) => textOf('es', key, variables)
    await page.getByText(t('media:pictures.none')).waitFor()
    for (const name of ['puerto.png', 'sello.png']) {
      const input = page.locator('input[type=file]')
      await input.setInputFiles({
        name,
        mimeType: 'image/png',
        buffer: await draw(name[0] === 'p' ? 'teal' : 'red'),
      })
      await page.getByRole('link', { name }).waitFor()
    }
    await expectAccessible(page, 'the list of pictures')
    await page.getByRole('searchbox', { name: t('media:pictures.search') }).fill('SELLO')
    await page.getByRole('link', { name: 'puerto.png' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'sello.png' }).click()
    await page.getByText(t('media:pictures.unused')).waitFor()
    const field = page.getByRole('textbox', { name: 'Español' })
    await field.fill('Un sello rojo')
    await page.getByRole('link', { name: t('media:pictures.back') }).click()
    await page.getByRole('button', { name: t('admin:editor.stay') }).click()
    await page.getByRole('button', { name: t('media:pictures.save') }).dblclick()
    await page.getByText(t('media:pictures.saved')).first().waitFor()
    await page.reload()
    assert.equal(await field.inputValue(), 'Un sello rojo')

    await page.goto('/admin/content/home-why?language=es')
    await page.locator('[contenteditable=true]').waitFor()
    await page.getByRole('button', { name: t('editor:richText.commands.picture'), exact: true }).click()
    await page
      .getByRole('button', { name: t('editor:richText.picture.choose', { name: 'sello.png' }) })
      .click()
    assert.equal(await page.getByLabel(t('editor:richText.picture.alt')).inputValue(), 'Un sello rojo')
    assert.deepEqual(faults, [])
  })

  test('are deleted only while no text shows them', async ({ openAdmin, product }) => {
    const editor = await openEditor(product)
    const { page } = await openAdmin('/admin/pictures')
    const t = (key: string, variables = {}) => textOf('es', key, variables)
    await page.getByRole('link', { name: 'puerto.png' }).click()
    await page.getByText(t('media:pictures.unused')).waitFor()
    const src = await page.locator('main img').getAttribute('src')
    const shown = `<p>a</p><figure><img src="${src}" alt="x" width="400" height="300" /></figure>`
    await editor.save({ key: 'home-problem', language: 'es', version: 1, content: shown })
    // The screen does not know it yet: the server refuses, and the screen says where the picture is shown.
    await page.getByRole('button', { name: t('media:pictures.delete') }).click()
    await page.getByRole('button', { name: t('media:pictures.removeNow') }).click()
    await page.getByRole('alert').getByText(t('errors:picture_used')).waitFor()
    await page.reload()
    await page.getByText(t('media:pictures.deleteBlocked')).waitFor()
    assert.equal(await page.getByRole('button', { name: t('media:pictures.delete') }).count(), 0)

    await page.getByRole('button', { name: t('media:pictures.replace.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'faro.png', mimeType: 'image/png', buffer: await draw('navy') })
    await dialog.getByText(t('media:pictures.replace.question', { count: 1, number: '1' })).waitFor()
    await expectAccessible(page, 'the question before a picture is replaced')
    await dialog.getByRole('button', { name: t('media:pictures.replace.confirm') }).dblclick()
    await page.getByText(t('media:pictures.replace.done', { count: 1, number: '1' })).waitFor()
    await page.getByRole('button', { name: t('media:pictures.replace.open') }).waitFor({ state: 'detached' })
    const { rows } = await product.pool.query(
      "SELECT version, published, content LIKE '%' || $1 || '%' AS is_old FROM content_versions WHERE key = 'home-problem' ORDER BY version",
      [src],
    )
    assert.deepEqual(rows, [
      { version: 1, published: false, is_old: true },
      { version: 2, published: false, is_old: false },
    ])
    await page.getByRole('link', { name: t('media:pictures.back') }).click()
    await page.getByRole('link', { name: 'sello.png' }).click()
    await page.getByRole('button', { name: t('media:pictures.delete') }).click()
    await page.getByRole('button', { name: t('media:pictures.removeNow') }).click()
    await page.getByText(t('media:pictures.deleted')).waitFor()
    await page.getByRole('link', { name: 'puerto.png' }).waitFor()
    await page.getByRole('link', { name: 'sello.png' }).waitFor({ state: 'detached' })
  })

  test('have screens that are accessible and fit', async ({ openAdmin }) => {
    const visitor = await openAdmin('/admin/pictures')
    const href = await visitor.page.getByRole('link', { name: 'puerto.png' }).getAttribute('href')
    await expectGoodScreens(visitor, () => ['/admin/pictures', href ?? ''])
  })
})
