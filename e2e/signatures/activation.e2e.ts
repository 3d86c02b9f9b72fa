import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { activationForm, addActivationLink } from '../../test/support/signatures/activation-links.ts'
import { until } from '../../test/support/until.ts'
import {
  expectAccessible,
  expectFit,
  expectFocusOn,
  expectNoSidewaysScroll,
} from '../support/expectations.ts'
import { chooseWays } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

const names: Partial<Record<Language, string>> = { ar: 'ليلى الحداد', hi: 'प्रिया शर्मा' }
const nameIn = (language: Language) => names[language] ?? 'Nuria Ñíguez'

async function invite(product: TestApp, language: Language, hours?: number) {
  const link = await addActivationLink(product, { ...(hours !== undefined && { hours }) })
  return { ...link, path: `/${language}/activate-signature/${link.token}` }
}

/** The parts of the page by their texts in a language. */
function partsOf(page: Page, language: Language) {
  const t = (key: string, variables = {}) => textOf(language, `activation:${key}`, variables)
  const field = (name: string) => page.getByLabel(t(`fields.${name}`), { exact: true })
  return {
    t,
    field,
    submit: page.getByRole('button', { name: t('form.submit'), exact: true }),
    heading: (key: string) => page.getByRole('heading', { level: 1, name: t(key), exact: true }),
    terms: page.locator('[name=agreedToTerms]'),
    /** Waits until the script has checked the link. */
    ready: () => page.locator('.stages li:nth-child(2)[aria-current=step]').waitFor(),
    async fill(name = nameIn(language)) {
      await field('fullName').fill(name)
      await field('organization').fill('Cooperativa del Valle')
      await field('position').fill('Directora')
      await field('country').selectOption('UK')
      await field('useCase').fill('Firmar albaranes')
    },
  }
}

const countActivated = async ({ pool }: TestApp, signatureId: string): Promise<number> => {
  const { rows } = await pool.query(
    'SELECT count(*)::int AS count FROM signatures WHERE id = $1 AND activated_at IS NOT NULL',
    [signatureId],
  )
  return rows[0].count
}

const ways = chooseWays(
  [
    ['en', 1440, 'light'],
    ['es', 390, 'light'],
    ['ar', 390, 'dark'],
    ['hi', 1440, 'light'],
  ] as const,
  0,
  2,
)

for (const [language, width, theme] of ways) {
  test(`a signature is activated in ${language} at ${width} px`, async ({ product, visit }) => {
    const { path, signatureId } = await invite(product, language)
    const visitor = await visit({ width, theme, locale: language })
    const { page } = visitor
    const { t, field, submit, heading, terms, ready, fill } = partsOf(page, language)
    await page.goto(path)
    await heading('title').waitFor()
    await ready()
    await page.locator('.countdown').waitFor()
    await page.getByText(signatureId).waitFor()
    await expectAccessible(page, 'the form')

    // What is missing is said beside each field, and the first one has the focus.
    await submit.click()
    await page.locator('#activation-fullName:focus').waitFor()
    assert.equal(await page.locator('[aria-invalid=true]').count(), 6)
    await page.getByText(textOf(language, 'errors:fields.terms_required'), { exact: true }).waitFor()
    await expectAccessible(page, 'what is refused')

    // By keyboard alone from here on.
    await fill()
    await terms.press('Space')
    await submit.press('Enter')
    await heading('done.title').waitFor()
    await expectFocusOn(page, t('done.title'))
    const title = await page.title()
    assert.ok(title.startsWith(t('done.title')), title)
    assert.equal(await countActivated(product, signatureId), 1)
    await page.getByText(t('done.active'), { exact: true }).waitFor()

    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: t('certificate.plain') }).click()
    const download = await waiting
    const { rows } = await product.pool.query('SELECT certificate_id FROM signatures WHERE id = $1', [
      signatureId,
    ])
    assert.equal(download.suggestedFilename(), `${rows[0].certificate_id}.txt`)
    const text = await readFile(await download.path(), 'utf8')
    assert.ok(text.includes(rows[0].certificate_id) && text.includes(nameIn(language)))
    assert.ok(text.includes(t('certificate.file.note')))
    for (const [name, beginning, ending] of [
      ['pdf', '%PDF-', 'pdf'],
      ['credential', '{"@context"', 'json'],
    ] as const) {
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: t(`certificate.${name}`), exact: true }).click()
      const file = await coming
      assert.equal(file.suggestedFilename(), `${rows[0].certificate_id}.${ending}`)
      assert.ok((await readFile(await file.path(), 'latin1')).startsWith(beginning), name)
    }
    const check = page.getByRole('link', { name: t('certificate.check'), exact: true })
    assert.equal(await check.getAttribute('href'), `/${language}/verify/${rows[0].certificate_id}`)
    await expectAccessible(page, 'the active signature')
    await expectNoSidewaysScroll(page, 'the active signature')
    assert.equal(await page.evaluate(() => sessionStorage.length), 0)
    await expectFit(page, 'the active signature')

    // The link opens the same from now on.
    await page.goto(path)
    await heading('done.title').waitFor()
    await page.getByRole('link', { name: t('certificate.plain') }).waitFor()
    assert.equal(await page.title(), title)
    assert.equal(await field('fullName').count(), 0)
    assert.deepEqual(visitor.faults, [])
  })
}

