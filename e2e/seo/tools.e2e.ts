import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { EngineOverview } from '#features/seo/submission/contract.ts'
import type { Language } from '#shared/languages.ts'
import { type EngineSimulator, sayAlways } from '../../test/support/seo/engines/http-simulator.ts'
import { startIndexNow } from '../../test/support/seo/engines/index-now.ts'
import { type SubmissionEngine, startSubmissionEngine } from '../../test/support/seo/submission-engine.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectGoodOnPhones } from '../support/expectations.ts'
import { chooseWays, lightPhone } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const publicUrl = 'http://www.example.org'
const ways = chooseWays([lightPhone('es'), { ...lightPhone('ar'), theme: 'dark' }] as const, 0, 1)

test.describe.configure({ mode: 'serial' })
test.use({ productOptions: { env: { PUBLIC_URL: publicUrl } } })

let bing: EngineSimulator
let engine: SubmissionEngine

test.beforeAll(async ({ product: { databaseUrl, clock } }) => {
  bing = await startIndexNow()
  engine = startSubmissionEngine({
    ...{ databaseUrl, clock, publicUrl, listed: () => [] },
    endpoints: { indexNow: { bing: bing.origin, yandex: bing.origin } },
  })
})
test.afterAll(async () => {
  await engine.close()
  await bing.close()
})

const say = (language: Language, key: string, variables = {}) =>
  textOf(language, `submissions:submissions.${key}`, variables)
const cardOf = (page: Page, language: Language, name: string) =>
  page.getByRole('article', { name: say(language, `names.${name}`) })

for (const way of ways) {
  const { language } = way
  test(`changed addresses are submitted to Bing, and its answers are told as they are, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    await product.pool.query(
      'DELETE FROM seo_submission_runs; DELETE FROM seo_submission_calls; DELETE FROM seo_accepted_changes; DELETE FROM seo_engines',
    )
    const admin = await product.signIn()
    const { sitemap } = (await admin('/api/admin/seo/engines')).read(EngineOverview)
    assert.ok(sitemap)
    const { page } = await openAdmin('/admin/seo/tools', way)
    const card = cardOf(page, language, 'bing')
    await card.waitFor()
    await page.getByText(say(language, 'log.none'), { exact: true }).waitFor()
    await cardOf(page, language, 'baidu').getByText(say(language, 'credentials.baiduToken')).waitFor()
    await expectGoodOnPhones(page, `tools ${language}`)

    let held: ServerResponse | undefined
    bing.answer((response) => {
      held = response
    })
    await card
      .getByRole('button', { name: say(language, 'submitTo', { engine: say(language, 'names.bing') }) })
      .click()
    await page.getByText(say(language, 'started')).waitFor()
    await card.getByRole('progressbar').waitFor()
    await engine.start()
    await until(() => held !== undefined, 'the engine has the request')
    await page.getByText(say(language, 'log.states.sending'), { exact: true }).first().waitFor()
    await expectGoodOnPhones(page, `while it is sent ${language}`)

    held?.writeHead(403).end('Key <b>not</b> valid')
    await card.getByText(say(language, 'answers.denied')).waitFor()
    await page.getByText(say(language, 'log.states.refused'), { exact: true }).nth(1).waitFor()
    await card.getByText(say(language, 'words')).click()
    await card.getByText('Key <b>not</b> valid').waitFor()

    bing.answer(sayAlways(202))
    await card
      .getByRole('button', { name: say(language, 'submitTo', { engine: say(language, 'names.bing') }) })
      .click()
    await card.getByRole('progressbar').waitFor()
    await engine.poll()
    await card.getByText(say(language, 'answers.later')).waitFor()
    await page.goto('/admin/seo/tools?engine=bing&state=accepted&search=%2Fde%2F')
    await page.getByRole('row').nth(1).waitFor()
    const perLanguage = sitemap.addresses / sitemap.languages
    assert.equal(await page.getByRole('row').count(), 1 + Math.min(50, perLanguage))
    await expectGoodOnPhones(page, `the ledger ${language}`)
    await page.getByRole('button', { name: say(language, 'again.button') }).click()
    await page.getByRole('dialog').getByText(say(language, 'again.text')).waitFor()
    await expectAccessible(page, `the question ${language}`)
    await page.getByRole('button', { name: say(language, 'cancel') }).click()
  })
}
