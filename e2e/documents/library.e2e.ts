import assert from 'node:assert/strict'
import { openLibrary } from '../../test/support/documents/library.ts'
import { pdfFile } from '../../test/support/documents/pdf-file.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectGoodScreens } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const fileOf = (name: string, options: Parameters<typeof pdfFile>[0] = {}) => ({
  ...{ name, mimeType: 'application/pdf', buffer: pdfFile(options) },
})

for (const { language, width, theme } of [
  { language: 'es', width: 1440, theme: 'light' },
  { language: 'ar', width: 390, theme: 'dark' },
  { language: 'fr', width: 390, theme: 'light' },
] as const) {
  test(`a document goes from its upload to the site and to the bin, in ${language} at ${width} px`, async ({
    openAdmin,
    product,
  }) => {
    const t = (key: string, variables: Record<string, string | number> = {}) =>
      textOf(language, `library:library.${key}`, variables)
    const library = await openLibrary(product)
    const title = `Guía ${language}`
    const { page, faults } = await openAdmin('/admin/documents/upload', { language, width, theme })

    // Chosen together; what is none is said at once.
    await page
      .locator('input[type=file]')
      .setInputFiles([
        fileOf('Fr-Ejemplo.pdf', { pages: ['One', 'Two'] }),
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      ])
    await page.getByText(t('upload.onlyPdf')).waitFor()
    const name = page.getByRole('textbox', { name: t('upload.fields.title') })
    assert.equal(await name.inputValue(), 'Ejemplo')
    const languageField = page.getByRole('combobox', { name: t('upload.fields.language'), exact: true })
    assert.equal(await languageField.inputValue(), 'fr')
    const send = page.getByRole('button', { name: /\(/ })
    await name.fill('')
    assert.equal(await send.isDisabled(), true)
    await name.fill(title)
    await expectAccessible(page, 'an upload that is prepared')
    await send.dblclick()
    await page.getByRole('link', { name: t('upload.edit', { title }) }).click()

    // It is read while its screen is open.
    await page.getByText(t('fileStates.processing')).first().waitFor()
    await library.process()
    await page.getByText(t('report.safe')).waitFor()
    await page.getByText(t('report.read')).waitFor()
    await page.locator('main img').waitFor()
    await page.getByRole('textbox', { name: t('upload.fields.description') }).fill('Para empezar')
    await page.getByRole('button', { name: t('actions.save'), exact: true }).dblclick()
    await page.getByText(t('details.saved')).waitFor()
    await expectAccessible(page, 'a document')

    await page.getByRole('button', { name: t('actions.publish'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const effect of ['public', 'indexed', 'counted', 'sitemap'])
      await dialog.getByText(t(`publish.effects.${effect}`)).waitFor()
    await expectAccessible(page, 'the question before a publication')
    await dialog.getByRole('button', { name: t('actions.publish'), exact: true }).dblclick()
    await page.getByText(t('publish.done')).waitFor()
    const address = `/files/guia-${language}.pdf`
    assert.equal((await product.send(address)).status, 200)
    assert.match((await product.send('/es/docs?language=fr')).text, new RegExp(title))

    // Another version keeps the address; a dangerous one is refused, and the one before is served.
    const second = pdfFile({ pages: ['Another'], catalog: '/OpenAction << /S /JavaScript /JS (1) >>' })
    await page
      .locator('main input[type=file]')
      .setInputFiles({ name: 'v2.pdf', mimeType: 'application/pdf', buffer: second })
    await page.getByText(t('versions.replaced')).waitFor()
    await library.process()
    await page.getByText(t('failures.dangerous')).first().waitFor()
    await expectAccessible(page, 'a document whose new version is refused')
    assert.equal((await product.send(address)).status, 200)

    // A good one is served, and then the first one again.
    const third = pdfFile({ pages: ['A third'] })
    await page
      .locator('main input[type=file]')
      .setInputFiles({ name: 'v3.pdf', mimeType: 'application/pdf', buffer: third })
    const inWords = (key: string, value: number) => t(key, { number: String(value) })
    const version = (number: number) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: inWords('versions.version', number) }) })
    await version(3).waitFor()
    await library.process()
    await version(3).getByText(t('versions.current')).waitFor()
    await page.getByRole('button', { name: t('actions.restore'), exact: true }).click()
    await dialog.getByText(inWords('restore.text', 1)).waitFor()
    await expectAccessible(page, 'the question before another version is served')
    await dialog.getByRole('button', { name: t('actions.restore'), exact: true }).dblclick()
    await page.getByText(t('restore.done')).waitFor()
    await version(1).getByText(t('versions.current')).waitFor()
    await version(3)
      .getByRole('button', { name: t('actions.restore'), exact: true })
      .waitFor()
    assert.match((await product.send(address)).headers['content-disposition'] ?? '', /Fr-Ejemplo/)

    await page.getByRole('button', { name: t('actions.unpublish'), exact: true }).click()
    await dialog.getByRole('button', { name: t('actions.unpublish'), exact: true }).click()
    await page.getByText(t('unpublish.done')).waitFor()
    assert.equal((await product.send(address)).status, 404)

    // Deleted, found in the bin, and taken back.
    await page.getByRole('button', { name: t('actions.delete'), exact: true }).click()
    await dialog.getByRole('button', { name: t('actions.delete'), exact: true }).click()
    await page.getByText(t('delete.done')).waitFor()
    await page.getByRole('link', { name: t('list.bin'), exact: true }).click()
    await page.waitForURL('**/admin/documents?status=deleted')
    await page.getByRole('button', { name: t('actions.recoverOne', { title }) }).click()
    await page.getByText(t('list.emptyBin')).waitFor()
    await page.getByRole('link', { name: t('list.all'), exact: true }).click()
    await page.getByRole('link', { name: title, exact: true }).waitFor()
    assert.match(page.url(), /\/admin\/documents$/)
    await library.close()
    assert.deepEqual(faults, [])
  })
}

