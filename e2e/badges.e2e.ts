import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { EarlyAdopter } from '#features/early-adopters/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { TestApp } from '../test/support/build-app.ts'
import { registrationOf } from '../test/support/factories.ts'
import type { Send } from '../test/support/http-client.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { arabicJourneyLanguages } from './support/sweep.ts'
import { test as base } from './support/test.ts'
import { textOf } from './support/texts.ts'

const test = base.extend<{ admin: Send }>({
  admin: async ({ product }, use) => use(await product.signIn()),
})

test.beforeAll(async ({ product }) => {
  await product.app.startBackgroundWork()
})

/** Somebody who has joined, and their id. */
async function join(product: TestApp, name: string, language: Language): Promise<string> {
  const registration = registrationOf({ name })
  await product.send('/api/early-adopters', {
    json: registration,
    headers: { 'accept-language': language },
  })
  const admin = await product.signIn()
  const [lead] = (await admin(`/api/early-adopters?search=${registration.email}`)).read(z.array(EarlyAdopter))
  assert.ok(lead)
  return lead.id
}

const outcomes = (page: Page) =>
  page
    .locator('.verification-steps > li')
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-outcome') ?? 'waiting'))

const allPassed = new Array(7).fill('passed')

for (const language of arabicJourneyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `badge-page:${key}`, variables)
  const a = (key: string, variables = {}) => textOf(language, `badge-admin:badges.${key}`, variables)
  const badge = textOf(language, 'badges:types.innovator.name')
  const name = language === 'ar' ? 'ليلى الحداد' : 'Nuria Ñíguez'
  const reason = `Se concedió por error (${language}).`
  let address: string

  test.describe(`badges in ${language}`, () => {
    // Each test goes on from the one before it.
    test.describe.configure({ mode: 'serial' })

    test('a badge is awarded from the list: nothing can be confirmed until one is chosen', async ({
      product,
      openAdmin,
    }) => {
      const lead = await join(product, name, language)
      const visitor = await openAdmin('/admin/early-adopters', { language })
      const { page } = visitor
      await page.getByLabel(textOf(language, 'leads:leads.select.one', { name })).check()
      const award = page.getByRole('button', {
        name: textOf(language, 'leads:leads.bulk.award'),
        exact: true,
      })
      await award.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(a('award.titleOne', { name })).waitFor()
      const confirm = dialog.getByRole('button', { name: a('award.confirm') })
      await dialog.getByRole('radio').first().waitFor()
      assert.ok(await confirm.isDisabled())
      await expectAccessible(page, 'the choice of a badge')

      // Without a connection nothing is lost, and it can be tried again.
      await page.route('**/api/badges', (route) => route.abort())
      await dialog.getByRole('radio', { name: badge }).press('Space')
      await confirm.click()
      await dialog.getByText(a('award.offline')).waitFor()
      await page.unroute('**/api/badges')
      await confirm.click()
      await page.getByText(a('award.done'), { exact: true }).waitFor()
      await dialog.waitFor({ state: 'detached' })

      // The list was loaded anew: who has it is not given it again.
      await page.getByLabel(textOf(language, 'leads:leads.select.one', { name })).check()
      await award.click()
      await dialog.getByText(a('award.heldByAll', { count: 1 })).waitFor()
      assert.ok(await dialog.getByRole('radio', { name: badge }).isDisabled())
      const { rows } = await product.pool.query('SELECT id FROM badge_awards WHERE lead_id = $1', [lead])
      assert.equal(rows.length, 1)
      address = `/${language}/badges/${rows[0].id}`
      assert.deepEqual(visitor.faults, [])
    })

    test('the page of an award proves itself in the visitor’s browser', async ({ visit }) => {
      for (const [width, theme] of [
        [1440, 'light'],
        [390, 'dark'],
      ] as const) {
        const visitor = await visit({ width, theme })
        const { page } = visitor
        await page.goto(address)
        await page.getByRole('heading', { level: 1, name: badge }).waitFor()
        await page.getByText(name).waitFor()
        await expectAccessible(page, `the page of an award at ${width}`)
        await expectNoSidewaysScroll(page, `the page of an award at ${width}`)
        await page.getByRole('link', { name: t('actions.verify') }).click()
        await page.getByText(t('verify.verdicts.valid.title'), { exact: true }).waitFor()
        assert.deepEqual(await outcomes(page), allPassed)
        await expectAccessible(page, `a verified badge at ${width}`)
        await expectNoSidewaysScroll(page, `a verified badge at ${width}`)
        assert.deepEqual(visitor.faults, [])
      }
    })

    test('a badge in a file is verified where it is, and one that was changed is refused', async ({
      product,
      visit,
    }) => {
      const visitor = await visit()
      const { page } = visitor
      await page.goto(address)
      const choose = page.locator('.drop input')
      await page.locator('.drop').hover()
      for (const format of ['PNG', 'SVG', 'JSON']) {
        const waiting = page.waitForEvent('download')
        await page.getByRole('link', { name: format, exact: true }).click()
        const path = await (await waiting).path()
        await choose.setInputFiles({
          name: `badge.${format}`,
          mimeType: 'application/octet-stream',
          buffer: await readFile(path),
        })
        await page.getByText(t('file.name', { file: `badge.${format}` })).waitFor()
        await page.getByText(t('verify.verdicts.valid.title'), { exact: true }).waitFor()
        assert.deepEqual(await outcomes(page), allPassed, format)
        await page.getByRole('link', { name: t('file.page') }).waitFor()
      }
      const credential = (await product.send(address.replace(/.*\//, '/credentials/').concat('.json'))).text
      const tampered = Buffer.from(credential.replace(/"validFrom":"\d{4}/, '"validFrom":"2019'))
      await choose.setInputFiles({ name: 'changed.json', mimeType: 'application/json', buffer: tampered })
      await page.getByText(t('verify.verdicts.invalid.title'), { exact: true }).waitFor()
      await page.getByText(t('verify.errors.not_signed'), { exact: true }).waitFor()
      assert.deepEqual(await outcomes(page), [
        ...['passed', 'passed', 'passed', 'passed', 'failed'],
        ...['skipped', 'skipped'],
      ])
      await expectAccessible(page, 'a refused file')
      await choose.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('<b>no</b>') })
      await page.getByText(t('verify.errors.no_badge_in_file'), { exact: true }).waitFor()
      assert.deepEqual(visitor.faults, [])
    })

    test('a site that does not answer is no verdict', async ({ visit }) => {
      const { page } = await visit()
      await page.route('**/.well-known/did.json', (route) => route.abort())
      await page.goto(address)
      await page.getByRole('link', { name: t('actions.verify') }).click()
      await page.getByText(t('verify.verdicts.unfinished.title'), { exact: true }).waitFor()
      await page.unroute('**/.well-known/did.json')
      await page.getByRole('link', { name: t('verify.again') }).click()
      await page.getByText(t('verify.verdicts.valid.title'), { exact: true }).waitFor()
    })

    test('a revoked badge says so on its page and to whoever verifies it', async ({ openAdmin }) => {
      const visitor = await openAdmin('/admin/badges', { language })
      const { page } = visitor
      await page.getByRole('heading', { level: 1, name: textOf(language, 'admin:screens.badges') }).waitFor()
      await page.getByRole('button', { name: a('awards.revokeNamed', { badge, name }) }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(a('revoke.text', { badge, holder: name })).waitFor()
      const confirm = dialog.getByRole('button', { name: a('revoke.confirm'), exact: true })
      assert.ok(await confirm.isDisabled())
      await dialog.getByLabel(a('revoke.reason')).fill(reason)
      await expectAccessible(page, 'the question before revoking')
      await confirm.click()
      await page.getByText(a('revoke.done')).waitFor()
      await page.getByText(reason).waitFor()
      await expectAccessible(page, 'the badges')
      await expectNoSidewaysScroll(page, 'the badges')

      await page.goto(address)
      await page.getByText(reason).waitFor()
      await page.getByRole('link', { name: t('actions.verify') }).click()
      await page.getByText(t('verify.verdicts.revoked.title'), { exact: true }).waitFor()
      assert.deepEqual(await outcomes(page), [...allPassed.slice(0, 5), 'failed', 'passed'])
      await expectAccessible(page, 'a revoked badge')
      assert.deepEqual(visitor.faults, [])
    })

    test('several are awarded at once, with an honest result', async ({ product, openAdmin, admin }) => {
      const names = ['Uno', 'Dos', 'Tres'].map((one) => `${one} ${language}`)
      const ids: string[] = []
      for (const one of names) ids.push(await join(product, one, language))
      await admin('/api/badges', { json: { lead_id: ids[0], badge_type: 'visionary' } })
      const { page } = await openAdmin('/admin/early-adopters', { language })
      for (const one of names) {
        await page.getByLabel(textOf(language, 'leads:leads.select.one', { name: one })).check()
      }
      await page
        .getByRole('button', { name: textOf(language, 'leads:leads.bulk.award'), exact: true })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: textOf(language, 'badges:types.visionary.name') }).check()
      await dialog
        .getByRole('status')
        .filter({ hasText: new Intl.NumberFormat(language).format(2) })
        .waitFor()
      await dialog.getByRole('button', { name: a('award.confirm') }).click()
      await dialog.getByText(a('award.results.already')).waitFor()
      await dialog.getByText(a('award.done'), { exact: true }).waitFor()
      const counts = await dialog.locator('dd').allTextContents()
      assert.deepEqual(counts.length, 2)
      await expectAccessible(page, 'the result of many awards')
      await dialog
        .getByRole('button', { name: a('award.close') })
        .last()
        .click()
      // One alone is awarded from the row.
      await page
        .getByRole('button', { name: textOf(language, 'leads:leads.bulk.awardTo', { name: names[0] ?? '' }) })
        .click()
      await dialog.getByRole('radio', { name: textOf(language, 'badges:types.pioneer.name') }).check()
      await dialog.getByRole('button', { name: a('award.confirm') }).click()
      await page.getByText(a('award.done'), { exact: true }).first().waitFor()
    })

    test('awards to several are stopped: what was not done is not done, and it says so', async ({
      product,
      openAdmin,
    }) => {
      const names = ['Cuatro', 'Cinco'].map((one) => `${one} ${language}`)
      const ids: string[] = []
      for (const one of names) ids.push(await join(product, one, language))
      const held = await join(product, `Antes ${language}`, language)
      // An earlier one that cannot go on keeps this one waiting.
      const holding = await product.pool.connect()
      await holding.query('BEGIN')
      await holding.query('SELECT 1 FROM early_adopters WHERE id = $1 FOR UPDATE', [held])
      await product.pool.query(
        `INSERT INTO badge_bulks (badge_type, lead_ids, total, created_at) VALUES ('pioneer', ARRAY[$1::uuid], 1, '2020-01-01')`,
        [held],
      )
      const visitor = await openAdmin('/admin/early-adopters', { language, width: 390 })
      const { page } = visitor
      for (const one of names) {
        await page.getByLabel(textOf(language, 'leads:leads.select.one', { name: one })).check()
      }
      await page
        .getByRole('button', { name: textOf(language, 'leads:leads.bulk.award'), exact: true })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: textOf(language, 'badges:types.contributor.name') }).check()
      await dialog.getByRole('button', { name: a('award.confirm') }).click()
      const stop = dialog.getByRole('button', { name: a('award.stop'), exact: true })
      await stop.waitFor()
      await expectAccessible(page, 'awards that are under way')
      await stop.click()
      await dialog.getByText(a('award.stopped'), { exact: true }).waitFor()
      await dialog.getByText(a('award.results.left'), { exact: true }).waitFor()
      await expectAccessible(page, 'awards that were stopped')
      await expectNoSidewaysScroll(page, 'awards that were stopped')
      await holding.query('ROLLBACK')
      holding.release()
      await dialog
        .getByRole('button', { name: a('award.close') })
        .last()
        .click()
      const { rows } = await product.pool.query('SELECT id FROM badge_awards WHERE lead_id = ANY ($1)', [ids])
      assert.deepEqual(rows, [])
      assert.deepEqual(visitor.faults, [])
    })

    test('a badge is taken back on its holder’s page, under the name that the team has given it', async ({
      product,
      openAdmin,
      admin,
    }) => {
      const own = language === 'ar' ? 'اسم من عندنا' : 'Nombre propio'
      const holder = `Titular-${language}`
      const lead = await join(product, holder, language)
      const texts = `/api/badges/types/visionary/texts/${language}`
      const words = { name: own, description: own, criteria: own }
      assert.equal((await admin(texts, { method: 'PUT', json: words })).status, 200)
      for (const badge_type of ['visionary', 'pioneer']) {
        await admin('/api/badges', { json: { lead_id: lead, badge_type } })
      }
      const visitor = await openAdmin(`/admin/early-adopters/${lead}`, {
        language,
        width: language === 'ar' ? 390 : 1440,
      })
      const { page } = visitor
      const revoke = page.getByRole('button', { name: a('awards.revokeNamed', { badge: own, name: holder }) })
      await revoke.waitFor()
      await page
        .getByText(textOf(language, 'leads:leads.timeline.kinds.badge_awarded', { badge: own }))
        .waitFor()
      await expectAccessible(page, 'the badges of a lead')
      await expectNoSidewaysScroll(page, 'the badges of a lead')
      await revoke.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(a('revoke.text', { badge: own, holder })).waitFor()
      await dialog.getByLabel(a('revoke.reason')).fill(reason)
      await dialog.getByRole('button', { name: a('revoke.confirm'), exact: true }).click()
      await revoke.waitFor({ state: 'detached' })
      await page
        .getByText(textOf(language, 'leads:leads.timeline.kinds.badge_revoked', { badge: own }))
        .waitFor()
      // The other one is still held, and the names of the list are the team's as well.
      await page.getByRole('link', { name: a('awards.page') }).waitFor()
      await page.goto('/admin/early-adopters')
      await page.getByRole('option', { name: own, includeHidden: true }).waitFor({ state: 'attached' })
      await page.goto('/admin/badges?badge=visionary')
      const search = page.getByRole('searchbox', { name: a('awards.search') })
      await search.fill(holder.toLowerCase())
      await page.waitForURL(/badge=visionary.*search=|search=.*badge=visionary/)
      await page.getByText(a('awards.count', { count: 1, number: '1' })).waitFor()
      await expectAccessible(page, 'the awards that a search found')
      await expectNoSidewaysScroll(page, 'the awards that a search found')
      await search.fill('nadie se llama así')
      await page.getByText(a('awards.noMatch')).waitFor()
      await page
        .getByRole('button', { name: a('awards.clear') })
        .last()
        .click()
      await page.waitForURL((url) => url.search === '')
      assert.equal(await search.inputValue(), '')
      assert.equal((await admin(texts, { method: 'DELETE' })).status, 200)
      assert.deepEqual(visitor.faults, [])
    })

    test('the team says in its own words what a badge is, and goes back', async ({ product, openAdmin }) => {
      const visitor = await openAdmin('/admin/badges', { language, width: 390 })
      const { page } = visitor
      await page.getByRole('link', { name: `${a('edit')} ${badge}` }).click()
      const field = page.getByRole('textbox', { name: a('texts.name'), exact: true })
      await field.fill('Palabra propia')
      await expectAccessible(page, 'the texts of a badge')
      await expectNoSidewaysScroll(page, 'the texts of a badge')
      await page.getByRole('button', { name: a('texts.save'), exact: true }).click()
      await page.getByText(a('texts.saved')).waitFor()
      const seen = async () => (await product.send(address)).text
      assert.ok((await seen()).includes('Palabra propia'))
      await page.getByRole('button', { name: a('texts.reset') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: a('texts.reset') })
        .click()
      await page.getByText(a('texts.resetDone')).waitFor()
      assert.ok(!(await seen()).includes('Palabra propia'))
      assert.deepEqual(visitor.faults, [])
    })
  })
}

