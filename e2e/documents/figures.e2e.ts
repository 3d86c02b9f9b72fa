import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { DocumentFigures } from '#features/documents/contract.ts'
import { browser } from '../../test/support/analytics/browser.ts'
import { add, openLibrary } from '../../test/support/documents/library.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectGoodScreens } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

/** Hides a page or shows it again, as another tab does. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone], 0)) {
  test(`what is read is counted and shown, in ${language} at ${width} px`, async ({
    product,
    visit,
    openAdmin,
  }) => {
    const t = (key: string, variables: Record<string, string | number> = {}) =>
      textOf(language, `library:library.figures.${key}`, variables)
    const library = await openLibrary(product)
    const editor = await product.signInAs('editor')
    const title = `Guía ${language}`
    const { id } = await add(editor, { title })
    await library.process()
    await editor(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
    const read = async () => (await editor('/api/documents/analytics/summary')).read(DocumentFigures)
    const before = await read()

    const reader = await visit({ userAgent: browser })
    await reader.page.goto(`/${language}/docs/guia-${language}`)
    for (const isAgain of [false, true]) {
      const report = reader.page.waitForResponse('**/api/visits/timings')
      await setHidden(reader.page, true)
      await report
      if (!isAgain) await setHidden(reader.page, false)
    }
    await until(async () => (await read()).total_views === before.total_views + 1, 'the view is counted')
    const { rows } = await product.pool.query(
      `SELECT measure, sum(views)::integer AS views FROM analytics_timings
        WHERE page = $1 AND measure LIKE 'in_view%' GROUP BY measure ORDER BY measure`,
      [`/docs/guia-${language}`],
    )
    assert.deepEqual(rows, [
      { measure: 'in_view', views: 1 },
      { measure: 'in_view_again', views: 1 },
    ])

    const admin = await openAdmin('/admin/documents', { language, width, theme })
    const { page } = admin
    const tab = textOf(language, 'library:library.tabs.figures')
    await page.getByRole('link', { name: tab, exact: true }).click()
    await page.getByRole('link', { name: title }).waitFor()
    await page.getByRole('heading', { name: t('byDay') }).waitFor()
    await expectAccessible(page, 'the statistics of documents')
    await page.getByText(t('days', { count: 7 }), { exact: true }).click()
    await page.waitForURL('**/admin/documents/analytics?days=7')
    const saved = page.waitForEvent('download')
    await page
      .getByRole('button', {
        name: textOf(language, 'admin:chart.save', { format: 'CSV', name: t('byDocument') }),
      })
      .click()
    const file = await readFile(await (await saved).path(), 'utf8')
    assert.match(file, new RegExp(title))
    await page.goBack()
    await page.waitForURL('**/admin/documents/analytics')
    await expectGoodScreens(admin, () => ['/admin/documents/analytics'])
    assert.deepEqual([...reader.faults, ...admin.faults], [])
    await library.close()
  })
}
