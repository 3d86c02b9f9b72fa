import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { LedgerAnchor, LedgerHealth, LedgerState } from '#features/ledger/contract.ts'
import { anchorFaults } from '#features/ledger/model.ts'
import type { Language } from '#shared/languages.ts'
import { insertLeads } from '../../test/support/badges.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { addAnchor } from '../../test/support/ledger/add-anchor.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectMargins, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const legalTexts = 20
const anchorCount = 6

const readState = async (product: TestApp): Promise<LedgerState> =>
  (await product.send('/api/ledger')).read(LedgerState)

const readAnchors = async (product: TestApp): Promise<LedgerAnchor[]> =>
  (await product.send('/api/ledger/anchors?limit=100')).read(z.array(LedgerAnchor))

/** Records an award, so that there is another checkpoint. */
async function growLedger(product: TestApp): Promise<void> {
  const before = (await readState(product)).size
  const admin = await product.signIn()
  const [lead_id] = await insertLeads(product, 1)
  await admin('/api/badges', { json: { lead_id, badge_type: 'innovator' } })
  await until(async () => (await readState(product)).size > before, 'the award is recorded')
}

test.beforeAll(async ({ product }) => {
  await product.app.startBackgroundWork()
  await until(async () => (await readState(product)).size >= legalTexts, 'the legal texts are recorded')
  for (let count = 0; count < anchorCount; count++) {
    await addAnchor(product, { withProof: count !== 0 })
    await growLedger(product)
  }
})

const numberOf = (language: Language, value: number) =>
  new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-arab' : language).format(value)
const outcomes = (page: Page) =>
  page
    .locator('#check-anchor .verification-steps > li')
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-outcome') ?? 'waiting'))

async function check(page: Page, verdict: string): Promise<void> {
  await page.locator('#check-anchor [type=submit]').click()
  await page.locator(`#check-anchor .verdict[data-verdict=${verdict}]`).waitFor()
}

/** Changes the newest anchor as the server tells of it. */
const changeAnchor = (page: Page, change: (anchor: LedgerAnchor) => Partial<LedgerAnchor>) =>
  page.route('**/api/ledger', async (route) => {
    const state: LedgerState = await (await route.fetch()).json()
    assert.ok(state.anchor)
    await route.fulfill({ json: { ...state, anchor: { ...state.anchor, ...change(state.anchor) } } })
  })

