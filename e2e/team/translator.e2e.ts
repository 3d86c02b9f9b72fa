import assert from 'node:assert/strict'
import { hash } from '@node-rs/argon2'
import type { Page } from '@playwright/test'
import { users } from '#features/accounts/table.ts'
import { pictures } from '#features/media/table.ts'
import type { Language } from '#shared/languages.ts'
import { adminPassword } from '../../test/support/build-app.ts'
import { openEditor } from '../../test/support/content/editor.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

// Each test goes on from the one before it.
test.describe.configure({ mode: 'serial' })

const key = 'home-why'
const limit = (language: Language, own: Language[], read: Language) => {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  const nameOf = (code: Language) => names.of(code) ?? code
  return textOf(language, 'admin:languageLimit.text', {
    languages: new Intl.ListFormat(language).format(own.map(nameOf)),
    language: nameOf(read),
  })
}

let pictureId = ''
test.beforeAll(async ({ startProduct }, { file }) => {
  const product = await startProduct(file, {})
  const passwordHash = await hash(adminPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const facts = { role: 'editor' as const, passwordHash }
  for (const [username, name, languages] of [
    ['laila', 'Laila', ['ar']],
    ['otra', 'Otra', ['fr']],
  ] as const) {
    const own = { username, usernameKey: username, name, languages: [...languages] }
    await product.db.insert(users).values({ ...facts, ...own })
  }
  const editor = await openEditor(product)
  await editor.save({ key, language: 'es', version: 1, content: '<h1>Por qué</h1>', published: true })
  await editor.save({ key, language: 'de', version: 1, content: '<h1>Warum</h1>' })
  await editor.save({ key, language: 'de', version: 2, content: '<h1>Warum nur</h1>' })
  // So that a full editor would be offered to change it.
  const assignment = { texts: [{ key, language: 'de' }], due_on: '2099-01-01' }
  await editor.send('/api/content/assignments', { method: 'PUT', json: assignment })
  const picture = {
    digest: 'a'.repeat(64),
    filename: 'a.png',
    type: 'image/png',
    width: 1,
    height: 1,
    size: 1,
  }
  const [added] = await product.db
    .insert(pictures)
    .values({ ...picture, createdAt: product.clock.now() })
    .returning()
  pictureId = added?.id ?? ''
})

const area = (page: Page) => page.locator('[contenteditable=true]')

let version = 0
for (const language of journeyLanguages) {
  const t = (name: string, variables = {}) => {
    const text = textOf(language, name, variables)
    // Or the absence of a button would say nothing.
    assert.ok(!name.endsWith(text), name)
    return text
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name: t(name), exact: true })
  const openAs = { username: 'laila', language }

  test(`a translator of Arabic writes Arabic, and reads the rest, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    const { page, faults } = await openAdmin(`/admin/content/${key}`, openAs)
    // The address names no language: the text is opened in theirs.
    await area(page).and(page.locator('[lang=ar]')).waitFor()
    assert.equal(await button(page, 'releases:releases.single.open').count(), 0)
    assert.equal(await button(page, 'translation:translation.tasks.assign').count(), 0)
    const words = `لماذا ${++version}`
    await area(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(words)
    await button(page, 'admin:editor.save').click()
    await page.getByText(t('admin:editor.savedIn', { language: 'العربية', version })).waitFor()
    await button(page, 'admin:editor.publish').click()
    await page.getByText(t('admin:editor.published', { version })).waitFor()
    const { text } = await product.send('/ar/')
    assert.match(text, new RegExp(words))
    await expectAccessible(page, `their own text in ${language}`)

    await page.getByRole('tab', { name: /Deutsch/ }).click()
    await page.getByText(limit(language, ['ar'], 'de'), { exact: true }).waitFor()
    await page.getByText('Warum nur', { exact: true }).waitFor()
    assert.equal(await area(page).count(), 0)
    for (const name of ['save', 'publish', 'unpublish'])
      assert.equal(await button(page, `admin:editor.${name}`).count(), 0, name)
    await page.getByText(t('translation:translation.tasks.unowned')).first().waitFor()
    for (const name of ['translation.machine.order', 'translation.tasks.assign', 'translation.tasks.change'])
      assert.equal(await button(page, `translation:${name}`).count(), 0, name)
    await expectAccessible(page, `a foreign text in ${language}`)

    // What is being read can be compared, and asked about; older versions are read, not restored.
    await button(page, 'history:history.title').click()
    await page.getByRole('button', { name: t('history:history.done.save', { version: 1 }) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('history:history.version.first'), { exact: true }).waitFor()
    assert.equal(await dialog.getByRole('button', { name: t('history:history.version.restore') }).count(), 0)
    await page.keyboard.press('Escape')
    // Its name ends with the number of comments.
    await page.getByRole('button', { name: t('comments:comments.title') }).click()
    await page.getByLabel(t('comments:comments.write')).fill(`¿Seguro? ${language}`)
    await button(page, 'comments:comments.send').click()
    await page.getByText(`¿Seguro? ${language}`, { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  test(`a translator has their tasks, mails, badges and pictures in Arabic, in ${language}`, async ({
    openAdmin,
  }) => {
    const { page, faults } = await openAdmin('/admin/content/tasks', openAs)
    const choice = page.getByLabel(t('translation:translation.filter.language'), { exact: true })
    await choice.waitFor()
    assert.equal(await choice.inputValue(), 'ar')
    assert.deepEqual(
      await choice.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
      ['', 'ar'],
    )
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.locator('main input[type=checkbox]').count(), 0)
    await expectAccessible(page, `the tasks in ${language}`)

    await page.goto('/admin/email/templates/confirmation')
    await button(page, 'email-templates:emailTemplates.bar.save').waitFor()
    await page.goto('/admin/email/templates/confirmation?language=de')
    await page.getByText(limit(language, ['ar'], 'de'), { exact: true }).waitFor()
    assert.equal(await button(page, 'email-templates:emailTemplates.bar.save').count(), 0)
    await expectAccessible(page, `a foreign mail in ${language}`)

    await page.goto('/admin/badges/pioneer')
    await button(page, 'badge-admin:badges.texts.save').waitFor()
    await page.goto('/admin/badges/pioneer?language=de')
    await page.getByText(limit(language, ['ar'], 'de'), { exact: true }).waitFor()
    assert.equal(await button(page, 'badge-admin:badges.texts.save').count(), 0)
    await expectAccessible(page, `a foreign badge in ${language}`)

    await page.goto(`/admin/pictures/${pictureId}`)
    const description = (name: string) => page.getByLabel(name, { exact: true })
    await description('العربية').fill(`بيت ${version}`)
    assert.ok(await description('Deutsch').evaluate((field) => field.hasAttribute('readonly')))
    await button(page, 'media:pictures.save').click()
    await page.getByText(t('media:pictures.saved')).first().waitFor()
    for (const name of ['delete', 'replace.open'])
      assert.equal(await button(page, `media:pictures.${name}`).count(), 0, name)
    await expectAccessible(page, `a picture in ${language}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page, `a picture on a phone in ${language}`)
    assert.deepEqual(faults, [])
  })
}

