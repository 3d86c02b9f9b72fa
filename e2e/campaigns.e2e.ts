import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import type { TestApp } from '../test/support/build-app.ts'
import {
  campaignTextOf,
  launch,
  makeCampaign,
  seedLeads,
  startCampaignWorker,
} from '../test/support/campaigns.ts'
import { hours } from '../test/support/clock.ts'
import type { Send } from '../test/support/http-client.ts'
import { expectAccessible, expectGoodScreens } from './support/expectations.ts'
import { journeyLanguages } from './support/sweep.ts'
import { test as base } from './support/test.ts'
import { textOf } from './support/texts.ts'

const path = '/admin/email/campaigns'

const test = base.extend<{ editor: Send; worker: ReturnType<typeof startCampaignWorker> }>({
  productOptions: { env: { ADMIN_EMAIL: 'me@example.test' } },
  editor: async ({ product }, use) => use(await product.signInAs('editor')),
  worker: async ({ product }, use) => {
    const worker = startCampaignWorker(product)
    await use(worker)
    await worker.close()
  },
})

async function clear(product: TestApp): Promise<void> {
  for (const table of ['campaigns', 'early_adopters', 'mails'])
    await product.pool.query(`DELETE FROM ${table}`)
}

/** Whether a fault is not axe's own, which would run its scripts in the frame that no script may run in. */
const isOurs = (fault: string) => !fault.includes('about:srcdoc')

const countMails = async (product: TestApp, kind: string) => {
  const { rows } = await product.pool.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM mails WHERE kind = $1',
    [kind],
  )
  return rows[0]?.total
}

for (const language of journeyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `campaigns:campaigns.${key}`, variables)
  const button = (page: Page, key: string, variables = {}) =>
    page.getByRole('button', { name: t(key, variables), exact: true })

  test.describe(`campaigns in ${language}`, () => {
    test('one is written for some, tried, sent slowly, paused, resumed and cancelled', async ({
      product,
      openAdmin,
      worker,
    }) => {
      await clear(product)
      await seedLeads(product, { count: 40 })
      await seedLeads(product, { count: 9, mark: 'omar', language: 'ar', segment: 'business' })
      await seedLeads(product, { count: 3, mark: 'jan', language: 'de', segment: 'business' })
      const visitor = await openAdmin(path, { language })
      const { page } = visitor
      await page.getByText(t('none'), { exact: true }).waitFor()
      await expectAccessible(page, 'the empty list')
      await page
        .getByRole('link', { name: textOf(language, 'admin:screens.newCampaign') })
        .first()
        .click()

      // Nothing goes out unnamed or half-written, and the page says what is missing.
      await button(page, 'launch.open').click()
      await page
        .getByRole('alert')
        .filter({ hasText: t('form.nameRequired') })
        .waitFor()
      await page.getByLabel(t('form.name'), { exact: true }).fill('Otoño')
      await button(page, 'launch.open').click()
      await page.getByText(t('text.subjectRequired')).waitFor()
      await page.getByText(t('text.bodyRequired')).waitFor()

      await page.getByRole('checkbox', { name: textOf(language, 'admin:segments.business') }).check()
      const count = page.getByRole('complementary', { name: t('audience.count') }).getByRole('status')
      await count.getByText('12').waitFor()
      await page.getByLabel(t('text.subject'), { exact: true }).fill('Fase dos')
      const body = page.getByRole('textbox', {
        name: t('text.body', { language: language === 'es' ? 'Español' : 'العربية' }),
      })
      await body.click()
      await page.keyboard.type('Hola a todas')
      await page.frameLocator('iframe').getByText('Hola a todas').waitFor()
      await expectAccessible(page, 'a written campaign')
      await button(page, 'actions.save').click()
      await page.getByText(t('toasts.saved')).waitFor()
      await page.waitForURL(/campaigns\/[0-9a-f-]{36}$/)

      const dialog = page.getByRole('dialog')
      await button(page, 'testMail.open').click()
      await dialog.getByText('me@example.test').waitFor()
      await expectAccessible(page, 'the test mail')
      await dialog.getByRole('button', { name: t('testMail.confirm') }).click()
      await page.getByText(t('toasts.testMail')).waitFor()
      assert.equal(await countMails(product, 'test'), 1)

      await button(page, 'launch.open').click()
      await dialog.getByLabel(t('launch.pace')).selectOption('100')
      await dialog.getByText(t('launch.straightAway')).waitFor()
      await expectAccessible(page, 'the question before sending')
      assert.equal(await countMails(product, 'campaign'), 0)
      await dialog.getByRole('button', { name: t('launch.confirmNow', { people: '' }).trim() }).click()
      await page.getByText(t('toasts.started')).waitFor()
      await worker.poll()
      await worker.send()
      assert.equal(await countMails(product, 'campaign'), 1)
      await button(page, 'actions.pause').click()
      await page.getByText(t('toasts.paused')).waitFor()
      await expectAccessible(page, 'a paused campaign')
      product.clock.advance(10 * 60_000)
      await worker.poll()
      assert.equal(await countMails(product, 'campaign'), 1)
      await button(page, 'actions.resume').click()
      await button(page, 'actions.pause').waitFor()
      await worker.poll()
      assert.equal(await countMails(product, 'campaign'), 2)
      await button(page, 'actions.cancel').click()
      await dialog.getByText(t('cancelling.text')).waitFor()
      await dialog.getByRole('button', { name: t('cancelling.confirm') }).click()
      await page.getByText(t('toasts.cancelled')).waitFor()
      await worker.poll()
      await page.getByText(t('status.cancelled'), { exact: true }).first().waitFor()
      assert.deepEqual(visitor.faults.filter(isOurs), [])
    })

    test('one tells, before it is sent, which language lacks the button of the others', async ({
      product,
      openAdmin,
      editor,
    }) => {
      await clear(product)
      await seedLeads(product, { count: 2 })
      const { id } = await makeCampaign(editor, {
        texts: {
          es: campaignTextOf('es', { action: 'Ir', action_url: '/es/' }),
          de: campaignTextOf('de'),
        },
      })
      const { page, faults } = await openAdmin(path, { language })
      // The question waits for the number of people, which it names.
      const asked = Promise.withResolvers<void>()
      await page.route('**/api/campaigns/audience', async (route) => {
        await asked.promise
        await route.continue()
      })
      await page.goto(`${path}/${id}`)
      const warning = t('text.noButton', { list: 'Deutsch' })
      await page.getByText(warning, { exact: true }).waitFor()
      await button(page, 'launch.open').click()
      asked.resolve()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(warning, { exact: true }).waitFor()
      await expectAccessible(page, 'the warning before sending')
      await dialog.getByRole('button', { name: t('launch.confirmNow', { people: '' }).trim() }).click()
      await page.getByText(t('toasts.started')).waitFor()
      assert.deepEqual(faults.filter(isOurs), [])
    })

    test('one for chosen leads is scheduled, watched and taken back', async ({
      product,
      openAdmin,
      worker,
    }) => {
      await clear(product)
      const [first = '', second = ''] = await seedLeads(product, { count: 5 })
      const { page, faults } = await openAdmin(path, { language })
      await page.goto(`/admin/email/campaigns/new?leads=${first},${second}`)
      await button(page, 'audience.unchoose').waitFor()
      await page.getByLabel(t('form.name'), { exact: true }).fill('Dos personas')
      await page.getByLabel(t('text.subject'), { exact: true }).fill('Hola')
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type('Un saludo')
      await button(page, 'launch.open').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: t('launch.later') }).check()
      await dialog.getByRole('button', { name: t('launch.confirmLater', { people: '' }).trim() }).click()
      await dialog.getByText(textOf(language, 'admin:dateTime.required')).waitFor()
      const due = new Date(Math.max(Date.now(), product.clock.now().getTime()) + 24 * hours)
      const value = await page.evaluate((time) => {
        const date = new Date(time)
        return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      }, due.getTime())
      await dialog.getByLabel(textOf(language, 'admin:dateTime.label')).fill(value)
      await dialog.getByRole('button', { name: t('launch.confirmLater', { people: '' }).trim() }).click()
      await button(page, 'actions.takeBack').waitFor()
      await expectAccessible(page, 'a scheduled campaign')
      product.clock.advance(2 * hours)
      await worker.poll()
      assert.equal(await countMails(product, 'campaign'), 0)
      await button(page, 'actions.takeBack').click()
      await page.getByLabel(t('form.name'), { exact: true }).waitFor()
      await button(page, 'actions.remove').click()
      await dialog.getByRole('button', { name: t('removing.confirm'), exact: true }).click()
      await page.getByText(t('none'), { exact: true }).waitFor()
      assert.deepEqual(faults.filter(isOurs), [])
    })
  })
}

