import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { isolateWords } from '#admin/kit/texts/isolate.ts'
import type { Language } from '#shared/languages.ts'
import {
  expectAccessible,
  expectGoodLooks,
  expectGoodScreens,
  expectNoSidewaysScroll,
} from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const password = 'a long phrase of the new editor'
const name = 'Nadia El Amrani'

function wordsOf(language: Language) {
  return {
    t: (key: string, variables = {}) => textOf(language, `users:users.${key}`, variables),
    s: (key: string, variables = {}) => textOf(language, `sign-in:${key}`, variables),
    screen: (key: string) => textOf(language, `admin:screens.${key}`),
    role: (key: string) => textOf(language, `admin:roles.${key}`),
  }
}

/** The button of the question that is open. */
const answer = (page: Page, words: string) =>
  page.getByRole('dialog').getByRole('button', { name: words, exact: true })

for (const language of journeyLanguages) {
  const { t, s, screen, role } = wordsOf(language)
  const width = language === 'ar' ? 390 : 1440
  const email = `nadia.${language}@example.org`

  test(`somebody is invited, limited, disabled and deleted in ${language}`, async ({ openAdmin, visit }) => {
    const { page, context, faults } = await openAdmin('/admin/users', { language, width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])

    await page.getByRole('button', { name: t('invite.open') }).click()
    const form = page.getByRole('dialog', { name: t('invite.title') })
    await form.getByLabel(t('invite.email'), { exact: true }).fill('nadia')
    await form.getByLabel(t('invite.name'), { exact: true }).fill('Nadia')
    await form.getByRole('radio', { name: t('access.some') }).check()
    await form.getByRole('button', { name: t('invite.send'), exact: true }).click()
    await form.getByText(textOf(language, 'errors:fields.email_invalid')).waitFor()
    await form.getByText(textOf(language, 'errors:fields.languages_required')).waitFor()
    await page
      .locator('input:focus')
      .and(form.getByLabel(t('invite.email'), { exact: true }))
      .waitFor()
    await expectAccessible(page, 'a refused invitation')
    await expectNoSidewaysScroll(page, 'a refused invitation')
    // What was typed stays when the form is closed.
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t('invite.open') }).click()
    assert.equal(await form.getByLabel(t('invite.name'), { exact: true }).inputValue(), 'Nadia')
    await form.getByLabel(t('invite.email'), { exact: true }).fill(email)
    await form.getByRole('radio', { name: t('access.all') }).check()
    await form.getByRole('button', { name: t('invite.send'), exact: true }).dblclick()

    const given = page.getByRole('dialog', { name: t('link.title') })
    await given.getByText(t('link.once')).waitFor()
    // It cannot be shown again, so that only its button closes it.
    await page.keyboard.press('Escape')
    const link = await given.getByLabel(t('link.label'), { exact: true }).inputValue()
    await given.getByRole('button', { name: textOf(language, 'admin:copy.copy') }).click()
    await given.getByText(textOf(language, 'admin:copy.copied')).waitFor()
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link)
    await expectAccessible(page, 'the link')
    await expectNoSidewaysScroll(page, 'the link')
    await given.getByRole('button', { name: t('link.done') }).click()
    await page.getByText(t('states.invited'), { exact: true }).last().waitFor()

    const guest = await visit({ language, width })
    await guest.page.goto(new URL(link).pathname)
    await guest.page.getByRole('heading', { level: 1, name: s('invitation.title') }).waitFor()
    await guest.page
      .getByText(s('invitation.by', { name: isolateWords('Admin'), site: isolateWords('Firmeza') }))
      .waitFor()
    await guest.page.getByText(s('invitation.roles.editor')).waitFor()
    assert.equal(await guest.page.getByLabel(s('invitation.username')).inputValue(), email)
    const field = guest.page.getByLabel(s('invitation.password'), { exact: true })
    await guest.page.getByLabel(s('invitation.name'), { exact: true }).fill(name)
    await field.fill('short')
    await guest.page.keyboard.press('Enter')
    await guest.page.getByText(textOf(language, 'errors:fields.password_short')).waitFor()
    await guest.page.locator('input:focus').and(field).waitFor()
    await expectAccessible(guest.page, 'an invitation')
    await expectNoSidewaysScroll(guest.page, 'an invitation')
    await field.fill(password)
    await guest.page.keyboard.press('Enter')
    await guest.page.waitForURL(/\/admin$/)
    await guest.page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await guest.page.locator('a[href="/admin/users"]').count(), 0)
    await guest.page.goto('/admin/users')
    await guest.page.getByText(textOf(language, 'errors:forbidden')).waitFor()
    await guest.page.goto('/admin/users/permissions')
    await guest.page.getByRole('heading', { level: 1, name: screen('permissions') }).waitFor()

    // A link serves once.
    const late = await visit({ language, width })
    await late.page.goto(new URL(link).pathname)
    await late.page.getByRole('heading', { level: 1, name: s('invitation.expiredTitle') }).waitFor()
    await expectAccessible(late.page, 'a used invitation')
    await late.page.getByRole('link', { name: s('invitation.signIn') }).click()
    await late.page.waitForURL('**/login')

    await page.reload()
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('radio', { name: t('access.some') }).check()
    await page.getByRole('checkbox', { name: 'العربية' }).check()
    await page.getByRole('link', { name: t('one.back') }).click()
    await answer(page, textOf(language, 'admin:editor.stay')).click()
    await page.getByRole('button', { name: t('one.save'), exact: true }).click()
    await page.getByText(t('one.saved')).first().waitFor()
    await page.getByRole('definition').filter({ hasText: 'العربية' }).waitFor()
    await expectGoodLooks(page, 'one user')
    await page.setViewportSize({ width, height: 900 })

    await page.getByRole('button', { name: t('actions.disable'), exact: true }).click()
    await page.getByText(t('actions.disableQuestion', { name: isolateWords(name) })).waitFor()
    await expectAccessible(page, 'the question before disabling')
    await answer(page, t('actions.disable')).click()
    await page.getByText(t('actions.disabled')).first().waitFor()
    // Their next click leads to the sign-in; nothing they had open is of use.
    await guest.page.reload()
    await guest.page.waitForURL(/\/login/)

    await page.getByRole('button', { name: t('actions.enable'), exact: true }).click()
    await page.getByText(t('actions.enabled')).first().waitFor()
    await guest.page.getByLabel(s('login.username')).fill(email)
    await guest.page.getByLabel(s('login.password'), { exact: true }).fill(password)
    await guest.page.getByRole('button', { name: s('login.submit'), exact: true }).click()
    await guest.page.waitForURL(/\/admin/)
    assert.deepEqual(guest.faults, [])

    // An edit that is not saved does not keep the screen of somebody who is gone.
    await page.getByRole('radio', { name: role('viewer') }).check()
    await page.getByRole('button', { name: t('actions.delete'), exact: true }).click()
    const question = page.getByRole('dialog', {
      name: t('actions.deleteTitle', { name: isolateWords(name) }),
    })
    await question.getByRole('button', { name: t('actions.disableInstead') }).waitFor()
    await expectAccessible(page, 'the question before deleting')
    await answer(page, t('actions.delete')).click()
    await page.waitForURL(/\/admin\/users$/)
    await page.getByText(t('actions.deleted', { name: isolateWords(name) })).waitFor()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
}

