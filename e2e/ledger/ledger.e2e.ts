import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { LedgerLeaf, LedgerState } from '#features/ledger/contract.ts'
import type { Language } from '#shared/languages.ts'
import { insertLeads } from '../../test/support/badges.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectMargins, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const legalTexts = 20

async function readState(product: TestApp): Promise<LedgerState> {
  return (await product.send('/api/ledger')).read(LedgerState)
}

// The legal texts are recorded when a product starts.
test.beforeAll(async ({ product }) => {
  await product.app.startBackgroundWork()
  await until(async () => (await readState(product)).size >= legalTexts, 'the legal texts are recorded')
})

const rows = (page: Page) => page.locator('.rows li')
const verdictOf = (page: Page, check: string) => page.locator(`article:has([data-check=${check}]) .verdict`)
const outcomes = (page: Page, check: string) =>
  page
    .locator(`article:has([data-check=${check}]) .verification-steps > li`)
    .evaluateAll((steps) => steps.map((step) => step.getAttribute('data-outcome') ?? 'waiting'))

async function run(page: Page, check: string, verdict: string): Promise<void> {
  await page.locator(`[data-check=${check}] [type=submit]`).click()
  await verdictOf(page, check)
    .and(page.locator(`[data-verdict=${verdict}]`))
    .waitFor()
}

const texts = (language: Language) => (key: string, variables?: Record<string, string | number>) =>
  textOf(language, key, variables)

for (const way of chooseWays([spanishDesktop, arabicPhone], 0, 1)) {
  const { language } = way
  const t = texts(language)

  test.describe(`the ledger in ${language}`, () => {
    test('shows what is recorded, of one kind and page by page, and is accessible', async ({
      product,
      visit,
    }) => {
      const { page } = await visit(way)
      await page.goto(`/${language}/ledger`)
      await page.locator('#ledger-live[data-state=shown]').waitFor()
      const { size, root_hash: root } = await readState(product)
      assert.equal(await rows(page).count(), 20)
      const number = new Intl.NumberFormat(language === 'ar' ? 'ar-u-nu-arab' : language).format(size)
      assert.equal(await page.locator('[data-slot=size]').textContent(), number)
      assert.match(
        (await page.locator('[data-slot=root]').textContent()) ?? '',
        new RegExp(`^${root.slice(0, 10)}`),
      )
      await page.getByText(t('ledger:now.not_anchored'), { exact: true }).waitFor()
      await expectNoSidewaysScroll(page, 'the ledger')
      await page.getByRole('button', { name: t('ledger:entries.more') }).click()
      await until(async () => (await rows(page).count()) === size, 'all entries are shown')
      assert.equal(await page.getByRole('button', { name: t('ledger:entries.more') }).isVisible(), false)
      await page.getByLabel(t('ledger:entries.kind')).selectOption('activation')
      await page.getByText(t('ledger:entries.none')).waitFor()
      await page.getByLabel(t('ledger:entries.kind')).selectOption('legal_text')
      await until(async () => (await rows(page).count()) === legalTexts, 'the legal texts are shown')
      await expectAccessible(page, 'the ledger')
      if (way.width === 390) await expectMargins(page, 'the ledger')
    })

    test('is checked in the browser: the newest checkpoint, an earlier one and an entry', async ({
      product,
      visit,
    }) => {
      const { page } = await visit(way)
      await page.goto(`/${language}/ledger`)
      await run(page, 'newest', 'valid')
      // No witness has signed.
      assert.deepEqual(await outcomes(page, 'newest'), ['passed', 'passed', 'waiting', 'passed', 'passed'])
      await page.getByText(t('ledger-check:steps.witness.none')).waitFor()
      await page.getByText(t('ledger-check:proven.newest.title')).waitFor()

      const { checkpoint: note } = await readState(product)
      assert.ok(note)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: t('ledger:check.newest.download') }).click()
      assert.equal(await readFile(await (await download).path(), 'utf8'), note)
      await page.getByLabel(t('ledger:check.earlier.field')).fill(note)
      await run(page, 'earlier', 'valid')
      // One letter of the root.
      const changed = note.replace(
        /^(.*\n.*\n)(.)/,
        (_, start, letter) => start + (letter === 'A' ? 'B' : 'A'),
      )
      await page.getByLabel(t('ledger:check.earlier.field')).fill(changed)
      await run(page, 'earlier', 'invalid')
      assert.deepEqual(await outcomes(page, 'earlier'), ['failed', 'skipped', 'skipped'])
      await page.getByText(t('ledger-check:parts.signature')).waitFor()

      await page.getByLabel(t('ledger:check.entry.field')).fill('3')
      await run(page, 'entry', 'valid')
      assert.deepEqual(await outcomes(page, 'entry'), new Array(4).fill('passed'))
      assert.match(page.url(), /\?entry=3$/)
      await expectNoSidewaysScroll(page, 'the checks')
      await expectAccessible(page, 'the checks')
    })
  })
}