test('every screen of campaigns is accessible and fits, on a phone and on a desktop, light and dark', async ({
  product,
  openAdmin,
  editor,
  worker,
}) => {
  await clear(product)
  await seedLeads(product, { count: 30 })
  const texts = {
    es: campaignTextOf('es', { action: 'Ir', action_url: '/es/' }),
    ar: campaignTextOf('ar'),
  }
  const draft = await makeCampaign(editor, { texts, name: 'حملة الخريف' })
  const done = await makeCampaign(editor, { texts })
  await launch(editor, done)
  await worker.poll()
  await worker.send()
  await worker.poll()
  const parts = ['', '/new', `/${draft.id}`, `/${done.id}`, '/nowhere']
  await expectGoodScreens(await openAdmin(path), () => parts.map((part) => path + part))

  const { page } = await openAdmin(path)
  const t = (key: string) => textOf('es', `campaigns:campaigns.${key}`)
  await product.pool.query("UPDATE campaigns SET status = 'done', ended_at = now() WHERE id = $1", [done.id])
  await page.goto(`${path}/${done.id}`)
  await page.getByText('https://firmeza.test/es/').waitFor()
  await page.getByRole('button', { name: t('actions.resend') }).dblclick()
  await page.waitForURL((url) => !url.pathname.endsWith(done.id))
  assert.equal(await page.getByLabel(t('audience.unopened')).inputValue(), done.id)
  await expectAccessible(page, 'a campaign to those who did not open another')
})

test('one from a filtered list is for those who match the filter, not for everyone', async ({
  product,
  openAdmin,
}) => {
  const t = (key: string, variables = {}) => textOf('es', key, variables)
  await clear(product)
  await seedLeads(product, { count: 3 })
  await seedLeads(product, { count: 2, mark: 'jan', segment: 'business' })
  const { page, faults } = await openAdmin('/admin/early-adopters?segment=business')
  await page
    .getByLabel(t('leads:leads.select.one', { name: '' }).trim())
    .first()
    .check()
  await page.getByRole('button', { name: t('leads:leads.select.all', { number: 2 }) }).click()
  await page.getByRole('button', { name: t('leads:leads.bulk.mail') }).click()
  await page
    .getByText(t('campaigns:campaigns.audience.chosen', { count: 2, shown: '2' }), { exact: true })
    .waitFor()
  assert.deepEqual(faults, [])
})
