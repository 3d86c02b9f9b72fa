import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { type Language, languageNames } from '#shared/languages.ts'
import { type Editor, openEditor } from '../../test/support/content/editor.ts'
import {
  shout,
  startTranslationEndpoint,
  type TranslationEndpoint,
} from '../../test/support/content/translation-endpoint.ts'
import { expectAccessible, expectGoodScreens } from '../support/expectations.ts'
import { arabicJourneyLanguages } from '../support/sweep.ts'
import { test as base } from '../support/test.ts'
import { textOf } from '../support/texts.ts'
import type { Visitor } from '../support/visitor.ts'

interface OpenScreen extends Visitor {
  t(key: string, variables?: Record<string, string | number>): string
  a(key: string): string
}

interface Fixtures {
  editor: Editor
  /** Saves and publishes the next version of the source text. */
  publishSource(content: string): Promise<void>
  /** Opens a window of the admin in a language. */
  openScreen(language: Language, path: string): Promise<OpenScreen>
}

const test = base.extend<Fixtures, { machine: TranslationEndpoint }>({
  machine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
    async ({}, use) => {
      const machine = await startTranslationEndpoint()
      await use(machine)
      await machine.close()
    },
    { scope: 'worker' },
  ],
  productOptions: async ({ machine }, use) => {
    await use({ env: { TRANSLATE_URL: machine.url, TRANSLATE_MODEL: 'a-model' } })
  },
  editor: async ({ product }, use) => use(await openEditor(product)),
  publishSource: async ({ editor }, use) => {
    let version = 0
    await use(async (content) => {
      await editor.save({ content, version: ++version, published: true })
    })
  },
  openScreen: async ({ openAdmin }, use) => {
    await use(async (language, path) => {
      const visitor = await openAdmin(path, { language })
      const { page } = visitor
      // Two texts with their editors are loaded at once.
      page.setDefaultTimeout(30_000)
      await page.locator('header h1').waitFor()
      const t = (key: string, variables = {}) => textOf(language, key, variables)
      return { ...visitor, t, a: (key: string) => t(`translation:translation.${key}`) }
    })
  },
})

// This file is among the last, since it needs a server of its own: its tests are shared among idle workers.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(async ({ editor, machine }) => {
  await editor.clear()
  machine.answer(({ html }) => shout(html))
})

/** The texts that the list says are outdated, as key and language. */
async function outdatedIn(page: Page, sentence: string): Promise<string[]> {
  const marked = await page
    .getByRole('link')
    .filter({ hasText: sentence })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  return marked.map((href) => href.replace('/admin/content/', '').replace('?language=', ' '))
}

test.describe('an outdated translation', () => {
  for (const language of arabicJourneyLanguages) {
    test(`is marked, shown what changed, confirmed and marked again, in ${language}`, async ({
      editor,
      openScreen,
      publishSource,
    }) => {
      await publishSource('<h1>Pruebas</h1><p>Cada prueba se repite.</p>')
      await editor.save({ language: 'ar', content: '<h1>براهين</h1><p>كل برهان يعاد.</p>', published: true })
      await editor.save({ key: 'home-why', language: 'ar', content: '<h2>لماذا</h2>' })

      const visitor = await openScreen(language, '/admin/content')
      const { page, a } = visitor
      await page.getByText('home-hero').waitFor()
      assert.deepEqual(await outdatedIn(page, a('marks.outdated')), [])

      await publishSource('<h1>Pruebas</h1><p>Cada prueba se comprueba.</p><p>Siempre.</p>')
      await page.reload()
      await page.getByText('home-hero').waitFor()
      assert.deepEqual(await outdatedIn(page, a('marks.outdated')), ['home-hero ar'])
      await expectAccessible(page, 'the list of texts')

      await page.goto('/admin/content/home-hero?language=ar&reference=es')
      await page.getByText(a('outdated.title')).waitFor()
      await page.getByRole('button', { name: a('outdated.show') }).click()
      assert.equal(await page.locator('del').innerText(), 'repite')
      assert.deepEqual(await page.locator('ins').allInnerTexts(), ['comprueba', 'Siempre.'])
      assert.equal(await page.locator('del').evaluate((word) => getComputedStyle(word).direction), 'ltr')
      const texts = page.locator('.ProseMirror')
      await texts.nth(1).waitFor()
      assert.deepEqual(
        await texts.evaluateAll((all) => all.map((text) => getComputedStyle(text).direction)),
        ['ltr', 'rtl'],
        'each text in its own direction',
      )
      await expectAccessible(page, 'the changes of the source')

      await page.getByRole('button', { name: a('outdated.confirm') }).click()
      await page.getByText(a('outdated.title')).waitFor({ state: 'detached' })
      await page.goto('/admin/content')
      await page.getByText('home-hero').waitFor()
      assert.deepEqual(await outdatedIn(page, a('marks.outdated')), [])

      await publishSource('<h1>Pruebas, no monedas</h1><p>Cada prueba se comprueba.</p><p>Siempre.</p>')
      await page.goto('/admin/content?state=outdated')
      await page.getByText('home-hero').waitFor()
      assert.deepEqual(await outdatedIn(page, a('marks.outdated')), ['home-hero ar'])
      assert.equal(await page.getByText('home-why').count(), 0)
      assert.deepEqual(visitor.faults, [])
    })
  }
})