test('a file that is refused for good can only be removed', async ({ openAdmin }) => {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf('es', `library:library.${key}`, variables)
  const { page, faults } = await openAdmin('/admin/documents/upload')
  await page.locator('input[type=file]').setInputFiles([
    { name: 'Vacío.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'Falso.pdf', mimeType: 'application/pdf', buffer: Buffer.from('plain text') },
  ])
  await page.getByText(t('upload.empty')).waitFor()
  await page.getByRole('button', { name: /\(1\)/ }).click()
  await page.getByText(textOf('es', 'errors:document_type'), { exact: true }).waitFor()
  await expectAccessible(page, 'files that are refused')
  for (const name of ['Vacío.pdf', 'Falso.pdf']) {
    assert.equal(await page.getByRole('button', { name: t('upload.retryOne', { name }) }).count(), 0)
    await page.getByRole('button', { name: t('upload.removeOne', { name }) }).click()
  }
  assert.equal(await page.getByRole('textbox', { name: t('upload.fields.title') }).count(), 0)
  assert.deepEqual(faults, [])
})

test('the screen of uploads tells what is found in the files', async ({ openAdmin, product }) => {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf('es', `library:library.${key}`, variables)
  const library = await openLibrary(product)
  const { page, faults } = await openAdmin('/admin/documents/upload')
  await page
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('Bien.pdf', { pages: ['One', 'Two', 'Three'] }),
      fileOf('Mal.pdf', { catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }),
    ])
  await page.getByRole('button', { name: /\(2\)/ }).click()
  await page.getByText(t('upload.doneMany', { number: '2' })).waitFor()
  const rowOf = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: t('upload.edit', { title }) }) })
  await rowOf('Bien').getByText(t('fileStates.processing')).waitFor()
  await rowOf('Mal').getByText(t('fileStates.processing')).waitFor()
  await library.process()
  await rowOf('Bien')
    .getByText(t('upload.ready', { number: '3' }))
    .waitFor()
  await rowOf('Mal').getByText(t('failures.dangerous')).waitFor()
  await expectAccessible(page, 'uploads that have been read')
  await library.close()
  assert.deepEqual(faults, [])
})

