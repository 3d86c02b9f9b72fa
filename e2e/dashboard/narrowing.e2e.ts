import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { browser } from '../../test/support/analytics/browser.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { registrationOf } from '../../test/support/factories.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, lightPhone, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { TRUST_PROXY: 'loopback' } } })

/** Views a page, a second after the one before. */
function view({ send, clock }: TestApp, from: string, page: string, referrer = '') {
  clock.advance(1000)
  return send('/api/visits', {
    json: { page, language: 'es', referrer },
    headers: { 'user-agent': browser, 'x-forwarded-for': from },
  })
}

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone, lightPhone('hi')], 0)) {
  const t = (key: string, variables = {}) => textOf(language, `dashboard:dashboard.${key}`, variables)
  const v = (key: string, variables = {}) => textOf(language, `visits:visits.${key}`, variables)
  const number = (value: number) => new Intl.NumberFormat(language).format(value)

  test(`a click narrows the figures, a step back widens them, in ${language}`, async ({
    product,
    openAdmin,
  }) => {
    await product.pool.query(
      'TRUNCATE early_adopters, analytics_queue, analytics_views, analytics_visits, analytics_counts CASCADE',
    )
    await view(product, '193.144.4.1', '/', 'https://github.com/x')
    await view(product, '193.144.4.1', '/about')
    await view(product, '187.141.0.1', '/register', 'https://www.example.org/')
    const headers = { 'x-forwarded-for': '187.141.0.1' }
    await product.send('/api/early-adopters', { json: registrationOf(), headers })

    const { page, faults } = await openAdmin('/admin', { language, width, theme })
    const visits = page.getByRole('region', { name: v('title'), exact: true })
    const total = (value: number) => visits.locator('dl').first().getByText(number(value), { exact: true })
    await total(3).waitFor()
    await visits.getByRole('link', { name: 'github.com' }).click()
    await page.waitForURL(/source=github\.com/)
    await visits.getByRole('link', { name: 'example.org' }).waitFor({ state: 'detached' })
    await total(1).waitFor()
    await page
      .getByText(v('filters.unapplied', { names: v('filters.names.source') }))
      .first()
      .waitFor()
    await expectAccessible(page, 'the narrowed dashboard')
    await expectNoSidewaysScroll(page, 'the narrowed dashboard')

    await page.goBack()
    await total(3).waitFor()
    const mexico = new Intl.DisplayNames(language, { type: 'region' }).of('MX') ?? ''
    await visits.getByRole('link', { name: mexico }).click()
    await page.waitForURL(/country=MX/)
    const funnel = page.getByRole('region', { name: t('funnel.title') })
    await funnel.getByText('100').first().waitFor()
    await page.reload()
    const filters = page.getByRole('list', { name: v('filters.label') }).first()
    await filters
      .getByRole('link', { name: v('filters.remove', { name: v('filters.names.country') }) })
      .click()
    await page.waitForURL(/\/admin$/)
    await total(3).waitFor()
    assert.deepEqual(faults, [])
  })

  test(`any days are shown with the days before them, in ${language}`, async ({ openAdmin }) => {
    const { page, faults } = await openAdmin('/admin', { language, width, theme })
    await page.getByRole('radio', { name: t('period.range'), exact: true }).click()
    await page.waitForURL(/from=.*&to=/)
    await page.getByLabel(t('period.from'), { exact: true }).fill('2026-11-20')
    await page.getByLabel(t('period.to'), { exact: true }).fill('2026-11-10')
    await page.getByText(t('period.invalid')).waitFor()
    await page.getByLabel(t('period.to'), { exact: true }).fill('2026-11-22')
    await page.waitForURL(/from=2026-11-20&to=2026-11-22/)
    await page.getByText(t('period.invalid')).waitFor({ state: 'detached' })
    const typing = page.getByLabel(t('period.to'), { exact: true }).and(page.locator(':focus'))
    await typing.waitFor()
    await page.getByLabel(t('period.compare')).click()
    await page.waitForURL(/compare=before/)
    await page
      .getByText(textOf(language, 'admin:chart.before', { value: number(0) }))
      .first()
      .waitFor()
    await expectAccessible(page, 'the compared dashboard')
    await expectNoSidewaysScroll(page, 'the compared dashboard')
    assert.deepEqual(faults, [])
  })
}

test('a chart is saved as its numbers and as a picture', async ({ product, openAdmin }) => {
  await product.send('/api/early-adopters', { json: registrationOf() })
  const { page } = await openAdmin('/admin', { language: 'en', width: 1440 })
  const title = textOf('en', 'dashboard:dashboard.timeline.title')
  const save = async (format: string) => {
    const name = textOf('en', 'admin:chart.save', { format, name: title })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ])
    assert.ok(download.suggestedFilename().startsWith(title), download.suggestedFilename())
    return readFile(await download.path())
  }
  const lines = (await save('CSV')).toString().trimEnd().split('\r\n')
  assert.equal(lines.length, 31)
  assert.match(lines[0] ?? '', new RegExp(textOf('en', 'dashboard:dashboard.registrations')))
  assert.match(lines.at(-1) ?? '', /[,;][1-9]/)
  // Its width is in the first chunk (PNG, RFC 2083). Paper alone would be a much smaller file.
  const picture = await save('PNG')
  assert.equal(picture.subarray(1, 4).toString(), 'PNG')
  assert.ok(picture.readUInt32BE(16) > 1000)
  assert.ok(picture.length > 10_000, `${picture.length} bytes`)
})

test('who comes is seen without a reload', async ({ product, openAdmin }) => {
  await product.pool.query('TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_counts')
  const { page } = await openAdmin('/admin', { language: 'es' })
  await page.getByText(textOf('es', 'visits:visits.live.now', { count: 0, number: '0' })).waitFor()
  await view(product, '193.144.4.9', '/about')
  // Somebody else looks, as the poller does on a running server.
  await (await product.signInAs('viewer'))('/api/analytics/live')
  await page
    .getByText(textOf('es', 'visits:visits.live.now', { count: 1, number: '1' }))
    .waitFor({ timeout: 12_000 })
})
