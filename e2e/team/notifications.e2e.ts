import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { documents } from '#features/documents/table.ts'
import { tellOfLead } from '#features/early-adopters/notifications.ts'
import { tellOfJob } from '#features/jobs/records.ts'
import { createNotificationRecords } from '#features/notifications/records.ts'
import { socialAccounts } from '#features/social/table.ts'
import { livePath } from '#shared/live/stream.ts'
import { insertLeads } from '../../test/support/badges.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { documentOf } from '../../test/support/factories.ts'
import { insertAccount } from '../../test/support/social/publishing-engine.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectGoodLooks, expectGoodScreens } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const { notify } = createNotificationRecords()
const tellJob = (product: TestApp, job: string) => notify(product.db, [tellOfJob(job, product.clock.now())])

// Of what is to be done once, only the verification of the site is left.
test.beforeEach(async ({ product }) => {
  if ((await product.db.$count(documents)) === 0) await product.db.insert(documents).values(documentOf())
  if ((await product.db.$count(socialAccounts)) === 0) await insertAccount(product.db, 'telegram')
})

for (const language of journeyLanguages) {
  const width = language === 'ar' ? 390 : 1440
  const t = (key: string, variables = {}) => textOf(language, `notifications:notifications.${key}`, variables)
  const titleOf = (type: string, variables: Record<string, string>) =>
    textOf(language, `notification-texts:types.${type}.title`, variables)

  test(`the bell counts, and what happens appears by itself, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    await product.pool.query('DELETE FROM notifications; DELETE FROM dismissed_tasks')
    product.clock.advance(600_000)
    const { page, faults } = await openAdmin('/admin/badges', { language, width })
    const bell = (count: number) =>
      page.getByRole('button', {
        name:
          count > 0
            ? textOf(language, 'admin:shell.bell', { count })
            : textOf(language, 'admin:shell.bellEmpty'),
        exact: true,
      })
    // Verifying the site is to be done.
    await bell(1).click()
    const task = page.getByRole('link', {
      name: textOf(language, 'notification-texts:tasks.seo.verify.title'),
    })
    await task.waitFor()
    await expectAccessible(page, 'the bell')

    // Somebody joins while the window is open.
    const [id = ''] = await insertLeads(product, 1, { name: `Ñusta ${language}` })
    await notify(product.db, [tellOfLead(id, 'adopter', product.clock.now())])
    const joined = page.getByRole('link', { name: titleOf('leads.joined', { name: `Ñusta ${language}` }) })
    await joined.waitFor()
    await bell(2).waitFor()
    await expectGoodLooks(page, 'the bell')

    // It leads there, and is read.
    await joined.click()
    await page.waitForURL(`**/admin/early-adopters/${id}`)
    await bell(1).waitFor()
    await page.goBack()

    // What is put aside is not counted, and is not lost.
    await bell(1).click()
    await page.getByRole('button', { name: new RegExp(`^${t('dismiss')}`) }).click()
    await bell(0).waitFor()
    await page.keyboard.press('Escape')
    await page.goto('/admin/notifications')
    await page.getByRole('heading', { name: t('dismissed') }).waitFor()
    await page.getByRole('button', { name: new RegExp(`^${t('takeUp')}`) }).click()
    await bell(1).waitFor()
    assert.deepEqual(faults, [])
  })

  test(`notifications are filtered, marked and marked again in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    await product.pool.query('DELETE FROM notifications')
    product.clock.advance(600_000)
    for (const job of ['one', 'two', 'three']) await tellJob(product, job)
    const { page, faults } = await openAdmin('/admin/notifications', { language, width })
    const entries = page
      .getByRole('main')
      .getByRole('link', { name: titleOf('jobs.failed', { job: '' }).trim() })
    await entries.nth(2).waitFor()
    await expectAccessible(page, 'the notifications')

    await page
      .getByRole('button', { name: new RegExp(`^${t('markRead')}`) })
      .first()
      .click()
    await page.getByText(t('filters.unread'), { exact: true }).first().click()
    await page.waitForURL(/show=unread/)
    await until(async () => (await entries.count()) === 2, 'two are unread')
    // What is read at one moment is undone together.
    product.clock.advance(1_000)
    await page.getByRole('button', { name: t('markAll'), exact: true }).click()
    await page.getByText(t('noneUnread')).waitFor()
    // It can be undone, which leaves the first one read.
    await page.getByRole('button', { name: t('undo'), exact: true }).click()
    await until(async () => (await entries.count()) === 2, 'two are unread again')

    await page.getByLabel(t('filters.type')).selectOption('team.joined')
    await page.getByText(t('noneUnread')).waitFor()
    await page.goBack()
    await entries.first().waitFor()
    await page
      .getByRole('button', { name: new RegExp(`^${t('markRead')}`) })
      .first()
      .click()
    await until(async () => (await entries.count()) === 1, 'one is unread')
    assert.deepEqual(faults, [])
  })

  test(`what comes by mail is chosen in ${language}`, async ({ openAdmin }) => {
    const { page, faults } = await openAdmin('/admin/notifications/choices', { language, width })
    const choice = page.getByRole('group', {
      name: textOf(language, 'notification-texts:types.jobs.failed.label'),
    })
    await choice.getByRole('radio', { name: t('choices.daily') }).click()
    await page.getByText(t('choices.saved')).waitFor()
    await page.reload()
    assert.ok(await choice.getByRole('radio', { name: t('choices.daily') }).isChecked())
    await expectAccessible(page, 'the choices')
    assert.deepEqual(faults, [])
  })
}

