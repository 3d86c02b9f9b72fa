import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { mails } from '#features/mail/table.ts'
import type { Language } from '#shared/languages.ts'
import { adminPassword as password, startTestApp, type TestApp } from '../../test/support/build-app.ts'
import { hours } from '../../test/support/clock.ts'
import { blockStorage } from '../support/blocked-storage.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
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

    test('has a profile: name, address, sessions', async ({ visit }) => {
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
      await address.fill('other@example.org')
      await page.getByLabel(t('emailPassword'), { exact: true }).fill('wrong password')
      await page.getByRole('button', { name: t('save') }).click()
      await page.getByText(textOf(language, 'errors:fields.password_wrong')).waitFor()
      await page.getByLabel(t('emailPassword'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('save') }).click()
      await page.getByText(t('saved')).waitFor()
      await page.reload()
      assert.equal(await address.inputValue(), 'other@example.org')
      await address.fill('admin@example.org')
      await page.getByLabel(t('emailPassword'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('save') }).click()
      await page.getByText(t('saved')).first().waitFor()

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
