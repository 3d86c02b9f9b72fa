import assert from 'node:assert/strict'
import { mailCounts, suppressions, trackingEvents } from '#features/mail/table.ts'
import { languageNames } from '#shared/languages.ts'
import type { TestApp } from '../test/support/build-app.ts'
import { insertMail } from '../test/support/mails.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { arabicJourneyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

// What axe tries to run in the mail's frame is kept from running, which is as it should be.
const isOurs = (fault: string) => !fault.includes('about:srcdoc')

const path = '/admin/email-metrics'

async function seed(product: TestApp): Promise<{ sent: string; failed: string }> {
  await product.pool.query('TRUNCATE mails, mail_counts, mail_suppressions CASCADE')
  const day = product.clock.now().toISOString().slice(0, 10)
  const part = { day, kind: 'confirmation', language: 'es', segment: 'developer' } as const
  await product.db.insert(mailCounts).values([
    { ...part, event: 'queued', total: 100 },
    { ...part, event: 'sent', total: 100 },
    { ...part, event: 'open:human', total: 30 },
    { ...part, event: 'open:privacy_proxy', total: 25 },
    { ...part, event: 'click:human', total: 10 },
    { ...part, event: 'sent', language: 'ar', kind: 'badge_awarded', total: 7 },
  ])
  const sent = await insertMail(product, { toName: 'Ana Ñandú', toEmail: 'ana@example.org' })
  const failed = await insertMail(product, {
    ...{ toName: 'Bo <b>Li</b>', toEmail: 'bo@example.org', status: 'failed', sentAt: null },
    ...{ response: '550 5.1.1 no such user', attempts: 1 },
  })
  await product.db.insert(trackingEvents).values({
    mailId: sent,
    kind: 'open',
    at: product.clock.now(),
    verdict: 'privacy_proxy',
    reason: 'image_proxy',
  })
  await product.db
    .insert(suppressions)
    .values({ emailKey: 'gone@example.org', reason: 'hard_bounce', at: product.clock.now() })
  return { sent, failed }
}

for (const language of arabicJourneyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `email-metrics:metrics.${key}`, variables)

  test.describe(`e-mail metrics in ${language}`, () => {
    test('say that there is nothing yet, and that nothing leaves from here', async ({
      product,
      openAdmin,
    }) => {
      await product.pool.query('TRUNCATE mails, mail_counts CASCADE')
      const { page, faults } = await openAdmin(path, { language })
      await page.getByText(t('none'), { exact: true }).waitFor()
      await page.getByText(textOf(language, 'admin:mailWarning.missing')).waitFor()
      await expectAccessible(page, 'the empty metrics')
      assert.deepEqual(faults, [])
    })

    test('show the funnel as ranges, narrow it, and keep that in the address', async ({
      product,
      openAdmin,
    }) => {
      await seed(product)
      const { page, faults } = await openAdmin(path, { language })
      const opened = page
        .getByRole('listitem')
        .getByText(t('funnel.range', { least: 30, most: 55 }), { exact: true })
      await opened.waitFor()
      await page.getByText(t('curves.table'), { exact: true }).click()
      await expectAccessible(page, 'the metrics')
      await page.getByRole('link', { name: languageNames.ar, exact: true }).click()
      await page.waitForURL(/language=ar/)
      await page.getByRole('heading', { name: t('funnel.title') }).waitFor()
      await opened.waitFor({ state: 'hidden' })
      await page.reload()
      assert.equal(await page.getByLabel(t('filters.language'), { exact: true }).inputValue(), 'ar')
      // It is checked by the address that follows.
      await page.getByRole('radio', { name: t('period.days', { count: 7 }) }).click()
      await page.waitForURL(/days=7/)
      await page.getByRole('button', { name: t('filters.clear') }).click()
      await page.waitForURL((url) => !url.search.includes('language'))
      assert.deepEqual(faults, [])
    })

    test('lead to each mail, why it failed, what happened to it, and send it again', async ({
      product,
      openAdmin,
    }) => {
      const { failed } = await seed(product)
      const { page, faults } = await openAdmin(path, { language })
      await page.getByRole('link', { name: textOf(language, 'admin:screens.messages'), exact: true }).click()
      await page.getByRole('link', { name: 'Ana Ñandú' }).click()
      await page.getByText(t('reasons.image_proxy')).waitFor()
      await expectAccessible(page, 'a mail')
      await page.getByRole('link', { name: t('message.back') }).click()
      await page.getByLabel(t('messages.status'), { exact: true }).selectOption('failed')
      await page.waitForURL(/status=failed/)
      await page.getByRole('link', { name: 'Ana Ñandú' }).waitFor({ state: 'hidden' })
      await expectAccessible(page, 'the list of mails')
      await page.getByRole('link', { name: 'Bo <b>Li</b>' }).click()
      await page.waitForURL(new RegExp(failed))
      await page.getByText(t('causes.address')).waitFor()
      await page.getByRole('button', { name: t('message.resend') }).click()
      await page.getByText(t('message.resent')).waitFor()
      const { rows } = await product.pool.query("SELECT FROM mails WHERE status = 'queued'")
      assert.equal(rows.length, 1)
      assert.deepEqual(faults.filter(isOurs), [])
    })

    test('list excluded addresses, add one and allow one again', async ({ product, openAdmin }) => {
      await seed(product)
      const { page, faults } = await openAdmin(path, { language })
      await page
        .getByRole('link', { name: textOf(language, 'admin:screens.suppressions'), exact: true })
        .click()
      await page.getByText('gone@example.org').waitFor()
      await page.getByLabel(t('suppressions.address'), { exact: true }).fill('no@example.org')
      await page.getByRole('button', { name: t('suppressions.add'), exact: true }).click()
      await page.getByText('no@example.org').waitFor()
      await expectAccessible(page, 'the excluded addresses')
      await page
        .getByRole('listitem')
        .filter({ hasText: 'gone@example.org' })
        .getByRole('button', { name: t('suppressions.lift') })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('suppressions.liftText', { email: 'gone@example.org' })).waitFor()
      await dialog.getByRole('button', { name: t('suppressions.lift'), exact: true }).click()
      await page.getByText(t('suppressions.lifted')).waitFor()
      await page.getByText('gone@example.org').waitFor({ state: 'hidden' })
      assert.deepEqual(faults, [])
    })

    test('fit a phone', async ({ product, openAdmin }) => {
      const { sent } = await seed(product)
      const { page, quiet } = await openAdmin(path, { language, width: 390, theme: 'dark' })
      for (const part of ['', '/messages', `/messages/${sent}`, '/suppressions']) {
        await page.goto(`${path}${part}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await quiet()
        await expectNoSidewaysScroll(page, part)
        await expectAccessible(page, `${part} on a phone`)
      }
    })
  })
}
