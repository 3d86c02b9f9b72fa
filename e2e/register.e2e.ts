import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { segments } from '#shared/segments.ts'
import { expectFocusOn } from './support/expectations.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

const t = (key: string) => textOf('es', key)

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

const radio = (page: Page, segment: string) =>
  page.getByRole('radio', { name: t(`site:form.segment.${segment}`) })
const selector = (page: Page, segment: string) =>
  page
    .getByRole('navigation', { name: t('register:benefits.choose') })
    .getByRole('link', { name: t(`site:form.segment.${segment}`), exact: true })

/** The form, the list of benefits and the mark in the selector must all be about one segment. */
async function expectSegment(page: Page, expected: string): Promise<void> {
  assert.ok(await radio(page, expected).isChecked(), `the form is about ${expected}`)
  for (const segment of segments) {
    const heading = page.getByRole('heading', { name: t(`register:benefits.${segment}.title`), exact: true })
    assert.equal(await heading.isVisible(), segment === expected, `the benefits of ${segment}`)
  }
}

test.describe('the register page', () => {
  for (const scripts of [false, true]) {
    test(`keeps benefits and form about the same segment ${scripts ? 'with' : 'without'} scripts`, async ({
      visit,
    }) => {
      const { page, faults } = await visit({ scripts })
      await page.goto('/es/register')
      await expectSegment(page, 'developer')
      await selector(page, 'business').click()
      await page.waitForURL('**/es/register?segment=business#benefits')
      await expectSegment(page, 'business')
      assert.equal(await selector(page, 'business').getAttribute('aria-current'), 'true')
      await radio(page, 'academic').check()
      await expectSegment(page, 'academic')
      await page.goBack()
      await expectSegment(page, 'developer')
      await page.goto('/es/register?segment=ngo_gov')
      await expectSegment(page, 'ngo_gov')
      assert.deepEqual(faults, [])
    })
  }

  test('loses nothing typed when another segment is chosen above', async ({ visit }) => {
    const { page, faults } = await visit()
    await page.goto('/es/register')
    const name = page.getByLabel(t('site:form.name'))
    await name.fill('Ana Pérez')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/early-adopters-')),
    )
    await page.waitForLoadState('networkidle')
    await selector(page, 'ngo_gov').click()
    await expectSegment(page, 'ngo_gov')
    assert.match(page.url(), /\?segment=ngo_gov#benefits$/)
    assert.equal(await name.inputValue(), 'Ana Pérez')
    assert.equal(await selector(page, 'ngo_gov').getAttribute('aria-current'), 'true')
    assert.equal(await selector(page, 'developer').getAttribute('aria-current'), null)
    await expectFocusOn(page, t('register:benefits.ngo_gov.title'))
    assert.deepEqual(faults, [])
  })

  test('answers its questions without scripts', async ({ visit }) => {
    const { page } = await visit({ scripts: false })
    await page.goto('/es/register')
    assert.ok(await page.getByText(t('register:faq.items.duration.answer')).isVisible())
    const answer = page.getByText(t('register:faq.items.leaving.answer'))
    assert.ok(!(await answer.isVisible()))
    await page.getByText(t('register:faq.items.leaving.question')).click()
    await answer.waitFor({ state: 'visible' })
  })

  test('welcomes whoever registers, and still tells what there is for them', async ({ visit }) => {
    const { page } = await visit({ scripts: false })
    await page.goto('/es/register?segment=academic')
    await page.getByLabel(t('site:form.name')).fill('Ana Pérez')
    await page.getByLabel(t('site:form.email')).fill('ana.registra@example.org')
    await page.getByRole('checkbox', { name: t('site:form.consent') }).check()
    await page.getByRole('button', { name: t('site:form.submit') }).click()
    await page.getByRole('heading', { name: t('site:registered.title') }).waitFor()
    assert.equal(await page.locator('[data-gains] h3:visible').count(), 1)
  })
})

test.describe('the pages about the team and the programme', () => {
  test('/about leads to /register', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/about')
    await page.getByRole('link', { name: t('about:invitation.button') }).click()
    await page.waitForURL('**/es/register')
  })
})
