import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { publicPages } from '../test/support/public-pages.ts'
import { findChromium } from '../tools/chromium.ts'
import { test } from './support/test.ts'
import type { Visitor } from './support/visitor.ts'

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

// This file runs last, since it needs another browser: its tests are shared among the workers that would be idle by then.
test.describe.configure({ mode: 'parallel' })

// The whole browser, which keeps pages that were left for the way back as people's browsers do.
const executablePath = findChromium()
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
})

const linkTo = (page: Page, path: string) => page.locator(`a[href="/es${path}"]:visible`).first()

/** Every address that the browser fetches before it is asked for. */
async function watchPrefetches({ page, context }: Visitor): Promise<Set<string>> {
  const fetched = new Set<string>()
  const session = await context.newCDPSession(page)
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) => fetched.add(new URL(prefetchUrl).pathname))
  await session.send('Preload.enable')
  return fetched
}

test.describe('going from page to page', () => {
  test('fetches nothing ahead until a link is pointed at, and then only that page', async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    const fetched = await watchPrefetches(visitor)
    await page.goto('/es/', { waitUntil: 'networkidle' })
    await page.locator('header a[href="#cases"]').hover()
    await page.waitForTimeout(600)
    assert.deepEqual([...fetched], [])
    await linkTo(page, '/about').hover()
    await page.waitForTimeout(800)
    assert.deepEqual([...fetched], ['/es/about'])
    await linkTo(page, '/about').click()
    await page.waitForURL('**/es/about')
    const how = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation')
      return entry instanceof PerformanceNavigationTiming && entry.toJSON().deliveryType
    })
    assert.equal(how, 'navigational-prefetch')
    assert.deepEqual(visitor.faults, [])
  })

  test('shows a page that was fetched ahead in the theme that was chosen since', async ({
    product,
    visit,
  }) => {
    const visitor = await visit()
    const { page } = visitor
    await page.goto('/es/', { waitUntil: 'networkidle' })
    const link = linkTo(page, '/about')
    await link.hover()
    await page.waitForTimeout(800)
    await page.context().addCookies([{ name: 'theme', value: 'dark', url: product.url }])
    await link.click()
    await page.waitForURL('**/es/about')
    await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
  })

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`fades over where motion is wanted, not otherwise (${reducedMotion})`, async ({
      product,
      browser,
    }) => {
      const context = await browser.newContext({ baseURL: product.url, reducedMotion })
      const page = await context.newPage()
      await page.addInitScript(() => {
        addEventListener('pagereveal', (event) => {
          const { viewTransition } = event as Event & { viewTransition?: object | null }
          document.documentElement.dataset.faded = String(Boolean(viewTransition))
        })
      })
      await page.goto('/es/')
      await linkTo(page, '/about').click()
      await page.waitForURL('**/es/about')
      await page.locator(`html[data-faded=${reducedMotion === 'no-preference'}]`).waitFor()
    })
  }

  test('leads into the admin and back without an error', async ({ product, browser }) => {
    const context = await browser.newContext({
      baseURL: product.url,
      locale: 'es-ES',
      reducedMotion: 'no-preference',
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`))
    for (const path of ['/login', '/reset-password', '/admin']) {
      await page.goto('/es/')
      await page.evaluate((address) => location.assign(address), path)
      const back = page.locator('footer a[href="/"]')
      await back.waitFor()
      await page.waitForTimeout(300)
      await back.click()
      await linkTo(page, '/about').waitFor()
    }
    assert.deepEqual(errors, [])
    await context.close()
  })

  for (const speech of ['es', 'ru']) {
    test(`moves by a line at most what has been shown (${speech}), though its fonts come late`, async ({
      visit,
    }) => {
      const { page, context } = await visit()
      let fonts = 0
      // Where requests are routed, nothing is kept from the page before.
      await context.route('**/*.woff2', async (route) => {
        fonts++
        await sleep(400)
        await route.continue()
      })
      for (const { path } of publicPages) {
        fonts = 0
        await page.goto(`/${speech}${path}`, { waitUntil: 'networkidle' })
        assert.ok(fonts > 0, `${path} asks for fonts`)
        const shift = await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              let sum = 0
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += Number(entry.toJSON().value)
              }).observe({ type: 'layout-shift', buffered: true })
              setTimeout(() => resolve(sum), 200)
            }),
        )
        assert.ok(shift <= 0.05, `${path}: ${shift}`)
      }
    })
  }
})

test.describe('going back', () => {
  for (const { name, path } of publicPages) {
    test(`finds ${name} as it was left, without loading it`, async ({ visit }) => {
      const visitor = await visit()
      const { page, context } = visitor
      const session = await context.newCDPSession(page)
      await session.send('Page.enable')
      const reasons: string[] = []
      session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
        reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
      )
      const restored = new Promise<string>((resolve) => {
        session.on('Page.frameNavigated', ({ type, frame }) => {
          if (type === 'BackForwardCacheRestore') resolve(new URL(frame.url).pathname)
        })
      })
      await page.goto(`/es${path}`, { waitUntil: 'networkidle' })
      await page.evaluate(() => document.documentElement.setAttribute('data-left', 'so'))
      const other = path === '/about' ? '/' : '/about'
      await linkTo(page, other).click()
      await page.waitForURL(`**/es${other}`)
      await page.evaluate(() => history.back())
      const late = new Promise<string>((resolve) => setTimeout(resolve, 5_000, 'loaded anew').unref())
      assert.equal(await Promise.race([restored, late]), `/es${path}`, reasons.join(', '))
      assert.equal(await page.locator('html').getAttribute('data-left'), 'so')
      assert.deepEqual(visitor.faults, [])
    })
  }
})

test('the sitemap is well-formed XML, and no page reports a refused script', async ({ visit }) => {
  const visitor = await visit()
  const { page } = visitor
  await page.goto('/es/register', { waitUntil: 'networkidle' })
  const root = await page.evaluate(async () => {
    const text = await (await fetch('/sitemap.xml')).text()
    const parsed = new DOMParser().parseFromString(text, 'application/xml')
    return `${parsed.documentElement.localName} ${parsed.querySelectorAll('parsererror').length}`
  })
  assert.equal(root, 'urlset 0')
  assert.deepEqual(visitor.faults, [])
})
