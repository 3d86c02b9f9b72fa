import assert from 'node:assert/strict'
import { browser } from '../../test/support/analytics/browser.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { registrationOf } from '../../test/support/factories.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { chooseWays } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { TRUST_PROXY: 'loopback' } } })

interface Taken {
  page: string
  language: string
  source: string
  utm_campaign: string
}

/** The views that were taken since the last call, in their order. */
async function takeViews({ pool }: TestApp): Promise<Taken[]> {
  const { rows } = await pool.query<Taken>(
    `WITH taken AS (DELETE FROM analytics_queue RETURNING content)
     SELECT view.page, view.language, view.source, view."utmCampaign" AS utm_campaign FROM taken,
       json_to_recordset(content->'views') AS view (page text, language text, source text, "utmCampaign" text, at timestamptz)
     ORDER BY at`,
  )
  return rows
}

async function waitForViews(product: TestApp, count: number): Promise<Taken[]> {
  const views: Taken[] = []
  await until(async () => {
    views.push(...(await takeViews(product)))
    return views.length >= count
  }, `${count} views are taken`)
  return views
}

test.describe('a visit', () => {
  test('is counted page by page, from the cache and on the way back, without a cookie', async ({
    product,
    visit,
  }) => {
    const { page, context, quiet, faults } = await visit({ userAgent: browser })
    await page.goto('/es/?utm_campaign=oto%C3%B1o')
    await page.locator('a[href="/es/about"]').first().click()
    await page.waitForURL('**/es/about')
    const views = await waitForViews(product, 2)
    const known = { language: 'es', source: '' }
    assert.deepEqual(views, [
      { ...known, page: '/', utm_campaign: 'otoño' },
      { ...known, page: '/about', utm_campaign: '' },
    ])
    await page.goBack()
    assert.deepEqual(
      (await waitForViews(product, 1)).map(({ page }) => page),
      ['/'],
    )
    await quiet()
    assert.deepEqual(await takeViews(product), [])
    assert.deepEqual(await context.cookies(), [])
    assert.deepEqual(faults, [])
  })

  test('is counted once by a picture where there are no scripts', async ({ product, visit }) => {
    const { page, quiet } = await visit({ userAgent: browser, scripts: false })
    await page.goto('/ar/about')
    const [view] = await waitForViews(product, 1)
    assert.deepEqual([view?.page, view?.language], ['/about', 'ar'])
    await quiet()
    assert.deepEqual(await takeViews(product), [])
  })

  test('of the team is not counted, nor are the pages of one person', async ({
    product,
    openAdmin,
    visit,
  }) => {
    const member = await openAdmin('/es/about', { userAgent: browser })
    await member.quiet()
    const { page, quiet } = await visit({ userAgent: browser })
    for (const path of ['/es/rights', '/es/nowhere', '/login']) {
      await page.goto(path)
      await quiet()
    }
    assert.deepEqual(await takeViews(product), [])
  })
})

/** Visits and registrations of today. */
async function seed(product: TestApp): Promise<void> {
  await product.pool.query('TRUNCATE early_adopters, analytics_views, analytics_visits CASCADE')
  await product.pool.query('TRUNCATE analytics_queue, analytics_counts')
  const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': browser })
  for (const [address, page, referrer] of [
    ['193.144.4.1', '/', 'https://github.com/'],
    ['193.144.4.1', '/about', ''],
    ['187.141.0.1', '/', ''],
    ['10.0.0.1', '/docs', ''],
  ] as const) {
    product.clock.advance(1000)
    await product.send('/api/visits', { json: { page, language: 'es', referrer }, headers: from(address) })
  }
  await product.send('/api/early-adopters', { json: registrationOf(), headers: from('187.141.0.1') })
}

for (const language of chooseWays(['es', 'ar', 'hi'] as const, 1)) {
  const t = (key: string, variables = {}) => textOf(language, `dashboard:dashboard.${key}`, variables)
  const v = (key: string) => textOf(language, `visits:visits.${key}`)
  const number = new Intl.NumberFormat(language)

  test.describe(`the dashboard in ${language}`, () => {
    test('is the start screen, and says what it does not have yet', async ({ product, openAdmin }) => {
      await product.pool.query('TRUNCATE analytics_queue, analytics_counts, early_adopters CASCADE')
      const { page, faults } = await openAdmin('/admin', { language, width: 390 })
      await page
        .getByRole('heading', { level: 1, name: textOf(language, 'admin:screens.dashboard') })
        .waitFor()
      for (const text of [t('funnel.none'), t('timeline.none'), t('geographic.none'), v('none')])
        await page.getByText(text, { exact: true }).waitFor()
      await expectAccessible(page, 'the empty dashboard')
      await expectNoSidewaysScroll(page, 'the empty dashboard')
      assert.deepEqual(faults, [])
    })

    test('shows the funnel, the countries and the visits of a period that the address keeps', async ({
      product,
      openAdmin,
    }) => {
      await seed(product)
      const { page, faults } = await openAdmin('/admin', { language, theme: 'dark' })
      const funnel = page.getByRole('region', { name: t('funnel.title') })
      await funnel.getByText(rateOf(language, 33.33)).waitFor()
      for (const fate of ['went_on', 'under_way', 'lost'])
        await funnel
          .getByText(t(`funnel.split.${fate}`))
          .first()
          .waitFor()
      const countries = page.getByRole('region', { name: t('geographic.title') })
      await countries.getByText(new Intl.DisplayNames(language, { type: 'region' }).of('MX') ?? '').waitFor()
      const visits = page.getByRole('region', { name: v('title'), exact: true })
      await visits.getByText('github.com').waitFor()
      assert.match(await visits.locator('dl').first().innerText(), new RegExp(number.format(3)))
      await expectAccessible(page, 'the dashboard')
      await expectNoSidewaysScroll(page, 'the dashboard')

      await page.getByRole('radio', { name: t('period.days', { count: 7 }), exact: true }).click()
      await page.waitForURL(/days=7/)
      await page.reload()
      assert.ok(
        await page.getByRole('radio', { name: t('period.days', { count: 7 }), exact: true }).isChecked(),
      )
      await page.goBack()
      await page.waitForURL(/\/admin$/)
      await product.send('/api/early-adopters', { json: registrationOf() })
      await page.getByRole('button', { name: t('refresh'), exact: true }).click()
      await funnel.getByText(rateOf(language, 66.67)).waitFor()
      assert.deepEqual(faults, [])
    })
  })
}

test('the dashboard that cannot be loaded says so, and loads when it is tried again', async ({
  openAdmin,
}) => {
  const { page } = await openAdmin('/admin/profile', { language: 'en' })
  await page.route('**/api/admin/metrics/dashboard*', (route) => route.fulfill({ status: 503 }))
  await page.goto('/admin')
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load metrics' })
  await failure.waitFor()
  await page.unroute('**/api/admin/metrics/dashboard*')
  await failure.getByRole('button', { name: textOf('en', 'admin:retry') }).click()
  await page.getByRole('heading', { name: textOf('en', 'dashboard:dashboard.signatures') }).waitFor()
  await failure.waitFor({ state: 'hidden' })
})

function rateOf(language: string, percentage: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
    percentage / 100,
  )
}
