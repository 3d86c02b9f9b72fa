import assert from 'node:assert/strict'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { arabicJourneyLanguages, journeyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

const t = (key: string) => textOf('es', key)

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

/** Scripts among paths, but for the one that reports the speed of a page. */
const scriptsIn = (paths: string[]) =>
  paths.filter((path) => path.endsWith('.js') && !path.includes('/timings-'))

test.describe('the landing page', () => {
  test('loads one small script, a second one for its speed once it is scrolled, and React when it is touched', async ({
    visit,
  }) => {
    const { page } = await visit()
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/es/', { waitUntil: 'networkidle' })
    assert.equal(scripts.length, 1)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(300)
    assert.equal(scripts.length, 2)
    assert.match(scripts[1] ?? '', /\/assets\/timings-/)
    await page.getByLabel(t('site:form.name')).focus()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/early-adopters-')),
    )
  })
})

for (const language of journeyLanguages) {
  const say = (key: string, variables = {}) => textOf(language, key, variables)
  const verdict = (name: string) => say(`certificate-check:verdicts.${name}.title`)

  test(`the sample certificate is checked, fails once a letter is changed and passes once it is back, in ${language}`, async ({
    visit,
  }) => {
    const visitor = await visit({ width: language === 'ar' ? 390 : 1440 })
    const { page } = visitor
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`/${language}/`, { waitUntil: 'networkidle' })
    const sample = page.locator('#sample')
    await sample.scrollIntoViewIfNeeded()
    assert.equal(scriptsIn(requests).length, 1)
    assert.ok(!requests.some((path) => path.startsWith('/api/certificates/')))

    // With the keyboard alone.
    const holder = sample.getByLabel(say('sample:section.facts.holder'))
    await holder.focus()
    await page.keyboard.press('Enter')
    await sample.getByText(verdict('proven'), { exact: true }).waitFor()
    await expectAccessible(page, 'a checked sample')
    await expectNoSidewaysScroll(page, 'a checked sample')

    await holder.press('End')
    await holder.press('Backspace')
    assert.equal(await sample.getByText(verdict('proven'), { exact: true }).count(), 0)
    await sample.getByRole('button', { name: say('sample:section.check') }).click()
    const failure = say('certificate-check:verdicts.altered.text', {
      step: say('certificate-check:steps.holder.title'),
    })
    await sample.getByRole('status').getByText(failure, { exact: true }).waitFor()
    await sample.getByText(say('certificate-check:reasons.holder_differs'), { exact: true }).waitFor()
    await expectAccessible(page, 'a changed sample')

    await sample.getByRole('button', { name: say('sample:result.restore') }).press('Enter')
    await sample.locator(':focus').and(sample.getByRole('button')).waitFor()
    await sample.getByText(verdict('proven'), { exact: true }).waitFor()
    assert.equal(await holder.inputValue(), say('sample:certificate.holder'))
    assert.deepEqual(visitor.faults, [])
  })
}

for (const language of arabicJourneyLanguages) {
  const say = (key: string, variables = {}) => textOf(language, `sample:${key}`, variables)
  const nameOf = (step: string) => textOf(language, `use-cases:transparency.how.labels.${step}`)

  test(`the sample ledger breaks in the picture where an amount is changed, in ${language}`, async ({
    visit,
  }) => {
    const visitor = await visit({ width: language === 'ar' ? 390 : 1440 })
    const { page } = visitor
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`/${language}/use-cases/transparency`, { waitUntil: 'networkidle' })
    const section = page.locator('#how')
    const picture = section.getByRole('img')
    const knots = () =>
      section
        .locator('.tile.copy')
        .evaluateAll((tiles) => tiles.map((tile) => tile.querySelector('.forged') !== null))
    assert.deepEqual(await knots(), [false, false, true, false])
    assert.equal(scriptsIn(requests).length, 1)

    await section.getByRole('button', { name: say('section.check') }).click()
    await section.getByRole('status').getByText(say('ledger.intact.title'), { exact: true }).waitFor()
    assert.deepEqual(await knots(), [false, false, false, false])
    assert.equal(await picture.getAttribute('aria-label'), say('ledger.intact.diagram'))
    await expectAccessible(page, 'a checked ledger')

    // Once it has been checked, it is checked again after every change.
    await section.getByLabel(nameOf('contract'), { exact: true }).fill('119000')
    const step = nameOf('contract')
    await section
      .getByRole('status')
      .getByText(say('ledger.broken.title', { step }), { exact: true })
      .waitFor()
    const reason = say('ledger.broken.signature', { amount: '119000' })
    const link = say('ledger.broken.link', { next: nameOf('payment') })
    await section.getByText(`${reason} ${link}`, { exact: true }).waitFor()
    assert.deepEqual(await knots(), [false, true, false, false])
    assert.equal(await picture.getAttribute('aria-label'), say('ledger.broken.diagram', { step }))
    assert.ok((await section.locator('figcaption').innerText()).includes(say('ledger.caption')))
    await expectAccessible(page, 'a changed ledger')
    await expectNoSidewaysScroll(page, 'a changed ledger')

    await section.getByRole('button', { name: say('result.restore') }).click()
    await section.getByRole('status').getByText(say('ledger.intact.title'), { exact: true }).waitFor()
    assert.deepEqual(await knots(), [false, false, false, false])
    assert.deepEqual(visitor.faults, [])
  })
}

