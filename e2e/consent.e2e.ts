import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { languages } from '#shared/languages.ts'
import { expectAccessible, expectFocusOn, expectNoSidewaysScroll } from './support/expectations.ts'
import { chooseWays } from './support/sweep.ts'
import { test as base } from './support/test.ts'
import { textOf } from './support/texts.ts'
import type { Visitor, VisitorOptions } from './support/visitor.ts'

const t = (key: string) => textOf('es', `consent:${key}`)
const tagId = 'G-E2ETEST123'

/** What the tag does that can be seen from outside: it sets its cookie and reports, if it is allowed to. */
const standIn = `
  const commands = dataLayer.map((command) => [...command])
  const granted = commands.findLast(([name]) => name === 'consent')[2].analytics_storage === 'granted'
  if (granted && !window['ga-disable-${tagId}']) {
    document.cookie = '_ga=GA1.1.1.1;path=/'
    fetch('https://region1.google-analytics.com/g/collect?' + encodeURIComponent(JSON.stringify(commands)), { mode: 'no-cors' })
    new Image().src = 'https://www.google-analytics.com/pixel'
  }`

interface Guest extends Visitor {
  /** Every address of Google's that was asked for. */
  asked: string[]
  cookie(name: string): Promise<{ value: string; expires: number } | undefined>
}

const test = base.extend<{ visitAsGuest(options?: VisitorOptions): Promise<Guest> }>({
  visitAsGuest: async ({ visit }, use) => {
    await use(async (options) => {
      const visitor = await visit(options)
      const asked: string[] = []
      await visitor.context.route(/^https:\/\//, (route) => {
        asked.push(route.request().url())
        const isTag = route.request().resourceType() === 'script'
        return route.fulfill({
          contentType: isTag ? 'text/javascript' : 'text/plain',
          body: isTag ? standIn : '',
        })
      })
      const cookie = async (name: string) =>
        (await visitor.context.cookies()).find((one) => one.name === name)
      return { ...visitor, asked, cookie }
    })
  },
})

test.use({ productOptions: { env: { LOG_LEVEL: 'error', GOOGLE_TAG_ID: tagId } } })

const bannerOf = (page: Page) => page.getByRole('region', { name: t('title') })
const settingsOf = (page: Page) => page.getByRole('button', { name: t('settings') })
const answer = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
const toggle = (page: Page, category: string) => page.getByRole('checkbox', { name: t(`${category}.title`) })

async function acceptAll(page: Page): Promise<void> {
  await answer(page, 'accept_all').click()
  await page.waitForFunction(() => document.cookie.includes('_ga='))
}

test.describe('before an answer', () => {
  test('nothing is asked of Google and nothing is kept, however much is read', async ({ visitAsGuest }) => {
    const { page, asked, context, faults } = await visitAsGuest()
    for (const path of ['/es/', '/es/about', '/es/nothing']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await bannerOf(page).waitFor()
    }
    assert.deepEqual(asked, [])
    assert.deepEqual(await context.cookies(), [])
    assert.deepEqual(faults, [])
  })

  test('the banner is reached right after the skip link, and takes the focus from nobody', async ({
    visitAsGuest,
  }) => {
    const { page } = await visitAsGuest()
    await page.goto('/es/')
    await bannerOf(page).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY')
    const reached: string[] = []
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press('Tab')
      reached.push(await page.locator(':focus').innerText())
    }
    const expected = [textOf('es', 'site:nav.skip'), textOf('es', 'site:footer.privacy')]
    assert.deepEqual(reached, [...expected, t('only_essential'), t('accept_all'), t('choose')])
  })

  test('no and yes are the same size, and the end of the page can be read and sent', async ({
    visitAsGuest,
  }) => {
    const { page } = await visitAsGuest({ width: 390 })
    await page.goto('/es/register')
    const [no, yes, banner] = await Promise.all(
      [answer(page, 'only_essential'), answer(page, 'accept_all'), bannerOf(page)].map((one) =>
        one.boundingBox(),
      ),
    )
    assert.deepEqual([no?.width, no?.height], [yes?.width, yes?.height])
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const end = await page.locator('footer .end').boundingBox()
    assert.ok(end && banner && end.y + end.height <= banner.y, 'the banner covers the end of the page')
    await page.locator('form.form button[type=submit]').focus()
    const submit = await page.locator('form.form button[type=submit]').boundingBox()
    assert.ok(submit && submit.y + submit.height <= banner.y, 'the banner covers what is focused')
  })

  // What fits in these fits in the others, as a rule.
  for (const language of chooseWays(languages, languages.indexOf('de'), languages.indexOf('ar'))) {
    test(`the question can be read in ${language}`, async ({ visitAsGuest }) => {
      const { page, faults } = await visitAsGuest({ width: 390 })
      await page.goto(`/${language}/about`)
      await page.locator('#consent').waitFor()
      await page.locator('[data-consent=choose]').click()
      await page.locator('#consent-options').waitFor()
      await expectNoSidewaysScroll(page, language)
      await expectAccessible(page, `the banner in ${language}, light`)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, `the banner in ${language}, dark`)
      assert.deepEqual(faults, [])
    })
  }

  test('the scripts weigh no more than a page may load', async ({ visitAsGuest }) => {
    const { page, context } = await visitAsGuest()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    const scripts = new Set<string>()
    session.on(
      'Network.responseReceived',
      ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
    )
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.goto('/es/', { waitUntil: 'networkidle' })
    assert.ok(bytes > 0 && bytes <= 2000, `${bytes} bytes`)
  })
})