for (const way of chooseWays([spanishDesktop, arabicPhone], 0, 1)) {
  const { language } = way
  const t = (key: string, variables?: Record<string, string | number>) => textOf(language, key, variables)

  test(`the ledger's anchors are shown and checked in ${language}`, async ({ product, visit }) => {
    const { page } = await visit(way)
    await page.goto(`/${language}/ledger`)
    const anchors = page.locator('#anchors')
    await anchors.getByRole('heading', { name: t('ledger:anchors.title') }).waitFor()
    const { anchor, size } = await readState(product)
    assert.ok(anchor)
    assert.equal(await page.locator('[data-slot=anchored] a').textContent(), 'Sepolia')
    assert.equal(await page.getByText(t('ledger:now.not_anchored'), { exact: true }).isVisible(), false)
    assert.equal(
      await anchors.locator('[data-slot=anchor-size]').textContent(),
      numberOf(language, anchor.size),
    )
    assert.equal(
      await anchors.locator('[data-slot=anchor-since]').textContent(),
      numberOf(language, size - anchor.size),
    )
    const link = anchors.locator('[data-slot=anchor-transaction] a')
    assert.equal(await link.getAttribute('href'), anchor.transaction.url)
    const rows = anchors.locator('.rows li')
    await until(async () => (await rows.count()) === 5, 'the newest anchors are listed')
    await anchors.getByRole('button', { name: t('ledger:anchors.more') }).click()
    await until(async () => (await rows.count()) === anchorCount, 'all anchors are listed')
    const oldest = (await readAnchors(product)).at(-1)?.size ?? 0
    await anchors.getByText(t('ledger:anchors.row', { size: numberOf(language, oldest) })).waitFor()
    assert.equal(await anchors.getByRole('button', { name: t('ledger:anchors.more') }).isVisible(), false)

    await anchors.getByRole('link', { name: t('ledger:anchors.check') }).click()
    await check(page, 'valid')
    assert.deepEqual(await outcomes(page), new Array(5).fill('passed'))
    await page.getByRole('heading', { name: t('ledger-check:proven.anchor.title') }).waitFor()
    await page.locator('#check-anchor .found').getByText(anchor.block.hash).waitFor()
    await expectNoSidewaysScroll(page, 'the anchors')
    await expectAccessible(page, 'the anchors')
    if (way.width === 390) await expectMargins(page, 'the anchors')
  })

  test(`admins see how anchoring goes in ${language}`, async ({ product, openAdmin }) => {
    const say = (key: string, variables?: Record<string, string>) =>
      t(`signatures:signatures.anchoring.${key}`, variables)
    const { page, faults } = await openAdmin('/admin/settings/signatures', way)
    const panel = page.getByRole('region', { name: say('title') })
    // No chain is configured, and one was before.
    await panel.getByText(say('ended')).waitFor()
    await panel.getByText(say('setUp')).waitFor()
    assert.equal(await panel.getByRole('button', { name: say('now') }).count(), 0)
    await expectAccessible(page, 'anchoring that is off')

    let anchoring: LedgerHealth['anchoring'] = null
    const admin = await product.signIn()
    const health = (await admin('/api/ledger/health')).read(LedgerHealth)
    await page.route('**/api/ledger/health', (route) => route.fulfill({ json: { ...health, anchoring } }))
    const { anchor } = await readState(product)
    assert.ok(anchor)
    const well = {
      ...{ chain_id: 11_155_111, chain: 'Sepolia', coin: 'ETH', sender: anchor.transaction.sender },
      ...{ balance: '0.123456789', spent: '0.0125', limit: '0.05', pending: null },
      ...{ fault: null, fault_since: null },
    }
    const show = async (change: Partial<NonNullable<LedgerHealth['anchoring']>>) => {
      anchoring = { ...well, ...change }
      await page.reload()
      await panel.getByText(anchor.transaction.sender).or(panel.locator('input')).first().waitFor()
    }
    const pending = {
      ...{ size: anchor.size + 1, since: anchor.block.at, transaction: anchor.transaction.hash },
      ...{ confirmations: 0, confirmations_wanted: 12 },
    }
    await show({ pending })
    await panel.getByText(say('noBlock')).waitFor()
    assert.ok(await panel.getByRole('button', { name: say('now') }).isDisabled())
    await show({ pending: { ...pending, confirmations: 3 } })
    await panel.getByText(say('sending')).waitFor()
    await expectAccessible(page, 'an anchor on its way')
    for (const fault of anchorFaults) {
      await show({ fault, fault_since: anchor.block.at })
      await panel
        .getByRole('alert')
        .getByText(say(`faults.${fault}.title`))
        .waitFor()
      await panel.getByText(say('stopped')).waitFor()
    }
    await expectNoSidewaysScroll(page, 'a fault of anchoring')
    await expectAccessible(page, 'a fault of anchoring')
    await show({})
    await panel.getByText(say('running')).waitFor()
    // There is no chain in truth, which the server says.
    await panel.getByRole('button', { name: say('now') }).click()
    await page.getByText(t('errors:anchoring_off')).waitFor()
    assert.deepEqual(faults, [])
  })
}

test('a wrong anchor is found, and one without a proof is not called checked', async ({ visit }) => {
  const t = (key: string) => textOf('es', key)
  const { page } = await visit({ language: 'es' })
  await page.goto('/es/ledger')
  await page.locator('#anchors').waitFor()
  await changeAnchor(page, ({ block }) => ({ block: { ...block, number: block.number + 1 } }))
  await check(page, 'invalid')
  assert.deepEqual(await outcomes(page), ['passed', 'passed', 'failed', 'skipped', 'skipped'])
  await page.getByText(t('ledger-check:parts.anchor_block')).waitFor()
  await page.unroute('**/api/ledger')
  await changeAnchor(page, () => ({ proof: null }))
  await check(page, 'valid')
  assert.deepEqual(await outcomes(page), ['passed', 'passed', 'waiting', 'passed', 'passed'])
  await page.unroute('**/api/ledger')
  await page.route('**/api/ledger/consistency*', (route) => route.abort())
  await check(page, 'unfinished')
  await page.getByText(t('ledger-check:obstacles.unreachable')).waitFor()
})

test('a list of anchors that could not be loaded says so, and the rest stays', async ({ product, visit }) => {
  const t = (key: string) => textOf('es', key)
  const { page } = await visit({ language: 'es' })
  await page.goto('/es/ledger')
  const rows = page.locator('#anchors .rows li')
  await until(async () => (await rows.count()) === 5, 'the newest anchors are listed')
  await page.route('**/api/ledger/anchors*', (route) => route.abort())
  await page.getByRole('button', { name: t('ledger:anchors.more') }).click()
  await page.getByText(t('ledger:anchors.fault')).waitFor()
  assert.equal(await rows.count(), 5)
  await page.unroute('**/api/ledger/anchors*')
  await page.getByRole('button', { name: t('ledger:anchors.more') }).click()
  await until(async () => (await rows.count()) === anchorCount, 'all anchors are listed')
  assert.equal((await readAnchors(product)).length, anchorCount)
})
