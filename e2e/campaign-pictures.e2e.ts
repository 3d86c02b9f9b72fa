import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { Campaign } from '#features/campaigns/contract.ts'
import { expectAccessible } from './support/expectations.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

async function draw(): Promise<Buffer> {
  const canvas = createCanvas(1200, 500)
  const context = canvas.getContext('2d')
  context.fillStyle = 'teal'
  context.fillRect(0, 0, 1200, 500)
  return canvas.encode('png')
}

test('a picture and a button are put into the text of a campaign, seen in its preview, and missed in another language', async ({
  openAdmin,
  product,
}) => {
  const t = (key: string, variables = {}) => textOf('es', key, variables)
  const { page, faults } = await openAdmin('/admin/email/campaigns/new')
  await page.getByLabel(t('campaigns:campaigns.form.name'), { exact: true }).fill('Con imagen')
  await page.getByLabel(t('campaigns:campaigns.text.subject'), { exact: true }).fill('Mira')
  const bodyOf = (language: string) =>
    page.getByRole('textbox', { name: t('campaigns:campaigns.text.body', { language }) })
  const body = bodyOf('Español')
  await body.click()
  await page.keyboard.type('Antes')
  const tool = (name: string) =>
    page
      .getByRole('toolbar')
      .getByRole('button', { name: t(`editor:richText.commands.${name}`), exact: true })
  const dialog = page.getByRole('dialog')

  await tool('picture').focus()
  await page.keyboard.press('Enter')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'mar.png', mimeType: 'image/png', buffer: await draw() })
  await dialog.getByRole('button', { name: t('editor:richText.picture.insert') }).click()
  await dialog.getByText(t('editor:richText.picture.altMissing')).waitFor()
  await dialog.getByLabel(t('editor:richText.picture.alt')).fill('El mar')
  await page.keyboard.press('Enter')
  await body.getByRole('img', { name: 'El mar' }).waitFor()
  await page.keyboard.type('Después')

  await tool('button').focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel(t('email-templates:mailBody.button.address')).fill('http://example.org')
  await dialog.getByRole('button', { name: t('email-templates:mailBody.button.insert') }).click()
  await dialog.getByText(t('email-templates:mailBody.button.labelMissing')).waitFor()
  await dialog.getByText(t('email-templates:mailBody.button.addressInvalid')).waitFor()
  await expectAccessible(page, 'the dialog of a button')
  await dialog.getByLabel(t('email-templates:mailBody.button.label')).fill('Apúntate')
  await dialog.getByLabel(t('email-templates:mailBody.button.address')).fill('example.org/apuntarse')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  const mail = page.frameLocator('iframe')
  const shown = mail.getByRole('img', { name: 'El mar' })
  await mail.getByRole('link', { name: 'Apúntate' }).waitFor()
  await shown.evaluate((image) => (image as HTMLImageElement).decode())
  const width = await shown.evaluate((image) => image.getBoundingClientRect().right)
  assert.ok(width <= 375, `the picture reaches ${width}`)

  // The button is selected and changed.
  await body.getByText('Apúntate').click()
  await tool('button').click()
  await dialog.getByLabel(t('email-templates:mailBody.button.label')).fill('Me apunto')
  await dialog.getByRole('button', { name: t('email-templates:mailBody.button.apply') }).click()
  await mail.getByRole('link', { name: 'Me apunto' }).waitFor()

  // So is the picture, which becomes a link.
  await body.getByRole('img', { name: 'El mar' }).click()
  await tool('link').click()
  await dialog.getByLabel(t('editor:richText.link.address')).fill('/es/docs')
  await dialog.getByRole('button', { name: t('editor:richText.link.apply') }).click()
  await mail.getByRole('link', { name: 'El mar' }).waitFor()

  await page.getByRole('tab', { name: /العربية/ }).click()
  await page.getByLabel(t('campaigns:campaigns.text.subject'), { exact: true }).fill('انظر')
  await bodyOf('العربية').click()
  await page.keyboard.type('مرحبا')
  await page.getByText(t('campaigns:campaigns.text.noPicture', { list: 'العربية' })).waitFor()
  await page.getByText(t('campaigns:campaigns.text.noMoreButton', { list: 'العربية' })).waitFor()

  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page, 'a campaign with a picture on a phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`)
  await page.getByRole('button', { name: t('campaigns:campaigns.actions.save'), exact: true }).click()
  await page.waitForURL(/campaigns\/[0-9a-f-]{36}$/)
  await page.reload()
  await body.getByRole('img', { name: 'El mar' }).waitFor()
  await body.getByText('Me apunto').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const saved = (await (await product.signInAs('editor'))(`/api/campaigns/${id}`)).read(Campaign)
  assert.match(
    saved.texts.es?.body ?? '',
    /^<p>Antes<\/p><a href="\/es\/docs"><img src="\/media\/[0-9a-f]{64}-960\.webp" alt="El mar" width="1200" height="500" \/><\/a><p>Después<\/p><a href="https:\/\/example\.org\/apuntarse" class="button">Me apunto<\/a>/,
  )
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('about:srcdoc')),
    [],
  )
})
