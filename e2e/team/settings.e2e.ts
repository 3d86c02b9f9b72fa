import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectGoodScreens, expectNoSidewaysScroll } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.describe.configure({ mode: 'serial' })

const es = (key: string, variables = {}) => textOf('es', `settings:settings.${key}`, variables)

function parts(page: Page, t = es) {
  return {
    field: (key: string) => page.getByLabel(t(`fields.${key}`), { exact: true }),
    tagline: (language: string) =>
      page.getByLabel(t('languages.field', { name: t('fields.siteTagline'), language }), { exact: true }),
    button: (key: string) => page.getByRole('button', { name: t(key), exact: true }),
    saved: () => page.getByText(t('bar.saved'), { exact: true }).first(),
  }
}

test('a new name and tagline are seen before they are saved, and then by visitors', async ({
  openAdmin,
  visit,
}) => {
  const admin = await openAdmin('/admin/settings', { language: 'es' })
  const { field, tagline, button, saved } = parts(admin.page)
  await field('siteName').fill('Solidez')
  await tagline('Español').fill('Lo firmado se comprueba')
  const preview = admin.page.getByRole('complementary', { name: es('preview.identity') })
  await preview.getByText('Solidez: Lo firmado se comprueba').waitFor()
  await preview.getByText('Solidez. Lo firmado se comprueba').waitFor()
  await expectAccessible(admin.page, 'unsaved settings')
  await expectNoSidewaysScroll(admin.page, 'unsaved settings')

  // Nobody leaves unsaved changes by mistake.
  await admin.page.getByRole('link', { name: es('sections.api'), exact: true }).click()
  await admin.page.getByText(textOf('es', 'admin:editor.leaveTitle')).waitFor()
  await admin.page.keyboard.press('Escape')
  assert.equal(await field('siteName').inputValue(), 'Solidez')

  // A refused value keeps what was typed, and has the focus.
  await field('contactEmail').fill('ventanilla')
  await button('bar.save').click()
  await admin.page.getByText(textOf('es', 'errors:fields.email_invalid')).waitFor()
  await until(
    () => field('contactEmail').evaluate((input) => input === document.activeElement),
    'the refused field has the focus',
  )
  assert.equal(await field('siteName').inputValue(), 'Solidez')
  await expectAccessible(admin.page, 'a refused setting')
  await field('contactEmail').fill('ventanilla@solidez.example')
  await admin.page.getByLabel(es('bar.reason'), { exact: true }).fill('El nombre nuevo')
  await button('bar.save').click()
  await saved().waitFor()
  await button('bar.save').waitFor({ state: 'detached' })

  const visitor = await visit({ language: 'es' })
  await visitor.page.goto('/es/')
  assert.equal(await visitor.page.title(), 'Solidez: Lo firmado se comprueba')
  await visitor.page.getByText('Solidez. Lo firmado se comprueba', { exact: true }).waitFor()
  await visitor.page.getByRole('link', { name: 'ventanilla@solidez.example' }).first().waitFor()
  assert.deepEqual(
    admin.faults.filter((fault) => !fault.includes('422')),
    [],
  )
})

test('a dangerous change asks, somebody else’s change is shown, and the history undoes both', async ({
  openAdmin,
}) => {
  const { page } = await openAdmin('/admin/settings/api', { language: 'es' })
  const { button, saved } = parts(page)
  const site = (number: string) => page.getByLabel(es('origins.row', { number }), { exact: true })
  const mine = 'https://feria.example'
  // The tests' own limit comes from the environment.
  await page.getByText(es('notes.fixed', { variable: 'API_RATE_LIMIT' })).waitFor()
  await button('origins.add').click()
  await site('1').fill(`${mine}/`)
  const probe = page.getByLabel(es('originTest.label'), { exact: true })
  await probe.fill(`${mine}/programa`)
  await page.getByText(es('originTest.allowed', { origin: mine })).waitFor()
  await probe.fill('https://otra.example')
  await page.getByText(es('originTest.refused', { origin: 'https://otra.example' })).waitFor()
  await button('bar.save').click()
  await page.getByRole('dialog').getByText(mine).waitFor()
  await expectAccessible(page, 'the question before a dangerous change')
  await button('danger.cancel').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // In another window, somebody else is faster.
  const other = await openAdmin('/admin/settings/api', { language: 'es' })
  const theirs = parts(other.page)
  await theirs.button('origins.add').click()
  await other.page.getByLabel(es('origins.row', { number: '1' }), { exact: true }).fill('*')
  await theirs.button('bar.save').click()
  await other.page.getByText(es('danger.originsAll')).waitFor()
  await theirs.button('danger.confirm').click()
  await theirs.saved().waitFor()

  await button('bar.save').click()
  await button('danger.confirm').click()
  await page.getByText(textOf('es', 'errors:fields.setting_stale')).waitFor()
  await page.getByText(es('notes.present', { value: '*' })).waitFor()
  assert.equal(await site('1').inputValue(), `${mine}/`)
  await until(
    () => site('1').evaluate((input) => input === document.activeElement),
    'the refused field has the focus after the question',
  )
  await expectAccessible(page, 'a setting that somebody else has changed')
  await button('bar.save').click()
  await button('danger.confirm').click()
  await saved().waitFor()

  await page.getByRole('link', { name: new RegExp(es('fields.corsOrigins')) }).click()
  await page.waitForURL('**/history?key=corsOrigins')
  const entries = page.getByRole('listitem').filter({ has: page.getByRole('time') })
  await until(async () => (await entries.count()) === 2, 'both changes of the list are listed')
  // Only what is still in force can be undone. The clock of the tests stands, so the order says nothing.
  const latest = entries.filter({ has: page.getByRole('button') })
  await latest.getByText(mine, { exact: true }).waitFor()
  await expectAccessible(page, 'the history of a setting')
  await latest.getByRole('button').click()
  const question = page.getByRole('dialog')
  await question.getByText(es('history.undoText')).waitFor()
  await expectAccessible(page, 'the question before a change is undone')
  await question.getByRole('button', { name: es('history.undoAction'), exact: true }).click()
  await latest.getByText(es('history.undo'), { exact: true }).waitFor()
  await page.goto('/admin/settings/api')
  await site('1').waitFor()
  assert.equal(await site('1').inputValue(), '*')
})

