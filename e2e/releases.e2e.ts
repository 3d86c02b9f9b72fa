import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { ContentKey } from '#features/content/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import type { TestApp } from '../test/support/build-app.ts'
import { hours } from '../test/support/clock.ts'
import { type Editor, openEditor } from '../test/support/content/editor.ts'
import { makeRelease } from '../test/support/content/releases.ts'
import { expectAccessible, expectGoodScreens } from './support/expectations.ts'
import { journeyLanguages } from './support/sweep.ts'
import { test as base } from './support/test.ts'
import { textOf } from './support/texts.ts'

const path = '/admin/content/releases'

const test = base.extend<{ editor: Editor }>({
  editor: async ({ product }, use) => use(await openEditor(product)),
})

const seen = async (product: TestApp, path: string) => (await product.send(path)).text
const html = (mark: string) => `<h2>${mark}</h2><p>Un texto.</p>`
const titleOf = (language: Language, key: ContentKey, group: string) =>
  textOf(language, 'admin:content.fullTitle', {
    group: textOf(language, `admin:content.groups.${group}`),
    title: textOf(language, `admin:content.keys.${key}`),
  })

/** A moment as a field of date and time in the browser's zone has it. */
async function fieldValue(page: Page, moment: Date): Promise<string> {
  return page.evaluate((time) => {
    const date = new Date(time)
    return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, moment.getTime())
}

for (const language of journeyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `releases:releases.${key}`, variables)

  test.describe(`releases in ${language}`, () => {
    // Each test goes on from the one before it.
    test.describe.configure({ mode: 'serial' })

    test.beforeAll(async ({ product, editor }) => {
      await product.pool.query('DELETE FROM releases')
      await editor.clear()
    })

    test('several texts go live together, are seen on the page, and are rolled back in one step', async ({
      product,
      openAdmin,
      editor,
    }) => {
      const first = await editor.save({ language, content: html('antes-1-') })
      await editor.publish(first.id)
      await editor.save({ language, version: 2, content: html('después-2-') })
      await editor.save({ key: 'home-why', language, content: html('por-qué-1-') })
      const visitor = await openAdmin(path, { language })
      const { page } = visitor
      await page.getByText(t('none'), { exact: true }).waitFor()
      await expectAccessible(page, 'the empty list')
      await page
        .getByRole('link', { name: textOf(language, 'admin:screens.newRelease') })
        .first()
        .click()
      await page.getByRole('button', { name: t('actions.save'), exact: true }).click()
      await page.getByText(t('form.nameRequired')).waitFor()
      await page.getByLabel(t('form.name'), { exact: true }).fill('Primavera')
      // With the keyboard, as with a pointer.
      await page
        .getByRole('group', { name: titleOf(language, 'home-hero', 'home') })
        .getByRole('checkbox', { name: new RegExp(`^${languageNames[language]}`) })
        .press('Space')
      await page.getByRole('button', { name: t('form.chooseNew') }).click()
      assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 2)
      await expectAccessible(page, 'a new release')
      await page.getByRole('button', { name: t('actions.publish') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('publishing.text')).waitFor()
      await expectAccessible(page, 'the question before publishing')
      assert.ok((await seen(product, `/${language}/`)).includes('antes-1-'))
      await dialog.getByRole('button', { name: t('publishing.confirm') }).click()
      await page.getByText(t('toasts.published')).waitFor()
      await page.waitForURL(/releases\/[0-9a-f-]{36}$/)
      assert.ok((await seen(product, `/${language}/`)).includes('después-2-'))
      assert.ok((await seen(product, `/${language}/`)).includes('por-qué-1-'))

      await page.getByRole('button', { name: t('actions.rollBack') }).click()
      await dialog.getByText(t('rollingBack.toVersion', { version: 1 })).waitFor()
      await dialog.getByText(t('rollingBack.toBuiltIn')).waitFor()
      await expectAccessible(page, 'the question before rolling back')
      await dialog.getByRole('button', { name: t('rollingBack.confirm'), exact: true }).click()
      await page.getByText(t('toasts.rolledBack')).waitFor()
      assert.ok((await seen(product, `/${language}/`)).includes('antes-1-'))
      assert.ok(!(await seen(product, `/${language}/`)).includes('por-qué-1-'))
      assert.deepEqual(visitor.faults, [])
    })

    test('a rollback never takes back what was published since without asking again', async ({
      product,
      openAdmin,
      editor,
    }) => {
      const { id } = await makeRelease(editor.send, [{ key: 'home-hero', language, version: 2 }])
      await editor.send(`/api/releases/${id}/publish`, { method: 'POST' })
      await editor.save({ language, version: 3, content: html('nuevo-3-'), published: true })
      const { page } = await openAdmin(path, { language })
      await page.goto(`/admin/content/releases/${id}`)
      await page.getByRole('button', { name: t('actions.rollBack') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('rollingBack.confirm'), exact: true }).click()
      await dialog.getByText(t('rollingBack.nowVersion', { version: 3 })).waitFor()
      assert.ok((await seen(product, `/${language}/`)).includes('nuevo-3-'))
      await dialog.getByRole('button', { name: t('rollingBack.force') }).click()
      await page.getByText(t('toasts.rolledBack')).waitFor()
      assert.ok((await seen(product, `/${language}/`)).includes('antes-1-'))
    })

    test('a text is published at its time by the product itself, and the bar says when', async ({
      product,
      openAdmin,
    }) => {
      const visitor = await openAdmin(path, { language })
      const { page } = visitor
      await page.goto(`/admin/content/home-why?language=${language}`)
      const schedule = async () => {
        await page.getByRole('button', { name: t('single.open') }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: t('scheduling.confirm'), exact: true }).click()
        await dialog.getByText(textOf(language, 'admin:dateTime.required')).waitFor()
        const due = new Date(Math.max(Date.now(), product.clock.now().getTime()) + hours)
        await dialog.getByLabel(textOf(language, 'admin:dateTime.label')).fill(await fieldValue(page, due))
        await expectAccessible(page, 'the choice of a time')
        await dialog.getByRole('button', { name: t('scheduling.confirm'), exact: true }).click()
      }
      await schedule()
      const cancel = page.getByRole('button', { name: t('single.cancelNamed', { date: '' }).trim() })
      await cancel.click()
      await cancel.waitFor({ state: 'detached' })
      await schedule()
      await cancel.waitFor()
      await expectAccessible(page, 'the editor with a scheduled text')
      assert.ok(!(await seen(product, `/${language}/`)).includes('por-qué-1-'))
      product.clock.advance(2 * hours)
      await product.app.startBackgroundWork()
      for (
        const begun = performance.now();
        !(await seen(product, `/${language}/`)).includes('por-qué-1-');
      ) {
        assert.ok(performance.now() - begun < 8_000, 'it did not go live')
        await sleep(50)
      }
      assert.deepEqual(visitor.faults, [])
    })
  })
}

test('every screen of releases is accessible and fits, on a phone and on a desktop, light and dark', async ({
  product,
  openAdmin,
  editor,
}) => {
  await editor.clear()
  await product.pool.query('DELETE FROM releases')
  const item = { key: 'home-hero', language: 'es', version: 1 } as const
  await editor.save()
  const due_at = new Date(product.clock.now().getTime() + 24 * hours).toISOString()
  const live = await makeRelease(editor.send, [item])
  await editor.send(`/api/releases/${live.id}/publish`, { method: 'POST' })
  const scheduled = await makeRelease(editor.send, [{ ...item, version: null }], { due_at })
  const parts = ['', '/new', `/${live.id}`, `/${scheduled.id}`, '/nowhere']
  await expectGoodScreens(await openAdmin(path), () => parts.map((part) => path + part))
})
