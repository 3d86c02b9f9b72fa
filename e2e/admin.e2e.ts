import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { adminPassword as password } from '../test/support/build-app.ts'
import { registrationOf } from '../test/support/factories.ts'
import { expectAccessible, expectGoodScreens, expectNoSidewaysScroll } from './support/expectations.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

const t = (key: string, variables = {}) => textOf('es', `admin:${key}`, variables)
const signInText = (key: string) => textOf('es', `sign-in:${key}`)

test.beforeAll(async ({ product }) => {
  for (let index = 1; index <= 60; index++) {
    const segment = index % 3 === 0 ? 'academic' : 'business'
    const json = registrationOf({ name: `Persona ${index}`, email: `persona.${index}@example.org`, segment })
    const reply = await product.send('/api/early-adopters', { json })
    assert.equal(reply.status, 201)
    product.clock.advance(1000)
  }
})

async function signIn(page: Page, path = '/admin/early-adopters'): Promise<void> {
  await page.goto(path)
  await page.getByLabel(signInText('login.username')).fill('admin')
  await page.getByLabel(signInText('login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: signInText('login.submit'), exact: true }).click()
  await page.waitForURL(`**${path}`)
}

test('the browser refuses HTML that came through no policy', async ({ visit }) => {
  const { page, close } = await visit()
  await page.goto('/login')
  const outcomes = await page.evaluate(() => {
    const attempts = {
      html: () => document.createElement('div').setHTMLUnsafe('<img src=x onerror=alert(1)>'),
      script: () => document.createElement('script').setAttribute('src', '/assets/x.js'),
      policy: () => globalThis.trustedTypes?.createPolicy('default', { createHTML: (html) => html }),
    }
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return `${name} passed`
      } catch (error) {
        return `${name} ${error instanceof Error ? error.name : ''}`
      }
    })
  })
  assert.deepEqual(outcomes, ['html TypeError', 'script TypeError', 'policy TypeError'])
  await assert.rejects(close, /refused by the Content Security Policy/)
})

