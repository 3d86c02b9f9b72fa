import assert from 'node:assert/strict'
import type { TestApp } from '../test/support/build-app.ts'
import { expectAccessible, expectFocusOn } from './support/expectations.ts'
import { chooseWays } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

const t = (key: string) => textOf('es', key)

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

/** How many people are stored under an address. */
async function countStored(product: TestApp, email: string): Promise<number> {
  const { rows } = await product.pool.query('SELECT 1 FROM early_adopters WHERE email_key = $1', [
    email.toLowerCase(),
  ])
  return rows.length
}

test.describe('the early-adopter form', () => {
  test('says what is missing to the letter, forgets it on edit, and welcomes', async ({ product, visit }) => {
    const visitor = await visit({ width: 390 })
    const { page } = visitor
    await page.goto('/es/')
    const form = page.locator('form.form')
    assert.ok(await form.getByRole('radio', { name: t('site:form.segment.developer') }).isChecked())
    await form.getByRole('button', { name: t('site:form.submit') }).click()
    for (const sentence of [
      'Por favor, introduce un email válido',
      'El nombre es obligatorio',
      'Debes aceptar recibir comunicaciones',
    ]) {
      await form.locator('.refusal', { hasText: sentence }).waitFor()
    }
    await expectAccessible(page, 'the refused form')
    await form.getByLabel(t('site:form.name')).fill('Ana Pérez')
    await form.locator('.refusal', { hasText: 'El nombre es obligatorio' }).waitFor({ state: 'detached' })
    await form.getByLabel(t('site:form.email')).fill('Ana@example.org')
    await form.getByRole('radio', { name: t('site:form.segment.academic') }).check()
    await form.getByRole('checkbox', { name: t('site:form.interests.identity') }).check()
    await form.getByRole('checkbox', { name: t('site:form.consent') }).check()
    await form.getByRole('button', { name: t('site:form.submit') }).click()
    await page.getByRole('heading', { name: t('site:registered.title') }).waitFor()
    assert.equal(await countStored(product, 'ana@example.org'), 1)
    await expectAccessible(page, 'the welcome')
    await page
      .getByRole('link', { name: t('site:registered.again') })
      .or(page.getByRole('button', { name: t('site:registered.again') }))
      .click()
    assert.equal(await form.getByLabel(t('site:form.email')).inputValue(), '')
    assert.deepEqual(visitor.faults, [])
  })

  test('keeps what was typed when the network fails, and goes through afterwards', async ({
    product,
    visit,
  }) => {
    const { page } = await visit()
    await page.goto('/es/')
    const form = page.locator('form.form')
    await form.getByLabel(t('site:form.name')).fill('Luis Gil')
    await form.getByLabel(t('site:form.email')).fill('luis@example.org')
    await form.getByRole('checkbox', { name: t('site:form.consent') }).check()
    let fail = () => {}
    const failure = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route('**/api/early-adopters', async (route) => {
      await failure
      await route.abort()
    })
    await form.getByRole('button', { name: t('site:form.submit') }).click()
    const sending = form.getByRole('button', { name: t('site:form.submitting'), exact: true })
    const mark = await sending.evaluate((button) => getComputedStyle(button, '::after').content)
    assert.equal(mark, 'none', 'the button says once that it is being sent')
    fail()
    await form
      .getByRole('alert')
      .filter({ hasText: t('site:form.failed') })
      .waitFor()
    assert.equal(await form.getByLabel(t('site:form.email')).inputValue(), 'luis@example.org')
    await page.unroute('**/api/early-adopters')
    await form.getByRole('button', { name: t('site:form.submit') }).click()
    await page.getByRole('heading', { name: t('site:registered.title') }).waitFor()
    assert.equal(await countStored(product, 'luis@example.org'), 1)
  })

  for (const script of ['slow', 'missing'] as const) {
    test(`leads to what is missing when it is sent at once and its script is ${script}`, async ({
      visit,
    }) => {
      const { page } = await visit({ width: 390 })
      await page.goto('/es/')
      await page.route('**/assets/early-adopters-*.js', async (route) => {
        if (script === 'missing') return route.abort()
        await new Promise((resolve) => setTimeout(resolve, 500))
        return route.continue()
      })
      let loads = 0
      page.on('load', () => loads++)
      await page
        .locator('form.form')
        .getByRole('button', { name: t('site:form.submit') })
        .click()
      await page.locator('.summary:focus').waitFor()
      // A page that is loaded again has the focus there before all of it has arrived.
      await page.waitForLoadState('load')
      assert.equal(loads, script === 'slow' ? 0 : 1, 'times that the page was loaded again')
      const top = await page.locator('.summary').evaluate((summary) => summary.getBoundingClientRect().top)
      assert.ok(top >= 0 && top < 700, `the summary is in sight at ${top} px`)
    })
  }

  for (const scripts of [true, false]) {
    test(`asks for what a card offers, ${scripts ? 'in place' : 'without scripts'}`, async ({
      product,
      visit,
    }) => {
      const visitor = await visit({ scripts })
      const { page } = visitor
      const email = `investor.${scripts}@example.org`
      await page.goto('/es/')
      const form = page.locator('form.form')
      if (scripts) {
        await form.getByLabel(t('site:form.name')).fill('Inés Roca')
        // React marks the elements that it has taken over.
        await form.evaluate((element) => {
          const isAlive = () => Object.keys(element).some((key) => key.startsWith('__react'))
          return new Promise<void>((resolve) => {
            const timer = setInterval(() => {
              if (!isAlive()) return
              clearInterval(timer)
              resolve()
            }, 20)
          })
        })
      }
      await page
        .locator('#investors')
        .getByRole('link', { name: t('site:investors.supporter.button') })
        .click()
      await form.getByRole('heading', { name: t('site:form.kinds.supporter.title') }).waitFor()
      await form.getByRole('link', { name: t('site:form.back') }).click()
      await form.getByRole('button', { name: t('site:form.submit') }).waitFor()
      await page
        .locator('#investors')
        .getByRole('link', { name: t('site:investors.investor.button') })
        .click()
      await form.getByRole('heading', { name: t('site:form.kinds.investor.title') }).waitFor()
      await page.waitForURL('**/es/?kind=investor#registration')
      if (scripts) {
        await expectAccessible(page, 'the form of investors')
        await expectFocusOn(page, t('site:form.kinds.investor.title'))
        assert.equal(await form.getByLabel(t('site:form.name')).inputValue(), 'Inés Roca')
      } else {
        await form.getByRole('button', { name: t('site:form.kinds.investor.submit') }).click()
        await page.locator('.summary:focus').waitFor()
        await form.getByLabel(t('site:form.name')).fill('Inés Roca')
      }
      await form.getByLabel(t('site:form.message.other')).fill('Una pregunta\ny otra')
      await form.getByLabel(t('site:form.email')).fill(email)
      await form.getByRole('checkbox', { name: t('site:form.consent') }).check()
      await form.getByRole('button', { name: t('site:form.kinds.investor.submit') }).click()
      await page.getByText(t('site:registered.kinds.investor')).waitFor()
      assert.equal(await page.getByRole('img', { name: t('site:registered.badge_label') }).count(), 0)
      const { rows } = await product.pool.query(
        'SELECT kind, message, page FROM early_adopters WHERE email_key = $1',
        [email],
      )
      assert.deepEqual(rows, [{ kind: 'investor', message: 'Una pregunta\ny otra', page: '/' }])
      assert.deepEqual(visitor.faults, [])
    })
  }

  test('takes the case that the page of a use asks for, as a request for a demo', async ({
    product,
    visit,
  }) => {
    const { page } = await visit()
    await page.goto('/es/use-cases/industrial')
    const form = page.locator('form.form')
    await form.getByText(t('site:form.message.hints.industrial')).waitFor()
    await form.getByLabel(t('site:form.message.case')).fill('Una válvula, de la fundición al barco')
    await form.getByLabel(t('site:form.name')).fill('Iker Mar')
    await form.getByLabel(t('site:form.email')).fill('iker@example.org')
    await form.getByRole('checkbox', { name: t('site:form.consent') }).check()
    await form.getByRole('button', { name: t('use-cases:shared.demo.action') }).click()
    await page.getByText(t('site:registered.kinds.demo')).waitFor()
    const links = page.locator('.done .checks a')
    assert.deepEqual(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), [
      '/es/docs',
      '/es/#resources',
    ])
    const { rows } = await product.pool.query("SELECT kind, page FROM early_adopters WHERE name = 'Iker Mar'")
    assert.deepEqual(rows, [{ kind: 'demo', page: '/use-cases/industrial' }])
  })

  for (const language of chooseWays(['es', 'ar', 'hi'] as const, 1)) {
    test(`works without scripts in ${language}`, async ({ product, visit }) => {
      const { page } = await visit({ scripts: false })
      const say = (key: string) => textOf(language, key)
      await page.goto(`/${language}/?segment=ngo_gov`)
      const form = page.locator('form.form')
      assert.ok(await form.getByRole('radio', { name: say('site:form.segment.ngo_gov') }).isChecked())
      await form.getByLabel(say('site:form.name')).fill('<b>Nour</b>')
      await form.getByLabel(say('site:form.email')).fill('not an address')
      await form.getByRole('button', { name: say('site:form.submit') }).click()
      await form.locator('.refusal', { hasText: say('errors:fields.email_invalid') }).waitFor()
      await form.locator('.refusal', { hasText: say('errors:fields.consent_required') }).waitFor()
      await form.locator('.summary:focus').waitFor()
      assert.equal(await form.getByLabel(say('site:form.name')).inputValue(), '<b>Nour</b>')
      assert.ok(await form.getByRole('radio', { name: say('site:form.segment.ngo_gov') }).isChecked())
      await form.getByLabel(say('site:form.email')).fill(`nour.${language}@example.org`)
      await form.getByRole('checkbox', { name: say('site:form.consent') }).check()
      await form.getByRole('button', { name: say('site:form.submit') }).click()
      await page.getByRole('heading', { name: say('site:registered.title') }).waitFor()
      assert.equal(await countStored(product, `nour.${language}@example.org`), 1)
    })
  }
})
