import assert from 'node:assert/strict'
import { SearchConsoleOverview } from '#features/seo/search-console/contract.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import type { Language } from '#shared/languages.ts'
import { addDays } from '#shared/time/days.ts'
import type { Send } from '../../test/support/http-client.ts'
import { googleError } from '../../test/support/seo/engines/google-account.ts'
import { sendJson } from '../../test/support/seo/engines/http-simulator.ts'
import {
  type SearchConsoleSimulator,
  startSearchConsole,
  unknownToGoogle,
} from '../../test/support/seo/engines/search-console.ts'
import {
  type SearchConsoleEngine,
  startSearchConsoleEngine,
} from '../../test/support/seo/search-console-engine.ts'
import { until } from '../../test/support/until.ts'
import { expectGoodOnPhones } from '../support/expectations.ts'
import { chooseWays, lightPhone } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const publicUrl = 'http://www.example.org'
const property = 'sc-domain:example.org'
const ways = chooseWays([lightPhone('es'), { ...lightPhone('ar'), theme: 'dark' }] as const, 0, 1)

test.describe.configure({ mode: 'serial' })
test.use({ productOptions: { env: { PUBLIC_URL: publicUrl } } })

let google: SearchConsoleSimulator
let engine: SearchConsoleEngine
const listed: ListedAddress[] = (['es', 'ar', 'de'] as const).flatMap((language) =>
  ['', '/about'].map((path) => ({
    ...{ address: `${publicUrl}/${language}${path || '/'}`, language, type: 'page' as const },
    changedAt: undefined,
  })),
)

test.beforeAll(async ({ product: { databaseUrl, clock } }) => {
  google = await startSearchConsole({ property })
  engine = startSearchConsoleEngine({
    ...{ databaseUrl, clock, publicUrl, listed: () => listed, endpoints: google.endpoints },
    credentials: { googleServiceAccount: google.account, googleProperty: property },
  })
})
test.afterAll(async () => {
  await google.close()
  await engine.close()
})

const say = (language: Language, key: string, variables = {}) =>
  textOf(language, `search-console:searchConsole.${key}`, variables)

const versions = new Map<string, number>()
async function set(admin: Send, values: Record<string, string | null>): Promise<void> {
  const changes = Object.entries(values).map(([key, value]) => {
    const version = versions.get(key) ?? 0
    versions.set(key, version + 1)
    return { key, value, version }
  })
  assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
}

for (const way of ways) {
  const { language } = way
  test(`what Google says of the site is asked, shown and asked again, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    const admin = await product.signIn()
    await product.pool.query(`
      DELETE FROM seo_search_days; DELETE FROM seo_inspections; UPDATE seo_inspecting SET asked = 0;
      UPDATE seo_search_fetch SET due_at = NULL, totals_at = NULL, fetched_at = NULL`)
    google.rows.length = 0
    engine.change()
    if (versions.size > 0) await set(admin, { googleServiceAccount: null, googleProperty: '' })
    const { page } = await openAdmin('/admin/seo/google', way)
    await page.getByText(say(language, 'obstacles.not_configured.title')).waitFor()
    await expectGoodOnPhones(page, `without credentials ${language}`)

    // The part of the test asks Google, and the product shows what it stores.
    await set(admin, { googleServiceAccount: google.account, googleProperty: property })
    await page.reload()
    await page.getByText(say(language, 'figures.none')).waitFor()
    await expectGoodOnPhones(page, `before the first answer ${language}`)

    google.answer((response, { url }) =>
      url.pathname === '/token'
        ? sendJson(response, 200, { access_token: 'x', expires_in: 9, token_type: 'Bearer' })
        : sendJson(response, 403, googleError(403, 'User <b>does not</b> have sufficient permission.')),
    )
    await engine.poll()
    await page.getByText('User <b>does not</b> have sufficient permission.').first().waitFor()
    await expectGoodOnPhones(page, `refused ${language}`)

    google.answer()
    const today = product.clock.now().toISOString().slice(0, 10)
    google.rows.push(
      ...Array.from({ length: 60 }, (_, day) => [
        ...['firma electrónica', 'توقيع إلكتروني', `${'a long search '.repeat(12)}`].map((query, index) => ({
          ...{ day: addDays(today, -2 - day), page: listed[index]?.address ?? '', query },
          ...{ clicks: 9 - 3 * index + (day % 4), impressions: 200 - day, position: 4.5 + index },
        })),
      ]).flat(),
    )
    google.known.set(`${publicUrl}/ar/about`, {
      ...{ ...unknownToGoogle, coverageState: 'Duplicate, Google chose different canonical than user' },
      ...{ robotsTxtState: 'ALLOWED', pageFetchState: 'SOFT_404', googleCanonical: `${publicUrl}/es/about` },
    })
    await page.getByRole('button', { name: say(language, 'figures.fetch') }).click()
    await page.getByText(say(language, 'figures.asked')).waitFor()
    await product.pool.query('UPDATE seo_inspecting SET paused_until = NULL')
    await engine.poll()
    await page.getByText('توقيع إلكتروني').waitFor()
    await page.locator('q', { hasText: 'Duplicate, Google chose' }).waitFor()
    await expectGoodOnPhones(page, `figures ${language}`)

    const about = page.getByRole('listitem').filter({ hasText: '/ar/about' })
    const asked = google.inspected().length
    google.known.delete(`${publicUrl}/ar/about`)
    await about.getByRole('button').click()
    await about.getByText(say(language, 'index.asking')).waitFor()
    await until(async () => {
      await engine.poll()
      return google.inspected().length > asked
    }, 'Google is asked')
    await page.getByText(say(language, 'index.answered')).waitFor()
    await about.getByText(say(language, 'index.states.indexed'), { exact: true }).first().waitFor()
    await about.getByText(say(language, 'index.before')).click()
    await about.getByText('Duplicate, Google chose different canonical than user').waitFor()

    await page.goto('/admin/seo/google?days=7&measure=impressions&language=de')
    await page.getByRole('listitem').filter({ hasText: '/de/about' }).waitFor()
    assert.equal(await page.getByRole('listitem').filter({ hasText: '/ar/' }).count(), 0)
    await expectGoodOnPhones(page, `filtered ${language}`)
    const overview = (await admin('/api/admin/seo/search-console')).read(SearchConsoleOverview)
    assert.deepEqual(
      overview.inspections.by_state.map(({ addresses }) => addresses),
      [6, 0, 0],
    )
  })
}
