import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { insertLeads } from '../../test/support/badges.ts'
import { adminPassword as password } from '../../test/support/build-app.ts'
import { expectAccessible, expectGoodLooks } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const minutes = 60_000

test.beforeAll(async ({ product }) => {
  await insertLeads(product, 3)
})
test.beforeEach(({ product }) => product.pool.query('TRUNCATE sensitive_actions'))

for (const language of journeyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `leads:leads.${key}`, variables)
  const q = (key: string) => textOf(language, `admin:passwordQuestion.${key}`)
  const r = (key: string, variables = {}) => textOf(language, `profile:profile.recorded.${key}`, variables)
  const label = textOf(language, 'sign-in:login.password')

  test.describe(`in ${language} the password is asked for again`, () => {
    test('by an export, which goes on with what was chosen, and is recorded', async ({
      product,
      openAdmin,
    }) => {
      const { page, faults } = await openAdmin('/admin/early-adopters', { language })
      await page.getByRole('rowheader').first().waitFor()
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
    })

    test('by a new signing key, from its window, with the pointer', async ({ product, openAdmin }) => {
      const { page, faults } = await openAdmin('/admin/early-adopters', { language })
      await page.getByRole('rowheader').first().waitFor()
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
    })
  })
}
