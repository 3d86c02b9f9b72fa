import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { EventFigures, SpeedFigures } from '#features/analytics/contract.ts'
import { browser } from '../../test/support/analytics/browser.ts'
import type { Send } from '../../test/support/http-client.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { chooseWays } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.describe.configure({ mode: 'serial' })

/** Reads figures until they are as expected. */
async function waitForFigures<Figures>(
  read: () => Promise<Figures>,
  isExpected: (figures: Figures) => boolean,
) {
  let figures = await read()
  await until(async () => {
    figures = await read()
    return isExpected(figures)
  }, 'the figures arrive')
  return figures
}

/** Hides the page, as leaving it does. Reports of a page that is gone would carry the name of the automated browser. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

const readEvents = async (send: Send) => (await send('/api/analytics/events')).read(EventFigures)
const readSpeed = async (send: Send) => (await send('/api/analytics/speed')).read(SpeedFigures)

test('a page that is left says how fast it was, and nothing of what was done on it', async ({
  product,
  visit,
}) => {
  const viewer = await product.signInAs('viewer')
  const { page, context, faults } = await visit({ userAgent: browser })
  await page.goto('/es/about')
  await hide(page)
  await page.waitForResponse('**/api/visits/timings')
  await page.goto('/es/register')
  const loaded = page.waitForResponse(/\/assets\/timings-/)
  await page.locator('input[name=name]').hover()
  await loaded
  await page.locator('input[name=name]').fill('Ana')
  await hide(page)
  const { total, pages } = await waitForFigures(
    () => readSpeed(viewer),
    ({ pages }) => pages.length === 2,
  )
  assert.deepEqual(pages.map(({ page }) => page).sort(), ['/about', '/register'])
  assert.ok(total.cls && total.cls.p75 < 1)
  assert.ok(!total.lcp || total.lcp.p75 < 60_000)
  assert.deepEqual((await readEvents(viewer)).events, [])
  assert.deepEqual(await context.cookies(), [])
  assert.deepEqual(faults, [])
})

test('scrolling, forms, files and other sites are recorded once that is switched on, and the privacy policy says so', async ({
  product,
  visit,
}) => {
  const admin = await product.signInAs('admin')
  const policy = async () => (await product.send('/es/privacy')).text
  const sentence = textOf('es', 'legal:privacy.cookies.actions')
  assert.ok(!(await policy()).includes(sentence))
  const changes = [{ key: 'analyticsEvents', value: true, version: 0 }]
  assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
  assert.ok((await policy()).includes(sentence))

  const { page, faults } = await visit({ userAgent: browser })
  const loaded = page.waitForResponse(/\/assets\/events-/)
  await page.goto('/es/register')
  await loaded
  // Links to a file and to another site, and an element with an event of its own.
  await page.evaluate(() => {
    const add = (html: string) => document.body.insertAdjacentHTML('beforeend', html)
    add('<a id="file" href="/doc/terms.pdf">PDF</a>')
    add('<a id="other" href="https://example.org/somewhere?secret=1">Other</a>')
    add('<button id="own" data-event="tour" data-event-value="step 2">Tour</button>')
    document.addEventListener('click', (event) => event.preventDefault())
  })
  for (const id of ['file', 'other', 'own']) await page.locator(`#${id}`).click()
  await page.locator('input[name=name]').fill('Ana')
  await page.locator('input[name=email]').fill('ana@example.org')
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  // The browser tells of it with one of the next pictures.
  await page.waitForTimeout(300)
  await hide(page)
  const { events } = await waitForFigures(
    () => readEvents(admin),
    ({ events }) => events.length >= 5,
  )
  assert.deepEqual(
    events
      .map(({ name, times, visits, values }) => [
        name,
        times,
        visits,
        values.map(({ value }) => value).join(),
      ])
      .sort(),
    [
      ['download', 1, 1, '/doc/terms.pdf'],
      ['form_start', 1, 1, ''],
      ['outbound', 1, 1, 'example.org'],
      ['scroll', 1, 1, '100'],
      ['tour', 1, 1, 'step 2'],
    ],
  )
  const { rows } = await product.pool.query('SELECT * FROM analytics_events')
  assert.doesNotMatch(JSON.stringify(rows), /Ana|ana@example|secret/)
  assert.deepEqual(faults, [])
})

for (const language of chooseWays(['es', 'ar', 'hi'] as const, 2))
  test(`the dashboard shows speed and actions in ${language}`, async ({ openAdmin }) => {
    const v = (key: string) => textOf(language, `visits:visits.${key}`)
    const { page, faults } = await openAdmin('/admin', { language, width: 390 })
    await page.getByRole('heading', { name: v('speed.title'), exact: true }).waitFor()
    await page.getByText(v('events.names.form_start'), { exact: true }).waitFor()
    await page.getByText('tour', { exact: true }).waitFor()
    await expectAccessible(page, 'speed and actions')
    await expectNoSidewaysScroll(page, 'speed and actions')
    assert.deepEqual(faults, [])
  })
