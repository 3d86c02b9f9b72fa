import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { languageNames } from '#shared/languages.ts'
import { hours } from '../../test/support/clock.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { arabicJourneyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

/** The path of the link that the pane offers. */
async function readLink(page: Page, language: 'es' | 'ar'): Promise<string> {
  const name = textOf(language, 'admin:opensInNewTab', { label: textOf(language, 'preview:preview.newTab') })
  const href = await page.getByRole('link', { name }).getAttribute('href')
  assert.ok(href)
  const { pathname, hash } = new URL(href)
  return pathname + hash
}

const words = {
  es: { first: 'Antes de guardar.', more: ' Y después.' },
  ar: { first: 'قبل الحفظ.', more: ' ثم بعده.' },
} as const

for (const language of arabicJourneyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `preview:${key}`, variables)

  test.describe(`an editor who writes in ${language}`, () => {
    test('sees the page as it will be on a phone, and shows it to someone without an account', async ({
      product,
      visit,
      openAdmin,
    }) => {
      const visitor = await openAdmin(`/admin/content/home-community?language=${language}`, { language })
      const { page } = visitor
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type(words[language].first)
      const opener = page.getByRole('button', { name: t('preview.open'), exact: true })
      await opener.focus()
      await page.keyboard.press('Enter')
      const shown = page.frameLocator('iframe:not([data-coming])')
      await shown.locator('#community').getByText(words[language].first).waitFor()
      assert.equal(await shown.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
      assert.equal(await shown.locator('html').evaluate(() => window.innerWidth), 390)
      assert.equal(await page.locator('html').evaluate(() => document.activeElement?.tagName), 'H2')

      // It follows what is written, at the same place of the page.
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(words[language].more)
      await shown
        .locator('#community')
        .getByText(words[language].first + words[language].more)
        .waitFor()

      for (const width of ['tablet', 'desktop'] as const) {
        await page.getByText(t(`preview.widths.${width}`), { exact: true }).click()
        await page.waitForTimeout(100)
        const inner = await shown.locator('html').evaluate(() => window.innerWidth)
        assert.equal(inner, { tablet: 820, desktop: 1440 }[width])
        await expectNoSidewaysScroll(page, `the editor with a preview, ${width}`)
      }

      const link = await readLink(page, language)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: t('preview.copy') }).click()
      const sentence = t('preview.copied', { date: '#' }).split('#')[0] ?? ''
      await page.getByText(sentence).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      const given = new URL(copied).pathname + new URL(copied).hash
      assert.notEqual(given, link)

      // What is written after the link was given away is not seen there.
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type('XXXX')
      await shown.locator('#community').getByText('XXXX').waitFor()
      assert.notEqual(await readLink(page, language), link)
      const colleague = await visit({ width: 390, locale: 'de-DE' })
      await colleague.page.goto(given)
      const prose = colleague.page.locator('#community')
      await prose.getByText(words[language].first + words[language].more).waitFor()
      assert.equal(await prose.getByText('XXXX').count(), 0)
      await colleague.page.getByText(t('page.label'), { exact: true }).waitFor()
      await expectAccessible(colleague.page, 'a preview')
      await expectNoSidewaysScroll(colleague.page, 'a preview')
      assert.ok(await colleague.page.locator('#registration').evaluate((form) => form.matches('[inert]')))
      await colleague.page.goto(`/${language}/`)
      assert.equal(await colleague.page.getByText(words[language].first).count(), 0)

      product.clock.advance(2 * hours)
      const answer = await colleague.page.goto(given)
      assert.equal(answer?.status(), 410)
      await colleague.page.getByRole('heading', { name: textOf('de', 'preview:expired.title') }).waitFor()
      await expectAccessible(colleague.page, 'an expired preview')
      assert.deepEqual(colleague.faults, [])

      await page.getByRole('heading', { name: t('preview.open') }).focus()
      await page.keyboard.press('Escape')
      await page.locator('[data-panel=preview]').waitFor({ state: 'detached' })
      assert.equal(await opener.evaluate((button) => button === document.activeElement), true)
      assert.deepEqual(visitor.faults, [])
    })

    test('hands out a link for a week, finds it in the list, and revokes it', async ({
      product,
      visit,
      openAdmin,
    }) => {
      const visitor = await openAdmin(`/admin/content/home-why?language=${language}`, { language })
      const { page } = visitor
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type(words[language].first)
      await page.getByRole('button', { name: t('preview.open'), exact: true }).click()
      await page.getByRole('button', { name: t('preview.links.open') }).click()
      const list = page.getByRole('dialog', { name: t('preview.links.title') })
      await list.getByText(t('preview.links.none')).waitFor()
      await page.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
      await page.getByLabel(t('preview.valid.label')).selectOption(t('preview.valid.days7'))
      await page.getByRole('button', { name: t('preview.copy') }).click()
      await page.getByText(t('preview.copied', { date: '#' }).split('#')[0]?.slice(0, 14) ?? '').waitFor()
      const { pathname } = new URL(await page.evaluate(() => navigator.clipboard.readText()))
      product.clock.advance(3 * hours)
      const colleague = await visit({ locale: 'de-DE' })
      assert.equal((await colleague.page.goto(pathname))?.status(), 200)

      await page.getByRole('button', { name: t('preview.links.open') }).click()
      const revoke = list.getByRole('button', { name: t('preview.links.revoke') })
      await revoke.waitFor()
      await expectAccessible(page, 'the links that were handed out')
      await revoke.click()
      const question = page.getByRole('dialog', { name: t('preview.links.revokeTitle') })
      await question.getByRole('button', { name: t('preview.links.revoke') }).click()
      await list.getByText(t('preview.links.none')).waitFor()
      assert.equal((await colleague.page.goto(pathname))?.status(), 410)
      await colleague.page.getByRole('heading', { name: textOf('de', 'preview:expired.title') }).waitFor()
      assert.deepEqual([...visitor.faults, ...colleague.faults], [])
    })

    test('sees how the page is found and shared while typing its search fields', async ({ openAdmin }) => {
      const visitor = await openAdmin(`/admin/content/home-hero?language=${language}&panel=search`, {
        language,
      })
      const { page } = visitor
      const title = page.getByLabel(textOf(language, 'admin:editor.seoTitle'), { exact: true })
      const builtIn = textOf(language, 'site:meta.title')
      const found = page
        .locator('section, div')
        .filter({ hasText: t('found.title') })
        .last()
      await found.getByText(builtIn).first().waitFor()
      await title.fill(words[language].first)
      await found.getByText(words[language].first).first().waitFor()
      await page.getByText(t('shared.title'), { exact: true }).click()
      const picture = page.getByRole('img', {
        name: t('shared.picture', { title: words[language].first }),
      })
      await picture.waitFor()
      await page.getByText(t('shared.making')).waitFor({ state: 'detached' })
      const first = await picture.getAttribute('src')
      assert.equal(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), 1200)
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type('Otro')
      await title.fill('Otro título')
      const next = page.getByRole('img', { name: t('shared.picture', { title: 'Otro título' }) })
      await next.waitFor()
      await page.getByText(t('shared.making')).waitFor({ state: 'detached' })
      assert.notEqual(await next.getAttribute('src'), first)
      await expectAccessible(page, 'the search fields')
      const other = await openAdmin(`/admin/content/about-team?language=${language}&panel=search`, {
        language,
      })
      const source = textOf(language, 'admin:content.fullTitle', {
        group: textOf(language, 'admin:content.groups.about'),
        title: textOf(language, 'admin:content.keys.about-mission'),
      })
      await other.page.getByRole('link', { name: t('found.open', { text: source }) }).waitFor()
    })

    test('is told when there is no preview, and can try again', async ({ openAdmin }) => {
      const { page } = await openAdmin(`/admin/content/about-team?language=${language}`, { language })
      await page.route('**/api/content/preview', (route) => route.abort())
      await page.getByRole('button', { name: t('preview.open'), exact: true }).click()
      const reason = textOf(language, 'admin:errors.connection')
      await page.getByText(t('preview.failed', { reason })).waitFor()
      await page.unroute('**/api/content/preview')
      await page
        .locator('[data-panel=preview]')
        .getByRole('button', { name: textOf(language, 'admin:retry') })
        .click()
      await page.frameLocator('iframe:not([data-coming])').locator('.preview-bar').waitFor()
      await page.getByText(t('preview.failed', { reason })).waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: new RegExp(languageNames.de) }).click()
      await page.frameLocator('iframe:not([data-coming])').locator('html[lang=de]').waitFor()
      // The page itself is looked at outside: axe cannot enter a frame that runs no scripts.
      await page.evaluate(() => {
        for (const frame of document.querySelectorAll('iframe')) frame.remove()
      })
      await expectAccessible(page, 'the editor with a preview')
    })
  })
}

