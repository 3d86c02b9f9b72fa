import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { mails } from '#features/mail/table.ts'
import type { Language } from '#shared/languages.ts'
import { adminPassword as password, startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { hours } from '../../test/support/clock.ts'
import { blockStorage } from '../support/blocked-storage.ts'
import { expectAccessible, expectGoodScreens, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'
import { openVisitor } from '../support/visitor.ts'

const another = 'another long phrase for them'

test.use({
  productOptions: { env: { ADMIN_EMAIL: 'admin@example.org', SMTP_URL: 'smtp://127.0.0.1:9' } },
})
test.beforeEach(async ({ product }) => {
  await product.pool.query('TRUNCATE mails, password_resets, login_attempts CASCADE')
  product.clock.advance(2 * hours)
})

async function signIn(page: Page, language: Language, secret = password, path = '/admin/profile') {
  await page.goto(path)
  await page.getByLabel(textOf(language, 'sign-in:login.username')).fill('admin')
  await page.getByLabel(textOf(language, 'sign-in:login.password'), { exact: true }).fill(secret)
  await page.getByRole('button', { name: textOf(language, 'sign-in:login.submit'), exact: true }).click()
  await page.waitForURL(/\/admin/)
}

async function readLink(product: TestApp): Promise<string> {
  const [mail] = await product.db.select().from(mails)
  return new URL(mail?.actionUrl ?? '').pathname
}

for (const language of journeyLanguages) {
  const s = (key: string) => textOf(language, `sign-in:${key}`)
  const t = (key: string, variables = {}) => textOf(language, `profile:profile.${key}`, variables)

  test.describe(`an account in ${language}`, () => {
    test('whose password is forgotten gets a link, once, and all its sessions end', async ({
      product,
      visit,
    }) => {
      const elsewhere = await visit({ language })
      await signIn(elsewhere.page, language)
      const { page, faults } = await visit({ language, width: 390 })
      await page.goto('/login')
      await page.getByRole('link', { name: s('login.forgot') }).click()
      await page.getByRole('button', { name: s('recovery.ask') }).click()
      await page.getByText(s('recovery.usernameRequired')).waitFor()
      await expectAccessible(page, 'asking for a link')
      await expectNoSidewaysScroll(page, 'asking for a link')
      await page.getByLabel(s('recovery.username'), { exact: true }).fill('admin@example.org')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: s('recovery.sentTitle') }).waitFor()
      await expectAccessible(page, 'after asking for a link')

      const link = await readLink(product)
      await page.goto(link)
      await page.reload()
      const field = page.getByLabel(s('recovery.password'), { exact: true })
      await field.fill('short')
      await page.getByRole('button', { name: s('recovery.save') }).click()
      await page.getByText(s('recovery.tooShort')).waitFor()
      await expectAccessible(page, 'choosing a password')
      await field.fill(another)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: s('recovery.doneTitle') }).waitFor()
      await page.getByRole('link', { name: s('recovery.signIn') }).click()
      await page.waitForURL('**/login')
      await signIn(page, language, another)

      await elsewhere.page.reload()
      await elsewhere.page.waitForURL(/\/login/)
      await page.goto(link)
      await field.fill('yet another long phrase')
      await page.keyboard.press('Enter')
      await page.getByText(textOf(language, 'errors:recovery_expired')).waitFor()
      await page.getByRole('link', { name: s('recovery.askAgain') }).waitFor()
      assert.deepEqual(faults, [])

      // Back to how it was, by the profile.
      const again = await visit({ language })
      await signIn(again.page, language, another)
      await again.page.getByLabel(t('current'), { exact: true }).fill(another)
      await again.page.getByLabel(t('next'), { exact: true }).fill(password)
      await again.page.getByRole('button', { name: t('change') }).click()
      await again.page.getByText(t('changed')).waitFor()
    })

    test('has a profile: name, address, sessions', async ({ visit, product }) => {
      const elsewhere = await visit({ language })
      await signIn(elsewhere.page, language)
      const { page, faults } = await visit({ language })
      await signIn(page, language, password, '/admin')
      await page
        .getByRole('button', { name: textOf(language, 'admin:shell.account', { name: 'Admin' }) })
        .click()
      await page.getByRole('link', { name: textOf(language, 'admin:screens.profile') }).click()
      await page.getByRole('heading', { level: 1, name: textOf(language, 'admin:screens.profile') }).waitFor()
      await page.getByRole('heading', { name: t('sessions') }).waitFor()
      await expectAccessible(page, 'the profile')
      const address = page.getByLabel(t('email'), { exact: true })
      const save = page.getByRole('button', { name: t('emailSave') })
      const secret = page.getByLabel(t('emailPassword'), { exact: true })
      await address.fill('other@example.org')
      await secret.fill('wrong password')
      await save.click()
      await page.getByText(textOf(language, 'errors:fields.password_wrong')).waitFor()
      await secret.fill(password)
      await save.click()
      await page.getByText(t('pendingTitle', { email: 'other@example.org' })).waitFor()
      await page.reload()
      // Until it is confirmed, the address of before counts.
      assert.equal(await address.inputValue(), 'admin@example.org')
      const confirming = await visit({ language, width: 390 })
      await confirming.page.goto(await readLink(product))
      await confirming.page.getByRole('button', { name: s('confirmEmail.confirm') }).click()
      await confirming.page.getByRole('heading', { name: s('confirmEmail.doneTitle') }).waitFor()
      await expectAccessible(confirming.page, 'a confirmed address')
      await expectNoSidewaysScroll(confirming.page, 'a confirmed address')
      await page.reload()
      await page.waitForFunction(
        (value) => [...document.querySelectorAll('input')].some((field) => field.value === value),
        'other@example.org',
      )
      await product.pool.query(
        "UPDATE users SET email = 'admin@example.org', email_key = 'admin@example.org'",
      )

      const ends = page.getByRole('listitem').getByRole('button', { name: t('end'), exact: true })
      while ((await ends.count()) > 0) {
        const count = await ends.count()
        await ends.first().click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('end'), exact: true })
          .click()
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await page.waitForFunction(
          ([name, before]) =>
            [...document.querySelectorAll('main button')].filter(({ textContent }) => textContent === name)
              .length < Number(before),
          [t('end'), count],
        )
      }
      await elsewhere.page.reload()
      await elsewhere.page.waitForURL(/\/login/)
      assert.deepEqual(faults, [])
    })
  })
}

