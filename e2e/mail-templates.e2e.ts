import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { languageNames } from '#shared/languages.ts'
import type { TestApp } from '../test/support/build-app.ts'
import { expectAccessible, expectGoodScreens } from './support/expectations.ts'
import { journeyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

test.use({ productOptions: { env: { ADMIN_EMAIL: 'team@example.org' } } })

test.beforeAll(async ({ product }) => {
  await product.signInAs('editor')
  await product.pool.query(
    `UPDATE users SET username = 'editora', username_key = 'editora',
       password_hash = (SELECT password_hash FROM users WHERE role = 'admin') WHERE role = 'editor'`,
  )
})
test.beforeEach(({ product }) => product.pool.query('DELETE FROM mail_templates; DELETE FROM mails'))

const list = '/admin/email/templates'
const savedSubjects = async (product: TestApp) =>
  (
    await product.pool.query<{ subject: string | null }>(
      "SELECT text->>'subject' AS subject FROM mail_templates ORDER BY version",
    )
  ).rows.map(({ subject }) => subject)

for (const language of journeyLanguages) {
  const t = (key: string, variables = {}) =>
    textOf(language, `email-templates:emailTemplates.${key}`, variables)
  const look = (key: string) => textOf(language, `email-templates:mailPreview.${key}`)
  const hasSubject = (page: Page, value: string) =>
    page
      .getByLabel(t('fields.subject'), { exact: true })
      .and(page.locator(`input[value="${value}"]`))
      .waitFor()
  const frameOf = (page: Page) =>
    page.frameLocator(`iframe[title="${look('frame').replace('{{language}}', languageNames[language])}"]`)

  test.describe(`the texts of mails in ${language}`, () => {
    test('are found, changed, seen, tried, saved and taken back', async ({ product, openAdmin }) => {
      const visitor = await openAdmin(list, { language })
      const { page } = visitor
      await page.getByRole('link', { name: t('kinds.confirmation.name'), exact: true }).click()
      await page.waitForURL(`**${list}/confirmation?language=${language}`)
      const subject = page.getByLabel(t('fields.subject'), { exact: true })
      const builtIn = await subject.inputValue()
      await frameOf(page).getByRole('heading', { name: builtIn, exact: true }).waitFor()
      await expectAccessible(page, 'a template')

      // What is written is seen at once, by day and by night, and as text.
      await subject.fill('Un asunto nuevo')
      await frameOf(page).getByRole('heading', { name: 'Un asunto nuevo' }).waitFor()
      const colour = () =>
        frameOf(page)
          .locator('body')
          .evaluate((body) => getComputedStyle(body).backgroundColor)
      assert.equal(await colour(), 'rgb(232, 229, 214)')
      await page.getByText(look('themes.dark'), { exact: true }).click()
      await frameOf(page).getByRole('heading', { name: 'Un asunto nuevo' }).waitFor()
      assert.equal(await colour(), 'rgb(11, 23, 22)')
      await page.getByText(look('formats.text'), { exact: true }).click()
      await page.locator('pre').getByText('Un asunto nuevo').waitFor()
      await page.getByText(look('formats.html'), { exact: true }).click()

      // A place that is filled in for each reader, with the keyboard alone.
      const body = page.getByRole('textbox', { name: t('fields.body') })
      await body.press('Control+End')
      await body.press('Enter')
      await body.pressSequentially('Para {{name}}')
      await body.locator('p').last().locator('[data-variable="name"]').waitFor()
      await frameOf(page)
        .getByText(`Para ${textOf(language, 'mail:sample.name')}`)
        .waitFor()

      await page.getByRole('button', { name: t('testMail.open') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('team@example.org').waitFor()
      await expectAccessible(page, 'a test mail')
      await dialog.getByRole('button', { name: t('testMail.send') }).click()
      await page.getByText(t('toasts.testMail', { to: 'team@example.org' })).waitFor()
      const { rows } = await product.pool.query('SELECT kind, to_email, variables FROM mails')
      assert.equal(rows.length, 1)
      assert.deepEqual([rows[0].kind, rows[0].to_email], ['test', 'team@example.org'])
      assert.match(rows[0].variables.body, /<p>Para \{\{name\}\}<\/p>$/)

      assert.deepEqual(await savedSubjects(product), [])
      await page.getByRole('button', { name: t('bar.save'), exact: true }).click()
      await page.getByText(t('toasts.saved')).waitFor()
      assert.deepEqual(await savedSubjects(product), ['Un asunto nuevo'])

      await page.getByRole('button', { name: t('bar.reset') }).click()
      await expectAccessible(page, 'the question before going back')
      await dialog.getByRole('button', { name: t('reset.confirm') }).click()
      await page.getByText(t('toasts.reset')).waitFor()
      await hasSubject(page, builtIn)
      await page.getByRole('button', { name: t('versions.takeNamed', { version: 1 }) }).click()
      await hasSubject(page, 'Un asunto nuevo')
      await page.getByRole('button', { name: t('bar.save'), exact: true }).click()
      await page.getByText(t('bar.unsaved')).waitFor({ state: 'detached' })
      assert.deepEqual(await savedSubjects(product), ['Un asunto nuevo', null, 'Un asunto nuevo'])
      // Looking into a frame that may run nothing is itself refused, and said.
      assert.deepEqual(
        visitor.faults.filter((fault) => !fault.includes('about:srcdoc')),
        [],
      )
    })

    test('are not left unsaved without a question, nor lost by going to another language', async ({
      openAdmin,
    }) => {
      const { page } = await openAdmin(`${list}/rights_link?language=${language}`, { language })
      const subject = page.getByLabel(t('fields.subject'), { exact: true })
      await subject.fill('A medias')
      await page.getByRole('tab').filter({ hasText: 'Français' }).click()
      await page.waitForURL('**?language=fr')
      await page.getByRole('tab').filter({ hasText: languageNames[language] }).click()
      await hasSubject(page, 'A medias')
      await page.getByRole('link', { name: t('back') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(textOf(language, 'admin:editor.leaveText')).waitFor()
      await dialog.getByRole('button', { name: textOf(language, 'admin:editor.stay') }).click()
      await hasSubject(page, 'A medias')
      await page.getByRole('button', { name: t('bar.discard') }).click()
      await page.getByRole('link', { name: t('back') }).click()
      await page.waitForURL(`**${list}`)
    })

    test('say what is wrong with them, and who was faster', async ({ product, openAdmin }) => {
      const { page } = await openAdmin(`${list}/badge_awarded?language=${language}`, { language })
      const subject = page.getByLabel(t('fields.subject'), { exact: true })
      const save = page.getByRole('button', { name: t('bar.save'), exact: true })
      await subject.fill('{{company}}')
      await save.click()
      await page
        .getByText(textOf(language, 'errors:fields.variable_unknown', { name: 'company' }))
        .first()
        .waitFor()
      await expectAccessible(page, 'a refused text')
      const editor = await product.signInAs('editor')
      const json = { subject: 'De otra persona', preheader: '', body: '<p>x</p>', action: '', version: 1 }
      await editor(`/api/mail/templates/badge_awarded?language=${language}`, { method: 'PUT', json })
      await subject.fill('La mía')
      await save.click()
      await page.getByText(t('stale.text', { version: 1 })).waitFor()
      await expectAccessible(page, 'a text that somebody else has saved')
      await page.getByRole('button', { name: t('stale.keep') }).click()
      await page.getByText(t('toasts.saved')).waitFor()
      assert.deepEqual(await savedSubjects(product), ['De otra persona', 'La mía'])
    })

    test('about security are read, not changed, by editors', async ({ openAdmin }) => {
      const { page } = await openAdmin(`${list}/rights_link?language=${language}`, {
        language,
        username: 'editora',
      })
      await page.getByText(t('bar.adminsOnly')).waitFor()
      assert.equal(await page.getByLabel(t('fields.subject'), { exact: true }).isEditable(), false)
      assert.equal(await page.getByRole('button', { name: t('testMail.open') }).count(), 0)
      await expectAccessible(page, 'a template that only admins change')
      await page.goto(`${list}/confirmation?language=${language}`)
      await page.getByRole('button', { name: t('testMail.open') }).click()
      await page.getByText(textOf(language, 'admin:testMail.noAddress')).waitFor()
    })
  })
}

// Chrome then tells of a moved cursor only after the keys that came since.
test('a mail body is written where the cursor is, however busy the browser', async ({ openAdmin }) => {
  const { page, context } = await openAdmin(`${list}/confirmation?language=es`, { language: 'es' })
  const body = page.getByRole('textbox', { name: textOf('es', 'email-templates:emailTemplates.fields.body') })
  await body.focus()
  const devTools = await context.newCDPSession(page)
  const press = (key: string, windowsVirtualKeyCode: number, rest = {}) =>
    devTools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, windowsVirtualKeyCode, ...rest })
  await page.evaluate(() => {
    const stopAt = performance.now() + 2_000
    const timer = setInterval(() => {
      const begun = performance.now()
      if (begun > stopAt) clearInterval(timer)
      while (performance.now() - begun < 100);
    })
  })
  await Promise.all([
    press('End', 35, { code: 'End', modifiers: 2 }),
    press('Enter', 13, { code: 'Enter', text: '\r' }),
    press('x', 88, { text: 'x' }),
  ])
  await body.locator('p', { hasText: /^x/ }).waitFor()
  assert.equal(await body.locator('p').last().textContent(), 'x')
})

test('every screen of mail templates is accessible and fits, on a phone and on a desktop, light and dark', async ({
  openAdmin,
}) => {
  await expectGoodScreens(await openAdmin(list), (language) =>
    ['', `/badge_awarded?language=${language}`, '/nowhere'].map((part) => list + part),
  )
})