test.describe('yes', () => {
  test('loads the tag, once and on every page from then on, with advertising denied', async ({
    visitAsGuest,
  }) => {
    const { page, asked, cookie, faults } = await visitAsGuest()
    await page.goto('/es/')
    await acceptAll(page)
    await bannerOf(page).waitFor({ state: 'hidden' })
    await page
      .getByRole('status')
      .filter({ hasText: t('saved') })
      .waitFor({ state: 'attached' })
    assert.deepEqual(
      asked.filter((url) => url.includes('gtag')),
      [`https://www.googletagmanager.com/gtag/js?id=${tagId}`],
    )
    const report = decodeURIComponent(asked.find((url) => url.includes('collect')) ?? '').split('?')[1] ?? ''
    const commands: [string, string, Record<string, unknown>][] = JSON.parse(report)
    assert.deepEqual(
      commands.map(([name, what]) => (name === 'consent' ? what : name)),
      ['default', 'update', 'js', 'config'],
    )
    assert.ok(Object.values(commands[0]?.[2] ?? {}).every((value) => value === 'denied'))
    assert.deepEqual(commands[1]?.[2], { analytics_storage: 'granted' })
    assert.match((await cookie('consent'))?.value ?? '', /^1\.\d{10}\.analytics\.preferences$/)
    const days = ((await cookie('consent'))?.expires ?? 0) / 86_400 - Date.now() / 86_400_000
    assert.ok(days > 180 && days < 366, `${days} days`)

    asked.length = 0
    await page.goto('/es/about', { waitUntil: 'networkidle' })
    assert.ok(asked.some((url) => url.includes('gtag')))
    assert.equal(await bannerOf(page).isVisible(), false)
    assert.deepEqual(faults, [])
  })

  test('can be taken back in the footer: the tag is gone, and so are its cookies', async ({
    visitAsGuest,
  }) => {
    const { page, asked, cookie } = await visitAsGuest()
    await page.goto('/es/about')
    await acceptAll(page)
    await settingsOf(page).click()
    await expectFocusOn(page, t('title'))
    assert.ok(await toggle(page, 'analytics').isChecked())
    await page.keyboard.press('Escape')
    await bannerOf(page).waitFor({ state: 'hidden' })
    await expectFocusOn(page, t('settings'))

    await settingsOf(page).click()
    await toggle(page, 'analytics').uncheck()
    asked.length = 0
    await Promise.all([page.waitForEvent('load'), answer(page, 'save').click()])
    await page.waitForLoadState('networkidle')
    assert.deepEqual(asked, [])
    assert.equal(await cookie('_ga'), undefined)
    assert.match((await cookie('consent'))?.value ?? '', /^1\.\d{10}\.preferences$/)
  })

  test('is over in every tab once it is taken back in one', async ({ visitAsGuest }) => {
    const { page, context, cookie } = await visitAsGuest()
    await page.goto('/es/about')
    await acceptAll(page)
    const other = await context.newPage()
    await other.goto('/es/terms')
    await settingsOf(other).click()
    await Promise.all([other.waitForEvent('load'), answer(other, 'only_essential').click()])
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    assert.equal(await page.evaluate((id) => Reflect.get(window, `ga-disable-${id}`), tagId), true)
    assert.equal(await cookie('_ga'), undefined)
  })
})