test('a key is changed, and what the old one signed still proves itself', async ({
  product,
  openAdmin,
  admin,
}) => {
  const id = await join(product, 'Antes del cambio', 'es')
  const { text } = await admin('/api/badges', { json: { lead_id: id, badge_type: 'pioneer' } })
  const { page } = await openAdmin('/admin/badges', { language: 'es' })
  const a = (key: string) => textOf('es', `badge-admin:badges.${key}`)
  await page.getByRole('button', { name: a('keys.rotate') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: a('keys.rotate') })
    .click()
  await page.getByText(a('keys.done')).waitFor()
  await page.goto(`/es/badges/${JSON.parse(text).id}`)
  await page.getByRole('link', { name: textOf('es', 'badge-page:actions.verify') }).click()
  await page.getByText(textOf('es', 'badge-page:verify.verdicts.valid.title'), { exact: true }).waitFor()
})

test('without scripts the page says everything but its own verification', async ({
  product,
  visit,
  admin,
}) => {
  const id = await join(product, 'Sin guiones', 'es')
  const { text } = await admin('/api/badges', { json: { lead_id: id, badge_type: 'contributor' } })
  const { page } = await visit({ scripts: false })
  await page.goto(`/es/badges/${JSON.parse(text).id}`)
  assert.equal(
    await page.locator('noscript p').last().textContent(),
    textOf('es', 'badge-page:verify.noscript'),
  )
  assert.equal(await page.getByText(textOf('es', 'badge-page:verify.start')).isVisible(), false)
  assert.ok(await page.getByText('did:web:').last().isVisible())
})
