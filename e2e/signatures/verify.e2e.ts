import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { Certificate } from '#features/signatures/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { addAnchor } from '../../test/support/ledger/add-anchor.ts'
import { activateLead } from '../../test/support/signatures/signatures.ts'
import { expectAccessible, expectFit, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicPhone, chooseWays, spanishDesktop } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

/** An activated signature, with its certificate as the holder downloads it. */
async function issue(product: TestApp, language: Language, fullName = 'Nuria Ñíguez') {
  const admin = await product.signIn()
  const { token, leadId, signature_id } = await activateLead(product, admin, { fullName })
  const path = `/api/signature/certificate/${token}`
  const { certificate_id: id } = (await product.send(path)).read(Certificate)
  const pdf = await product.send(`${path}/certificate.pdf?language=${language}`)
  const credential = await product.send(`${path}/credential.json`)
  return {
    ...{ admin, token, leadId, id, signatureId: signature_id, fullName },
    pdf: { name: `${id}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdf.bytes) },
    credential: { name: `${id}.json`, mimeType: 'application/json', buffer: Buffer.from(credential.text) },
  }
}

function partsOf(page: Page, language: Language) {
  const text = (key: string, variables = {}) => textOf(language, key, variables)
  const verdict = (name: string) =>
    page.getByRole('heading', { name: text(`certificate-check:verdicts.${name}.title`), exact: true })
  return { text, verdict, chooser: page.locator('#certificate-check input[type=file]') }
}

const ways = chooseWays([spanishDesktop, arabicPhone] as const, 0, 1)

for (const { language, width, theme } of ways) {
  test(`the anchor of a certificate is checked in ${language} at ${width} px`, async ({ product, visit }) => {
    const { id } = await issue(product, language)
    await addAnchor(product)
    const visitor = await visit({ width, theme, locale: language })
    const { page } = visitor
    const { text, verdict } = partsOf(page, language)
    await page.goto(`/${language}/verify/${id}`)
    await verdict('proven').waitFor()
    const explorer = page.getByRole('link', { name: text('certificate-check:explorer'), exact: true })
    assert.match(
      (await explorer.getAttribute('href')) ?? '',
      /^https:\/\/explorer\.example\/tx\/0x[0-9a-f]{64}$/,
    )
    await page
      .getByText(/Sepolia/)
      .first()
      .waitFor()
    await expectAccessible(page, 'an anchored certificate')
    await expectNoSidewaysScroll(page, 'an anchored certificate')
    await expectFit(page, 'an anchored certificate')
    assert.deepEqual(visitor.faults, [])
  })

  test(`a certificate is checked in ${language} at ${width} px, and no file leaves the browser`, async ({
    product,
    visit,
  }) => {
    const { id, pdf, credential, fullName } = await issue(
      product,
      language,
      language === 'ar' ? 'ليلى الحداد' : 'Nuria Ñíguez',
    )
    const visitor = await visit({ width, theme, locale: language })
    const { page } = visitor
    const { text, verdict, chooser } = partsOf(page, language)
    const sent: string[] = []
    page.on('request', (request) =>
      sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
    )
    await page.goto(`/${language}/verify`)
    await expectAccessible(page, 'the page')
    await chooser.setInputFiles(pdf)
    await verdict('proven').waitFor()
    await page.getByText(fullName, { exact: true }).waitFor()
    assert.equal(await page.locator('.verification-steps [data-outcome=passed]').count(), 11)
    await expectAccessible(page, 'a proven certificate')
    await expectNoSidewaysScroll(page, 'a proven certificate')
    await expectFit(page, 'a proven certificate')

    // One changed letter in the data.
    const changed = {
      ...credential,
      buffer: Buffer.from(String(credential.buffer).replace('"Director', '"Dictator')),
    }
    await chooser.setInputFiles(changed)
    await verdict('altered').waitFor()
    await page.getByText(text('certificate-check:reasons.credential_proof'), { exact: true }).waitFor()
    assert.equal(await page.getByText(fullName, { exact: true }).count(), 0)

    await page.getByLabel(text('certificate-page:id.field')).fill(`  https://x/verify/${id} `)
    await page.getByRole('button', { name: text('certificate-page:id.start'), exact: true }).click()
    await verdict('proven').waitFor()
    assert.equal(await page.getByText(fullName, { exact: true }).count(), 0)
    await page.getByLabel(text('certificate-page:paste.field')).fill('hello')
    await page.getByRole('button', { name: text('certificate-page:paste.start'), exact: true }).click()
    await verdict('unproven').waitFor()
    await page.getByText(text('certificate-check:reasons.unknown_file'), { exact: true }).waitFor()
    assert.ok(!sent.some((line) => line.includes('Director') || line.includes('hello')))
    assert.deepEqual(visitor.faults, [])
  })
}