test('a picture, a time zone and a theme of the account hold in every browser', async ({
  visit,
  product,
}) => {
  const t = (key: string, variables = {}) => textOf('es', `profile:profile.${key}`, variables)
  const visitor = await visit({ language: 'es' })
  const { page, faults } = visitor
  await signIn(page, 'es')
  const canvas = createCanvas(300, 200)
  const buffer = await canvas.encode('png')
  await page.locator('input[type=file]').setInputFiles({ name: 'yo.png', mimeType: 'image/png', buffer })
  await page.getByText(t('pictureSaved')).waitFor()
  await page.getByRole('img', { name: t('pictureAlt') }).waitFor()
  await page.getByRole('combobox', { name: t('timeZone') }).fill('tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).click()
  await page.getByText(t('timeZoneSaved')).waitFor()
  await expectGoodScreens(visitor, () => ['/admin/profile'])
  await visitor.context.addCookies([{ name: 'lang', value: 'es', url: page.url() }])
  await page.goto('/admin/profile')
  await page.getByText(textOf('es', 'admin:theme.dark'), { exact: true }).click()

  const other = await visit({ language: 'es', width: 390 })
  await signIn(other.page, 'es')
  await other.page.getByRole('img', { name: t('pictureAlt') }).waitFor()
  await other.page.waitForFunction(
    () => document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark',
  )
  assert.match(await other.page.getByRole('combobox', { name: t('timeZone') }).inputValue(), /^Asia\/Tokyo/)
  await other.page.getByRole('button', { name: t('pictureRemove') }).click()
  await other.page.getByText(t('pictureRemoved')).waitFor()
  await product.pool.query('UPDATE users SET theme = NULL, time_zone = NULL, language = NULL')
  assert.deepEqual([faults, other.faults], [[], []])
})

test('a browser that blocks site data shows every page, and keeps a session until the page is left', async ({
  visit,
}) => {
  const { page, faults } = await visit()
  await blockStorage(page)
  await page.goto('/es/register')
  await page.getByLabel(textOf('es', 'site:form.name')).fill('Ana')
  await signIn(page, 'es')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.reload()
  await page.waitForURL(/\/login/)
  await page.getByLabel(textOf('es', 'sign-in:login.username')).waitFor()
  assert.deepEqual(faults, [])
})

test('without a mail server no mail is promised for a forgotten password', async ({ product, browser }) => {
  const silent = await startTestApp({ databaseUrl: product.databaseUrl })
  const visitor = await openVisitor(browser, { baseURL: silent.url })
  await visitor.page.goto('/login')
  await visitor.page.getByRole('button', { name: textOf('es', 'sign-in:login.forgot') }).waitFor()
  await visitor.page.getByText(textOf('es', 'sign-in:login.forgotHint')).waitFor()
  for (const language of journeyLanguages) {
    const { page, faults, close } = await openVisitor(
      browser,
      { baseURL: silent.url },
      { language, width: 390 },
    )
    await page.goto('/reset-password')
    await page.getByText(textOf(language, 'sign-in:recovery.unavailableHelp')).waitFor()
    await page.getByText('npm run admin -- reset-password NAME').waitFor()
    await page.getByText('./firmeza admin reset-password NAME').waitFor()
    assert.equal(await page.getByRole('textbox').count(), 0)
    assert.equal(await page.getByText(textOf(language, 'sign-in:recovery.askText')).count(), 0)
    await expectAccessible(page, 'no links to a new password')
    await expectNoSidewaysScroll(page, 'no links to a new password')
    await page.getByRole('link', { name: textOf(language, 'sign-in:recovery.back') }).click()
    await page.waitForURL('**/login')
    assert.deepEqual(faults, [])
    await close()
  }
  await visitor.close()
  await silent.close()
})
