import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import { formatNumeral } from '#ui/typesetting.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { add, openLibrary, uploadForm } from '../../test/support/documents/library.ts'
import { pdfFile } from '../../test/support/documents/pdf-file.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, lightPhone, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const pages = Array.from({ length: 30 }, (_, index) => `Page ${index + 1}\nA certificate of everybody`)
pages[19] = 'Page 20\nHere is the needle, and another needle'

/** Publishes a document, the same for all journeys, and returns how its file is replaced. */
async function publish(product: TestApp, slug = 'needle', file = pdfFile({ pages })) {
  if ((await product.send(`/files/${slug}.pdf`, { method: 'HEAD' })).status === 200) return
  const title = slug.replace(/^./, (letter) => letter.toUpperCase())
  const library = await openLibrary(product)
  const editor = await product.signInAs('editor')
  const { id } = await add(editor, { file, title, mapped_language: 'en' })
  await library.process()
  await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  await library.close()
  return async (other: Buffer) => {
    const again = await openLibrary(product)
    await editor(`/api/documents/${id}/file`, { method: 'POST', ...uploadForm(other, {}) })
    await again.process()
    await again.close()
  }
}

const hashOf = (page: Page) => page.evaluate(() => location.hash)
const untilHash = (page: Page, hash: string) =>
  until(async () => (await hashOf(page)) === hash, `the address ends with ${hash || 'nothing'}`)
/** How many pages are drawn. */
const countDrawn = (page: Page) => page.locator('.leaf canvas').count()