test.describe('no', () => {
  test('is kept, not asked again, and can be changed to yes', async ({ visitAsGuest }) => {
    const { page, asked, cookie } = await visitAsGuest()
    await page.goto('/es/')
    await answer(page, 'only_essential').click()
    await bannerOf(page).waitFor({ state: 'hidden' })
    assert.match((await cookie('consent'))?.value ?? '', /^1\.\d{10}$/)
    await page.goto('/es/about', { waitUntil: 'networkidle' })
    assert.equal(await bannerOf(page).isVisible(), false)
    assert.deepEqual(asked, [])
    await settingsOf(page).click()
    assert.equal(await toggle(page, 'analytics').isChecked(), false)
    await acceptAll(page)
  })

  test('to preferences keeps language and appearance for the session only, yes for a year', async ({
    visitAsGuest,
  }) => {
    const { page, cookie } = await visitAsGuest()
    const chooseDark = async () => {
      await page.getByRole('button', { name: textOf('es', 'site:nav.theme') }).click()
      await page.getByRole('button', { name: textOf('es', 'site:nav.themes.dark') }).click()
    }
    await page.goto('/es/')
    await chooseDark()
    assert.deepEqual(await cookie('theme').then((kept) => [kept?.value, kept?.expires]), ['dark', -1])
    await answer(page, 'choose').click()
    await toggle(page, 'preferences').check()
    await answer(page, 'save').click()
    await bannerOf(page).waitFor({ state: 'hidden' })
    assert.ok(((await cookie('theme'))?.expires ?? 0) > Date.now() / 1000 + 300 * 86_400)
    assert.match((await cookie('consent'))?.value ?? '', /^1\.\d{10}\.preferences$/)
    await chooseDark()
    assert.ok(((await cookie('theme'))?.expires ?? 0) > 0)
  })
})

test.describe('Global Privacy Control', () => {
  for (const way of ['the browser', 'the header']) {
    test(`counts as no, as told by ${way}`, async ({ product, visitAsGuest }) => {
      const { page, context, asked, cookie, faults } = await visitAsGuest()
      // Even for who has agreed before.
      const value = `1.${Math.floor(Date.now() / 1000)}.analytics`
      await context.addCookies([{ name: 'consent', value, url: product.url }])
      if (way === 'the header') await context.setExtraHTTPHeaders({ 'sec-gpc': '1' })
      else {
        await page.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
        )
      }
      const response = await page.goto('/es/about', { waitUntil: 'networkidle' })
      const policy = (await response?.allHeaders())?.['content-security-policy'] ?? ''
      assert.equal(/google/.test(policy), way === 'the browser')
      assert.equal(await bannerOf(page).isVisible(), false)
      await settingsOf(page).click()
      await page.getByText(t('signal')).waitFor()
      assert.ok(await toggle(page, 'analytics').isDisabled())
      assert.equal(await answer(page, 'accept_all').isVisible(), false)
      await expectAccessible(page, 'the settings under Global Privacy Control')
      await toggle(page, 'preferences').check()
      await answer(page, 'save').click()
      await bannerOf(page).waitFor({ state: 'hidden' })
      assert.match((await cookie('consent'))?.value ?? '', /^1\.\d{10}\.preferences$/)
      await page.goto('/es/', { waitUntil: 'networkidle' })
      assert.equal(await bannerOf(page).isVisible(), false)
      assert.deepEqual(asked, [])
      assert.deepEqual(faults, [])
    })
  }
})

test.describe('without scripts', () => {
  test('nothing is counted, so nothing is asked', async ({ visitAsGuest }) => {
    const { page, asked } = await visitAsGuest({ scripts: false })
    await page.goto('/es/')
    assert.equal(await page.locator('#consent').isVisible(), false)
    assert.equal(await page.locator('[data-consent=settings]').isVisible(), false)
    assert.deepEqual(asked, [])
  })
})
