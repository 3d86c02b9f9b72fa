import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import {
  expectAccessible,
  expectGoodLooks,
  expectGoodScreens,
  expectNoSidewaysScroll,
} from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const answer = (page: Page, words: string) =>
  page.getByRole('dialog').getByRole('button', { name: words, exact: true })

for (const language of journeyLanguages) {
  const width = language === 'ar' ? 390 : 1440
  const t = (key: string, variables = {}) => textOf(language, `api-keys:apiKeys.${key}`, variables)
  const screen = (key: string) => textOf(language, `admin:screens.${key}`)
  const action = (key: string) => textOf(language, `permissions:actions.${key}`)

  test(`a key is made, used and revoked in ${language}`, async ({ openAdmin, product }) => {
    const { page, context, faults } = await openAdmin('/admin/api-keys', { language, width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText(t('none')).waitFor()
    await expectAccessible(page, 'no keys')
    await page.getByRole('link', { name: t('create'), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: screen('newApiKey') }).waitFor()

    // Nothing is typed, and nothing of what is typed later is lost.
    await page.getByRole('button', { name: t('make'), exact: true }).click()
    await page.getByText(textOf(language, 'errors:fields.required')).first().waitFor()
    await page
      .locator('input:focus')
      .and(page.getByLabel(t('name'), { exact: true }))
      .waitFor()
    await expectAccessible(page, 'a refused key')
    await page.getByLabel(t('name'), { exact: true }).fill('CRM')
    await page.getByRole('searchbox', { name: t('searchScopes') }).fill('leads.read')
    await page
      .getByRole('checkbox', { name: action('leads.read') })
      .first()
      .check()
    await page.getByRole('searchbox', { name: t('searchScopes') }).fill('')
    await page.getByText(t('scopeCount', { count: 1, number: 1 }), { exact: true }).waitFor()
    await page.getByLabel(t('expiry.label')).selectOption('date')
    await page.getByRole('button', { name: t('make'), exact: true }).click()
    await page.getByText(t('expiry.dayMissing')).waitFor()
    await page.getByLabel(t('expiry.lastDay')).fill('2031-01-01')
    await page.getByLabel(t('expiry.label')).selectOption('90')
    await expectNoSidewaysScroll(page, 'a new key')
    await page.getByRole('link', { name: t('cancel'), exact: true }).click()
    await answer(page, textOf(language, 'admin:editor.stay')).click()
    await page.getByRole('button', { name: t('make'), exact: true }).dblclick()

    // The token is shown this once; leaving without it is asked about.
    const field = page.getByLabel(t('token.label', { name: 'CRM' }), { exact: true })
    const token = await field.inputValue()
    assert.match(token, /^firmeza_[\w-]{43}$/)
    await page.getByRole('button', { name: t('token.done'), exact: true }).click()
    await page.getByRole('dialog', { name: t('token.leaveTitle') }).waitFor()
    await answer(page, textOf(language, 'admin:editor.stay')).click()
    await page.getByRole('button', { name: textOf(language, 'admin:copy.copy'), exact: true }).click()
    await page.getByText(textOf(language, 'admin:copy.copied')).waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), token)
    await expectAccessible(page, 'a new token')
    await expectNoSidewaysScroll(page, 'a new token')
    await page.getByRole('button', { name: t('token.done'), exact: true }).click()
    await page.getByText(t('states.active'), { exact: true }).waitFor()

    const call = () => product.send('/api/early-adopters', { headers: { authorization: `Bearer ${token}` } })
    assert.equal((await call()).status, 200)
    await page.reload()
    await page.getByRole('button', { name: t('revokeOne', { name: 'CRM' }) }).waitFor()
    assert.equal(await page.getByText(t('never'), { exact: true }).count(), 0)
    await expectGoodLooks(page, 'the keys')
    await page.setViewportSize({ width, height: 900 })

    await page.getByRole('link', { name: t('likeOne', { name: 'CRM' }) }).click()
    await page
      .getByRole('checkbox', { name: action('leads.read') })
      .first()
      .waitFor()
    assert.equal(await page.getByLabel(t('name'), { exact: true }).inputValue(), 'CRM')
    assert.ok(
      await page
        .getByRole('checkbox', { name: action('leads.read') })
        .first()
        .isChecked(),
    )
    await page.goBack()

    await page.getByRole('button', { name: t('revokeOne', { name: 'CRM' }) }).click()
    await page.getByText(t('revokeText', { name: 'CRM' })).waitFor()
    await expectAccessible(page, 'the question before revoking')
    await answer(page, t('revoke')).click()
    await page.getByText(t('revoked')).first().waitFor()
    assert.equal((await call()).status, 401)
    await page.getByRole('checkbox', { name: t('showEnded', { count: 1, number: 1 }) }).click()
    await page.getByText(t('states.revoked'), { exact: true }).waitFor()
    await page.goto('/admin/profile')
    await page.getByText(textOf(language, 'profile:profile.recorded.apiKeyMade')).waitFor()
    assert.deepEqual(faults, [])
  })
}

test('the forms of keys and webhooks look good in every language', async ({ openAdmin }) => {
  const visitor = await openAdmin('/admin/api-keys/new')
  await expectGoodScreens(visitor, () => ['/admin/api-keys/new', '/admin/webhooks/new'])
})