test('the sample certificate says when it cannot be checked, and tries again', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/es/')
  const sample = page.locator('#sample')
  const check = sample.getByRole('button', { name: t('sample:section.check') })
  const unloaded = sample.getByText(t('sample:section.unloaded'))
  // What a browser could not load it asks for again in a new page only.
  for (const missing of ['**/assets/signatures-sample-*.js', '**/assets/check-certificate-*.js']) {
    await page.route(missing, (route) => route.abort())
    await check.click()
    await unloaded.waitFor()
    await page.unroute(missing)
    await Promise.all([page.waitForEvent('load'), check.click()])
  }
  await page.route('**/api/certificates/sample/es', (route) => route.abort())
  await check.click()
  await sample.getByText(t('certificate-check:verdicts.unproven.title'), { exact: true }).waitFor()
  await page.unroute('**/api/certificates/sample/es')
  await check.click()
  await sample.getByText(t('certificate-check:verdicts.proven.title'), { exact: true }).waitFor()
  assert.equal(await unloaded.isVisible(), false)
})

test('the samples are a file to read and a picture where there are no scripts', async ({ visit }) => {
  const { page } = await visit({ scripts: false })
  await page.goto('/es/')
  const sample = page.locator('#sample')
  assert.equal(await sample.locator('noscript').textContent(), t('sample:section.noscript'))
  assert.equal(await sample.getByRole('button').count(), 0)
  const address = await sample.getByRole('link', { name: t('sample:section.file') }).getAttribute('href')
  assert.equal(address, '/api/certificates/sample/es')
  await page.goto('/es/use-cases/transparency')
  assert.ok(await page.locator('#how').getByRole('img').isVisible())
  assert.equal(await page.locator('#how').getByRole('button').count(), 0)
})