test('an invitation is sent again, replaces the session of the browser, or is withdrawn', async ({
  openAdmin,
}) => {
  const { t, s, role } = wordsOf('ar')
  const { page, context, faults } = await openAdmin('/admin/users', { language: 'ar', width: 390 })
  await page.getByRole('button', { name: t('invite.open') }).click()
  const form = page.getByRole('dialog', { name: t('invite.title') })
  await form.getByLabel(t('invite.email'), { exact: true }).fill('lee@example.org')
  await form.getByRole('radio', { name: role('viewer') }).check()
  await page.keyboard.press('Enter')
  const link = page.getByRole('dialog').getByLabel(t('link.label'), { exact: true })
  const first = await link.inputValue()
  await answer(page, t('link.done')).click()

  // Twice the same address: the server's sentence, at its field.
  await page.getByRole('button', { name: t('invite.open') }).click()
  await form.getByLabel(t('invite.email'), { exact: true }).fill('LEE@example.org')
  await page.keyboard.press('Enter')
  await form.getByText(textOf('ar', 'errors:fields.user_email_taken')).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: t('search') }).fill('lee@')
  await page.waitForURL(/search=lee/)
  await page.getByRole('link', { name: 'lee@example.org', exact: true }).click()
  await page.getByRole('button', { name: t('actions.inviteAgain'), exact: true }).click()
  const second = await link.inputValue()
  assert.notEqual(first, second)
  await answer(page, t('link.done')).click()

  const other = await context.newPage()
  await other.goto(new URL(first).pathname)
  await other.getByRole('heading', { level: 1, name: s('invitation.expiredTitle') }).waitFor()
  await other.goto(new URL(second).pathname)
  await other.getByText(s('invitation.signedIn')).waitFor()
  await expectAccessible(other, 'an invitation on a phone')
  await expectNoSidewaysScroll(other, 'an invitation on a phone')
  await other.close()

  await page.getByRole('button', { name: t('actions.withdraw'), exact: true }).click()
  await answer(page, t('actions.withdraw')).click()
  await page.getByText(t('actions.withdrawn')).waitFor()
  await page.waitForURL(/\/admin\/users$/)
  assert.deepEqual(faults, [])
})

test('nobody changes their own account, and everybody sees the table of permissions', async ({
  openAdmin,
}) => {
  const { t, screen } = wordsOf('es')
  const p = (key: string, variables = {}) => textOf('es', `permissions:${key}`, variables)
  const admin = await openAdmin('/admin/users', { language: 'es' })
  const { page, faults } = admin
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await page.getByText(t('one.own')).waitFor()
  assert.equal(await page.getByRole('radio').count(), 0)
  await expectAccessible(page, "one's own account")
  await page.getByRole('link', { name: t('one.ownLink') }).click()
  await page.getByRole('heading', { level: 1, name: screen('profile') }).waitFor()

  await page.goto('/admin/users/permissions')
  const row = page.getByRole('row', { name: p('actions.leads.export') })
  await row.waitFor()
  assert.deepEqual(await row.getByRole('cell').allTextContents(), [
    p('permissions.allowed'),
    ...Array(3).fill(p('permissions.refused')),
  ])
  // The head of the table stays in sight.
  await page.getByRole('row', { name: p('actions.previews.revoke') }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
  const head = await page.getByRole('columnheader', { name: p('permissions.translator') }).boundingBox()
  assert.ok(head && head.y >= 40 && head.y < 200, `the head of the table is at ${head?.y}`)

  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByLabel(p('permissions.choose'), { exact: true }).selectOption('viewer')
  const item = page.getByRole('listitem').filter({ hasText: p('actions.leads.export') })
  await item.getByText(p('permissions.refused')).waitFor({ state: 'attached' })
  await expectNoSidewaysScroll(page, 'the permissions at 320 px')
  await expectAccessible(page, 'the permissions at 320 px')

  await expectGoodScreens(admin, () => ['/admin/users', '/admin/users/permissions'])
  assert.deepEqual(faults, [])
})