function partsOf(page: Page, language: Language, name = 'Needle') {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf(language, `reader:${key}`, variables)
  const dialog = page.getByRole('dialog', { name })
  const press = (key: string) => dialog.getByRole('button', { name: t(key), exact: true }).click()
  const number = (value: number) => formatNumeral(value, language)
  return {
    ...{ t, dialog, press, number },
    field: dialog.getByRole('textbox', { name: t('page'), exact: true }),
    status: dialog.getByRole('search').getByRole('status'),
    leaf: (value: number) =>
      dialog.getByRole('group', { name: t('pageNumber', { number: number(value) }), exact: true }),
  }
}

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone, lightPhone('de')], 1)) {
  test(`a document is read in its page, in ${language} at ${width} px`, async ({ product, visit }) => {
    await publish(product)
    const { page, faults } = await visit({ width, theme })
    if (language === 'de') await page.setViewportSize({ width: 320, height: 640 })
    const { t, dialog, press, number, field, status, leaf } = partsOf(page, language)
    await page.goto(`/${language}/docs/needle`)
    const open = page.getByRole('link', { name: textOf(language, 'documents:page.read'), exact: true })
    const worker = page.waitForResponse(/pdf\.worker/)
    await open.click()
    await leaf(1).locator('canvas').waitFor()
    // What reads the file may compile its decoders, and fetch nothing.
    const policy = (await worker).headers()['content-security-policy'] ?? ''
    assert.match(policy, /^default-src 'none'.*script-src 'wasm-unsafe-eval'$/)
    assert.equal(await field.inputValue(), number(1))
    assert.equal(await hashOf(page), '#page=1')
    await expectAccessible(page, 'the reader')
    await expectNoSidewaysScroll(page, 'the reader')
    const box = await dialog.boundingBox()
    if (width === 390) assert.equal(box?.width, page.viewportSize()?.width, 'it fills a phone')

    // The letters can be selected where they are drawn.
    await leaf(1).getByText('Page 1', { exact: true }).waitFor()
    const isRightToLeft = language === 'ar'
    await page.keyboard.press(isRightToLeft ? 'ArrowLeft' : 'ArrowRight')
    await untilHash(page, '#page=2')
    await press('next')
    await press('previous')
    await untilHash(page, '#page=2')
    await field.fill(number(20))
    await field.press('Enter')
    await leaf(20).locator('canvas').waitFor()
    await until(async () => (await countDrawn(page)) <= 6, 'pages that are far away are not kept')

    const wide = async () => (await leaf(20).boundingBox())?.width ?? 0
    const fitted = await wide()
    await press('zoomIn')
    await until(async () => (await wide()) > fitted * 1.2, 'a larger page')
    await page.keyboard.press('-')
    await press('fitWidth')
    await until(async () => Math.abs((await wide()) - fitted) < 2, 'the page as wide as the window')
    assert.equal(await hashOf(page), '#page=20')

    const untilStatus = (current: number) => {
      const expected = t('matches', { current: number(current), total: number(2) })
      return until(async () => (await status.textContent()) === expected, expected)
    }
    await page.keyboard.press('Control+f')
    await page.keyboard.type('NEEDLE')
    await untilStatus(1)
    await dialog.locator('.marks .current').waitFor()
    await page.keyboard.press('Enter')
    await untilStatus(2)
    assert.equal(await dialog.locator('.marks i').count(), 2)
    await expectAccessible(page, 'the search in the reader')
    await page.keyboard.press('Escape')
    assert.equal(await status.isVisible(), false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await untilHash(page, '')
    assert.equal(await open.evaluate((link) => link === document.activeElement), true)
    assert.deepEqual(faults, [])
  })
}

test('a link to a page opens the reader there, and the back button closes it', async ({ product, visit }) => {
  await publish(product)
  const { page, faults } = await visit()
  const { dialog, field, leaf } = partsOf(page, 'es')
  await page.goto('/es/docs/search?language=en&q=needle')
  await page.locator('.at').click()
  await leaf(20).locator('canvas').waitFor()
  assert.equal(await field.inputValue(), '20')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilHash(page, '')
  await page.locator('#read').click()
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/es/docs/needle')
  await page.goForward()
  await dialog.waitFor()
  assert.deepEqual(faults, [])
})

test('a document that cannot be fetched can be asked for again, or downloaded', async ({
  product,
  visit,
}) => {
  await publish(product)
  const { page, context } = await visit()
  const { t, press, leaf, dialog } = partsOf(page, 'es')
  await context.route('**/files/needle.pdf', (route) => route.abort())
  await page.goto('/es/docs/needle')
  await page.locator('#read').click()
  await dialog.getByText(t('failed')).waitFor()
  await expectAccessible(page, 'the reader without its document')
  assert.equal(
    await dialog.getByRole('link', { name: t('download') }).getAttribute('href'),
    '/files/needle.pdf',
  )
  await context.unroute('**/files/needle.pdf')
  await press('retry')
  await leaf(1).locator('canvas').waitFor()
})

test('links in a document lead to its pages and to the web, and back again', async ({ product, visit }) => {
  const link = (rect: string, rest: string) => `<< /Type /Annot /Subtype /Link /Rect [${rect}] ${rest} >>`
  const annotations = [
    link('60 740 300 780', '/Dest [108 0 R /Fit]'),
    link('60 700 300 730', '/Dest (a place that is not there)'),
    link('60 640 300 690', '/A << /S /URI /URI (https://example.org/rules) >>'),
    link('60 600 300 630', '/A << /S /URI /URI (tel:+34900000000) >>'),
  ]
  await publish(product, 'linked', pdfFile({ pages, page: `/Annots [${annotations.join(' ')}]` }))
  const { page, faults } = await visit()
  const { dialog, field, leaf } = partsOf(page, 'es', 'Linked')
  await page.goto('/es/docs/linked')
  await page.locator('#read').click()
  const links = leaf(1).getByRole('link')
  await links.last().waitFor()
  assert.deepEqual(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href'))), [
    '#page=5',
    'https://example.org/rules',
  ])
  assert.match((await links.last().getAttribute('rel')) ?? '', /noopener noreferrer/)
  await expectAccessible(page, 'a document with links')
  await links.first().click()
  await until(async () => (await field.inputValue()) === '5', 'the page that the link leads to')
  await page.goBack()
  await until(async () => (await field.inputValue()) === '1', 'the page with the link')
  await links.first().click()
  await until(async () => (await field.inputValue()) === '5', 'the page that the link leads to')
  // Closing leaves no step on the way back, neither after a click nor after a link to a page.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilHash(page, '')
  await page.goto('/es/docs')
  await page.goto('/es/docs/linked#page=1')
  await links.first().click()
  await until(async () => (await field.inputValue()) === '5', 'the page that the link leads to')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await untilHash(page, '')
  await page.goBack()
  await page.waitForURL('**/es/docs')
  assert.deepEqual(faults, [])
})