test('a translation service is connected, its key is never shown, and is lost with its address', async ({
  openAdmin,
}) => {
  const { page, faults } = await openAdmin('/admin/content/home-hero?language=de', { language: 'es' })
  const { field, button, saved } = parts(page)
  const tm = (key: string) => textOf('es', `translation:translation.machine.${key}`)
  await page.getByRole('button', { name: tm('order'), exact: true }).click()
  await page.getByRole('link', { name: tm('openSettings'), exact: true }).click()
  await page.waitForURL('**/admin/settings/translation')
  const probe = page.getByRole('complementary', { name: es('translationTest.title') })
  await probe.getByText(es('translationTest.missing')).waitFor()

  await field('translateUrl').fill('https://nowhere.invalid/v1')
  await field('translateModel').fill('un-modelo')
  await field('translateKey').fill('sk-de-prueba-123')
  assert.equal(await field('translateKey').getAttribute('type'), 'password')
  assert.equal(await field('translateKey').getAttribute('autocomplete'), 'off')
  await button('secrets.show').click()
  assert.equal(await field('translateKey').getAttribute('type'), 'text')
  await expectAccessible(page, 'a secret while it is typed')
  await button('bar.save').click()
  await saved().waitFor()
  const key = page.locator('[data-setting=translateKey]')
  await key.getByText(es('secrets.set')).waitFor()
  assert.doesNotMatch(await page.content(), /sk-de-prueba/)
  await expectAccessible(page, 'a secret that is stored')
  await button('translationTest.run').click()
  await probe.getByText(textOf('es', 'errors:translation_unknown_host')).waitFor()
  await expectAccessible(page, 'a service that does not work')

  // It is not sent to another address.
  await field('translateUrl').fill('https://elsewhere.invalid/v1')
  await key.getByText(es('secrets.lost')).waitFor()
  await expectAccessible(page, 'a secret that is about to be lost')
  await key
    .getByRole('button', { name: es('secrets.replaceOne', { name: es('fields.translateKey') }) })
    .click()
  await page.keyboard.type('sk-otra-456')
  await key.getByText(es('secrets.lost')).waitFor({ state: 'detached' })
  await button('secrets.keep').click()
  await key.getByText(es('secrets.lost')).waitFor()
  await button('bar.save').click()
  await button('bar.save').waitFor({ state: 'detached' })
  assert.equal(await field('translateKey').inputValue(), '')

  await page.goto('/admin/settings/history?key=translateKey')
  const entries = page.getByRole('listitem').filter({ has: page.getByRole('time') })
  await entries.nth(1).waitFor()
  const undo = page.getByRole('button', { name: /Deshacer/ })
  await undo.click()
  const question = page.getByRole('dialog')
  await question.getByText(es('values.secret'), { exact: true }).waitFor()
  await question.getByRole('button', { name: es('history.undoAction'), exact: true }).click()
  await entries.nth(2).waitFor()
  await page.goto('/admin/settings/translation')
  await key.getByText(es('secrets.set')).waitFor()
  assert.equal(await field('translateUrl').inputValue(), 'https://nowhere.invalid/v1')
  await key
    .getByRole('button', { name: es('secrets.removeOne', { name: es('fields.translateKey') }) })
    .click()
  await key.getByText(es('secrets.removing')).waitFor()
  await button('bar.save').click()
  await button('bar.save').waitFor({ state: 'detached' })
  await field('translateKey').waitFor()
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('503')),
    [],
  )
})

test('a setting is changed on a phone in Arabic', async ({ openAdmin, visit }) => {
  const ar = (key: string, variables = {}) => textOf('ar', `settings:settings.${key}`, variables)
  const { page } = await openAdmin('/admin/settings', { language: 'ar', width: 390 })
  const { field, button, saved } = parts(page, ar)
  await field('siteName').fill('متانة')
  await expectAccessible(page, 'settings in Arabic on a phone')
  await expectNoSidewaysScroll(page, 'settings in Arabic on a phone')
  await button('bar.save').click()
  await saved().waitFor()
  const visitor = await visit({ language: 'ar', width: 390 })
  await visitor.page.goto('/ar/')
  assert.match(await visitor.page.title(), /متانة/)
})

test('all sections fit and are accessible', async ({ openAdmin }) => {
  const visitor = await openAdmin('/admin/settings/seo', { language: 'es' })
  await expectGoodScreens(visitor, () => [
    '/admin/settings',
    '/admin/settings/seo',
    '/admin/settings/translation',
    '/admin/settings/api',
    '/admin/settings/history',
  ])
})
