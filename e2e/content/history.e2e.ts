import assert from 'node:assert/strict'
import { hash } from '@node-rs/argon2'
import type { Page } from '@playwright/test'
import { users } from '#features/accounts/table.ts'
import { presenceInterval } from '#features/content/model.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { adminPassword as password, type TestApp } from '../../test/support/build-app.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const t = (key: string, variables = {}) => textOf('es', `admin:${key}`, variables)
const h = (key: string, variables = {}) => textOf('es', `history:history.${key}`, variables)

// Each test goes on from the one before it.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ product }) => {
  const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  for (const [username, name, role] of [
    ['uno', 'Editora Uno', 'editor'],
    ['dos', 'Editor Dos', 'editor'],
    ['lee', 'Solo Lee', 'viewer'],
  ] as const) {
    await product.db.insert(users).values({ username, usernameKey: username, name, role, passwordHash })
  }
})

const area = (page: Page) => page.locator('[contenteditable=true]')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const save = (page: Page) => press(page, t('editor.save'))

/** Puts the cursor behind a paragraph and types. */
async function typeAfter(page: Page, words: string, typed: string): Promise<void> {
  await area(page).getByText(words, { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

async function versionsOf(product: TestApp, key: string, language: Language) {
  const { rows } = await product.pool.query<{ version: number; content: string; published: boolean }>(
    'SELECT version, content, published FROM content_versions WHERE key = $1 AND language = $2 ORDER BY version',
    [key, language],
  )
  return rows
}

const texts = {
  es: { common: 'Principio', first: 'Primero', second: 'Segundo', mine: ' de la una', theirs: ' del dos' },
  ar: { common: 'البداية', first: 'الأول', second: 'الثاني', mine: ' من الأولى', theirs: ' من الثاني' },
} as const

for (const language of journeyLanguages) {
  const { common, first, second, mine, theirs } = texts[language]
  test.describe(`two editors of a text in ${language}`, () => {
    const key = language === 'es' ? 'home-cases' : 'home-why'
    const path = `/admin/content/${key}?language=${language}`
    const content = `<h1>${common}</h1><p>${first}</p><p>${second}</p>`

    test('see each other, hear of a newer version, and neither loses a word', async ({
      product,
      openAdmin,
    }) => {
      const start = await product.signIn({ username: 'uno', password })
      await start('/api/content', { json: { key, language, content, version: 1 } })
      const one = await openAdmin(path, { username: 'uno', fakeClock: true })
      await area(one.page).getByText(first).waitFor()
      const two = await openAdmin(`${path}&panel=history`, { username: 'dos' })
      const opened = h('presence.in', { name: 'Editora Uno', language: languageNames[language] })
      await two.page.getByText(opened).waitFor()

      // Both change the first paragraph, and each one thing besides.
      await typeAfter(one.page, first, mine)
      await typeAfter(two.page, first, theirs)
      await typeAfter(two.page, second, theirs)
      await save(two.page)
      await two.page.getByText(h('done.save', { version: 2 })).waitFor()
      // The heartbeat tells of it before anything is saved.
      await one.page.clock.fastForward(presenceInterval)
      await one.page.getByText(h('newer.title', { name: 'Editor Dos', version: 2 })).waitFor()
      await one.page
        .getByText(h('presence.in', { name: 'Editor Dos', language: languageNames[language] }))
        .waitFor()

      await save(one.page)
      await one.page.getByRole('heading', { name: h('merge.title') }).waitFor()
      await expectAccessible(one.page, `the merge in ${language}`)
      await expectNoSidewaysScroll(one.page, `the merge in ${language}`)
      assert.equal(
        await one.page.locator('[data-side=mine] [dir]').first().getAttribute('dir'),
        language === 'ar' ? 'rtl' : 'ltr',
      )

      // A reload half-way loses nothing.
      one.page.on('dialog', (dialog) => void dialog.accept())
      await one.page.reload()
      await one.page.getByText(h('recovered')).waitFor()
      assert.match(await area(one.page).innerText(), new RegExp(first + mine))
      await press(one.page, h('newer.merge'))
      await one.page.getByRole('heading', { name: h('merge.title') }).waitFor()

      // Undecided, it is not saved.
      await press(one.page, h('merge.save'))
      await one.page.getByText(h('merge.choose')).waitFor()
      assert.equal((await versionsOf(product, key, language)).length, 2)
      await one.page.getByLabel(h('merge.both')).first().check()
      await press(one.page, h('merge.save'))
      await one.page
        .getByText(h('merge.saved', { version: 4 }))
        .first()
        .waitFor()
      await area(one.page)
        .getByText(second + theirs)
        .waitFor()

      const rows = await versionsOf(product, key, language)
      assert.deepEqual(
        rows.map((row) => row.content),
        [
          content,
          `<h1>${common}</h1><p>${first}${theirs}</p><p>${second}${theirs}</p>`,
          `<h1>${common}</h1><p>${first}${mine}</p><p>${second}</p>`,
          `<h1>${common}</h1><p>${first}${theirs}</p><p>${first}${mine}</p><p>${second}${theirs}</p>`,
        ],
      )
      assert.ok(rows.every(({ published }) => !published))
      assert.deepEqual([...one.faults, ...two.faults], [])
      const left = two.page.waitForResponse((response) => response.request().method() === 'DELETE')
      await two.page.locator('a[href="/admin/content"]').first().click()
      await left
      await one.page.clock.fastForward(presenceInterval)
      await one.page
        .getByText(h('presence.in', { name: 'Editor Dos', language: languageNames[language] }))
        .waitFor({ state: 'detached' })
    })

    test('find in the history who did what, what changed, and have an older version back', async ({
      product,
      openAdmin,
    }) => {
      const { page, faults } = await openAdmin(`${path}&panel=history`, { username: 'dos' })
      await page.getByRole('button', { name: h('done.save', { version: 4 }) }).waitFor()
      await page.getByText('Editora Uno').first().waitFor()
      await press(page, h('done.save', { version: 2 }))
      const dialog = page.getByRole('dialog')
      await dialog.locator('ins').first().waitFor()
      assert.deepEqual(await dialog.locator('del').count(), 0)
      assert.match((await dialog.locator('ins').first().textContent()) ?? '', new RegExp(theirs.trim()))
      assert.equal(await dialog.getByRole('region').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
      await expectAccessible(page, `the changes in ${language}`)
      await dialog.getByLabel(h('version.compareWith')).fill('3')
      await dialog.locator('del').first().waitFor()
      await dialog.getByLabel(h('version.text')).check()
      await dialog.getByText(second + theirs).waitFor()
      await press(page, h('version.restore'))
      await page
        .getByText(h('version.restored', { from: 2, version: 5 }))
        .first()
        .waitFor()
      await page.getByRole('button', { name: h('done.restore', { version: 5, from: 2 }) }).waitFor()
      await area(page)
        .getByText(first + theirs)
        .waitFor()
      const rows = await versionsOf(product, key, language)
      assert.equal(rows[4]?.content, rows[1]?.content)
      assert.ok(rows.every(({ published }) => !published))
      assert.deepEqual(faults, [])
    })
  })
}

test.describe('what is unsaved', () => {
  test('is kept whole either way, and both texts stay in the history', async ({ product, openAdmin }) => {
    const key = 'about-team'
    const path = `/admin/content/${key}?language=es`
    const colleague = await product.signIn({ username: 'dos', password })
    const saveAs = async (version: number, content: string) =>
      assert.equal(
        (await colleague('/api/content', { json: { key, language: 'es', content, version } })).status,
        201,
      )
    await saveAs(1, '<p>Base</p>')
    const { page } = await openAdmin(`${path}&panel=history`, { username: 'uno' })
    await typeAfter(page, 'Base', ' mía')
    await saveAs(2, '<p>Base suya</p>')
    await save(page)
    await press(page, h('merge.keepMine'))
    await page
      .getByText(h('merge.saved', { version: 3 }))
      .first()
      .waitFor()
    await typeAfter(page, 'Base mía', ' otra vez')
    await saveAs(4, '<p>Base suya también</p>')
    await save(page)
    await press(page, h('merge.keepTheirs'))
    await page
      .getByText(h('merge.saved', { version: 6 }))
      .first()
      .waitFor()
    await area(page).getByText('Base suya también').waitFor()
    assert.deepEqual(
      (await versionsOf(product, key, 'es')).map(({ content }) => content),
      [
        '<p>Base</p>',
        '<p>Base suya</p>',
        '<p>Base mía</p>',
        '<p>Base suya también</p>',
        '<p>Base mía otra vez</p>',
        '<p>Base suya también</p>',
      ],
    )
  })

  test('of a closed window is offered in the next, and can be thrown away', async ({ openAdmin }) => {
    const { page, context } = await openAdmin('/admin/content/about-mission?language=es', { username: 'uno' })
    await area(page).click()
    await page.keyboard.type('Sin guardar todavía')
    await page.getByText(t('editor.unsaved'), { exact: true }).waitFor()
    await page.close()
    const next = await context.newPage()
    await next.goto('/admin/content/about-mission?language=es')
    await next.getByText(h('recovered')).waitFor()
    await area(next).getByText('Sin guardar todavía').waitFor()
    await press(next, h('discard'))
    await area(next).getByText('Sin guardar todavía').waitFor({ state: 'detached' })
  })
})

test('a viewer sees the history and who is there, and can restore nothing', async ({ openAdmin }) => {
  const { page } = await openAdmin('/admin/content/home-cases?language=es&panel=history', { username: 'lee' })
  await press(page, h('done.save', { version: 2 }))
  await page.getByRole('dialog').locator('ins').first().waitFor()
  assert.equal(await page.getByRole('button', { name: h('version.restore') }).count(), 0)
})