test('a document that is replaced while it is read goes on in its new version', async ({
  product,
  visit,
}) => {
  // Of a large file only those parts are fetched that are shown.
  const large = (text: string) =>
    pdfFile({
      pages: Array.from({ length: 12 }, (_, page) => `${text} ${page + 1}`),
      pagePadding: 200_000,
    })
  const replace = (await publish(product, 'replaced', large('Old'))) ?? assert.fail('it is there already')
  const { page, faults } = await visit()
  const { t, dialog, leaf, field } = partsOf(page, 'es', 'Replaced')
  await page.goto('/es/docs/replaced')
  await page.locator('#read').click()
  await leaf(1).locator('canvas').waitFor()
  await replace(large('New'))
  await field.fill('11')
  await field.press('Enter')
  await dialog.getByText(t('replaced')).waitFor()
  await leaf(11).getByText('New 11').waitFor()
  assert.equal(await field.inputValue(), '11')
  await expectAccessible(page, 'the reader with a new version')
  assert.deepEqual(faults, [])
})

test('without scripts, the file is a link and the first pages are pictures', async ({ product, visit }) => {
  await publish(product)
  const { page } = await visit({ scripts: false })
  await page.goto('/es/docs/needle')
  await page.locator('#read').click()
  assert.equal(await hashOf(page).catch(() => new URL(page.url()).hash), '#page=1')
  await page.locator('a[href="/files/needle.pdf"]').first().waitFor()
})

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone], 0)) {
  test(`the team leafs through documents and takes a page along, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    await publish(product)
    const t = (key: string, variables: Record<string, string | number> = {}) =>
      textOf(language, `library:library.${key}`, variables)
    const { page, context, faults } = await openAdmin('/admin/documents/pages', { language, width, theme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const filter = page.getByRole('combobox', { name: t('filters.language') })
    await filter.selectOption('fr')
    await page.getByText(t('pages.none')).waitFor()
    await filter.selectOption('en')
    await page
      .locator('main li')
      .getByRole('button', { name: /^Needle/ })
      .click()
    const picture = page.locator('main canvas')
    await picture.waitFor()
    await expectAccessible(page, 'the pages of a document')
    await expectNoSidewaysScroll(page, 'the pages of a document')

    const zoom = page.locator('main output')
    const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
    const usual = (await zoom.textContent()) ?? ''
    await press('pages.zoomOut')
    await until(async () => (await zoom.textContent()) !== usual, 'a smaller page')
    await page.locator('main canvas').hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await page.keyboard.up('Control')
    await until(async () => (await zoom.textContent()) === usual, 'a page as before')

    await page.getByRole('textbox', { name: t('pages.page'), exact: true }).fill('20')
    await page.keyboard.press('Enter')
    await press('pages.copy')
    await page.getByText(t('pages.copied')).waitFor()
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /needle, and another needle/)

    // The same in the screen of the document, and from the newest ones.
    await page.goto('/admin')
    const newest = page.getByRole('link', { name: 'Needle' })
    await until(async () => {
      await page.keyboard.press('End')
      return newest.isVisible()
    }, 'the newest documents at the end of the dashboard')
    await newest.click()
    await press('pages.open')
    await page.locator('main canvas').waitFor()
    await expectAccessible(page, 'a document with its pages')
    assert.deepEqual(faults, [])
  })
}