test.describe('the ledger', () => {
  const language = 'es'
  const t = texts(language)

  test('grows while it is looked at, and says so', async ({ product, visit }) => {
    const { page } = await visit({ language, fakeClock: true })
    await page.goto('/es/ledger')
    await page.locator('#ledger-live[data-state=shown]').waitFor()
    const before = await readState(product)
    const admin = await product.signIn()
    const [lead_id] = await insertLeads(product, 1)
    await admin('/api/badges', { json: { lead_id, badge_type: 'innovator' } })
    await until(async () => (await readState(product)).size > before.size, 'the award is recorded')
    await page.clock.runFor(16_000)
    await page.locator('.rows li[data-new]').first().waitFor()
    const { size } = await readState(product)
    const news = t('ledger:entries.news', { number: size - before.size })
    await until(async () => (await page.locator('[data-slot=news]').textContent()) === news, news)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.runFor(31_000)
    await until(() => asked.length >= 2, 'it asks whether there is more')
    assert.deepEqual(new Set(asked), new Set(['/ledger/checkpoint']))
  })

  test('an entry is opened from the list, from an address and by its hash', async ({ product, visit }) => {
    const { page } = await visit({ language })
    await page.goto('/es/ledger')
    await rows(page).nth(2).locator('a').click()
    await verdictOf(page, 'entry').and(page.locator('[data-verdict=valid]')).waitFor()
    const [leaf] = (await product.send('/api/ledger/leaves?kind=legal_text&limit=1')).read(
      z.array(LedgerLeaf),
    )
    assert.ok(leaf)
    for (const address of [`?entry=${leaf.leaf_hash}`, `?entry=${leaf.index}`, `#entry-${leaf.index}`]) {
      await page.goto('/es/privacy')
      await page.goto(`/es/ledger${address}`)
      await verdictOf(page, 'entry').and(page.locator('[data-verdict=valid]')).waitFor()
      await page.getByText(leaf.commitment).first().waitFor()
    }
    await page.getByLabel(t('ledger:check.entry.field')).fill('999999')
    await run(page, 'entry', 'unfinished')
    await page.getByRole('heading', { name: t('ledger-check:stopped.no_entry.title') }).waitFor()
    await page.getByLabel(t('ledger:check.earlier.field')).fill('hola')
    await run(page, 'earlier', 'unfinished')
    await page.getByRole('heading', { name: t('ledger-check:stopped.incomplete.title') }).waitFor()
  })

  test('back shows the entry before, and before the first none', async ({ visit }) => {
    const { page } = await visit({ language })
    await page.goto('/es/ledger')
    const title = (number: number) =>
      page.locator('.found h4', { hasText: new RegExp(`^${t('ledger:entries.number', { number })}$`) })
    const open = async (number: number) => {
      await page.locator(`.rows [data-index="${number}"] a`).click()
      await title(number).waitFor()
    }
    await open(12)
    // Twice the same is one step.
    await open(12)
    // Another one while the first is still looked for.
    await page.locator('.rows [data-index="11"] a').click()
    await open(10)
    await page.goBack()
    await title(11).waitFor()
    assert.match(page.url(), /\?entry=11$/)
    await page.goBack()
    await title(12).waitFor()
    await page.goBack()
    await page.locator('.found').waitFor({ state: 'detached' })
    assert.match(page.url(), /\/es\/ledger$/)
    assert.equal(await page.getByLabel(t('ledger:check.entry.field')).inputValue(), '')
    await page.goForward()
    await title(12).waitFor()
    // A place in the page is no entry.
    await page.getByRole('link', { name: t('ledger:ways.recorded') }).click()
    await page.goBack()
    assert.equal(await title(12).count(), 1)
  })

  test('a filter that could not be applied is taken back, and said beside the list', async ({ visit }) => {
    const { page } = await visit({ language })
    await page.goto('/es/ledger')
    await page.locator('#ledger-live[data-state=shown]').waitFor()
    await page.route('**/api/ledger/leaves*', (route) => route.abort())
    await page.getByLabel(t('ledger:entries.kind')).selectOption('activation')
    await page.locator('.entries').getByText(t('ledger:entries.fault')).waitFor()
    assert.equal(await page.getByLabel(t('ledger:entries.kind')).inputValue(), '')
    assert.equal(await rows(page).count(), 20)
    await page.getByRole('button', { name: t('ledger:entries.more') }).click()
    await page.locator('.entries').getByText(t('ledger:entries.fault')).waitFor()
    await page.unroute('**/api/ledger/leaves*')
    await page.getByLabel(t('ledger:entries.kind')).selectOption('activation')
    await page.getByText(t('ledger:entries.none')).waitFor()
    assert.equal(await page.getByText(t('ledger:entries.fault')).count(), 0)
  })

  test('asks nothing by itself for as long as the server says', async ({ visit }) => {
    const { page } = await visit({ language, fakeClock: true })
    await page.goto('/es/ledger')
    await page.locator('#ledger-live[data-state=shown]').waitFor()
    let asked = 0
    page.on('request', () => asked++)
    await page.route('**/ledger/checkpoint', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '100' } }),
    )
    await page.clock.runFor(16_000)
    await page.getByText(t('ledger:now.fault')).waitFor()
    await page.clock.runFor(90_000)
    assert.equal(asked, 1)
    await page.unroute('**/ledger/checkpoint')
    await page.clock.runFor(30_000)
    await page.getByText(t('ledger:now.fault')).waitFor({ state: 'hidden' })
  })

  for (const width of [390, 1440] as const) {
    test(`nothing moves when the figures arrive, ${width} px wide`, async ({ visit }) => {
      const { page } = await visit({ language, width })
      await page.route('**/api/ledger*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700))
        await route.continue()
      })
      await page.goto('/es/ledger')
      await page.locator('#now').evaluate((now) => now.scrollIntoView())
      await page.locator('#ledger-live[data-state=waiting]').waitFor()
      const heightOf = () => page.locator('#now').evaluate((now) => now.getBoundingClientRect().height)
      const before = await heightOf()
      await page.locator('#ledger-live[data-state=shown]').waitFor()
      const after = await heightOf()
      assert.ok(Math.abs(after - before) < 2, `${before} px, then ${after} px`)
    })
  }

  test('a changed byte of what the server answers is found, and a lost connection is no fault of the ledger', async ({
    visit,
  }) => {
    const { page } = await visit({ language })
    await page.goto('/es/ledger')
    await page.route('**/ledger/tile/0/**', async (route) => {
      const answer = await route.fetch()
      const body = await answer.body()
      body[40] = (body[40] ?? 0) ^ 1
      await route.fulfill({ response: answer, body })
    })
    await run(page, 'newest', 'invalid')
    assert.deepEqual(await outcomes(page, 'newest'), ['passed', 'passed', 'waiting', 'failed', 'skipped'])
    await page.getByText(t('ledger-check:parts.root')).waitFor()
    await page.unroute('**/ledger/tile/0/**')
    await page.route('**/ledger/checkpoint', (route) => route.abort())
    await run(page, 'newest', 'unfinished')
    await page.getByText(t('ledger-check:obstacles.unreachable')).waitFor()
  })

  test('says that nothing is recorded yet, and that figures could not be loaded', async ({
    product,
    visit,
  }) => {
    const { page } = await visit({ language })
    const state = await readState(product)
    await page.route('**/api/ledger', (route) => route.abort())
    await page.goto('/es/ledger')
    await page.getByText(t('ledger:now.fault')).waitFor()
    await page.unroute('**/api/ledger')
    const empty: LedgerState = { ...state, size: 0, checkpoint: null, checkpoint_at: null, days: [] }
    await page.route('**/api/ledger', (route) => route.fulfill({ json: empty }))
    await page.route('**/api/ledger/leaves*', (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: t('ledger:now.retry') }).click()
    await page.getByText(t('ledger:now.empty')).waitFor()
    assert.equal(await page.getByText(t('ledger:now.fault')).isVisible(), false)
    await run(page, 'newest', 'unfinished')
    await page.getByText(t('ledger-check:obstacles.empty')).waitFor()
  })

  test('says without scripts where its data is', async ({ visit }) => {
    const { page } = await visit({ language, scripts: false })
    await page.goto('/es/ledger')
    await page.getByText(t('ledger:now.without_script')).waitFor()
    assert.equal(await page.getByText(t('ledger:now.waiting')).isVisible(), false)
    assert.equal(await page.getByRole('button', { name: t('ledger:check.newest.start') }).isVisible(), false)
    await page
      .getByRole('link', { name: t('ledger:programs.state') })
      .first()
      .click()
    await page.getByText('"root_hash"').waitFor()
  })
})
