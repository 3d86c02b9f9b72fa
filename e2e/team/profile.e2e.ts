import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { users } from '#features/accounts/table.ts'
import { mails } from '#features/mail/table.ts'
import { adminPassword as password, type TestApp } from '../../test/support/build-app.ts'
import { hours } from '../../test/support/clock.ts'
import { expectAccessible, expectGoodLooks, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const address = 'admin@example.org'

test.use({ productOptions: { env: { ADMIN_EMAIL: address, SMTP_URL: 'smtp://127.0.0.1:9' } } })
test.beforeEach(async ({ product }) => {
  await product.pool.query('TRUNCATE mails, user_email_changes, login_attempts CASCADE')
  await product.db
    .update(users)
    .set({ name: 'Admin', email: address, emailKey: address, language: null, theme: null, timeZone: null })
    .where(eq(users.usernameKey, 'admin'))
  product.clock.advance(2 * hours)
})

async function readLink(product: TestApp): Promise<string> {
  const [mail] = await product.db.select().from(mails).where(eq(mails.kind, 'user_email_change'))
  return new URL(mail?.actionUrl ?? '').pathname
}

for (const language of journeyLanguages) {
  const a = (key: string, variables = {}) => textOf(language, `admin:${key}`, variables)
  const s = (key: string, variables = {}) => textOf(language, `sign-in:${key}`, variables)
  const t = (key: string, variables = {}) => textOf(language, `profile:profile.${key}`, variables)

  test.describe(`the profile in ${language}`, () => {
    test('changes the address by a link, which works without signing in', async ({
      product,
      openAdmin,
      visit,
    }) => {
      const { page, faults } = await openAdmin('/admin/profile#address', { language, width: 390 })
      // The warning that no mail server answers is about something else.
      await page.route('**/api/mail/transport', (route) =>
        route.fulfill({ json: { configured: true, reachable: true } }),
      )
      await page.reload()
      await page.getByRole('heading', { name: t('address') }).waitFor()
      await page.waitForFunction(() => document.activeElement?.id === 'address')
      await page.getByLabel(t('email'), { exact: true }).fill('new@example.org')
      await page.getByLabel(t('emailPassword'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('emailSave') }).dblclick()
      await page.getByText(t('pendingTitle', { email: 'new@example.org' })).waitFor()
      assert.equal((await product.db.select().from(mails)).length, 1)
      await expectGoodLooks(page, 'the profile with an address that waits')

      const mailbox = await visit({ language, width: 390 })
      await mailbox.page.goto(await readLink(product))
      await mailbox.page.getByRole('heading', { name: s('confirmEmail.title') }).waitFor()
      await expectAccessible(mailbox.page, 'confirming an address')
      await expectNoSidewaysScroll(mailbox.page, 'confirming an address')
      await mailbox.page.getByRole('button', { name: s('confirmEmail.confirm') }).click()
      await mailbox.page.getByText(s('confirmEmail.doneText', { email: 'new@example.org' })).waitFor()
      await expectAccessible(mailbox.page, 'an address that is confirmed')
      await mailbox.page.goto(await readLink(product))
      await mailbox.page.getByRole('button', { name: s('confirmEmail.confirm') }).click()
      await mailbox.page.getByText(textOf(language, 'errors:email_link_expired')).waitFor()

      await page.reload()
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('input[type=email]')?.value === 'new@example.org',
      )
      assert.equal(await page.getByText(t('pendingTitle', { email: 'new@example.org' })).count(), 0)
      assert.deepEqual([faults, mailbox.faults], [[], []])
    })

    test('shows a picture wherever the user is, until it is removed', async ({ openAdmin }) => {
      const { page, faults } = await openAdmin('/admin/profile', { language, width: 390 })
      await page.getByRole('heading', { name: t('picture') }).waitFor()
      const file = page.locator('input[type=file]')
      await file.setInputFiles({
        name: 'x.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
      })
      await page.getByText(textOf(language, 'errors:picture_svg')).waitFor()
      const canvas = createCanvas(300, 200)
      await file.setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: canvas.toBuffer('image/png'),
      })
      await page.getByText(t('pictureSaved')).waitFor()
      await page.getByRole('img', { name: t('pictureAlt') }).waitFor()
      await page.locator('header img[src^="/media/team/"]').waitFor()
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('img[src^="/media/team/"]')].every(
          (image) => image.complete && image.naturalWidth > 0,
        ),
      )
      await page.getByRole('button', { name: t('pictureRemove') }).click()
      await page.getByText(t('pictureRemoved')).waitFor()
      await page.locator('header img[src^="/media/team/"]').waitFor({ state: 'detached' })
      assert.deepEqual(faults, [])
    })

    test('keeps language, theme and time zone for every browser', async ({ openAdmin, product }) => {
      const here = await openAdmin('/admin/profile', { language })
      const { page } = here
      await page.getByRole('radio', { name: a('theme.dark') }).check()
      const zone = page.getByRole('combobox', { name: t('timeZone'), exact: true })
      await zone.click()
      await zone.fill('tokyo')
      await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
      await page.getByText(t('timeZoneSaved')).waitFor()
      const wanted = language === 'es' ? 'ar' : 'es'
      await page.getByLabel(s('languages.label'), { exact: true }).selectOption(wanted)
      await page.waitForFunction((code) => document.documentElement.lang === code, wanted)
      const kept = async () => {
        const [user] = await product.db.select().from(users).where(eq(users.usernameKey, 'admin'))
        return [user?.language, user?.theme, user?.timeZone]
      }
      for (let left = 50; left > 0 && (await kept())[0] !== wanted; left -= 1) await page.waitForTimeout(50)
      assert.deepEqual(await kept(), [wanted, 'dark', 'Asia/Tokyo'])

      const elsewhere = await openAdmin('/admin/profile', { language })
      await elsewhere.page
        .getByRole('heading', { name: textOf(wanted, 'profile:profile.sessions') })
        .waitFor()
      const look = await elsewhere.page.evaluate(() => {
        const { lang, dir, dataset } = document.documentElement
        return [lang, dir, dataset.theme]
      })
      assert.deepEqual(look, [wanted, wanted === 'ar' ? 'rtl' : 'ltr', 'dark'])
      const value = await elsewhere.page
        .getByRole('combobox', { name: textOf(wanted, 'profile:profile.timeZone'), exact: true })
        .inputValue()
      assert.match(value, /Asia\/Tokyo \(UTC\+09:00\)/)
      assert.deepEqual([here.faults, elsewhere.faults], [[], []])
    })

    test('asks before unsaved changes are left', async ({ openAdmin }) => {
      const { page } = await openAdmin('/admin/profile', { language })
      const name = page.getByLabel(t('name'), { exact: true })
      await name.fill('Zoë Ñandú')
      // A section of the same screen leaves nothing.
      await page
        .getByRole('navigation', { name: t('sectionsLabel') })
        .getByText(t('password'))
        .click()
      await page.waitForFunction(() => document.activeElement?.id === 'password')
      await page.goBack()
      await page
        .getByRole('link', { name: a('screens.settings') })
        .first()
        .click()
      await page.getByRole('button', { name: a('editor.stay') }).click()
      assert.equal(await name.inputValue(), 'Zoë Ñandú')
      await page.getByRole('button', { name: t('save'), exact: true }).click()
      await page.getByText(t('saved')).waitFor()
      await page.getByRole('button', { name: a('shell.account', { name: 'Zoë Ñandú' }) }).waitFor()
      await page
        .getByRole('link', { name: a('screens.settings') })
        .first()
        .click()
      await page.waitForURL(/settings/)
    })
  })
}

test('a language chosen on the sign-in screen becomes that of the account', async ({ visit, product }) => {
  await product.db.update(users).set({ language: 'de' }).where(eq(users.usernameKey, 'admin'))
  const { page } = await visit({ language: 'es' })
  await page.goto('/login')
  await page.getByLabel(textOf('es', 'sign-in:languages.label')).selectOption('en')
  await page.getByLabel(textOf('en', 'sign-in:login.username')).fill('admin')
  await page.getByLabel(textOf('en', 'sign-in:login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: textOf('en', 'sign-in:login.submit'), exact: true }).click()
  await page.waitForURL(/\/admin$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  const language = async () =>
    (await product.db.select().from(users).where(eq(users.usernameKey, 'admin')))[0]?.language
  for (let left = 50; left > 0 && (await language()) !== 'en'; left -= 1) await page.waitForTimeout(50)
  assert.equal(await language(), 'en')
})