test('the structure of another language is copied as a beginning, after a question where there is a text', async ({
  openScreen,
}) => {
  const { page, a, faults } = await openScreen('es', '/admin/content/about-team?language=ar&reference=es')
  const area = page.locator('[contenteditable=true]')
  const copy = page.getByRole('button', { name: a('copy.open'), exact: true })
  await copy.click()
  await area.locator('h2, h3').first().waitFor()
  const copied = await area.innerHTML()
  await area.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('هنا ')
  await copy.click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'the question before a copy')
  await dialog.getByRole('button', { name: a('copy.confirm') }).click()
  await area.getByText('هنا').waitFor({ state: 'detached' })
  assert.equal(await area.innerHTML(), copied)
  assert.deepEqual(faults, [])
})

test.describe('a machine', () => {
  test('makes a draft that is marked until a person confirms it', async ({ product, openScreen }) => {
    const visitor = await openScreen('es', '/admin/content/home-hero?language=de&reference=es')
    const { page, t, a } = visitor
    await page.getByRole('button', { name: a('machine.order') }).click()
    await expectAccessible(page, 'the order to the machine')
    await page.getByRole('button', { name: a('machine.go'), exact: true }).click()
    await page.getByText(a('machine.title')).first().waitFor()
    await page.locator('[contenteditable=true]').filter({ hasText: 'PRUEBAS' }).waitFor()
    assert.equal(
      await product.send('/api/content/home-hero?language=de').then(({ status }) => status),
      404,
      'nothing is published',
    )
    await page.goto('/admin/content/tasks?language=de')
    await page.getByRole('heading', { name: a('tasks.machine') }).waitFor()
    await page.getByRole('checkbox', { name: /Cabecera/ }).check()
    await page.getByLabel(a('tasks.setOwner')).selectOption({ label: 'Admin' })
    await page.getByLabel(a('tasks.setDue')).fill('2026-01-02')
    await expectAccessible(page, 'the tasks')
    await page.getByRole('button', { name: a('tasks.apply'), exact: true }).click()
    await page.getByRole('cell', { name: 'Admin' }).waitFor()
    // The first screen says so to whom it is given.
    await page.goto('/admin')
    await page.getByRole('link', { name: t('admin:content.tasks.link') }).click()
    await page.waitForURL('**/tasks?language=all&owner=mine')
    await page.getByText(/2026/).first().waitFor()
    await page.goBack()
    await page.goto('/admin/content/tasks?language=de')
    await page.getByRole('link', { name: /Cabecera/ }).click()
    // The text itself says so too, and is given on from there.
    await page.getByText(t('translation:translation.tasks.ownerIs', { name: 'Admin' })).waitFor()
    const late = t('translation:translation.tasks.lateOn', { date: '|' }).split('|')[0] ?? ''
    await page.getByText(late).waitFor()
    await page.getByRole('button', { name: a('tasks.change') }).click()
    await expectAccessible(page, 'who translates a text')
    await page
      .getByRole('dialog')
      .getByLabel(a('tasks.owner'))
      .selectOption({ label: a('tasks.nobody') })
    await page.getByRole('dialog').getByLabel(a('tasks.setDue')).fill('2999-01-02')
    await page.keyboard.press('Enter')
    await page.getByText(a('tasks.unowned')).waitFor()
    await page.getByText(/2999/).waitFor()
    await page.getByText(late).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: a('machine.confirm') }).click()
    // What is confirmed is no longer due.
    await page.getByText(/2999/).waitFor({ state: 'detached' })
    await page.getByText(t('translation:translation.outdated.confirmed')).first().waitFor()
    await page.getByText(a('machine.text')).waitFor({ state: 'detached' })
    assert.deepEqual(visitor.faults, [])
  })

  test('that fails says so, and nothing is saved', async ({ product, machine, openScreen }) => {
    machine.answer(() => (response) => response.writeHead(429, { 'retry-after': '30' }).end())
    const { page, t, a } = await openScreen('es', '/admin/content/home-hero?language=fr')
    await page.getByRole('button', { name: a('machine.order') }).click()
    await page.getByRole('button', { name: a('machine.go'), exact: true }).click()
    await page.getByText(t('errors:translation_busy')).first().waitFor()
    const { rows } = await product.pool.query('SELECT 1 FROM content_versions')
    assert.deepEqual(rows, [])
  })
})

