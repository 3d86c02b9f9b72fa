import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { openEditor } from '../test/support/content/editor.ts'
import { changeArchive } from '../test/support/content/transfer.ts'
import { expectAccessible, expectGoodScreens } from './support/expectations.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

const t = (key: string, variables = {}) => textOf('es', key, variables)

test.describe('the content as an archive', () => {
  test.describe.configure({ mode: 'serial' })

  test('is exported, looked at, and imported as drafts but for what was changed here', async ({
    openAdmin,
    product,
  }) => {
    await product.app.startBackgroundWork()
    const editor = await openEditor(product)
    const saved = await editor.save({ content: '<h1>Confianza con pruebas</h1>', published: true })
    await editor.save({ key: 'home-why', language: 'ar', content: '<h1>لماذا</h1>', published: true })
    const { page, faults } = await openAdmin('/admin/content')
    await page.getByRole('link', { name: t('admin:screens.contentTransfer') }).click()
    await page.getByText(`${t('transfer:transfer.parts.texts')} (2)`).waitFor()
    await expectAccessible(page, 'the export')
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('transfer:transfer.export.start') }).click()
    const exported = await readFile(await (await arriving).path())

    product.clock.advance(60_000)
    await editor.save({ content: '<h1>Cambiado aquí</h1>', version: saved.version + 1 })
    const archive = changeArchive(exported, ({ parts }) => {
      parts.texts['home-hero'].es.published.content = '<h1>Confianza sin pruebas</h1>'
      parts.texts['home-why'].ar.published.content = '<h1>لماذا الآن</h1>'
      parts.menus = {}
    })
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'otro.tar', mimeType: 'application/x-tar', buffer: archive })
    await page.getByRole('heading', { name: 'otro.tar' }).waitFor()
    await page.getByText(t('transfer:transfer.preview.conflicts')).waitFor()
    await expectAccessible(page, 'the preview')
    const arabic = page.getByRole('row', { name: /العربية/ })
    await arabic.getByRole('button').click()
    await page.getByRole('dialog').locator('ins').getByText('الآن').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(t('transfer:transfer.run.chosen', { number: 1 })).waitFor()
    await page.getByRole('button', { name: t('transfer:transfer.run.start') }).click()
    await page.getByText(t('transfer:transfer.run.done'), { exact: true }).first().waitFor()
    await page.getByText(/Cambiados: 1/).waitFor()
    assert.deepEqual(faults, [])

    const { status, text } = await editor.send('/api/content/home-why?language=ar&version=2')
    assert.equal(status, 200)
    assert.match(text, /الآن/)
    assert.match((await editor.send('/api/content/home-hero?language=es&version=2')).text, /Cambiado aquí/)
  })

  test('has screens for every window', async ({ openAdmin, product }) => {
    const { rows } = await product.pool.query<{ id: string }>('SELECT id FROM content_imports')
    const paths = ['/admin/content/transfer', `/admin/content/transfer/${rows[0]?.id}`]
    await expectGoodScreens(await openAdmin('/admin/content/transfer'), () => paths)
  })
})
