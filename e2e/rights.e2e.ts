import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { PersonalData } from '#features/early-adopters/contract.ts'
import { createRightsLinks } from '#features/early-adopters/records/rights-links.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import type { Language } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../test/support/build-app.ts'
import { registrationOf } from '../test/support/factories.ts'
import { expectAccessible, expectNoSidewaysScroll } from './support/expectations.ts'
import { chooseWays } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'
import { openVisitor } from './support/visitor.ts'

const secret = 'a secret that only the tests know of'
const links = createRightsLinks({ secrets: { current: secret, earlier: [] }, publicUrl: '' })

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

/** Somebody who joined in a language: the path of their page. */
async function joinAs(product: TestApp, language: Language): Promise<string> {
  const sent = registrationOf({ name: 'Ana Ñandú' })
  await product.send('/api/early-adopters', { json: sent, headers: { 'accept-language': language } })
  const { rows } = await product.pool.query('SELECT id FROM early_adopters WHERE email = $1', [sent.email])
  return `/${language}/rights/${links.tokenOf({ id: rows[0].id, linkEpoch: 0 })}`
}

const ways = chooseWays(
  [
    ['es', true, 1440, 'light'],
    ['es', false, 390, 'dark'],
    ['ar', true, 390, 'light'],
    ['ar', false, 1440, 'dark'],
  ] as const,
  1,
  2,
)

for (const [language, scripts, width, theme] of ways) {
  test.describe(`a person’s rights in ${language}, ${width} px, ${scripts ? 'with' : 'without'} scripts`, () => {
    const t = (key: string, variables?: Record<string, string>) => textOf(language, key, variables)

    test('see, correct, withdraw, give again, take along, erase', async ({ product, visit }) => {
      const { page, faults } = await visit({ scripts, width, theme, locale: language })
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
      const look = async (place: string) => {
        if (scripts) await expectAccessible(page, place)
        if (scripts) await expectNoSidewaysScroll(page, place)
      }
      const path = await joinAs(product, language)
      await page.goto(path)
      await page.getByRole('heading', { name: t('rights:title'), exact: true }).waitFor()
      assert.equal(await page.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
      await look('the page of a person')

      const name = page.getByLabel(t('site:form.name'), { exact: true })
      await name.fill('')
      await button('rights:data.save').click()
      await page.getByRole('alert').waitFor()
      await look('what is refused')
      await name.fill('Ana Ruiz')
      await button('rights:data.save').click()
      await page.getByText(t('rights:notices.corrected'), { exact: true }).waitFor()
      assert.equal(await name.inputValue(), 'Ana Ruiz')

      await button('rights:consent.withdraw.action').click()
      await page.getByText(t('rights:notices.withdrawn'), { exact: true }).waitFor()
      await look('after the withdrawal')
      await button('rights:consent.give.action').click()
      await page.getByText(t('rights:notices.given'), { exact: true }).waitFor()

      const waiting = page.waitForEvent('download')
      await button('rights:export.action').click()
      const file = await (await waiting).path()
      const data = PersonalData.parse(JSON.parse(await readFile(file, 'utf8')))
      assert.equal(data.person.name, 'Ana Ruiz')

      await page.getByRole('link', { name: t('rights:erase.open'), exact: true }).click()
      await look('before erasing')
      await page.getByRole('link', { name: t('rights:erase.confirm.cancel'), exact: true }).click()
      await page.getByRole('link', { name: t('rights:erase.open'), exact: true }).click()
      await button('rights:erase.confirm.action').click()
      await page.getByRole('heading', { name: t('rights:erased.title'), exact: true }).waitFor()
      await look('after erasing')
      await page.goto(path)
      await page.getByRole('heading', { name: t('rights:unknown.title'), exact: true }).waitFor()
      await page.getByRole('link', { name: t('rights:request.again'), exact: true }).click()
      await page.getByLabel(t('site:form.email'), { exact: true }).fill('nadie@example.org')
      await button('rights:request.send').click()
      await page.getByRole('heading', { name: t('rights:request.sent.title'), exact: true }).waitFor()
      await look('after asking for the link')
      assert.deepEqual(faults, [])
    })

    test('stop the mails and take it back', async ({ product, visit }) => {
      const { page, faults } = await visit({ scripts, width, theme, locale: language })
      await joinAs(product, language)
      const { rows } = await product.pool.query(
        `INSERT INTO mails (id, cause, kind, lead_id, language, to_email, to_name, variables, due_at, created_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'campaign', id, language, email, name, '{}', now(), now()
         FROM early_adopters ORDER BY created_at DESC, id LIMIT 1 RETURNING id`,
      )
      const token = createMailLinks({ current: secret, earlier: [] }).signLink('unsubscribe', rows[0].id)
      await page.goto(`/${language}/unsubscribe/${token}`)
      if (scripts) await expectAccessible(page, 'the way out')
      await page.getByRole('button', { name: t('rights:unsubscribe.ask.action'), exact: true }).click()
      await page.getByRole('heading', { name: t('rights:unsubscribe.done.title'), exact: true }).waitFor()
      if (scripts) await expectAccessible(page, 'after the way out')
      await page.getByRole('button', { name: t('rights:unsubscribe.done.action'), exact: true }).click()
      await page.getByRole('heading', { name: t('rights:unsubscribe.undone.title'), exact: true }).waitFor()
      assert.deepEqual(faults, [])
    })
  })
}

test('the form proves itself unasked when it has to, and is not held up otherwise', async ({
  product,
  browser,
}) => {
  const busy = await startTestApp({
    env: { LOG_LEVEL: 'error', SIGN_UP_LIMIT: '1' },
    databaseUrl: product.databaseUrl,
  })
  try {
    await busy.send('/api/early-adopters', { json: registrationOf() })
    const { page, faults, close } = await openVisitor(browser, { baseURL: busy.url })
    const answers: number[] = []
    page.on('response', (reply) => {
      if (reply.url().endsWith('/api/early-adopters')) answers.push(reply.status())
    })
    await page.goto('/es/register')
    await page.getByLabel(textOf('es', 'site:form.name'), { exact: true }).fill('Ana')
    await page.getByLabel(textOf('es', 'site:form.email'), { exact: true }).fill('prueba@example.org')
    await page.locator('#form-consent').check()
    await page.getByRole('button', { name: textOf('es', 'site:form.submit') }).click()
    // The proof is computed by code that the browser of the tests does not optimise.
    const registered = page.getByRole('heading', { name: textOf('es', 'site:registered.title') })
    await registered.waitFor({ timeout: 120_000 })
    assert.deepEqual(answers, [429, 201])
    assert.deepEqual(faults, [])
    await close()
  } finally {
    await busy.close()
  }
})
