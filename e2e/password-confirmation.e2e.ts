import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Language } from '#shared/languages.ts'
import { insertLeads } from '../test/support/badges.ts'
import { startTestApp, type TestApp } from '../test/support/build-app.ts'
import { expectAccessible, expectGoodLooks, launchBrowser, openVisitor } from './support/browser.ts'
import { textOf } from './support/texts.ts'

const password = 'a password for the journeys'
const minutes = 60_000
let product: TestApp
let browser: Browser

before(async () => {
  product = await startTestApp({ env: { ADMIN_PASSWORD: password } })
  browser = await launchBrowser()
  await insertLeads(product, 3)
})
after(async () => {
  await browser?.close()
  await product?.close()
})
beforeEach(() => product.pool.query('TRUNCATE sensitive_actions'))

async function open(language: Language) {
  const visitor = await openVisitor(browser, { baseURL: product.url })
  await visitor.context.addCookies([{ name: 'lang', value: language, url: product.url }])
  const { page } = visitor
  await page.goto('/admin/early-adopters')
  await page.getByLabel(textOf(language, 'sign-in:login.username')).fill('admin')
  await page.getByLabel(textOf(language, 'sign-in:login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: textOf(language, 'sign-in:login.submit') }).click()
  await page.getByRole('rowheader').first().waitFor()
  return visitor
}

for (const language of ['es', 'ar'] as const) {
  const t = (key: string, variables = {}) => textOf(language, `leads:leads.${key}`, variables)
  const q = (key: string) => textOf(language, `admin:passwordQuestion.${key}`)
  const r = (key: string, variables = {}) => textOf(language, `profile:profile.recorded.${key}`, variables)
  const label = textOf(language, 'sign-in:login.password')

  describe(`in ${language} the password is asked for again`, () => {
    test('by an export, which goes on with what was chosen, and is recorded', async () => {
      const { page, faults, close } = await open(language)
      product.clock.advance(16 * minutes)
      await page.getByRole('button', { name: t('export.open') }).click()
      const exporting = page.getByRole('dialog', { name: t('export.title') })
      await exporting.getByLabel(t('export.json')).check()
      const start = exporting.getByRole('button', { name: t('export.start') })
      await start.click()
      const question = page.getByRole('dialog', { name: q('title') })
      const field = question.getByLabel(label, { exact: true })
      await page.locator('input:focus').and(field).waitFor()
      await expectGoodLooks(page, 'the question for the password')

      await field.fill('wrong')
      await page.keyboard.press('Enter')
      await question.getByText(textOf(language, 'errors:fields.password_wrong')).waitFor()
      await page.locator('input:focus').and(field).waitFor()
      await expectAccessible(page, 'a wrong password')

      // Cancelled: the export's window stays as it was, and has the focus back.
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'hidden' })
      await exporting.getByText(textOf(language, 'errors:password_confirmation_required')).waitFor()
      assert.equal(await exporting.getByLabel(t('export.json')).isChecked(), true)
      await page.locator('button:focus').and(start).waitFor()
      await expectAccessible(page, 'after the question')

      await page.keyboard.press('Enter')
      await field.fill(password)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        question.getByRole('button', { name: q('confirm') }).click(),
      ])
      assert.equal(JSON.parse(await readFile(await download.path(), 'utf8')).length, 3)
      await exporting.waitFor({ state: 'hidden' })
      await page.waitForFunction(() => document.getElementById('admin')?.inert === false)

      await page.goto('/admin/profile')
      await page.getByRole('heading', { name: r('title') }).waitFor()
      const done = page.getByRole('listitem').filter({ hasText: r('exported', { number: 3 }).slice(0, -1) })
      await done.getByText('Admin', { exact: true }).waitFor()
      await expectGoodLooks(page, 'the recorded actions')
      assert.deepEqual(faults, [])
      await close()
    })

    test('by a new signing key, from its window, with the pointer', async () => {
      const { page, faults, close } = await open(language)
      const k = (key: string) => textOf(language, `badge-admin:badges.keys.${key}`)
      await page.goto('/admin/badges')
      product.clock.advance(16 * minutes)
      await page.getByRole('button', { name: k('rotate') }).click()
      const asking = page.getByRole('dialog', { name: k('askTitle') })
      await asking.getByRole('button', { name: k('rotate') }).click()
      const question = page.getByRole('dialog', { name: q('title') })
      await question.getByLabel(label, { exact: true }).fill(password)
      await question.getByRole('button', { name: q('confirm') }).click()
      await page.getByText(k('done')).waitFor()
      await question.waitFor({ state: 'hidden' })
      // Not asked again for a quarter of an hour.
      await page.getByRole('button', { name: k('rotate') }).click()
      await asking.getByRole('button', { name: k('rotate') }).click()
      await asking.waitFor({ state: 'hidden' })
      assert.equal(await question.count(), 0)
      assert.deepEqual(faults, [])
      await close()
    })
  })
}
