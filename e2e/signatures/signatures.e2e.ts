import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#features/accounts/table.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { SignatureDetail } from '#features/signatures/contract.ts'
import type { Segment } from '#shared/segments.ts'
import { insertLeads } from '../../test/support/badges.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import type { Send } from '../../test/support/http-client.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test as base } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const test = base.extend<{ admin: Send }>({
  admin: async ({ product }, use) => use(await product.signIn()),
})

test.beforeAll(async ({ product }) => {
  await product.app.startBackgroundWork()
})

/** Somebody who has joined; returns their id. */
async function join(product: TestApp, name: string, segment: Segment = 'developer'): Promise<string> {
  const [id] = await insertLeads(product, 1, { name, segment, searchText: name.toLowerCase() })
  assert.ok(id)
  return id
}

async function idOf(product: TestApp, name: string): Promise<string> {
  const [lead] = await product.db.select().from(earlyAdopters).where(eq(earlyAdopters.name, name))
  assert.ok(lead)
  return lead.id
}

const signatureOf = async (admin: Send, lead: string) =>
  (await admin(`/api/leads/${lead}/signature`)).read(SignatureDetail)

/** Activates the signature of somebody who was invited, as their browser does. */
async function activate(product: TestApp, lead: string, fullName: string): Promise<void> {
  const { rows } = await product.pool.query(
    `SELECT action_url FROM mails WHERE lead_id = $1 AND kind = 'activation_invitation' ORDER BY created_at DESC LIMIT 1`,
    [lead],
  )
  const token = String(rows[0].action_url).split('/').at(-1)
  const form = {
    ...{ fullName, organization: 'Taller Uno', position: 'Directora', country: 'ES' },
    ...{ phoneNumber: '+34 600 000 000', linkedinProfile: 'https://www.linkedin.com/in/example' },
    ...{ useCase: 'Firmar actas.', agreedToTerms: true },
  }
  const reply = await product.send(`/api/signature/activate/${token}`, { json: form })
  assert.equal(reply.status, 200, reply.text)
}

/** Keeps invitations of many waiting until the returned function is called: an earlier one cannot go on. */
async function holdInvitations(product: TestApp): Promise<() => Promise<void>> {
  const held = await join(product, 'Antes')
  const holding = await product.pool.connect()
  await holding.query('BEGIN')
  await holding.query('SELECT 1 FROM early_adopters WHERE id = $1 FOR UPDATE', [held])
  await product.pool.query(
    `INSERT INTO signature_bulks (lead_ids, total, created_at) VALUES (ARRAY[$1::uuid], 1, '2020-01-01')`,
    [held],
  )
  return async () => {
    await holding.query('ROLLBACK')
    holding.release()
  }
}

async function check(page: Page, place: string): Promise<void> {
  await expectAccessible(page, place)
  await expectNoSidewaysScroll(page, place)
}

