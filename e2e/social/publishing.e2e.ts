import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import { wallTimeAt } from '#features/social/posts/model.ts'
import type { TestApp, TestAppOptions } from '../../test/support/build-app.ts'
import { createFakeClock, hours } from '../../test/support/clock.ts'
import { findFreePort } from '../../test/support/server-process.ts'
import { metaUserName } from '../../test/support/social/meta/protocol.ts'
import type { MetaSimulator } from '../../test/support/social/meta/server.ts'
import { drawPicture } from '../../test/support/social/pictures.ts'
import { createSimulatedPlatforms } from '../../test/support/social/simulated-platforms.ts'
import { refusalSentence } from '../../test/support/social/simulator.ts'
import { startThreadsSimulator } from '../../test/support/social/threads.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const ways = chooseWays([spanishDesktop, arabicPhone] as const, 0, 1)

let threads: MetaSimulator
let options: TestAppOptions | undefined
let isPublishing = false

/** A product whose public address is its own, so that Threads sends people back to it and fetches pictures from it. */
async function prepareProduct(): Promise<TestAppOptions> {
  const simulator = await startThreadsSimulator()
  threads = simulator
  const port = await findFreePort()
  const clock = createFakeClock()
  return {
    clock,
    socialPlatforms: createSimulatedPlatforms({ threads: simulator.endpoints }, clock),
    env: {
      ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
      ...{ SOCIAL_THREADS_CLIENT_ID: threads.client.id, SOCIAL_THREADS_CLIENT_SECRET: threads.client.secret },
    },
  }
}

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  productOptions: async ({}, use) => {
    options ??= await prepareProduct()
    await use(options)
  },
})
test.beforeEach(async ({ product }) => {
  await product.pool.query('TRUNCATE social_posts, social_drafts, social_accounts CASCADE')
  if (!isPublishing) await product.app.startBackgroundWork()
  isPublishing = true
})
test.afterAll(() => threads?.close())

/** A time two hours from now, by the clock of the product, which is never behind that of the browser. */
const laterThan = ({ clock }: TestApp) =>
  wallTimeAt(
    new Date(clock.now().getTime() + 2 * hours),
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  )

/** Moves the clock to when the posts are due, and to each next step of them, until none waits for its time. */
async function publishDue({ pool, clock }: TestApp): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query<{ due_at: Date }>(
      `SELECT due_at FROM social_posts WHERE status IN ('scheduled', 'publishing') ORDER BY due_at`,
    )
    const [next] = rows
    if (next) clock.advance(Math.max(0, next.due_at.getTime() - clock.now().getTime()))
    return next === undefined
  }, 'nothing is due any more')
}

for (const way of ways) {
  const { language } = way
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf(language, `social:${key}`, variables)
  const platform = { platform: 'Threads' }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const openTab = (page: Page, tab: string) =>
    page
      .getByRole('navigation', { name: t('tabs.label') })
      .getByRole('link', { name: t(`tabs.${tab}`), exact: true })
      .click()
  const card = (page: Page) => page.getByRole('article', { name: 'Threads', exact: true })
  const accountButton = (page: Page, action: string) =>
    button(
      page,
      t('accounts_screen.labelled', {
        action: t(`accounts_screen.${action}`),
        name: isolateWords(metaUserName),
      }),
    )
  const expectGood = async (page: Page, place: string) => {
    await expectAccessible(page, `${place} in ${language}`)
    await expectNoSidewaysScroll(page, `${place} in ${language}`)
  }

  /** Connects the account in the window of Threads. The panel learns of it once what that window says has been read. */
  async function connect(page: Page): Promise<void> {
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
    const following = '**/api/social/connections/*'
    await page.route(following, async (route) => {
      await isRead
      await route.continue()
    })
    const opening = page.waitForEvent('popup')
    await button(
      page,
      t('accounts_screen.labelled', { action: t('accounts_screen.connect'), name: 'Threads' }),
    ).click()
    const popUp = await opening
    await popUp.getByRole('heading', { name: t('callback.connected'), exact: true }).waitFor()
    await popUp.getByText(t('callback.close'), { exact: true }).waitFor()
    assert.equal(new URL(popUp.url()).pathname, '/api/social/accounts/callback/threads')
    assert.ok(threads.received.some(({ url }) => url.pathname === '/oauth/authorize'))
    goOn()
    await page.getByText(t('accounts_screen.connecting.connected', platform), { exact: true }).waitFor()
    await until(() => popUp.isClosed(), 'the window of the platform is closed')
    await page.unroute(following)
  }

  /** Schedules what is in the composer. */
  async function schedule(page: Page, text: string, time: string): Promise<void> {
    await page.getByRole('checkbox', { name: `Threads: ${metaUserName}`, exact: true }).check()
    await page.getByRole('textbox').first().fill(text)
    await page.locator('input[type=datetime-local]').fill(time)
    await button(page, t('composer.schedule')).click()
    await page.getByText(t('composer.scheduled', { number: 1 })).waitFor()
  }

  test(`an account is connected, posts are published, refused, mended and published, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    const shownBefore = threads.shown.length
    const { page, quiet, faults } = await openAdmin('/admin/social/cuentas', way)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await card(page).getByText(t('accounts_screen.none'), { exact: true }).waitFor()
    await expectGood(page, 'no accounts')
    await connect(page)
    await card(page).getByRole('link', { name: metaUserName }).waitFor()
    await accountButton(page, 'test').click()
    await page.getByText(t('accounts_screen.works'), { exact: true }).waitFor()
    assert.equal(threads.shown.length, shownBefore)
    await quiet()
    await expectGood(page, 'a connected account')

    // A post with a picture.
    const time = laterThan(product)
    const first = `Hola 👋 ${language}\n\nمرحبا بالجميع`
    await page.goto(`/admin/social?view=day&day=${time.slice(0, 10)}`)
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'cover.png', mimeType: 'image/png', buffer: await drawPicture() },
    })
    await page.getByRole('textbox', { name: t('composer.files.alternative') }).fill('Green and red')
    await schedule(page, first, time)
  })
}
