import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createChaining } from '#features/audit/chain/chaining.ts'
import { insertLeads } from '../../test/support/badges.ts'
import {
  expectAccessible,
  expectGoodLooks,
  expectGoodScreens,
  expectNoSidewaysScroll,
} from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

for (const language of journeyLanguages) {
  const width = language === 'ar' ? 390 : 1440
  const t = (key: string, variables = {}) => textOf(language, `audit:audit.${key}`, variables)

  test(`a change is found, read, checked and exported in ${language}`, async ({ openAdmin, product }) => {
    const [id = ''] = await insertLeads(product, 1)
    const send = await product.signIn()
    const name = `Quintín ${language}`
    assert.equal((await send(`/api/leads/${id}`, { method: 'PATCH', json: { name } })).status, 200)
    const chain = () => createChaining({ db: product.db }).chain()
    await chain()

    const { page, faults } = await openAdmin('/admin/audit', { language, width })
    const change = page.locator('details').filter({ hasText: name })
    await change.first().waitFor()
    await expectAccessible(page, 'the audit log')
    await page.getByRole('searchbox', { name: t('search') }).fill(name)
    await page.getByText(textOf(language, 'admin:pager.range', { from: '1', to: '1', total: '1' })).waitFor()

    // By keyboard alone: what was before, and what is now.
    await change.locator('summary').focus()
    await page.keyboard.press('Enter')
    const cells = change.getByRole('cell')
    await cells.filter({ hasText: name }).waitFor()
    assert.equal(await cells.count(), 2)
    await expectGoodLooks(page, 'a change')
    await page.setViewportSize({ width, height: 900 })

    // Deep links lead to the row, and the back button returns to the search.
    await change.getByRole('link', { name: t('samePerson') }).click()
    await page.locator('details').nth(1).waitFor()
    assert.ok(page.url().includes(`person=${id}`))
    await page.goBack()
    await page.waitForURL(/search=/)
    await page.reload()
    await change.locator('summary').click()
    await change.getByRole('link', { name: t('open') }).click()
    await page.waitForURL(`**/admin/early-adopters/${id}`)
    await page.goBack()

    // The download holds what the filters let through.
    await page.getByRole('button', { name: t('export.open'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('export.title') })
    await dialog.getByLabel(t('export.json')).check()
    await expectAccessible(page, 'the export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: t('export.start'), exact: true }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
    assert.equal(lines.length, 1)
    await dialog.waitFor({ state: 'hidden' })

    // Nothing is found, and all is shown again.
    await page.getByRole('searchbox', { name: t('search') }).fill('no such thing')
    await page.getByText(t('none')).waitFor()
    await expectNoSidewaysScroll(page, 'no change')
    await page
      .getByRole('button', { name: t('clear'), exact: true })
      .last()
      .click()
    await change.first().waitFor()

    // Whole, and broken once somebody has altered a row in the database.
    await chain()
    const check = page.getByRole('button', { name: t('chain.check'), exact: true })
    await check.click()
    await page.getByText(t('chain.whole', { count: 999, number: '|' }).split('|')[0] ?? '').waitFor()
    const alter = (action: string) =>
      product.pool.query(
        `ALTER TABLE audit_entries DISABLE TRIGGER USER;
         UPDATE audit_entries SET action = ${action} WHERE id = 1;
         ALTER TABLE audit_entries ENABLE TRIGGER USER`,
      )
    const { rows } = await product.pool.query<{ action: string | null }>(
      'SELECT action FROM audit_entries WHERE id = 1',
    )
    await alter(`'forged'`)
    await check.click()
    await page
      .getByRole('alert')
      .filter({ hasText: t('chain.brokenText') })
      .waitFor()
    await expectGoodLooks(page, 'a broken chain')
    const [first] = rows
    await alter(first?.action ? `'${first.action}'` : 'NULL')
    assert.deepEqual(faults, [])
  })
}

test('the audit log looks good in every language', async ({ openAdmin }) => {
  const visitor = await openAdmin('/admin/audit')
  await expectGoodScreens(visitor, () => ['/admin/audit'])
})