for (const way of chooseWays([spanishDesktop, arabicPhone], 0, 1)) {
  const { language } = way
  const t = (key: string, variables = {}) => textOf(language, `signatures:signatures.${key}`, variables)
  const select = (name: string) => textOf(language, 'leads:leads.select.one', { name })
  const [first, second, third] = ['Uno', 'Dos', 'Tres'].map((name) => `${name} ${language}`) as [
    string,
    string,
    string,
  ]

  test.describe(`signatures in ${language}`, () => {
    // Each test goes on from the one before it.
    test.describe.configure({ mode: 'serial' })

    test('the empty list explains what an invitation is, and offers one', async ({ product, openAdmin }) => {
      await product.pool.query('DELETE FROM signatures')
      const { page, faults } = await openAdmin('/admin/signatures', way)
      await page.getByText(t('none')).waitFor()
      await check(page, 'no signatures')
      await page
        .getByRole('button', { name: t('invite.open'), exact: true })
        .last()
        .click()
      const dialog = page.getByRole('dialog', { name: t('invite.title') })
      await dialog.getByRole('radio').first().waitFor()
      assert.ok(await dialog.getByRole('button', { name: t('invite.confirm') }).isDisabled())
      await check(page, 'the choice of whom to invite')
      await dialog.getByRole('link', { name: t('invite.choosePeople') }).click()
      await page.waitForURL('**/admin/early-adopters')
      assert.deepEqual(faults, [])
    })

    test('one person is invited from their page, and gets another link', async ({ product, openAdmin }) => {
      const id = await join(product, first)
      const { page, faults } = await openAdmin(`/admin/early-adopters/${id}`, way)
      await page.getByText(t('lead.none')).waitFor()
      await page.getByRole('button', { name: t('lead.invite') }).click()
      const dialog = page.getByRole('dialog', { name: t('invite.titleOne', { name: first }) })
      await check(page, 'the question before an invitation')
      // Without a connection nothing is lost, and it can be tried again.
      await page.route('**/api/signatures/invitations', (route) => route.abort())
      const confirm = dialog.getByRole('button', { name: t('invite.confirm') })
      await confirm.click()
      await dialog.getByRole('alert').waitFor()
      await page.unroute('**/api/signatures/invitations')
      await confirm.click()
      await dialog.getByText(t('outbox.done')).waitFor()
      await dialog
        .getByRole('button', { name: t('progress.close') })
        .last()
        .click()
      await page.getByText(t('outbox.state'), { exact: true }).waitFor()
      await check(page, 'the signature of a person')

      await page.getByRole('button', { name: t('resend.open') }).click()
      const question = page.getByRole('dialog', { name: t('resend.title') })
      await question.getByText(t('resend.text', { name: first })).waitFor()
      await question.getByRole('button', { name: t('resend.confirm'), exact: true }).click()
      await page.getByText(t('outbox.resent', { name: first })).waitFor()
      const { rows } = await product.pool.query('SELECT links_sent FROM signatures WHERE lead_id = $1', [id])
      assert.deepEqual(rows, [{ links_sent: 2 }])
      assert.deepEqual(faults, [])
    })

    test('a selection is invited from the list of leads, and one alone from their row', async ({
      product,
      openAdmin,
    }) => {
      await join(product, second)
      await join(product, third)
      const { page, faults } = await openAdmin('/admin/early-adopters', way)
      for (const name of [first, second]) await page.getByLabel(select(name)).check()
      await page.getByRole('button', { name: t('lead.invite'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('invite.confirm') }).click()
      await dialog.getByText(t('outbox.done')).waitFor()
      await check(page, 'the result of invitations')
      await dialog
        .getByRole('button', { name: t('progress.close') })
        .last()
        .click()
      // It was read, so it is not shown again.
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByText(t('outbox.done')).count(), 0)

      await page.getByRole('button', { name: t('lead.inviteNamed', { name: third }) }).click()
      await dialog.getByText(t('invite.titleOne', { name: third })).waitFor()
      await page.keyboard.press('Enter')
      await dialog.getByText(t('outbox.done')).waitFor()
      const { rows } = await product.pool.query('SELECT count(*)::int AS total FROM signatures')
      assert.deepEqual(rows, [{ total: 3 }])
      assert.deepEqual(faults, [])
    })

    test('a segment is invited with progress that survives a reload, and can be stopped', async ({
      product,
      openAdmin,
    }) => {
      await join(product, `Académica ${language}`, 'academic')
      const release = await holdInvitations(product)
      const { page, faults } = await openAdmin('/admin/signatures', way)
      await page.getByRole('button', { name: t('invite.open'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: textOf(language, 'admin:segments.academic') }).check()
      await dialog.getByRole('button', { name: t('invite.confirm') }).click()
      await dialog.getByText(t('outbox.running')).waitFor()
      await check(page, 'invitations that are under way')
      await dialog.getByRole('button', { name: t('progress.leave') }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByText(t('outbox.running')).waitFor()
      await page.getByRole('button', { name: t('progress.stop'), exact: true }).click()
      await page.getByText(t('outbox.stopped')).waitFor()
      await page.getByText(t('progress.results.left')).waitFor()
      await check(page, 'invitations that were stopped')
      await page.getByRole('button', { name: t('progress.close'), exact: true }).click()
      await page.getByText(t('outbox.stopped')).waitFor({ state: 'detached' })
      await release()
      assert.deepEqual(faults, [])
    })

    test('the list is narrowed by states and words in its address', async ({ product, openAdmin, admin }) => {
      const lead = await idOf(product, second)
      await activate(product, lead, second)
      const { page, faults } = await openAdmin('/admin/signatures?state=activated', way)
      const rows = page.getByRole('rowheader')
      await page.getByRole('link', { name: second, exact: true }).waitFor()
      assert.equal(await rows.count(), 1)
      const { blockchain_address: address } = await signatureOf(admin, lead)
      assert.ok(address)
      await page.getByTitle(address).waitFor()
      await check(page, 'the activated signatures')
      const counts = page.getByRole('group', { name: t('summary') })
      await counts.getByRole('button', { name: t('outbox.state') }).click()
      await page.waitForURL('**/admin/signatures?state=sent')
      await page.getByRole('link', { name: third, exact: true }).waitFor()
      await check(page, 'the signatures that were sent')
      await page.goBack()
      await page.getByRole('link', { name: second, exact: true }).waitFor()
      await page.getByRole('searchbox', { name: t('search') }).fill('nadie se llama así')
      await page.getByText(t('noMatch')).waitFor()
      await page
        .getByRole('button', { name: t('clear') })
        .last()
        .click()
      await page.waitForURL((url) => url.search === '')
      await page.getByRole('button', { name: t('resend.openNamed', { name: third }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('resend.confirm'), exact: true })
        .click()
      await page.getByText(t('outbox.resent', { name: third })).waitFor()
      assert.deepEqual(faults, [])
    })

    test('the details show the way of a signature and what the person wrote; an admin revokes it with the keyboard', async ({
      openAdmin,
    }) => {
      const { page, faults } = await openAdmin('/admin/signatures?state=activated', way)
      await page.getByRole('link', { name: t('detailsOf', { name: second }) }).click()
      await page.getByRole('heading', { level: 1, name: t('titleOf', { name: second }) }).waitFor()
      await page.getByText('Taller Uno').waitFor()
      await page
        .getByRole('list', { name: t('way.title') })
        .getByText(t('way.activated'))
        .waitFor()
      await page.getByRole('textbox', { name: t('certificate.address') }).waitFor()
      await check(page, 'an activated signature')
      await page.getByRole('button', { name: t('revoke.open'), exact: true }).press('Enter')
      const dialog = page.getByRole('dialog', { name: t('revoke.title') })
      await dialog.getByText(t('revoke.effects.recorded')).waitFor()
      const confirm = dialog.getByRole('button', { name: t('revoke.confirm') })
      assert.ok(await confirm.isDisabled())
      await check(page, 'the question before revoking a signature')
      await page.keyboard.type('Se activó por error.')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText(t('revoke.done')).first().waitFor()
      await page.getByText('Se activó por error.').waitFor()
      await page.getByRole('button', { name: t('revoke.open'), exact: true }).waitFor({ state: 'detached' })
      await check(page, 'a revoked signature')
      assert.deepEqual(faults, [])
    })

    test('a viewer sees states only, and nothing to press', async ({ product, openAdmin, admin }) => {
      const lead = await idOf(product, second)
      const { id } = await signatureOf(admin, lead)
      await product.signInAs('viewer')
      const [viewer] = await product.db.select().from(users).where(eq(users.role, 'viewer'))
      assert.ok(viewer)
      const { page, faults } = await openAdmin('/admin/signatures', { ...way, username: viewer.username })
      await page.getByRole('link', { name: second, exact: true }).waitFor()
      for (const name of [t('invite.open'), t('export.open'), t('resend.openNamed', { name: third })]) {
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
      }
      await page.goto(`/admin/signatures/${id}`)
      await page.getByText(t('form.hidden')).waitFor()
      assert.equal(await page.getByText('Taller Uno').count(), 0)
      assert.equal(await page.getByRole('button', { name: t('resend.open') }).count(), 0)
      await check(page, 'a signature that a viewer sees')
      assert.deepEqual(faults, [])
    })

    test('of erased people the signature stays, without them', async ({ product, openAdmin, admin }) => {
      const lead = await idOf(product, second)
      const { id } = await signatureOf(admin, lead)
      assert.equal((await admin('/api/early-adopters/erase', { json: { ids: [lead] } })).status, 200)
      const { page, faults } = await openAdmin(`/admin/signatures/${id}`, way)
      await page.getByRole('heading', { level: 1, name: t('titleErased') }).waitFor()
      await page.getByText(t('form.erased'), { exact: true }).waitFor()
      await check(page, 'the signature of an erased person')
      await page.goto('/admin/signatures?state=revoked')
      await page.getByText(t('erasedPerson')).waitFor()
      await page.goto('/admin/signatures/0192f3a4-5b6c-7d8e-9f01-0000000000aa')
      await page.getByText(t('unknownText')).waitFor()
      assert.deepEqual(faults, [])
    })

    test('the settings show the master key, which begins a new epoch', async ({ openAdmin }) => {
      const { page, faults } = await openAdmin('/admin/settings/signatures', way)
      await page.getByText(t('masterKey.readable')).waitFor()
      await check(page, 'the settings of signatures')
      await page.getByRole('button', { name: t('masterKey.rotate') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('masterKey.rotate') })
        .click()
      await page.getByText(t('masterKey.done')).waitFor()
      assert.deepEqual(faults, [])
    })
  })
}

test('an admin exports all signatures', async ({ openAdmin }) => {
  const t = (key: string) => textOf('es', `signatures:signatures.${key}`)
  const { page, faults } = await openAdmin('/admin/signatures', { language: 'es' })
  await page.getByRole('button', { name: t('export.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('export.title') })
  await dialog.getByLabel(t('export.json')).check()
  await expectAccessible(page, 'the export of signatures')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('export.start') }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'signatures.json')
  assert.ok(Array.isArray(JSON.parse(await readFile(await download.path(), 'utf8'))))
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})