test('what was typed survives a reload, and the token stays out of the storage', async ({
  product,
  visit,
}) => {
  const { path, token } = await invite(product, 'es')
  const { page, faults } = await visit()
  const { field, terms, ready, fill } = partsOf(page, 'es')
  await page.goto(path)
  await ready()
  await fill()
  await terms.check()
  await page.reload()
  await ready()
  assert.equal(await field('fullName').inputValue(), 'Nuria Ñíguez')
  assert.equal(await field('country').inputValue(), 'UK')
  assert.equal(await field('useCase').inputValue(), 'Firmar albaranes')
  assert.equal(await terms.isChecked(), false, 'the agreement is given anew')
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  assert.ok(!stored.includes(token))
  assert.deepEqual(faults, [])
})

test('nothing but the page and its own calls knows the token, and progress is told once', async ({
  product,
  visit,
}) => {
  const { path, token, signatureId } = await invite(product, 'en')
  const { page, quiet } = await visit()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What a script loads names that script.
    assert.ok(!request.headers().referer?.includes(token), pathname)
    const isKnown = pathname === path || pathname.startsWith('/api/signature/')
    if (!isKnown) assert.ok(!`${request.url()} ${request.postData()}`.includes(token), pathname)
    if (request.method() === 'POST') calls.push(`${pathname.replace(token, '')} ${request.postData()}`)
  })
  const { field, ready } = partsOf(page, 'en')
  await page.goto(path)
  await ready()
  await field('fullName').fill('Ana')
  await field('fullName').fill('Ana B')
  await quiet()
  assert.deepEqual(calls, [
    '/api/signature/progress/ {"step":"opened"}',
    '/api/signature/progress/ {"step":"started"}',
  ])
  const { rows } = await product.pool.query('SELECT opened_at, started_at FROM signatures WHERE id = $1', [
    signatureId,
  ])
  assert.ok(rows[0].opened_at && rows[0].started_at)
})

