import assert from 'node:assert/strict'
import { openLibrary } from '../../test/support/documents/library.ts'
import { pdfFile } from '../../test/support/documents/pdf-file.ts'
import { expectAccessible } from '../support/expectations.ts'
import { chooseWays } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const fileOf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdfFile() })

const ways = chooseWays(
  [
    { language: 'es', width: 1440, theme: 'light', other: 'fr' },
    { language: 'ar', width: 390, theme: 'dark', other: 'fr' },
    { language: 'de', width: 1440, theme: 'dark', other: 'hi' },
  ] as const,
  2,
)

for (const { language, width, theme, other } of ways) {
  test(`a document in several languages is kept together and offered, in ${language} at ${width} px`, async ({
    openAdmin,
    visit,
    product,
  }) => {
    const t = (key: string, variables: Record<string, string | number> = {}) =>
      textOf(language, `library:library.${key}`, variables)
    const library = await openLibrary(product)
    // One product for all tests of this file.
    const [title, lone, added] = [`Manual ${language}`, `Other ${language}`, `Again ${language}`]
    const { page, faults } = await openAdmin('/admin/documents/upload', { language, width, theme })

    // Files whose names differ only in the language are proposed to be kept together.
    await page
      .locator('input[type=file]')
      .setInputFiles([fileOf(`En-${title}.pdf`), fileOf(`It-${title}.pdf`), fileOf(`Ru-${lone}.pdf`)])
    await page.getByRole('checkbox', { name: t('upload.together', { titles: title }) }).waitFor()
    await expectAccessible(page, 'an upload of a family')
    await page.getByRole('button', { name: /\(/ }).click()
    await page
      .getByRole('link', { name: t('upload.edit', { title }) })
      .nth(1)
      .waitFor()
    await page.getByRole('link', { name: t('upload.edit', { title: lone }) }).waitFor()
    await library.process()
    await page
      .getByRole('link', { name: t('upload.edit', { title }) })
      .first()
      .click()
    const panel = page.getByRole('region', { name: t('family.title') })
    await panel.getByText(t('statuses.draft')).waitFor()
    await expectAccessible(page, 'a document with a family')

    // One that was there already is added, and taken out again.
    await panel.getByRole('button', { name: t('family.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill(lone.toUpperCase())
    await dialog.getByRole('button', { name: t('family.chooseOne', { title: lone }) }).waitFor()
    await expectAccessible(page, 'the choice of a variant')
    await dialog.getByRole('button', { name: t('family.chooseOne', { title: lone }) }).dblclick()
    await page.getByText(t('join.done')).waitFor()
    await panel.getByRole('button', { name: t('family.leaveOne', { title: lone }) }).click()
    await dialog.getByRole('button', { name: t('family.leave'), exact: true }).click()
    await page.getByText(t('leave.done')).waitFor()

    // Another one is uploaded for it, in a language that is free.
    await panel.getByRole('button', { name: t('family.add') }).click()
    await dialog.getByRole('link', { name: t('family.uploadInstead') }).click()
    await page.getByText(t('upload.familyOf', { title })).waitFor()
    await page.locator('input[type=file]').setInputFiles([fileOf(`En-${added}.pdf`)])
    const choice = page.getByRole('combobox', { name: t('upload.fields.language'), exact: true })
    assert.equal(await choice.inputValue(), '')
    const send = page.getByRole('button', { name: /\(/ })
    assert.equal(await send.isDisabled(), true)
    await choice.selectOption(other)
    await send.click()
    await page.getByRole('link', { name: t('upload.edit', { title: added }) }).waitFor()
    await library.process()
    await page.goto('/admin/documents')
    await page
      .getByText(t('family.also', { languages: listOf(language, ['English', 'Italiano']) }))
      .first()
      .waitFor()
    await expectAccessible(page, 'the list with families')

    // Published, the site offers what it has.
    const admin = await product.signIn()
    const documents: { id: string }[] = JSON.parse((await admin('/api/documents')).text)
    for (const { id } of documents) await admin(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
    const visitor = await visit({ language, width, theme })
    await visitor.page.goto(`/${language}/docs`)
    const d = (key: string, variables: Record<string, string | number> = {}) =>
      textOf(language, `documents:${key}`, variables)
    await visitor.page.getByText(d('family.notYet')).first().waitFor()
    await expectAccessible(visitor.page, 'the list with a document that stands in')
    await visitor.page.locator('.variants').getByRole('link', { name: 'Italiano' }).first().click()
    await visitor.page.waitForURL(/\/docs\/manual/)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(visitor.page, 'a document in another language')
    await visitor.page
      .locator('#translations')
      .getByRole('link', { name: /English/ })
      .click()
    await visitor.page.waitForURL(/\/docs\/manual/)
    await library.close()
    assert.deepEqual(faults, [])
    assert.deepEqual(visitor.faults, [])
  })
}

const listOf = (language: string, names: string[]): string => new Intl.ListFormat(language).format(names)
