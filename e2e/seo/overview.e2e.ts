import assert from 'node:assert/strict'
import { createNoonClock } from '../../test/support/clock.ts'
import { openEditor } from '../../test/support/content/editor.ts'
import { expectAccessible, expectGoodLooks, expectNoSidewaysScroll } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.describe.configure({ mode: 'serial' })
const env = { PUBLIC_URL: 'https://firmeza.example' }
test.use({ productOptions: { clock: createNoonClock(), env } })

let isRunning = false

for (const language of ['es', 'ar'] as const) {
  const t = (key: string, variables = {}) => textOf(language, `site-check:siteCheck.${key}`, variables)
  const title = (rule: string) => t(`rules.${rule}.title`)

  test(`pages are checked, and a finding is dismissed and opened again in ${language}`, async ({
    product,
    openAdmin,
  }) => {
    if (!isRunning) await product.app.startBackgroundWork()
    isRunning = true
    const editor = await openEditor(product)
    const { version } = await editor
      .send('/api/content/about-mission/all?language=fr')
      .then((reply) => ({ version: JSON.parse(reply.text).length + 1 }))
      .catch(() => ({ version: 1 }))
    const text = { key: 'about-mission', language: 'fr', version, content: '<p>2</p>' } as const
    const { id } = await editor.save({ ...text, seo_title: 'Nous' })
    await editor.publish(id)

    const { page, faults } = await openAdmin('/admin/seo', { language, width: 390 })
    if (language === 'ar') await page.setViewportSize({ width: 320, height: 780 })
    await page.getByText(t('health.states.working'), { exact: true }).first().waitFor()
    await expectAccessible(page, 'the overview')
    await expectNoSidewaysScroll(page, 'the overview')
    product.clock.advance(1_000)
    await page.getByRole('button', { name: t('check.now'), exact: true }).click()
    await page.getByRole('progressbar').waitFor()
    await expectAccessible(page, 'a check that runs')
    await page.getByText(t('pages.legend.indexable'), { exact: true }).waitFor({ timeout: 90_000 })
    await page.getByRole('progressbar').waitFor({ state: 'detached', timeout: 90_000 })
    await expectAccessible(page, 'the pages in all languages')
    await expectNoSidewaysScroll(page, 'the pages in all languages')
    await expectGoodLooks(page, 'the pages in all languages')

    // The pages are searched, and narrowed to those with findings; the address says both.
    const search = page.getByRole('searchbox', { name: t('pages.search'), exact: true })
    await search.fill('/fr/ledg')
    await page.waitForURL(/search=/)
    await page.getByRole('link', { name: /^\/about[,،] Français/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^\/ledger[,،] Français/ }).waitFor()
    await page.getByText(t('pages.onlyFound'), { exact: true }).click()
    await page.getByText(t('findings.noneFiltered'), { exact: true }).waitFor()
    await expectAccessible(page, 'a search that finds no page')
    await expectNoSidewaysScroll(page, 'a search that finds no page')
    await search.fill('')
    await page.waitForURL(/found=true$/)
    await page.reload()
    await page.getByText(t('pages.number', { number: 1 }), { exact: true }).waitFor()
    await expectGoodLooks(page, 'the pages with findings')

    // The cell of a page leads to what was found on it, by keyboard.
    const cell = page.getByRole('link', { name: /^\/about[,،] Français/ })
    await cell.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/view=findings/)
    await page.getByRole('button', { name: title('title_short') }).click()
    const repair = page.getByRole('link', { name: t('repair.content'), exact: true })
    assert.equal(await repair.getAttribute('href'), '/admin/content/about-mission?language=fr')
    await expectAccessible(page, 'a finding')
    await expectNoSidewaysScroll(page, 'a finding')
    await expectGoodLooks(page, 'a finding')

    await page.getByRole('button', { name: t('findings.dismiss'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('findings.reason'), { exact: true }).fill('ok')
    await expectAccessible(page, 'the question for a reason')
    await dialog.getByRole('button', { name: t('findings.dismiss'), exact: true }).click()
    await page.getByText(t('findings.noneFiltered'), { exact: true }).first().waitFor()
    await page.getByRole('radio', { name: t('findings.statuses.dismissed'), exact: true }).click()
    await page.getByRole('button', { name: t('findings.restore'), exact: true }).click()
    await page.goBack()
    await page.getByRole('link', { name: t('repair.content'), exact: true }).waitFor()

    await page.getByRole('radio', { name: t('views.texts'), exact: true }).click()
    await page.getByRole('meter').first().waitFor()
    await expectAccessible(page, 'titles and descriptions')
    await expectNoSidewaysScroll(page, 'titles and descriptions')
    await page.getByRole('radio', { name: t('views.data'), exact: true }).click()
    await page.getByText('BreadcrumbList').first().waitFor()
    await expectAccessible(page, 'structured data')
    assert.deepEqual(faults, [])
  })
}
