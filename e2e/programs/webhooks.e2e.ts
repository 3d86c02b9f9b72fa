import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { startWebhookReceiver, verify, type WebhookReceiver } from '../../test/support/webhooks/receiver.ts'
import { expectAccessible, expectGoodLooks, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' } } })

let receiver: WebhookReceiver
let isSending = false

test.beforeEach(async ({ product }) => {
  receiver = await startWebhookReceiver()
  if (!isSending) await product.app.startBackgroundWork()
  isSending = true
})
test.afterEach(() => receiver.close())

const answer = (page: Page, words: string) =>
  page.getByRole('dialog').getByRole('button', { name: words, exact: true })

for (const language of journeyLanguages) {
  const width = language === 'ar' ? 390 : 1440
  const t = (key: string, variables = {}) => textOf(language, `webhooks:webhooks.${key}`, variables)
  const screen = (key: string) => textOf(language, `admin:screens.${key}`)

  test(`a webhook is added, tried, mended and deleted in ${language}`, async ({ openAdmin }) => {
    const { page, context, faults } = await openAdmin('/admin/webhooks', { language, width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText(t('none'), { exact: true }).waitFor()
    await expectAccessible(page, 'no webhooks')
    await page.getByRole('link', { name: t('add'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: screen('newWebhook') }).waitFor()

    await page.getByLabel(t('url'), { exact: true }).fill('https://10.0.0.1/hook')
    await page.getByLabel(t('description'), { exact: true }).fill('CRM')
    await page.getByRole('checkbox', { name: t('events.lead.created') }).check()
    await page.getByRole('button', { name: t('create'), exact: true }).click()
    await page.getByText(textOf(language, 'errors:fields.address_private')).waitFor()
    await expectAccessible(page, 'a refused webhook')
    await expectNoSidewaysScroll(page, 'a refused webhook')
    await page.getByLabel(t('url'), { exact: true }).fill(receiver.url)
    await page.getByRole('button', { name: t('create'), exact: true }).dblclick()

    await page.getByText(t('secret.once')).waitFor()
    const secret = await page.getByLabel(t('secret.label'), { exact: true }).inputValue()
    await page
      .getByRole('link', { name: screen('webhooks'), exact: true })
      .last()
      .click()
    await page.getByRole('dialog', { name: t('secret.leaveTitle') }).waitFor()
    await answer(page, textOf(language, 'admin:editor.stay')).click()
    await page.getByRole('button', { name: textOf(language, 'admin:copy.copy'), exact: true }).click()
    await page.getByText(textOf(language, 'admin:copy.copied')).waitFor()
    await expectAccessible(page, 'a new secret')
    await expectNoSidewaysScroll(page, 'a new secret')
    await page.getByRole('button', { name: t('secret.done'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor()
    await page.getByText(t('log.none')).waitFor()

    // A test leads to what becomes of it.
    await page.getByRole('button', { name: t('sendTest'), exact: true }).click()
    await page.getByText(t('delivery.accepted')).waitFor()
    await expectAccessible(page, 'a delivery')
    await expectNoSidewaysScroll(page, 'a delivery')
    const [request] = receiver.received
    assert.ok(request)
    assert.match(JSON.stringify(verify(secret, request)), /"webhook\.test"/)

    receiver.answer((response) => response.writeHead(503).end('<b>closed</b> for today'))
    await page.getByRole('link', { name: t('backToOne') }).click()
    await page.getByRole('button', { name: t('sendTest'), exact: true }).click()
    await page.getByText(t('faultHelp.status')).waitFor()
    await page.getByText('<b>closed</b> for today').waitFor()
    await page.getByRole('link', { name: t('backToOne') }).click()
    await page.getByText(t('failingText')).waitFor()
    await expectGoodLooks(page, 'a webhook that fails')
    await page.setViewportSize({ width, height: 900 })

    receiver.answer((response) => response.writeHead(200).end())
    await page
      .getByRole('link', { name: t('events.webhook.test') })
      .first()
      .click()
    await page.getByRole('button', { name: t('delivery.resend'), exact: true }).click()
    await page.getByText(t('delivery.accepted')).waitFor()
    await page.getByRole('link', { name: t('backToOne') }).click()
    await page.getByText(t('states.active'), { exact: true }).waitFor()

    await page.getByRole('link', { name: t('edit'), exact: true }).click()
    await page.getByRole('checkbox', { name: t('enabled') }).uncheck()
    await page.getByRole('button', { name: t('save'), exact: true }).click()
    await page.getByText(t('off.pausedText')).waitFor()
    await page.getByRole('button', { name: t('turnOn'), exact: true }).click()
    await page.getByText(t('turnedOn')).first().waitFor()

    await page.getByRole('button', { name: t('renew'), exact: true }).click()
    await page.getByText(t('questions.renewText')).waitFor()
    await expectAccessible(page, 'the question before a new secret')
    await answer(page, t('renew')).click()
    await page.getByText(t('secret.once')).waitFor()
    assert.notEqual(await page.getByLabel(t('secret.label'), { exact: true }).inputValue(), secret)
    await page.getByRole('button', { name: textOf(language, 'admin:copy.copy'), exact: true }).click()
    await page.getByText(textOf(language, 'admin:copy.copied')).waitFor()
    await page.getByRole('button', { name: t('secret.done'), exact: true }).click()

    await page.getByRole('button', { name: t('delete'), exact: true }).click()
    await answer(page, t('delete')).click()
    await page.getByText(t('none'), { exact: true }).waitFor()
    await page.goto('/admin/profile')
    await page.getByText(textOf(language, 'profile:profile.recorded.webhookChanged')).first().waitFor()
    assert.deepEqual(faults, [])
  })
}
