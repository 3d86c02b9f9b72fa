import assert from 'node:assert/strict'
import { seedLeads } from '../test/support/campaigns.ts'
import { until } from '../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { arabicJourneyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

test.beforeAll(async ({ product }) => {
  await seedLeads(product, { count: 3 })
})

for (const language of arabicJourneyLanguages) {
  const width = language === 'es' ? 1440 : 390
  const t = (key: string, variables = {}) => textOf(language, `leads:leads.${key}`, variables)

  test(`tags are given, found by, merged and deleted in ${language}, ${width} px wide`, async ({
    product,
    openAdmin,
  }) => {
    await product.pool.query('DELETE FROM lead_tags')
    const visitor = await openAdmin('/admin/early-adopters', { language, width })
    const { page } = visitor
    const button = (key: string, variables = {}) =>
      page.getByRole('button', { name: t(key, variables), exact: true })

    await page.getByRole('rowheader').first().waitFor()
    for (const box of (await page.getByRole('row').getByRole('checkbox').all()).slice(-2)) await box.check()
    await button('tags.open').click()
    await page.getByLabel(t('tags.add'), { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(
      () => button('tags.open').evaluate((opener) => opener === document.activeElement),
      'the focus is back on the button',
    )
    await button('tags.open').dblclick()
    await page.getByLabel(t('tags.add'), { exact: true }).fill('Feria de Madrid, ana@example.org')
    await expectAccessible(page, 'the dialog that tags people')
    await button('data.save').click()
    await page.getByText(textOf(language, 'errors:fields.tag_address')).waitFor()
    await page.getByLabel(t('tags.add'), { exact: true }).fill('Feria de Madrid, صحافة')
    await button('data.save').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (width === 390)
      await page.getByRole('button', { name: textOf(language, 'admin:filters.open') }).click()
    await page.getByLabel(t('tags.one'), { exact: true }).selectOption({ label: 'صحافة' })
    await page.waitForURL('**?tag=*')
    await page.getByRole('status').filter({ hasText: '2' }).first().waitFor()
    await expectAccessible(page, 'the list under a tag')
    await expectNoSidewaysScroll(page, 'the list under a tag')

    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByLabel(t('tags.add'), { exact: true }).fill('Prensa')
    await button('tags.addButton').click()
    await button('tags.takeOne', { name: 'Prensa' }).waitFor()
    // What was taken away by mistake is put back from where it stood, without losing the focus.
    await button('tags.takeOne', { name: 'Feria de Madrid' }).click()
    await button('tags.giveBack', { name: 'Feria de Madrid' }).waitFor()
    await page.keyboard.press('Enter')
    await button('tags.takeOne', { name: 'Feria de Madrid' }).click()
    await button('tags.giveBack', { name: 'Feria de Madrid' }).waitFor()
    // The second name is proposed like the first one.
    const field = page.getByLabel(t('tags.add'), { exact: true })
    await field.pressSequentially('VIP,fer')
    await page.getByRole('option', { name: 'Feria de Madrid', exact: true }).waitFor()
    await expectAccessible(page, 'the tags that are proposed')
    await page.keyboard.press('Escape')
    await field.fill('')
    await page.keyboard.press('Backspace')
    await expectAccessible(page, 'the page of a person with tags')
    await expectNoSidewaysScroll(page, 'the page of a person with tags')

    await page.goto('/admin/early-adopters/tags')
    await button('tags.editOne', { name: 'Prensa' }).click()
    await page.getByLabel(t('tags.mergeInto'), { exact: true }).selectOption({ label: 'صحافة' })
    await expectAccessible(page, 'the dialog of a tag')
    await button('tags.merge').click()
    await page.getByText(t('tags.mergeTitle')).waitFor()
    await button('tags.merge').click()
    await button('tags.editOne', { name: 'Prensa' }).waitFor({ state: 'detached' })
    await button('tags.editOne', { name: 'Feria de Madrid' }).click()
    await button('tags.removeOpen').click()
    await button('tags.remove').click()
    await button('tags.editOne', { name: 'Feria de Madrid' }).waitFor({ state: 'detached' })
    await expectAccessible(page, 'the tags')
    await expectNoSidewaysScroll(page, 'the tags')

    await page.goto('/admin/email/campaigns/new')
    await page.getByRole('checkbox', { name: 'صحافة' }).check()
    await expectNoSidewaysScroll(page, 'an audience with a tag')
    assert.deepEqual(
      visitor.faults.filter((fault) => !fault.includes('422') && !fault.includes('about:srcdoc')),
      [],
    )
  })
}
