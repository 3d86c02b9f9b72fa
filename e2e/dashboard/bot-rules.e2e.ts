import assert from 'node:assert/strict'
import { createBotRules } from '#features/analytics/bots/bot-rules.ts'
import { createCounting } from '#features/analytics/storage/counting.ts'
import { browser } from '../../test/support/analytics/browser.ts'
import { pollIfDue } from '../../test/support/poll.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { TRUST_PROXY: 'loopback' } } })

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone], 1)) {
  test(`visits of bots are taken out and put back, in ${language}`, async ({ product, openAdmin }) => {
    const { db, clock, send, pool } = product
    await pool.query(
      'TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_counts, analytics_bot_rules',
    )
    for (const [from, referrer] of [
      ['193.144.4.1', 'https://spam.example/'],
      ['193.144.4.2', 'https://spam.example/'],
      ['193.144.4.3', ''],
    ] as const) {
      const headers = { 'user-agent': browser, 'x-forwarded-for': from }
      await send('/api/visits', { json: { page: '/', language: 'es', referrer }, headers })
    }
    const { poller } = createBotRules({
      ...{ db, clock, counting: createCounting(db), timeZone: () => 'UTC' },
      findNames: async () => new Map(),
    })
    // As a running server does; the rule exists once the dialog is closed.
    const poll = () => pollIfDue(poller, { db, now: clock.now() })
    const v = (key: string, variables = {}) => textOf(language, `visits:visits.${key}`, variables)
    const number = (value: number) => new Intl.NumberFormat(language).format(value)

    const { page, faults } = await openAdmin('/admin?source=spam.example', { language, width, theme })
    const visits = page.getByRole('region', { name: v('title'), exact: true })
    await visits.getByRole('button', { name: v('rules.open'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 })
    await dialog
      .getByText(v('rules.preview', { visits: number(2), all: number(3), share: share.format(2 / 3) }))
      .waitFor()
    await expectAccessible(page, 'the question')
    await dialog.getByRole('button', { name: v('rules.confirm'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await poll()
    await visits.getByText(v('filters.none')).waitFor()
    const rules = page.getByRole('region', { name: v('rules.list'), exact: true })
    await rules.getByText(v('rules.status.active'), { exact: true }).first().waitFor()
    await rules.getByText('spam.example').waitFor()
    await expectAccessible(page, 'the rules')
    await expectNoSidewaysScroll(page, 'the rules')

    await rules.getByRole('button', { name: v('rules.undo'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: v('rules.undo'), exact: true })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await poll()
    await rules.waitFor({ state: 'detached' })
    await visits.locator('dl').first().getByText(number(2), { exact: true }).first().waitFor()
    assert.deepEqual(faults, [])
  })
}
