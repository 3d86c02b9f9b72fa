import assert from 'node:assert/strict'
import { documents } from '#features/documents/table.ts'
import { documentOf } from '../../test/support/factories.ts'
import { expectAccessible, expectGoodScreens, expectNoSidewaysScroll } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

for (const language of ['es', 'ar'] as const) {
  const width = language === 'es' ? 1440 : 390
  const t = (key: string, variables = {}) => textOf(language, `seo:seo.${key}`, variables)
  const refusal = (code: string) => textOf(language, `errors:fields.${code}`)

  test(`a search engine is shown its code, which is removed again, in ${language}, ${width} px wide`, async ({
    product,
    openAdmin,
  }) => {
    const { page, faults } = await openAdmin('/admin/seo/verification', { language, width })
    const panel = page.getByRole('region', { name: t('engines.bing'), exact: true })
    const field = panel.getByRole('textbox')
    const save = panel.getByRole('button', { name: t('verification.save'), exact: true })
    await panel.getByText(t('verification.pending'), { exact: true }).waitFor()

    // Nothing, and what belongs to another engine, are refused, and what was typed stays.
    await save.click()
    await panel.getByText(refusal('verification_code_required')).waitFor()
    const pasted = '<meta name="google-site-verification" content="abc">'
    await field.fill(pasted)
    await save.click()
    await panel.getByText(refusal('verification_code_of_another')).waitFor()
    assert.equal(await field.inputValue(), pasted)
    await expectAccessible(page, 'a refused code')

    await field.fill('<meta name="msvalidate.01" content="B1N6">')
    await field.press('Enter')
    await panel.getByText(t('verification.verified'), { exact: true }).waitFor()
    await panel.getByText('<meta name="msvalidate.01" content="B1N6">').waitFor()
    assert.match((await product.send('/es/')).text, /<meta name="msvalidate.01" content="B1N6"/)
    await expectAccessible(page, 'a saved code')
    await expectNoSidewaysScroll(page, 'a saved code')

    await panel.getByRole('button', { name: t('verification.remove'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('verification.remove'), exact: true }).click()
    await panel.getByText(t('verification.pending'), { exact: true }).waitFor()
    assert.doesNotMatch((await product.send('/es/')).text, /msvalidate/)
    assert.deepEqual(faults, [])
  })

  test(`documents are described by templates in ${language}, ${width} px wide`, async ({
    product,
    openAdmin,
  }) => {
    await product.pool.query('DELETE FROM documents')
    await product.db
      .insert(documents)
      .values(
        documentOf({ slug: 'guia', title: 'Guía', status: 'published', description: 'Primeros pasos.' }),
      )
    const { page, faults } = await openAdmin(`/admin/seo/documents?language=${language}`, { language, width })
    const title = page.getByLabel(t('documents.title'), { exact: true })
    const save = page.getByRole('button', { name: t('documents.save'), exact: true })
    await page.getByText('Guía · Firmeza', { exact: true }).waitFor()

    await title.fill('{{title}} {{autor}}')
    await save.click()
    await page.getByText(refusal('template_variable_unknown')).waitFor()
    await expectAccessible(page, 'a refused template')

    await title.fill('PDF:')
    const add = t('documents.insert', { name: t('documents.variables.title') })
    await page.getByRole('button', { name: add, exact: true }).first().click()
    assert.equal(await title.inputValue(), 'PDF: {{title}}')
    await page.getByText('PDF: Guía', { exact: true }).waitFor()
    await save.click()
    await page.getByText(t('documents.saved')).waitFor()
    assert.match((await product.send(`/${language}/docs/guia`)).text, /<title>PDF: Guía<\/title>/)
    await page.reload()
    assert.equal(await title.inputValue(), 'PDF: {{title}}')
    await title.fill('')
    await save.click()
    await page.getByText(t('documents.saved')).waitFor()
    await expectNoSidewaysScroll(page, 'the templates')
    assert.deepEqual(faults, [])
  })

  test(`a page is hidden from search engines and shown again in ${language}, ${width} px wide`, async ({
    product,
    openAdmin,
  }) => {
    const { page, faults } = await openAdmin(`/admin/seo/appearance?language=${language}`, {
      language,
      width,
    })
    const panel = page.getByRole('region', { name: `\u2066/${language}/about\u2069`, exact: true })
    // A picture is chosen from those that were uploaded.
    await panel.getByRole('button', { name: t('appearance.picture.replace'), exact: true }).click()
    await page.getByRole('dialog').getByLabel(t('appearance.picture.all'), { exact: true }).waitFor()
    await expectAccessible(page, 'the choice of a picture')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await panel.getByRole('button', { name: t('appearance.hide'), exact: true }).click()
    await expectAccessible(page, 'the question')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('appearance.hide'), exact: true })
      .click()
    await panel.getByText(t('appearance.hidden'), { exact: true }).waitFor()
    assert.match((await product.send('/de/about')).text, /<meta name="robots" content="noindex"/)
    await expectAccessible(page, 'a hidden page')
    await expectNoSidewaysScroll(page, 'a hidden page')
    await panel.getByRole('button', { name: t('appearance.show'), exact: true }).click()
    await panel.getByText(t('appearance.indexed'), { exact: true }).waitFor()
    assert.doesNotMatch((await product.send('/de/about')).text, /noindex/)
    assert.deepEqual(faults, [])
  })
}

test('nothing is submitted from an address that search engines cannot reach, and the screen says so', async ({
  openAdmin,
}) => {
  const { page } = await openAdmin('/admin/seo/tools', { language: 'ar', width: 390, theme: 'dark' })
  const say = (key: string) => textOf('ar', `submissions:submissions.${key}`)
  await page.getByText(say('notPublic.title'), { exact: true }).waitFor()
  const states = page.getByText(say('states.not_public'), { exact: true })
  await states.nth(3).waitFor()
  assert.equal(await page.getByRole('button', { name: say('submitAll'), exact: true }).count(), 0)
  assert.equal(await page.getByRole('article').getByRole('button').count(), 0)
  await expectAccessible(page, 'an address that is not public')
  await expectNoSidewaysScroll(page, 'an address that is not public')
})

test('the screens of what search engines are told look good', async ({ openAdmin }) => {
  const visitor = await openAdmin('/admin/seo/verification')
  await expectGoodScreens(visitor, () => [
    '/admin/seo/verification',
    '/admin/seo/documents',
    '/admin/seo/appearance',
  ])
})