test('submitting twice sends one request, and the button says so', async ({ product, visit }) => {
  const { path, signatureId } = await invite(product, 'en')
  const { page, faults } = await visit()
  const { submit, heading, terms, ready, fill } = partsOf(page, 'en')
  let sent = 0
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/signature/activate/**', async (route) => {
    sent += 1
    await released
    await route.continue()
  })
  await page.goto(path)
  await ready()
  await fill()
  await terms.check()
  await page.locator('.request form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  const busy = page.getByRole('button', { name: 'Activating...', exact: true })
  await busy.waitFor()
  assert.ok(await busy.isDisabled())
  assert.equal(await submit.count(), 0)
  release()
  await heading('done.title').waitFor()
  assert.equal(sent, 1)
  assert.equal(await countActivated(product, signatureId), 1)
  assert.deepEqual(faults, [])
})

test('a lost connection keeps everything; the next attempt learns that the first one succeeded', async ({
  product,
  visit,
}) => {
  const { path, signatureId } = await invite(product, 'en')
  const { page } = await visit()
  const { field, submit, heading, terms, ready, fill } = partsOf(page, 'en')
  await page.goto(path)
  await ready()
  await fill()
  await terms.check()
  const network = page.getByText('Network error. Please try again.', { exact: true })
  await page.route('**/api/signature/activate/**', (route) => route.abort())
  await submit.click()
  await network.waitFor()
  await expectFocusOn(page, 'Network error. Please try again.')
  assert.equal(await field('useCase').inputValue(), 'Firmar albaranes')
  assert.ok(await terms.isChecked())
  assert.equal(await countActivated(product, signatureId), 0)
  await expectAccessible(page, 'a network error')

  // This time the request arrives, and its answer is lost.
  await page.unroute('**/api/signature/activate/**')
  await page.route('**/api/signature/activate/**', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit.click()
  await until(async () => (await countActivated(product, signatureId)) === 1, 'the request has arrived')
  await network.waitFor()
  await page.unroute('**/api/signature/activate/**')
  await submit.click()
  await heading('done.title').waitFor()
  await page.getByRole('link', { name: 'Download text file' }).waitFor()
})

test('a check of the link that fails can be repeated, and the form stays', async ({ product, visit }) => {
  const { path } = await invite(product, 'en')
  const { page } = await visit()
  const { field, ready } = partsOf(page, 'en')
  await page.route('**/api/signature/validate/**', (route) => route.abort())
  await page.goto(path)
  await page.getByText('Failed to validate activation link', { exact: true }).waitFor()
  await expectAccessible(page, 'a check that failed')
  await field('fullName').fill('Ana')
  await page.unroute('**/api/signature/validate/**')
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await ready()
  assert.equal(await field('fullName').inputValue(), 'Ana')
})

test('at zero the form gives way to the error screen, and a newer link gets back what was typed', async ({
  product,
  visit,
}) => {
  const { path } = await invite(product, 'en', 0.02)
  const visitor = await visit({ fakeClock: true })
  const { page } = visitor
  const { t, field, ready, heading } = partsOf(page, 'en')
  await page.goto(path)
  await ready()
  await page.getByText(/^00:01:1\d$/).waitFor()
  assert.equal(await page.locator('.countdown').getAttribute('aria-live'), 'off')
  await field('fullName').fill('Nuria')
  await page.clock.runFor(13_000)
  await page.getByText(t('time.spoken.60'), { exact: true }).waitFor({ state: 'attached' })
  await page.clock.runFor(62_000)
  await heading('refused.expired').waitFor()
  assert.equal(t('refused.expired'), 'Activation link has expired')
  await expectFocusOn(page, 'Activation link has expired')
  await page.getByText(t('refused.kept')).waitFor()
  await page.getByRole('link', { name: 'Go to Homepage', exact: true }).waitFor()
  await expectAccessible(page, 'an expired link')

  const newer = await invite(product, 'en')
  await page.goto(newer.path)
  await ready()
  assert.equal(await field('fullName').inputValue(), '')
  await page.getByRole('button', { name: t('left.restore') }).click()
  assert.equal(await field('fullName').inputValue(), 'Nuria')
  assert.deepEqual(visitor.faults, [])
})

test('the link is checked again after a long absence', async ({ product, visit }) => {
  const { path, token } = await invite(product, 'en')
  const { page } = await visit({ fakeClock: true })
  const { ready, heading } = partsOf(page, 'en')
  await page.goto(path)
  await ready()
  // Somebody activates it on another device meanwhile.
  const { agreedToTerms: _, ...form } = activationForm
  await product.send(`/api/signature/activate/${token}`, { json: { ...form, agreedToTerms: true } })
  await page.clock.fastForward('08:00:00')
  await heading('done.title').waitFor()
})

test('an unknown link: the way home, and another link is asked for', async ({ visit }) => {
  const visitor = await visit({ width: 390 })
  const { page } = visitor
  await page.goto('/ar/activate-signature/unknown')
  const t = (key: string) => textOf('ar', `activation:${key}`)
  await page.getByRole('heading', { level: 1, name: t('refused.invalid'), exact: true }).waitFor()
  await expectAccessible(page, 'an unknown link')
  await page.getByLabel(t('ask.email')).fill('nobody@example.org')
  await page.getByRole('button', { name: t('ask.send') }).click()
  await page.getByText(t('ask.sent'), { exact: true }).waitFor()
  await expectAccessible(page, 'what is said about another link')
  await expectFit(page, 'an unknown link')
  await page.getByRole('link', { name: t('refused.home') }).click()
  await page.waitForURL('**/ar/')
  assert.deepEqual(visitor.faults, [])
})

test('without scripts: refused, corrected, activated', async ({ product, visit }) => {
  const { path, signatureId } = await invite(product, 'hi')
  const { page } = await visit({ scripts: false, width: 390, locale: 'hi' })
  const { field, submit, heading, terms, fill } = partsOf(page, 'hi')
  await page.goto(path)
  assert.equal(await page.locator('.countdown').count(), 0)
  await page.locator('.request time').waitFor()
  await fill()
  await submit.click()
  await page.getByText(textOf('hi', 'errors:fields.terms_required'), { exact: true }).waitFor()
  assert.equal(await field('fullName').inputValue(), 'प्रिया शर्मा')
  assert.equal(await field('country').inputValue(), 'UK')
  await terms.check()
  await submit.click()
  await heading('done.title').waitFor()
  assert.equal(new URL(page.url()).pathname, path)
  assert.equal(await countActivated(product, signatureId), 1)
})