test.describe('sign-in', () => {
  test('asks who comes, says when it is wrong, and leads to where one wanted to go', async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    await page.goto('/admin/content?search=hero')
    await page.waitForURL('**/login**')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, 'the sign-in screen')
    await page.getByRole('button', { name: signInText('login.submit'), exact: true }).click()
    await page.getByText(signInText('login.usernameRequired')).waitFor()
    await page.getByLabel(signInText('login.username')).fill('admin')
    await page.getByLabel(signInText('login.password'), { exact: true }).fill('wrong')
    await page.getByRole('button', { name: signInText('login.submit'), exact: true }).click()
    await page.getByText(textOf('es', 'errors:login_failed')).waitFor()
    assert.equal(await page.getByLabel(signInText('login.username')).inputValue(), 'admin')
    await page.getByLabel(signInText('login.password'), { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/content?search=hero')
    await page.goto('/login')
    await page.waitForURL('**/admin**')
    assert.deepEqual(visitor.faults, [])
  })

  test('never leads to another site', async ({ product, visit }) => {
    const { page } = await visit()
    for (const evil of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(
        `/login?from=${encodeURIComponent(evil)}&next=${encodeURIComponent(evil)}&return=${encodeURIComponent(evil)}`,
      )
      await page.getByLabel(signInText('login.username')).fill('admin')
      await page.getByLabel(signInText('login.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: signInText('login.submit'), exact: true }).click()
      await page.waitForURL('**/admin**')
      assert.equal(new URL(page.url()).origin, product.url)
      await page.evaluate(() => localStorage.clear())
    }
  })

  test('shows how long one is locked out', async ({ visit }) => {
    const { page } = await visit({ width: 390, theme: 'dark' })
    await page.goto('/login')
    await page.getByLabel(signInText('login.username')).fill('somebody')
    for (let tries = 1; tries <= 6; tries++) {
      await page.getByLabel(signInText('login.password'), { exact: true }).fill(`guess ${tries}`)
      const answer = page.waitForResponse('**/api/auth/login')
      await page.getByRole('button', { name: signInText('login.submit'), exact: true }).click()
      await answer
    }
    await page.getByText(signInText('login.locked')).first().waitFor()
    await page.getByRole('timer').waitFor()
    assert.ok(await page.getByRole('button', { name: signInText('login.submit'), exact: true }).isDisabled())
    await expectAccessible(page, 'the locked sign-in screen')
  })

  test('ends at once when the session is revoked, and with the button', async ({ product, visit }) => {
    const { page } = await visit()
    await signIn(page)
    await product.pool.query('UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL')
    await page.reload()
    await page.waitForURL('**/login**')
    await signIn(page)
    await page.getByRole('button', { name: t('shell.account', { name: 'Admin' }) }).click()
    await page.getByText(t('shell.signOut')).click()
    await page.waitForURL('**/login**')
    assert.equal(await page.evaluate(() => localStorage.getItem('auth_token')), null)
  })
})

test.describe('early adopters', () => {
  test('are counted, searched, filtered and paged; the back button and links remember', async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(page)
    await page.getByText('persona.60@example.org').waitFor()
    await page.getByLabel(t('people.search')).fill('PERSÓNA 7')
    await page.getByText('persona.7@example.org').waitFor()
    await page.waitForURL('**search=**')
    await page.getByText('persona.60@example.org').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('persona.7@example.org').waitFor()
    await page.getByLabel(t('people.search')).fill('nobody at all')
    await page.getByText(t('people.noMatch')).waitFor()
    await expectAccessible(page, 'the empty list')
    await page.goto('/admin/early-adopters?segment=academic')
    await page.getByText('persona.60@example.org').waitFor()
    assert.equal(await page.getByText('persona.59@example.org').count(), 0)
    await page.goto('/admin/early-adopters?page=2')
    await page.getByText('persona.10@example.org').waitFor()
    await page.goBack()
    await page.getByText('persona.60@example.org').waitFor()
    await page.getByRole('combobox', { name: t('search.label') }).fill('contendio')
    await page
      .getByText(t('search.similar', { query: 'contendio' }))
      .first()
      .waitFor()
    await expectAccessible(page, 'what a search with a typo may mean')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/content')
    await page.getByRole('searchbox', { name: t('content.search') }).fill('comundad')
    await page.getByText(t('content.similar')).waitFor()
    await page.locator('a[href*="/admin/content/home-community"]').first().waitFor()
    assert.deepEqual(visitor.faults, [])
  })

  test('say what failed and can be asked for again', async ({ visit }) => {
    const { page } = await visit()
    await signIn(page)
    await page.route('**/api/early-adopters?**', (route) => route.fulfill({ status: 503 }))
    await page.goto('/admin/early-adopters?segment=business')
    await page.getByText(t('people.failed')).first().waitFor({ timeout: 30_000 })
    await page.unroute('**/api/early-adopters?**')
    await page
      .getByRole('button', { name: t('retry') })
      .first()
      .click()
    await page.getByText('persona.59@example.org').waitFor()
  })
})

test.describe('a text', () => {
  test('is written, saved, published, seen by the next visitor, and taken back', async ({
    product,
    visit,
  }) => {
    const visitor = await visit()
    const { page } = visitor
    await signIn(page, '/admin/content/home-hero?language=es')
    const builtIn = await (await fetch(`${product.url}/es/`)).text()
    const area = page.locator('[contenteditable=true]')
    await area.waitFor()
    await area.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Pruebas que se tocan.')
    await page.getByRole('button', { name: t('editor.save'), exact: true }).click()
    await page
      .getByText(t('editor.savedIn', { language: 'Español', version: 1 }), { exact: false })
      .first()
      .waitFor()
      .catch(() => {})
    await page.getByRole('button', { name: t('editor.publish'), exact: true }).click()
    await page.getByRole('button', { name: t('editor.unpublish'), exact: true }).waitFor()
    assert.match(await (await fetch(`${product.url}/es/`)).text(), /Pruebas que se tocan\./)
    await expectAccessible(page, 'the editor')
    await page.getByRole('button', { name: t('editor.unpublish'), exact: true }).click()
    await page
      .getByRole('button', { name: t('editor.unpublish'), exact: true })
      .waitFor({ state: 'detached' })
    assert.equal(await (await fetch(`${product.url}/es/`)).text(), builtIn)
    await page.getByRole('button', { name: t('editor.save'), exact: true }).click()
    await page.getByText(t('editor.nothingToSave')).first().waitFor()
    assert.deepEqual(visitor.faults, [])
  })

  test('is never overwritten by someone who has not seen it', async ({ product, visit }) => {
    const { page } = await visit()
    await signIn(page, '/admin/content/home-why?language=fr')
    const area = page.locator('[contenteditable=true]')
    await area.waitFor()
    await area.click()
    await page.keyboard.type('Ce que je dis.')
    const colleague = await product.signIn({ username: 'admin', password })
    const json = { key: 'home-why', language: 'fr', content: '<p>Ce que tu dis.</p>', version: 1 }
    assert.equal((await colleague('/api/content', { json })).status, 201)
    await page.getByRole('button', { name: t('editor.save'), exact: true }).click()
    const title = textOf('es', 'history:history.merge.title')
    await page.getByRole('heading', { name: title }).waitFor()
    await expectAccessible(page, 'the conflict')
    await page.locator('[data-side=mine]').getByText('Ce que je dis.').waitFor()
    await page.getByRole('button', { name: textOf('es', 'history:history.merge.keepMine') }).click()
    await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' })
    const { rows } = await product.pool.query(
      "SELECT version, content FROM content_versions WHERE key = 'home-why' AND language = 'fr' ORDER BY version",
    )
    assert.deepEqual(rows, [
      { version: 1, content: '<p>Ce que tu dis.</p>' },
      { version: 2, content: '<p>Ce que je dis.</p>' },
    ])
  })
})

test('every screen is accessible and fits, on a phone and on a desktop, light and dark', async ({
  openAdmin,
}) => {
  await expectGoodScreens(await openAdmin('/admin/content'), (language) => [
    '/admin/early-adopters',
    '/admin/content',
    `/admin/content/home-cases?language=${language}`,
    '/admin/nowhere',
  ])
})

test('admins are told on the first screen what the legal pages cannot say about the operator', async ({
  openAdmin,
}) => {
  const { page, faults } = await openAdmin('/admin', { width: 390 })
  await page.getByText(textOf('es', 'operator:operator.title')).click()
  const parts = ['name', 'address', 'register', 'law'].map((part) =>
    textOf('es', `operator:operator.parts.${part}`),
  )
  await page.getByText(new RegExp(parts.join('.*'))).waitFor()
  await expectAccessible(page, 'the notice on the first screen')
  await expectNoSidewaysScroll(page, 'the notice on the first screen')
  await page.goto('/admin/badges')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const title = page.getByText(textOf('es', 'operator:operator.title'))
  assert.equal(await title.count(), 0)
  // What is missing can be filled in where the notice leads to.
  await page.goto('/admin')
  await title.click()
  await page.getByRole('link', { name: textOf('es', 'operator:operator.how') }).click()
  await page.getByRole('heading', { level: 1, name: textOf('es', 'admin:screens.settings') }).waitFor()
  assert.deepEqual(faults, [])
})