const countOn = (page: Page, count: number) =>
  page.getByRole('button', { name: textOf('es', 'admin:shell.bell', { count }), exact: true }).waitFor()

test('all windows of a browser follow over one connection, which another takes over', async ({
  openAdmin,
  product,
}) => {
  await product.pool.query('DELETE FROM notifications; DELETE FROM dismissed_tasks')
  const { page } = await openAdmin('/admin/badges', { language: 'es' })
  const context = page.context()
  const streams: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === livePath) streams.push(request.url())
  })
  await page.reload()
  await until(() => streams.length === 1, 'the window connects')
  const others = [await context.newPage(), await context.newPage()]
  for (const other of others) await other.goto('/admin/badges')
  for (const one of [page, ...others]) await countOn(one, 1)
  assert.equal(streams.length, 1)

  await tellJob(product, 'first')
  for (const one of [page, ...others]) await countOn(one, 2)

  // The window with the connection is closed.
  await page.close()
  await until(() => streams.length === 2, 'another window connects')
  await tellJob(product, 'second')
  for (const other of others) await countOn(other, 3)
  assert.equal(streams.length, 2)
})

test('a stream that ends is opened again, and what was missed is shown', async ({ openAdmin, product }) => {
  await product.pool.query('DELETE FROM notifications; DELETE FROM dismissed_tasks')
  const { page } = await openAdmin('/admin/badges', { language: 'es' })
  await countOn(page, 1)
  await page.context().setOffline(true)
  await tellJob(product, 'missed')
  await page.context().setOffline(false)
  await countOn(page, 2)
})

test('a session that is ended elsewhere is over in open windows at once', async ({ openAdmin, product }) => {
  await product.pool.query('DELETE FROM notifications; DELETE FROM dismissed_tasks')
  const { page } = await openAdmin('/admin/badges', { language: 'es' })
  await countOn(page, 1)
  await product.pool.query('UPDATE sessions SET revoked_at = now()')
  // Nothing is done in the window.
  await page.getByLabel(textOf('es', 'sign-in:login.password'), { exact: true }).waitFor()
})

test('the notifications look good in every language', async ({ openAdmin, product }) => {
  await tellJob(product, 'audit-check')
  const visitor = await openAdmin('/admin/notifications')
  await expectGoodScreens(visitor, () => ['/admin/notifications', '/admin/notifications/choices'])
})