test('hostile text runs nothing in a preview, inside the editor and outside, policy or not', async ({
  product,
  browser,
}) => {
  const send = await product.signIn()
  const content = [
    '<p>Uno</p><script>window.ran=1</script><img src=x onerror="window.ran=2"><svg onload="window.ran=3">',
    '<iframe srcdoc="<script>parent.ran=4</script>"></iframe><a href="javascript:window.ran=5">dos</a>',
    '<math><mtext><table><mglyph><style><img src=x onerror="window.ran=6"></style></mglyph></table></mtext></math>',
    '<p style="background:url(javascript:window.ran=7)" onclick="window.ran=8">tres</p>',
    '<noscript><p title="</noscript><img src=x onerror=window.ran=9>">',
  ].join('')
  const json = { key: 'home-why', language: 'es', content }
  const { url } = JSON.parse((await send('/api/content/preview', { json })).text)
  for (const bypassCSP of [false, true]) {
    const context = await browser.newContext({ baseURL: product.url, bypassCSP })
    const page = await context.newPage()
    await page.goto(new URL(url).pathname, { waitUntil: 'networkidle' })
    for (const link of await page.locator('.prose a, .prose p').all())
      await link.click({ timeout: 2000, force: true }).catch(() => {})
    assert.equal(await page.evaluate(() => 'ran' in window), false)
    await context.close()
  }
})