test('what is selected is changed together, and what could not be is told', async ({
  openAdmin,
  product,
}) => {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf('es', `library:library.${key}`, variables)
  const library = await openLibrary(product)
  const { page, faults } = await openAdmin('/admin/documents/upload')
  await page
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('Bueno.pdf'),
      fileOf('Malo.pdf', { catalog: '/OpenAction << /S /JavaScript /JS (1) >>' }),
    ])
  await page.getByRole('button', { name: /\(2\)/ }).click()
  await page.getByRole('link', { name: t('upload.edit', { title: 'Malo' }) }).waitFor()
  await page.getByRole('link', { name: t('upload.edit', { title: 'Bueno' }) }).waitFor()
  await library.process()
  await page.goto('/admin/documents?search=o&sortBy=title&sortOrder=asc')
  await page.getByRole('row', { name: 'Malo' }).getByText(t('failures.dangerous')).waitFor()
  for (const title of ['Bueno', 'Malo'])
    await page.getByRole('checkbox', { name: t('list.select', { title }) }).check()
  await page.getByText(t('bulk.chosen', { number: '2' })).waitFor()
  await expectAccessible(page, 'selected documents')
  await page
    .getByRole('group', { name: t('bulk.label') })
    .getByRole('button', { name: t('actions.publish'), exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('actions.publish'), exact: true }).dblclick()
  await page.getByText(t('bulk.done', { successes: '1', failures: '1' })).waitFor()
  await dialog.getByText(textOf('es', 'errors:document_failed')).waitFor()
  await expectAccessible(page, 'what could not be published')
  await page.keyboard.press('Escape')
  await until(async () => (await product.send('/files/bueno.pdf')).status === 200, 'it is published')

  // Into the bin, and back.
  const changeSelected = async (operation: string) => {
    await page.getByRole('checkbox', { name: t('list.select', { title: 'Malo' }) }).check()
    const bar = page.getByRole('group', { name: t('bulk.label') })
    await bar.getByRole('button', { name: t(`actions.${operation}`), exact: true }).click()
    await dialog.getByRole('button', { name: t(`actions.${operation}`), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await changeSelected('delete')
  await page.getByRole('link', { name: t('list.bin'), exact: true }).click()
  await page.getByText(t('statuses.deleted'), { exact: true }).last().waitFor()
  await expectAccessible(page, 'the bin')
  await changeSelected('recover')
  await page.getByText(t('list.emptyBin')).waitFor()
  await page.getByRole('link', { name: t('list.all'), exact: true }).click()
  await page.getByRole('link', { name: 'Malo', exact: true }).waitFor()
  await library.close()
  assert.deepEqual(faults, [])
})

test('the screens of documents are good to look at', async ({ openAdmin, product }) => {
  const library = await openLibrary(product)
  const visitor = await openAdmin('/admin/documents/upload')
  const { page, faults } = visitor
  await page
    .locator('input[type=file]')
    .setInputFiles([
      fileOf('De-Ein recht langer Titel, wie ihn Handbücher haben.pdf'),
      fileOf('Ar-دليل الهوية الرقمية للمؤسسات.pdf'),
    ])
  await page.getByRole('button', { name: /\(2\)/ }).click()
  await page.getByRole('link', { name: /دليل/ }).waitFor()
  await page.getByRole('link', { name: /Titel/ }).waitFor()
  await library.process()
  const { rows } = await product.pool.query("SELECT id FROM documents WHERE mapped_language = 'ar'")
  await expectGoodScreens(visitor, () => [
    '/admin/documents',
    '/admin/documents/upload',
    `/admin/documents/${rows[0].id}`,
    '/admin/settings/documents',
  ])
  await library.close()
  assert.deepEqual(faults, [])
})
