import assert from 'node:assert/strict'
import { type MailServer, startMailServer } from '../test/support/mail-server.ts'
import { insertMail } from '../test/support/mails.ts'
import { until } from '../test/support/until.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { test as base } from './support/test.ts'
import { textOf } from './support/texts.ts'

/** What a busy machine may need, and less than the thirty seconds of the poll that finds out otherwise. */
const soon = { timeout: 15_000 }

let mailServer: MailServer
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  productOptions: async ({}, use) => use({ env: { SMTP_URL: mailServer.url } }),
})
test.beforeAll(async () => {
  mailServer = await startMailServer()
})
test.afterAll(() => mailServer.close())

test('a mail server that fails is told above every screen, no mail is lost, and it recovers by itself', async ({
  product,
  openAdmin,
}) => {
  await product.app.startBackgroundWork()
  for (const [language, width] of [
    ['es', 1440],
    ['ar', 390],
  ] as const) {
    const { page, faults } = await openAdmin('/admin/badges', { language, width })
    const strip = page.getByText(textOf(language, 'admin:mailWarning.unreachable'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await strip.waitFor({ state: 'detached', ...soon })
    const arrived = mailServer.mails.length
    await mailServer.goAway()
    await insertMail(product, { toEmail: `${language}@example.org`, status: 'queued', sentAt: null })
    await strip.waitFor(soon)
    await expectAccessible(page, 'a mail server that fails')
    await expectNoSidewaysScroll(page, 'a mail server that fails')
    await mailServer.comeBack()
    await strip.waitFor({ state: 'detached' })
    await until(() => mailServer.mails.length === arrived + 1, 'the mail has arrived')
    assert.deepEqual(faults, [])
  }
})
