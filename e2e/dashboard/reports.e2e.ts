import assert from 'node:assert/strict'
import { expectAccessible, expectGoodLooks, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, lightPhone, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { SMTP_URL: 'smtp://127.0.0.1:9' } } })

for (const { language, width, theme } of chooseWays([spanishDesktop, arabicPhone, lightPhone('hi')], 1)) {
  const t = (key: string, variables = {}) => textOf(language, `reports:reports.${key}`, variables)
  const d = (key: string, variables = {}) => textOf(language, `dashboard:dashboard.${key}`, variables)
  const v = (key: string) => textOf(language, `visits:visits.${key}`)
  const required = textOf(language, 'errors:fields.required')

  test(`a link shows the figures to whoever has it, until it is ended, in ${language}`, async ({
    openAdmin,
    visit,
  }) => {
    const { page, context, faults } = await openAdmin('/admin?country=ES', { language, width, theme })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('link', { name: d('share'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: textOf(language, 'admin:screens.reports') }).waitFor()
    const links = page.getByRole('region', { name: t('links.title'), exact: true })
    const make = links.getByRole('button', { name: t('links.make'), exact: true })
    await make.click()
    await links.getByText(required).waitFor()
    await expectAccessible(page, 'a refused link')
    await links.getByLabel(t('links.name'), { exact: true }).fill('Equipo ١')
    await links.getByLabel(t('links.days'), { exact: true }).selectOption('7')
    await make.dblclick()

    const address = await links
      .getByLabel(t('links.address', { name: 'Equipo ١' }), { exact: true })
      .inputValue()
    assert.match(address, /\/shared\?country=ES#shared_[\w-]{43}$/)
    await expectAccessible(page, 'a new link')
    await expectNoSidewaysScroll(page, 'a new link')
    await links.getByRole('button', { name: textOf(language, 'admin:copy.copy'), exact: true }).click()
    await links.getByText(textOf(language, 'admin:copy.copied')).waitFor()
    await links.getByRole('button', { name: t('links.done'), exact: true }).click()
    await links.getByText(t('links.never'), { exact: true }).waitFor()

    // Somebody without an account.
    const reader = await visit({ language, width, theme })
    await reader.page.goto(address)
    await reader.page.getByRole('heading', { level: 1, name: 'Equipo ١' }).waitFor()
    await reader.page.getByRole('region', { name: v('title'), exact: true }).waitFor()
    await reader.page
      .getByRole('list', { name: v('filters.label') })
      .first()
      .waitFor()
    await reader.page.getByText(d('period.days', { count: 90 }), { exact: true }).click()
    await reader.page.waitForURL(/\?days=90&country=ES#shared_/)
    await reader.page.reload()
    await reader.page.getByRole('heading', { level: 1, name: 'Equipo ١' }).waitFor()
    await reader.page.getByRole('region', { name: v('title'), exact: true }).waitFor()
    await reader.quiet()
    assert.equal(await reader.page.getByRole('link', { name: d('share') }).count(), 0)
    await expectGoodLooks(reader.page, 'the shared figures', { inOtherLanguages: true })
    await reader.page.goBack()
    await reader.page.waitForURL(/shared\?country=ES#/)

    await page.reload()
    await links.getByRole('button', { name: t('links.endOne', { name: 'Equipo ١' }) }).click()
    const dialog = page.getByRole('dialog', { name: t('links.endTitle') })
    await dialog.getByRole('button', { name: t('links.end'), exact: true }).click()
    await links.getByText(t('links.none')).waitFor()
    await reader.page.reload()
    await reader.page.getByRole('heading', { level: 1, name: t('shared.endedTitle') }).waitFor()
    await expectAccessible(reader.page, 'a link that has ended')
    assert.deepEqual([...faults, ...reader.faults], [])
  })

  test(`the figures come by mail, narrowed as they are shown, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    const email = 'admin@example.org'
    await product.pool.query('DELETE FROM report_mails; DELETE FROM mails')
    await product.pool.query(`UPDATE users SET email = NULL, email_key = NULL WHERE username = 'admin'`)
    const { page, faults } = await openAdmin('/admin/reports?page=%2Fabout', { language, width, theme })
    const mails = page.getByRole('region', { name: t('mails.title'), exact: true })
    await mails.getByText(t('mails.noAddress')).waitFor()
    await product.pool.query(`UPDATE users SET email = $1, email_key = $1 WHERE username = 'admin'`, [email])
    await page.reload()
    await mails.getByText(t('mails.none')).waitFor()
    await mails.getByText(t('mails.monthly'), { exact: true }).click()
    await mails.getByRole('button', { name: t('mails.make'), exact: true }).dblclick()
    await mails.getByText('/about').waitFor()
    await expectGoodLooks(page, 'the reports', { inOtherLanguages: true })

    await mails.getByRole('button', { name: t('mails.send'), exact: true }).click()
    await page.getByText(t('mails.sent', { email })).waitFor()
    const { rows } = await product.pool.query<{ to_email: string }>('SELECT to_email FROM mails')
    assert.deepEqual(rows, [{ to_email: email }])

    await mails.getByRole('button', { name: t('mails.stop'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('mails.stopTitle') })
    await dialog.getByRole('button', { name: t('mails.stop'), exact: true }).click()
    await mails.getByText(t('mails.none')).waitFor()
    assert.deepEqual(faults, [])
  })
}