test.describe('the list', () => {
  test('is narrowed by state and language, which its address keeps', async ({ editor, openScreen }) => {
    await editor.save({ language: 'de' })
    await editor.save({ key: 'home-why', language: 'fr' })
    const { page, t, a } = await openScreen('es', '/admin/content')
    const expectKeys = async (count: number, ...shown: string[]) => {
      await page.waitForFunction((many) => document.querySelectorAll('main code').length === many, count)
      if (shown.length > 0) assert.deepEqual(await page.locator('main code').allInnerTexts(), shown)
    }
    await expectKeys(11)
    await page.getByLabel(a('filter.state'), { exact: true }).selectOption('draft')
    await expectKeys(2, 'home-hero', 'home-why')
    await page.getByLabel(a('filter.language'), { exact: true }).selectOption('de')
    await expectKeys(1, 'home-hero')
    await page.reload()
    await expectKeys(1, 'home-hero')
    await page.getByLabel(t('admin:content.search')).fill('nada')
    await page.getByText(a('filter.noMatch')).waitFor()
    await page.getByRole('button', { name: a('filter.clear') }).click()
    await expectKeys(11)
    const create = t('translation:translation.list.createIn', {
      title: t('admin:content.fullTitle', {
        group: t('admin:content.groups.home'),
        title: t('admin:content.keys.home-hero'),
      }),
      language: languageNames.es,
    })
    await page.getByRole('link', { name: create }).click()
    await page.waitForURL('**/admin/content/home-hero?language=es')
  })
})

test('the screens of translation are accessible and fit, on a phone and on a desktop, light and dark', async ({
  editor,
  openAdmin,
  publishSource,
}) => {
  await publishSource('<h1>Pruebas</h1><p>Cada prueba se repite.</p>')
  await editor.save({ language: 'de', content: '<h1>Beweise</h1>' })
  await editor.save({ language: 'ar', content: '<h1>براهين</h1>' })
  await publishSource('<h1>Hechos</h1><p>Cada prueba se comprueba.</p>')
  const visitor = await openAdmin('/admin/content')
  const { page } = visitor
  await expectGoodScreens(
    visitor,
    (language) => [
      '/admin/content',
      '/admin/content/tasks?language=de',
      `/admin/content/home-hero?language=${language === 'de' ? 'de' : 'ar'}&reference=es`,
    ],
    async (path, language) => {
      if (!path.includes('hero')) return
      const name = textOf(language, 'translation:translation.outdated.show')
      await page.getByRole('button', { name }).click()
    },
  )
})

test('the service is tried in the settings with the key that was just entered', async ({
  openScreen,
  machine,
}) => {
  const { page, t, faults } = await openScreen('es', '/admin/settings/translation')
  const s = (key: string, variables = {}) => t(`settings:settings.${key}`, variables)
  await page.getByText(s('notes.fixed', { variable: 'TRANSLATE_URL' })).waitFor()
  await page.getByLabel(s('fields.translateKey'), { exact: true }).fill('sk-de-prueba-123')
  const run = page.getByRole('button', { name: s('translationTest.run'), exact: true })
  assert.ok(await run.isDisabled())
  await page.getByRole('button', { name: s('bar.save'), exact: true }).click()
  await page.getByText(s('secrets.set')).waitFor()
  await run.click()
  await page.getByText(s('translationTest.works'), { exact: true }).waitFor()
  await page
    .locator('dd[lang=es]')
    .getByText(shout(textOf('en', 'site:hero.lead')))
    .waitFor()
  assert.ok(machine.requests.some(({ authorization }) => authorization === 'Bearer sk-de-prueba-123'))
  await expectAccessible(page, 'a service that works')
  assert.deepEqual(faults, [])
})
