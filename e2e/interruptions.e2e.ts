import assert from 'node:assert/strict'
import { adminPassword } from '../test/support/build-app.ts'
import { hours } from '../test/support/clock.ts'
import { openEditor } from '../test/support/content/editor.ts'
import { until } from '../test/support/until.ts'
import { expectAccessible } from './support/expectations.ts'
import { journeyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

/** What a busy machine may need, and less than the thirty seconds of the polls that find out otherwise. */
const soon = { timeout: 15_000 }

for (const language of journeyLanguages) {
  const t = (key: string, variables = {}) => textOf(language, `admin:${key}`, variables)

  test.describe(`interruptions in ${language}`, () => {
    test('unsaved text is saved and published in one step, once', async ({ openAdmin, product }) => {
      const { page, faults } = await openAdmin(`/admin/content/home-why?language=${language}`, { language })
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type(`Firme ${language}`)
      await page.getByRole('button', { name: t('editor.publish'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(t('editor.saveFirst')).waitFor()
      await expectAccessible(page, 'the question whether to save and publish')
      await dialog.getByRole('button', { name: t('editor.saveAndPublish') }).dblclick()
      await page.getByText(t('editor.published', { version: 1 })).waitFor()
      const shown = await product.send(`/${language}/`)
      assert.match(shown.text, new RegExp(`Firme ${language}`))
      const { rows } = await product.pool.query(
        `SELECT version FROM content_versions WHERE key = 'home-why' AND language = $1`,
        [language],
      )
      assert.equal(rows.length, 1)
      assert.deepEqual(faults, [])
    })

    test('Ctrl+S saves, and what is unsaved is kept in the browser', async ({ openAdmin }) => {
      const { page, faults } = await openAdmin(`/admin/content/home-cases?language=${language}`, { language })
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type('Casos')
      const kept = t('editor.kept', { time: '|' }).split('|')[0] ?? ''
      await page.getByText(kept).waitFor()
      await page.keyboard.press('Control+s')
      await page.getByText(t('editor.unsaved')).waitFor({ state: 'detached' })
      await page.reload()
      await page.locator('[contenteditable=true]').filter({ hasText: 'Casos' }).waitFor()
      assert.deepEqual(faults, [])
    })

    test('what is unsaved goes on in another browser, and is gone once it is saved', async ({
      openAdmin,
      product,
    }) => {
      const path = `/admin/content/about-team?language=${language}`
      const first = await openAdmin(path, { language })
      await first.page.locator('[contenteditable=true]').click()
      await first.page.keyboard.type('En casa')
      const onServer = t('editor.keptOnServer', { time: '|' }).split('|')[0] ?? ''
      await first.page.getByText(onServer).waitFor()
      await first.close()
      // As it is soon after a window was closed.
      await product.pool.query('DELETE FROM content_presence')
      const second = await openAdmin(path, { language })
      await second.page.locator('[contenteditable=true]').filter({ hasText: 'En casa' }).waitFor()
      await second.page.getByText(textOf(language, 'history:history.recovered')).waitFor()
      await second.page.keyboard.press('Control+s')
      await second.page.getByText(t('editor.unsaved')).waitFor({ state: 'detached' })
      const kept = () =>
        second.page.evaluate(async () => {
          const token = localStorage.getItem('auth_token')
          const reply = await fetch('/api/content/about-team/unsaved', {
            headers: { authorization: `Bearer ${token}` },
          })
          return (await reply.json()).length
        })
      await until(async () => (await kept()) === 0, 'the server has forgotten it')
    })

    test('a lost connection is told at once, nothing is lost, and it recovers by itself', async ({
      openAdmin,
    }) => {
      const { page, context } = await openAdmin(`/admin/content/about-mission?language=${language}`, {
        language,
      })
      await page.locator('[contenteditable=true]').click()
      await page.keyboard.type('Antes')
      await context.setOffline(true)
      await page.getByText(t('connection.offline')).waitFor(soon)
      await page.keyboard.type(' y durante')
      await page.keyboard.press('Control+s')
      await page
        .getByText(t('editor.saveFailed', { reason: '|' }).split('|')[0] ?? '')
        .first()
        .waitFor(soon)
      await page.getByText(t('editor.unsaved')).waitFor()
      await context.setOffline(false)
      await page.getByText(t('connection.offline')).waitFor({ state: 'detached', ...soon })
      await page.keyboard.press('Control+s')
      await page.getByText(t('editor.unsaved')).waitFor({ state: 'detached' })
    })

    for (const width of [390, 1440] as const) {
      test(`what is said above a screen moves nothing, and can be scrolled away from, at ${width}`, async ({
        openAdmin,
      }) => {
        const { page, context } = await openAdmin('/admin/profile', { language, width })
        const heading = page.locator('main h1')
        const missing = page.getByText(t('mailWarning.missing'))
        /** The top of the heading, and how far it stands below the strip, once the page has followed the strip. */
        const places = () =>
          page.evaluate(async () => {
            for (let frame = 0; frame < 2; frame++)
              await new Promise((resolve) => requestAnimationFrame(resolve))
            const top = document.querySelector('main h1')?.getBoundingClientRect().top ?? 0
            const strip = document.querySelector('header ~ [role=status]')?.getBoundingClientRect()
            return {
              top,
              below: top - (strip?.bottom ?? 0),
              header: document.querySelector('header')?.offsetTop,
            }
          })
        // What is known is there together with the screen.
        await heading.waitFor()
        assert.equal(await missing.isVisible(), true)
        assert.equal(await page.evaluate(() => scrollY), 0)
        assert.ok((await places()).below > 0)
        // As if the mail server had come back: only the connection is missing from now on.
        await page.route('**/api/mail/transport', (route) =>
          route.fulfill({ json: { configured: true, reachable: true } }),
        )
        await page.reload()
        await heading.waitFor()
        assert.equal(await missing.isVisible(), false)
        const before = await places()
        await context.setOffline(true)
        await page.getByText(t('connection.offline')).waitFor(soon)
        const during = await places()
        assert.deepEqual([during.top, during.header], [before.top, before.header])
        await page.evaluate(() => scrollTo(0, 0))
        assert.ok((await places()).below > 0, 'the heading can be read below the strip')
        await page.evaluate((by) => scrollTo(0, by), during.top - before.top + 400)
        const scrolled = await places()
        await context.setOffline(false)
        await page.getByText(t('connection.offline')).waitFor({ state: 'detached', ...soon })
        assert.equal((await places()).top, scrolled.top)
        await page.evaluate(() => scrollTo(0, 0))
        assert.equal((await places()).top, before.top, 'no room is left')
      })
    }

    test('a screen without a connection says so at once and loads once there is one', async ({
      openAdmin,
    }) => {
      const { page } = await openAdmin('/admin/badges', { language })
      await page.route('**/api/early-adopters?**', (route) => route.abort())
      await page.getByRole('link', { name: t('people.title'), exact: true }).click()
      await page.getByText(t('people.failed')).waitFor(soon)
      await page.unroute('**/api/early-adopters?**')
      await page.getByText(t('people.none')).waitFor()
      await page.getByText(t('connection.unreachable')).waitFor({ state: 'detached' })
    })

    test('a screen that was never opened before waits for the connection and then opens', async ({
      openAdmin,
    }) => {
      const { page, context } = await openAdmin('/admin/content', { language })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await context.setOffline(true)
      await page.getByText(t('connection.offline')).waitFor(soon)
      await page.getByRole('link', { name: t('people.title'), exact: true }).click()
      await page.getByText(t('crash.opensByItself')).waitFor(soon)
      await expectAccessible(page, 'a screen that waits for the connection')
      await context.setOffline(false)
      await page.getByText(t('people.none')).waitFor()
    })

    test('a session that ends leaves the form as it is and goes on with the password', async ({
      openAdmin,
      product,
    }) => {
      const { page, faults } = await openAdmin('/admin/email/campaigns/new', { language })
      const name = page.getByLabel(textOf(language, 'campaigns:campaigns.form.name'), { exact: true })
      await name.fill('Noticias')
      await product.pool.query('UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL')
      const save = page.getByRole('button', {
        name: textOf(language, 'campaigns:campaigns.actions.save'),
        exact: true,
      })
      // A question of the page itself may find out first.
      await save.click({ timeout: 1_000 }).catch(() => {})
      const dialog = page.getByRole('dialog', { name: t('renewal.title') })
      await dialog.waitFor(soon)
      await expectAccessible(page, 'the question for the password of an ended session')
      await page.keyboard.press('Escape')
      const password = dialog.locator('input')
      await password.fill('not this one')
      await page.keyboard.press('Enter')
      await dialog.getByRole('alert').waitFor()
      await password.fill(adminPassword)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await name.inputValue(), 'Noticias')
      await until(async () => {
        if (!page.url().endsWith('/new')) return true
        await save.click({ timeout: 500 }).catch(() => {})
        return false
      }, 'the campaign is saved')
      assert.deepEqual(
        // What axe tries to run in the mail's frame is kept from running.
        faults.filter((fault) => !fault.startsWith('Blocked script execution')),
        [],
      )
    })
  })
}

test('an open text shows that a scheduled publication has gone live, and keeps what is unsaved', async ({
  openAdmin,
  product,
}) => {
  const t = (key: string, variables = {}) => textOf('es', `admin:${key}`, variables)
  const editor = await openEditor(product)
  const { page } = await openAdmin('/admin/content/home-problem?language=es')
  await page.locator('[contenteditable=true]').click()
  await page.keyboard.type('Programado')
  await page.keyboard.press('Control+s')
  await page.getByText(t('editor.unsaved')).waitFor({ state: 'detached' })
  const due_at = new Date(Math.max(Date.now(), product.clock.now().getTime()) + 5_000).toISOString()
  const reply = await editor.send('/api/releases', {
    json: { name: 'Luego', items: [{ key: 'home-problem', language: 'es', version: 1 }], due_at },
  })
  assert.equal(reply.status, 201, reply.text)
  await page.reload()
  await page.locator('[contenteditable=true]').click()
  await page.keyboard.type('y más ')
  product.clock.advance(hours)
  await product.app.startBackgroundWork()
  await until(async () => (await product.send('/es/')).text.includes('Programado'), 'it is live', 15)
  await page.getByRole('button', { name: t('editor.unpublish') }).waitFor()
  await page.getByText(t('editor.unsaved')).waitFor()
})
