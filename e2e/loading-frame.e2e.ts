import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { adminPassword } from '../test/support/build-app.ts'
import { expectAccessible } from './support/expectations.ts'
import { arabicJourneyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where elements are in the window; nothing for one that is not shown. */
async function boxesOf(page: Page, selectors: readonly string[]): Promise<(Box | undefined)[]> {
  return page.evaluate(
    (all) =>
      all.map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect()
        if (!box || box.width === 0) return undefined
        return { left: box.left, top: box.top, width: box.width, height: box.height }
      }),
    selectors,
  )
}

for (const language of arabicJourneyLanguages) {
  for (const width of [390, 1440] as const) {
    test(`the frame from the HTML stands where the admin will, ${language} at ${width}`, async ({
      openAdmin,
    }) => {
      const { page, faults } = await openAdmin('/admin/profile', { language, width })
      await page.addInitScript(() => {
        Object.assign(window, { shifted: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && typeof entry.value === 'number')
              Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + entry.value })
        }).observe({ type: 'layout-shift', buffered: true })
      })
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(/\.js$/, async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/admin/profile', { waitUntil: 'commit' })
      await page.locator('.loading-head').waitFor()
      const before = await boxesOf(page, ['.loading-head', '.loading-side'])
      const text = await page.locator('.loading-frame > p').evaluate((p) => {
        const range = document.createRange()
        range.selectNodeContents(p)
        const { left, right } = range.getBoundingClientRect()
        return document.dir === 'rtl' ? right : left
      })
      release()
      await page.locator('main h1').waitFor()
      const [head, side] = await boxesOf(page, ['header', 'header ~ *:has(> nav), div:has(> header) + div'])
      assert.deepEqual(before[0], head)
      if (width === 390) assert.deepEqual([before[1], side], [undefined, undefined])
      else {
        assert.equal(before[1]?.left, side?.left)
        assert.equal(before[1]?.top, side?.top)
        assert.equal(before[1]?.width, side?.width)
      }
      const heading = await page.locator('main h1').evaluate((h1) => {
        const { left, right } = h1.getBoundingClientRect()
        return document.dir === 'rtl' ? right : left
      })
      assert.ok(Math.abs(heading - text) < 1, `the heading begins at ${heading}, the frame's text at ${text}`)
      await page.waitForTimeout(300)
      const shifted = await page.evaluate(() => Number(Reflect.get(window, 'shifted')))
      // What browsers call good; the footer gives way to the screen.
      assert.ok(shifted < 0.1, `a layout shift of ${shifted}`)
      assert.deepEqual(faults, [])
    })
  }

  test(`whoever comes back after the session has ended is told so, in ${language}, and returns to the page`, async ({
    product,
    openAdmin,
  }) => {
    const { page } = await openAdmin('/admin/profile', { language })
    await page.locator('main h1').waitFor()
    await product.pool.query('UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL')
    await page.goto('/admin/content?language=de')
    await page.waitForURL(/\/login\?/)
    await page.getByText(textOf(language, 'sign-in:login.ended')).waitFor()
    await expectAccessible(page, 'the sign-in after the end of a session')
    await page.locator('[name=username]').fill('admin')
    await page.locator('[name=password]').fill(adminPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/content\?language=de$/)
  })
}