test('an assignment is offered to those who edit its language alone', async ({ openAdmin }) => {
  const { page } = await openAdmin(`/admin/content/${key}?language=fr`, { language: 'es' })
  const named = (name: string) => textOf('es', `translation:translation.tasks.${name}`)
  await page.getByRole('button', { name: named('assign'), exact: true }).click()
  const owners = page.getByRole('dialog').getByLabel(named('owner'), { exact: true })
  await owners.locator('option', { hasText: 'Otra' }).waitFor({ state: 'attached' })
  assert.equal(await owners.locator('option', { hasText: 'Laila' }).count(), 0)
})

test('a window that is open follows when the languages of its user change', async ({
  openAdmin,
  product,
}) => {
  const { page } = await openAdmin(`/admin/content/${key}?language=ar`, {
    username: 'laila',
    language: 'es',
  })
  await area(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' mío')
  await product.pool.query("UPDATE users SET languages = '{fr}' WHERE username = 'laila'")
  await page.getByRole('button', { name: textOf('es', 'admin:editor.save'), exact: true }).click()
  await page.getByText(textOf('es', 'errors:language_not_yours')).first().waitFor()
  await page.getByText(limit('es', ['fr'], 'ar'), { exact: true }).waitFor()
  await until(async () => (await area(page).count()) === 0, 'the text is read-only')
  // What was typed is still there to be copied.
  await page.getByText(/mío/).first().waitFor()
  await expectAccessible(page, 'a text that was one’s own')
})
