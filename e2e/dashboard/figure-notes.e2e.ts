import assert from 'node:assert/strict'
import { hash } from '@node-rs/argon2'
import { users } from '#features/accounts/table.ts'
import { adminPassword, confirmPassword } from '../../test/support/build-app.ts'
import { registrationOf } from '../../test/support/factories.ts'
import { insertMail } from '../../test/support/mails.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, lightPhone, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { TRUST_PROXY: 'loopback' } } })

test.beforeAll(async ({ product }) => {
  await product.db.insert(users).values({
    ...{ username: 'viewer', usernameKey: 'viewer', name: 'Solo Lee', role: 'viewer' },
    passwordHash: await hash(adminPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  })
  const ids: string[] = []
  for (const name of ['Ana', 'Ben', 'Eva']) {
    const json = registrationOf({ name, segment: 'academic' })
    const headers = { 'x-forwarded-for': '187.141.0.1' }
    assert.equal((await product.send('/api/early-adopters', { json, headers })).status, 201)
    const { rows } = await product.pool.query<{ id: string }>(
      'SELECT id FROM early_adopters WHERE email = $1',
      [json.email],
    )
    ids.push(rows[0]?.id ?? '')
  }
  const opened = { openedAt: product.clock.now(), openVerdict: 'human' } as const
  for (const leadId of ids.slice(1)) await insertMail(product, { leadId, ...opened })
  const admin = await product.signIn()
  await confirmPassword(admin)
  assert.equal((await admin(`/api/leads/${ids[2]}`, { method: 'DELETE' })).status, 204)
})

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone, lightPhone('de')], 2)) {
  const t = (key: string, variables = {}) => textOf(language, `dashboard:dashboard.${key}`, variables)
  const f = (key: string, variables = {}) => textOf(language, `figures:figures.${key}`, variables)
  const number = (value: number) => new Intl.NumberFormat(language).format(value)

  test(`what a figure means opens by keyboard, and leads a viewer to its people, in ${language}`, async ({
    openAdmin,
  }) => {
    const { page, faults } = await openAdmin('/admin', { language, width, theme, username: 'viewer' })
    const name = t('about', { figure: t('funnel.steps.emails_opened') })
    const button = page.getByRole('button', { name, exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    const note = page.getByRole('dialog', { name, exact: true })
    await note.getByText(f('definitions.emails_opened')).waitFor()
    // Two of two who were sent one, of three who registered; one has been erased since.
    await note.getByText(f('rows.erased', { number: number(1) })).waitFor()
    await expectAccessible(page, 'the open note')
    await expectNoSidewaysScroll(page, 'the open note')
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'hidden' })
    assert.ok(await button.evaluate((one) => one === document.activeElement))

    await page.keyboard.press('Space')
    const link = note.getByRole('link', { name: f('rows.show', { number: number(1) }) })
    await link.waitFor()
    await note.locator('button:focus').waitFor()
    // From the button that closes the note to the link.
    await page.keyboard.press('Tab')
    assert.ok(await link.evaluate((one) => one === document.activeElement))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/early-adopters\?.*step=opened/)
    await page.getByRole('rowheader', { name: 'Ben' }).waitFor()
    assert.equal(await page.getByRole('rowheader').count(), 1)
    assert.deepEqual(faults, [])
  })
}

test('a figure in a table is its own button, and visits say that they are nobody', async ({ openAdmin }) => {
  const { page, faults } = await openAdmin('/admin', { language: 'en' })
  const mexico = page.getByRole('button', { name: '3. What “Registrations: Mexico” means', exact: true })
  await mexico.click()
  const note = page.getByRole('dialog')
  await note.getByRole('link', { name: 'Show them in the list: 2' }).waitFor()
  await page.mouse.click(5, 5)
  await note.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'What “Visits” means', exact: true }).first().click()
  await note.getByText(textOf('en', 'figures:figures.rows.noIdentity')).waitFor()
  await note.getByRole('button', { name: 'Close', exact: true }).click()
  await note.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'What “Registrations: Academia” means', exact: true }).click()
  await note.getByRole('link', { name: 'Show them in the list: 2' }).click()
  await page.waitForURL(/segment=academic/)
  await page.getByRole('rowheader', { name: 'Ana' }).waitFor()
  assert.equal(await page.getByRole('rowheader').count(), 2)
  assert.deepEqual(faults, [])
})
