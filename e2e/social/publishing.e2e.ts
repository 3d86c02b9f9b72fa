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
import type { Visitor } from '../support/visitor.ts'

const ways = chooseWays([spanishDesktop, arabicPhone] as const, 0, 1)

const pictureText = 'Hola 👋\n\nمرحبا بالجميع'

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
  threads.shown.length = 0
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
    assert.deepEqual(popUp.viewportSize(), { width: 600, height: 700 })
    goOn()
    await page.getByText(t('accounts_screen.connecting.connected', platform), { exact: true }).waitFor()
    await until(() => popUp.isClosed(), 'the window of the platform is closed')
    await page.unroute(following)
  }

  /** Writes a post for the account in the composer. */
  async function write(page: Page, text: string, time: string): Promise<void> {
    await page.getByRole('checkbox', { name: `Threads: ${metaUserName}`, exact: true }).check()
    await page.getByRole('textbox').first().fill(text)
    await page.locator('input[type=datetime-local]').fill(time)
  }

  /** Publishes a post with a picture, which appears as published by itself. */
  async function publishPicture({ page, quiet }: Visitor, product: TestApp): Promise<void> {
    const time = laterThan(product)
    await page.goto(`/admin/social?view=day&day=${time.slice(0, 10)}`)
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'cover.png', mimeType: 'image/png', buffer: await drawPicture() },
    })
    await page.getByRole('textbox', { name: t('composer.files.alternative') }).fill('Green and red')
    await write(page, pictureText, time)
    const preview = page.getByRole('region', { name: t('post_preview.of', platform) })
    await preview.getByRole('img', { name: 'Green and red', exact: true }).waitFor()
    await preview.getByText('مرحبا بالجميع', { exact: true }).waitFor()
    await expectGood(page, 'a post that is written')
    await button(page, t('composer.schedule')).click()
    await page.getByText(t('composer.scheduled', { number: 1 })).waitFor()
    assert.equal(threads.shown.length, 0)
    await page.locator('[data-post]').filter({ hasText: 'Hola' }).first().click()
    const opened = page.getByRole('dialog', { name: t('calendar.dialog.title') })
    await opened.getByText(t('calendar.statuses.scheduled'), { exact: true }).waitFor()
    await publishDue(product)
    await opened.getByText(t('calendar.statuses.published'), { exact: true }).waitFor()
    assert.deepEqual(
      threads.shown.map(({ text, files }) => [text, files.map(({ alternativeText }) => alternativeText)]),
      [[pictureText, ['Green and red']]],
    )
    const address = threads.shown[0]?.url ?? ''
    const link = opened.getByRole('link', { name: t('calendar.dialog.open', platform) })
    assert.equal(await link.getAttribute('href'), address)
    await opened.getByRole('link', { name: t('calendar.dialog.history'), exact: true }).click()
    await page.getByRole('link', { name: address, exact: true }).first().waitFor()
    await page.getByText(t('alerts.events.published', platform), { exact: true }).waitFor()
    await quiet()
    await expectGood(page, 'a published post')
  }

  /** Schedules a post that Threads refuses, and sees why it was not published. */
  async function getRefused({ page, quiet }: Visitor, product: TestApp): Promise<void> {
    const next = laterThan(product)
    await page.goto(`/admin/social?view=day&day=${next.slice(0, 10)}`)
    await write(page, 'Rejected', next)
    await button(page, t('composer.schedule')).click()
    await page.getByText(t('composer.scheduled', { number: 1 })).waitFor()
    await openTab(page, 'alerts')
    await page.getByText(t('alerts.none'), { exact: true }).waitFor()
    threads.failNext('refused')
    await publishDue(product)
    const alert = page.getByRole('article').filter({ hasText: 'Rejected' })
    await alert.getByText(refusalSentence, { exact: true }).waitFor()
    await alert.getByText(t('alerts.why.refused'), { exact: true }).waitFor()
    await quiet()
    await expectGood(page, 'an alert')
  }

  /** Edits the post, which is refused once more, and tries again, which publishes it. */
  async function mend({ page }: Visitor, product: TestApp): Promise<void> {
    const alert = page.getByRole('article').filter({ hasText: 'Rejected' })
    await alert.getByRole('link', { name: t('alerts.edit'), exact: true }).click()
    await page.getByRole('heading', { name: t('composer.editTitle') }).waitFor()
    await page.getByRole('textbox').first().fill('Mended')
    await page.locator('input[type=datetime-local]').fill(laterThan(product))
    await button(page, t('composer.save')).click()
    await page.getByText(t('composer.saved')).waitFor()
    threads.failNext('refused')
    await publishDue(product)
    await openTab(page, 'alerts')
    const mended = page.getByRole('article').filter({ hasText: 'Mended' })
    await mended.getByRole('button', { name: t('alerts.retry'), exact: true }).click()
    const question = page.getByRole('dialog', { name: t('alerts.retrying.title') })
    await expectGood(page, 'the question before another attempt')
    await question.getByRole('button', { name: t('alerts.retry'), exact: true }).click()
    await page.getByText(t('alerts.retrying.done'), { exact: true }).waitFor()
    await publishDue(product)
    await page.getByText(t('alerts.none'), { exact: true }).waitFor()
    assert.deepEqual(
      threads.shown.map(({ text }) => text),
      [pictureText, 'Mended'],
    )
  }

  /** The history tells all of it, in the platform's words as text. */
  async function readHistory({ page }: Visitor, product: TestApp): Promise<void> {
    const { rows } = await product.pool.query<{ id: string }>(
      `SELECT id FROM social_posts WHERE content = 'Mended'`,
    )
    await page.goto(`/admin/social/posts/${rows[0]?.id}`)
    const history = page.getByRole('listitem')
    await history.filter({ hasText: t('alerts.events.published', platform) }).waitFor()
    for (const [kind, count] of [
      ['scheduled', 1],
      ['edited', 1],
      ['failed', 2],
      ['retried', 1],
    ] as const) {
      const events = history.filter({ has: page.getByText(t(`alerts.events.${kind}`), { exact: true }) })
      assert.equal(await events.count(), count, kind)
    }
    assert.equal(
      await history
        .filter({ has: page.getByText(t('alerts.events.failed'), { exact: true }) })
        .getByText(refusalSentence, { exact: true })
        .count(),
      2,
    )
    assert.equal(await page.locator('img[src="x"]').count(), 0)
    await expectGood(page, 'the history of a post')
  }

  /** Removes the post from Threads, about which one is asked first. */
  async function takeDown({ page }: Visitor): Promise<void> {
    await button(page, t('alerts.removing.open', platform)).click()
    const question = page.getByRole('dialog', { name: t('alerts.removing.title', platform) })
    await expectGood(page, 'the question before a post is removed')
    await question.getByRole('button', { name: t('alerts.removing.open', platform), exact: true }).click()
    await page.getByText(t('alerts.removing.done', platform), { exact: true }).first().waitFor()
    await page.getByRole('status').getByText(t('alerts.states.removed'), { exact: true }).waitFor()
    assert.deepEqual(
      threads.shown.map(({ text }) => text),
      [pictureText],
    )
    assert.equal(await button(page, t('alerts.removing.open', platform)).count(), 0)
  }

  /** Disconnects the account, about which one is asked first. */
  async function disconnect({ page }: Visitor): Promise<void> {
    await page.goto('/admin/social/cuentas')
    await accountButton(page, 'disconnect').click()
    const asking = page.getByRole('dialog', { name: t('accounts_screen.disconnecting.title', platform) })
    await expectGood(page, 'the question before an account is disconnected')
    await asking.getByRole('button', { name: t('accounts_screen.cancel'), exact: true }).click()
    await asking.waitFor({ state: 'detached' })
    await accountButton(page, 'disconnect').click()
    await asking.getByRole('button', { name: t('accounts_screen.disconnect'), exact: true }).click()
    await page.getByText(t('accounts_screen.disconnecting.done'), { exact: true }).waitFor()
    await card(page).getByText(t('accounts_screen.none'), { exact: true }).waitFor()
  }

  test(`an account is connected, posts are published, refused, mended and published, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    const visitor = await openAdmin('/admin/social/cuentas', way)
    const { page, quiet, faults } = visitor
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
    assert.equal(threads.shown.length, 0)
    await quiet()
    await expectGood(page, 'a connected account')

    await publishPicture(visitor, product)
    await getRefused(visitor, product)
    await mend(visitor, product)
    await readHistory(visitor, product)
    await takeDown(visitor)
    await disconnect(visitor)
    assert.deepEqual(dialogs, [])
    assert.deepEqual(faults, [])
  })
}