test('the page of a certificate checks it at once, also once it is revoked or withdrawn', async ({
  product,
  visit,
}) => {
  const { admin, id, signatureId, leadId } = await issue(product, 'es')
  const { page } = await visit()
  const { text, verdict } = partsOf(page, 'es')
  await page.goto(`/es/verify/${id}`)
  await verdict('proven').waitFor()
  assert.equal(await page.locator('meta[name=robots][content*=noindex]').count(), 1)
  await expectAccessible(page, 'the page of a certificate')
  await admin(`/api/signatures/${signatureId}/revoke`, { json: { reason: 'Por error' } })
  await page.reload()
  await verdict('revoked').waitFor()
  await page.getByText('Por error', { exact: true }).waitFor()
  await expectAccessible(page, 'a revoked certificate')
  await admin(`/api/leads/${leadId}`, { method: 'DELETE' })
  assert.equal((await page.goto(`/es/verify/${id}`))?.status(), 410)
  await page.getByRole('heading', { name: text('certificate-page:withdrawn.title') }).waitFor()
  await expectAccessible(page, 'a withdrawn certificate')
  assert.equal((await page.goto(`/es/verify/${randomUUID()}`))?.status(), 404)
  await page.getByRole('link', { name: text('certificate-page:unknown.action') }).click()
  await page.waitForURL('**/es/verify')
})

test('without scripts, a certificate is found by its id and the server says what it knows', async ({
  product,
  visit,
}) => {
  const { id } = await issue(product, 'es')
  const { page } = await visit({ scripts: false })
  const { text } = partsOf(page, 'es')
  await page.goto('/es/verify')
  await page.getByText(text('certificate-page:check.without_script'), { exact: true }).waitFor()
  await page.getByLabel(text('certificate-page:id.field')).fill(id)
  await page.getByRole('button', { name: text('certificate-page:id.start'), exact: true }).click()
  await page.waitForURL(`**/es/verify/${id}`)
  await page.getByText(text('certificate-page:certificate.server_only'), { exact: true }).waitFor()
  await page.getByText(text('certificate-page:certificate.active'), { exact: true }).waitFor()
})

test('a saved checker proves a file offline, and says that revocation needs the server', async ({
  product,
  visit,
  browser,
}) => {
  const { pdf, credential, fullName } = await issue(product, 'es')
  const { page, faults } = await visit()
  const { text } = partsOf(page, 'es')
  await page.goto('/es/verify')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: text('certificate-page:save.start'), exact: true }).click()
  const download = await waiting
  const folder = await mkdtemp(join(tmpdir(), 'checker-'))
  const file = join(folder, download.suggestedFilename())
  await download.saveAs(file)
  const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' })
  try {
    const saved = await context.newPage()
    saved.on('pageerror', (error) => faults.push(String(error)))
    await saved.goto(pathToFileURL(file).href)
    const { verdict } = partsOf(saved, 'es')
    const chooser = saved.locator('input[type=file]')
    for (const one of [pdf, credential]) {
      await chooser.setInputFiles(one)
      await verdict('offline').waitFor()
      await saved.getByText(fullName, { exact: true }).waitFor()
      await saved.getByText(text('certificate-check:reasons.offline'), { exact: true }).waitFor()
    }
    await expectAccessible(saved, 'a saved checker')
    const changed = Buffer.from(pdf.buffer)
    changed[20_000] = (changed[20_000] ?? 0) ^ 1
    await chooser.setInputFiles({ ...pdf, buffer: changed })
    await verdict('altered').waitFor()
    await saved.getByText(text('certificate-check:reasons.pdf_changed'), { exact: true }).waitFor()
  } finally {
    await context.close()
    await rm(folder, { recursive: true })
  }
  assert.deepEqual(faults, [])
})