test.describe('the first screen', () => {
  for (const language of ['es', 'en'] as const) {
    test(`names the product, for whom it is, its state and price, and one action (${language})`, async ({
      visit,
    }) => {
      const { page } = await visit()
      await page.goto(`/${language}/`)
      for (const [width, height] of [
        [390, 844],
        [360, 640],
        [1366, 650],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        const parts = {
          product: page.locator('header').getByRole('img', { name: 'Firmeza' }),
          offer: page.getByText(textOf(language, 'site:hero.lead')),
          state: page.getByText(textOf(language, 'site:hero.state')),
          action: page
            .locator('main')
            .getByRole('link', { name: textOf(language, 'site:hero.join') })
            .first(),
        }
        for (const [part, locator] of Object.entries(parts)) {
          const box = await locator.boundingBox()
          assert.ok(
            box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
            `${part} at ${width} × ${height} px: ${JSON.stringify(box)}`,
          )
        }
      }
    })
  }
})

test.describe('language', () => {
  test('is the browser’s, then the one chosen in the selector', async ({ visit }) => {
    const { page } = await visit({ locale: 'de-AT' })
    await page.goto('/')
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await page
      .getByRole('button', { name: textOf('de', 'site:nav.language', { language: 'Deutsch' }) })
      .click()
    await page.getByRole('link', { name: 'العربية' }).click()
    await page.waitForURL('**/ar/')
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
    await page.goto('/')
    assert.equal(await page.locator('html').getAttribute('lang'), 'ar')
  })

  test('is English when nobody speaks one of ours', async ({ visit }) => {
    const { page } = await visit({ locale: 'ja-JP' })
    await page.goto('/')
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  })
})

test.describe('the chrome', () => {
  test('has a menu on a phone that opens, leads to a section and closes', async ({ visit }) => {
    const { page } = await visit({ width: 390 })
    await page.goto('/es/')
    const menu = page.locator('#menu')
    await page.getByRole('button', { name: t('site:nav.menu'), exact: true }).click()
    await menu.waitFor({ state: 'visible' })
    await page.getByRole('button', { name: t('site:nav.close'), exact: true }).waitFor()
    await menu.getByRole('link', { name: t('site:footer.industrial') }).waitFor()
    await expectAccessible(page, 'the open menu')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t('site:nav.menu'), exact: true }).click()
    await menu.getByRole('link', { name: t('site:nav.investors') }).click()
    await menu.waitFor({ state: 'hidden' })
    assert.match(page.url(), /#investors$/)
  })

  test('opens its lists below itself in browsers that cannot anchor them to their buttons', async ({
    visit,
  }) => {
    const { page } = await visit({ width: 1440 })
    await page.route('**/es/', async (route) => {
      const response = await route.fetch()
      // The policy has the hash of the style as it is served.
      const { 'content-security-policy': _, ...headers } = response.headers()
      const body = (await response.text()).replaceAll('anchor(', 'unknown(')
      await route.fulfill({ response, headers, body })
    })
    await page.goto('/es/')
    const { y, height } = (await page.locator('header').boundingBox()) ?? { y: 0, height: 0 }
    for (const id of ['use-cases', 'themes', 'languages']) {
      await page.locator(`[popovertarget="${id}"]`).click()
      const list = (await page.locator(`#${id}`).boundingBox()) ?? { y: 0, height: 0, width: 0 }
      assert.ok(
        list.y > y + height / 2 && list.height > 100 && list.width < 700,
        JSON.stringify({ id, list }),
      )
      await page.keyboard.press('Escape')
    }
  })

  test('lists the use cases beside the link to their section', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/')
    const list = page.locator('#use-cases')
    await list.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t('site:cases.label') }).click()
    await expectAccessible(page, 'the open list of use cases')
    await list.getByRole('link', { name: t('site:footer.transparency') }).click()
    await page.waitForURL('**/es/use-cases/transparency')
  })

  test('keeps the theme that was chosen, without a flash', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/')
    // `light dark` follows the system.
    const scheme = () =>
      page.evaluate(() => {
        const { colorScheme } = getComputedStyle(document.documentElement)
        if (colorScheme !== 'light dark') return colorScheme
        return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
      })
    const choose = async (theme: string) => {
      await page.getByRole('button', { name: t('site:nav.theme') }).click()
      await page.getByRole('button', { name: t(`site:nav.themes.${theme}`) }).click()
      await page.locator('#themes').waitFor({ state: 'hidden' })
    }
    await choose('dark')
    assert.equal(await scheme(), 'dark')
    const response = await page.reload()
    const text = (await response?.text()) ?? ''
    assert.match(text, /<html[^>]*data-theme="dark"/)
    assert.match(text, /value="dark" aria-pressed="true"/)
    await choose('auto')
    assert.equal(await scheme(), 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await scheme(), 'dark')
    assert.doesNotMatch((await (await page.reload())?.text()) ?? '', /<html[^>]*data-theme/)
  })

  test('shows a page one goes back to in the theme chosen since', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/')
    await page.goto('/es/privacy')
    await page.getByRole('button', { name: t('site:nav.theme') }).click()
    await expectAccessible(page, 'the open list of themes')
    await page.getByRole('button', { name: t('site:nav.themes.dark') }).click()
    await page.goBack()
    await page.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
  })

  test('closes its menu on a legal page when a link is followed, also on the way back', async ({ visit }) => {
    const { page } = await visit({ width: 390 })
    await page.goto('/es/privacy')
    await page.getByRole('button', { name: t('site:nav.menu'), exact: true }).click()
    const menu = page.locator('#menu')
    await menu.getByRole('link', { name: t('site:nav.cases') }).click()
    await page.waitForURL('**/es/#cases')
    await page.goBack()
    await menu.waitFor({ state: 'hidden' })
  })

  test('says which page it stands on', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/about')
    const current = page.locator('header nav [aria-current=page]')
    assert.equal(await current.innerText(), t('site:nav.about'))
    await page.goto('/es/')
    assert.equal(await current.innerText(), t('site:nav.home'))
  })

  test('begins with a link that skips to the content', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator(':focus').innerText(), t('site:nav.skip'))
  })
})

test('a missing page says so in the visitor’s language and look, and leads home', async ({ visit }) => {
  const { page } = await visit({ width: 390, theme: 'dark' })
  const response = await page.goto('/ar/nowhere')
  assert.equal(response?.status(), 404)
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await expectAccessible(page, 'the missing page')
  assert.equal(await page.locator('main nav a').count(), 7)
  await page.locator('main a').first().click()
  await page.waitForURL('**/ar/')
})
