import assert from 'node:assert/strict'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

for (const language of journeyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `admin:${key}`, variables)
  const h = (key: string) => textOf(language, `history:history.${key}`)

  test.describe(`the panels beside a text in ${language}`, () => {
    test('leave it at least 480 px, and only one is open', async ({ openAdmin }) => {
      const { page, faults } = await openAdmin(`/admin/content/home-why?language=${language}`, { language })
      const area = page.locator('[contenteditable=true]')
      await area.click()
      await page.keyboard.type('Sin guardar')
      for (const panel of ['preview', 'search', 'history', 'comments']) {
        await page.goto(`/admin/content/home-why?language=${language}&panel=${panel}`)
        await page.locator(`[data-panel=${panel}]`).waitFor()
        for (const width of [1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          const measured = await area.evaluate((element) => element.getBoundingClientRect().width)
          assert.ok(measured >= 480, `${panel} at ${width} px leaves ${measured}`)
          await expectNoSidewaysScroll(page, `${panel} at ${width} px`)
        }
        assert.equal(await page.locator('[data-panel]').count(), 1)
        await expectAccessible(page, `the panel ${panel}`)
      }
      await area.filter({ hasText: 'Sin guardar' }).waitFor()
      assert.deepEqual(
        // What axe tries to run in the frame of the preview is kept from running.
        faults.filter((fault) => !fault.startsWith('Blocked script execution')),
        [],
      )
    })

    test('open, close and come back with the keyboard and the back button; on a phone they cover it', async ({
      openAdmin,
    }) => {
      const { page } = await openAdmin(`/admin/content/home-why?language=${language}`, { language })
      const opener = page.getByRole('button', { name: h('title'), exact: true })
      await opener.click()
      await page.locator('[data-panel=history]').waitFor()
      await page.goBack()
      await page.locator('[data-panel]').waitFor({ state: 'detached' })
      await opener.press('Enter')
      await page.locator('[data-panel=history]').press('Escape')
      await page.locator('[data-panel]').waitFor({ state: 'detached' })
      assert.equal(await opener.evaluate((button) => button === document.activeElement), true)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: t('editor.seo'), exact: true }).click()
      const box = await page.locator('[data-panel=search]').boundingBox()
      assert.equal(box?.width, 390)
      await expectNoSidewaysScroll(page, 'the search fields on a phone')
      await page.getByRole('button', { name: t('editor.closePanel') }).click()
      await page.locator('[contenteditable=true]').waitFor()
    })

    test('comments ask somebody to look, whom the first screen leads to them', async ({ openAdmin }) => {
      const c = (key: string, variables = {}) => textOf(language, `comments:comments.${key}`, variables)
      const address = `/admin/content/home-problem?language=${language}`
      const { page, faults } = await openAdmin(`${address}&panel=comments`, { language, width: 390 })
      const field = page.getByLabel(c('write'))
      await field.fill('هل الرقم صحيح؟\n¿Es así?')
      // What is typed is kept while the panel is closed.
      await page.getByRole('button', { name: t('editor.closePanel') }).click()
      await page.getByRole('button', { name: c('title') }).click()
      await page.getByLabel(c('ask')).selectOption({ label: 'Admin' })
      await page.getByRole('button', { name: c('send'), exact: true }).dblclick()
      await page.getByText(c('asks', { name: 'Admin' })).waitFor()
      assert.equal(await page.getByText('¿Es así?').count(), 1)
      assert.equal(await field.inputValue(), '')
      await expectAccessible(page, 'the comments')
      await expectNoSidewaysScroll(page, 'the comments')
      await page.goto('/admin')
      await page.getByRole('link', { name: /Admin/ }).filter({ hasText: /«/ }).click()
      await page.waitForURL('**/home-problem?**panel=comments')
      await page.getByRole('button', { name: c('resolve'), exact: true }).click()
      await page.getByText(c('resolved', { number: '1' })).waitFor()
      await page.goto('/admin')
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.getByRole('link', { name: /Admin/ }).filter({ hasText: /«/ }).count(), 0)
      assert.deepEqual(faults, [])
    })

    test('a search title that is too long is led to, and says by how much', async ({ openAdmin }) => {
      const { page } = await openAdmin(`/admin/content/home-cases?language=${language}&panel=search`, {
        language,
      })
      const title = page.getByLabel(t('editor.seoTitle'), { exact: true })
      await title.fill('x'.repeat(75))
      await page.getByRole('button', { name: t('editor.closePanel') }).click()
      await page.getByRole('button', { name: t('editor.save'), exact: true }).click()
      await title.waitFor()
      assert.equal(await title.evaluate((field) => field === document.activeElement), true)
      assert.equal(await title.getAttribute('aria-invalid'), 'true')
      await page.goto(`/admin/content/home-cases?language=${language}&panel=preview`)
      await page
        .locator('[data-panel=preview] [role=alert]')
        .filter({ hasText: t('editor.seoTitle') })
        .waitFor()
    })
  })
}
