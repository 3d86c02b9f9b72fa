import assert from 'node:assert/strict'
import type { Browser, Page } from '@playwright/test'
import type { Language } from '#shared/languages.ts'
import { adminPassword, type TestApp } from '../../test/support/build-app.ts'
import { passkeyOrigin, totpCode } from '../../test/support/passkeys/second-factors.ts'
import { expectAccessible, expectGoodLooks, expectNoSidewaysScroll } from '../support/expectations.ts'
import { chooseWays } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'
import { openVisitor, type Visitor, type VisitorOptions } from '../support/visitor.ts'

const minutes = 60_000

/** A browser window at the public address of the product, where passkeys work. */
async function openAtPublicAddress(
  browser: Browser,
  product: TestApp,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const visitor = await openVisitor(browser, { baseURL: passkeyOrigin }, options)
  // The product listens on another port; its pages must not notice, nor may their policy.
  await visitor.context.route(`${passkeyOrigin}/**`, async (route) => {
    const url = route.request().url().replace(passkeyOrigin, product.url)
    // A page that is left does not wait for its answers.
    const response = await route.fetch({ url, maxRedirects: 0 }).catch(() => undefined)
    await (response ? route.fulfill({ response }) : route.abort()).catch(() => {})
  })
  return visitor
}

/** Gives a window an authenticator of its own, which asks nobody. */
async function addAuthenticator({ context, page }: Visitor): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
}

function partsOf(page: Page, language: Language) {
  const s = (key: string, variables = {}) => textOf(language, `sign-in:login.${key}`, variables)
  const f = (key: string, variables = {}) => textOf(language, `second-factor:secondFactor.${key}`, variables)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  return {
    s,
    f,
    button,
    dialog,
    async givePassword(path = '/admin/profile') {
      await page.goto(path)
      await page.getByLabel(s('username')).fill('admin')
      await page.getByLabel(s('password'), { exact: true }).fill(adminPassword)
      await button(s('submit')).click()
    },
    async signOut() {
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login')
    },
    panel: page.getByRole('region', { name: f('title') }),
    arrive: () => page.getByRole('heading', { name: f('title') }).waitFor(),
  }
}

const journeys = [
  { language: 'es', width: 1440 },
  { language: 'ar', width: 390 },
] as const

for (const { language, width } of chooseWays(journeys, 1)) {
  test.describe(`in ${language} at ${width} px`, () => {
    test.describe.configure({ mode: 'serial' })

    test('a second factor is added, used in every way and removed', async ({ browser, product }) => {
      await product.pool.query(
        'TRUNCATE totp_keys, passkeys, recovery_codes, factor_challenges, login_attempts',
      )
      const visitor = await openAtPublicAddress(browser, product, { language, width })
      await addAuthenticator(visitor)
      const { page, faults } = visitor
      const { s, f, button, dialog, givePassword, signOut, panel, arrive } = partsOf(page, language)

      // An authenticator app, with the recovery codes.
      await givePassword()
      await arrive()
      await panel.getByText(f('off'), { exact: true }).waitFor()
      await expectAccessible(page, 'no second factor')
      await button(f('app.add')).click()
      const adding = dialog(f('app.addTitle'))
      await adding.getByRole('img', { name: f('app.qr') }).waitFor()
      await expectAccessible(page, 'adding an app')
      await expectNoSidewaysScroll(page, 'adding an app')
      const secret = (await adding.locator('code').innerText()).replaceAll(' ', '')
      const code = () => totpCode(secret, product.clock.now())
      const field = adding.getByLabel(f('app.code'))
      await page.locator('input:focus').and(field).waitFor()
      await field.fill('000000')
      await page.keyboard.press('Enter')
      await adding.getByText(textOf(language, 'errors:fields.code_wrong')).waitFor()
      assert.equal(await field.inputValue(), '000000')
      await expectAccessible(page, 'a wrong code')
      await field.fill(code())
      await page.keyboard.press('Enter')
      const keeping = dialog(f('codes.shownTitle'))
      await keeping.getByRole('listitem').nth(9).waitFor()
      const [first = ''] = await keeping.getByRole('listitem').allInnerTexts()
      await expectAccessible(page, 'the recovery codes')
      await expectNoSidewaysScroll(page, 'the recovery codes')
      await page.keyboard.press('Escape')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        keeping.getByRole('button', { name: f('codes.download') }).click(),
      ])
      assert.equal(file.suggestedFilename(), f('codes.fileName'))
      await keeping.getByRole('button', { name: f('codes.close') }).click()
      await keeping.waitFor({ state: 'hidden' })
      await panel.getByText(f('on'), { exact: true }).waitFor()

      // Signing in with it: a wrong code first, then one that sends itself.
      await signOut()
      product.clock.advance(2 * minutes)
      await givePassword()
      await page.getByRole('heading', { name: s('second.title') }).waitFor()
      const asked = page.getByLabel(s('second.code'), { exact: true })
      await page.locator('input:focus').and(asked).waitFor()
      await expectGoodLooks(page, 'the second step')
      await page.setViewportSize({ width, height: 844 })
      await asked.pressSequentially('000000')
      await page.getByText(textOf(language, 'errors:second_factor_failed')).waitFor()
      await expectAccessible(page, 'a refused code')
      await asked.fill(code())
      await page.keyboard.press('Enter')
      await arrive()

      // A passkey beside it.
      await button(f('passkeys.add')).click()
      const naming = dialog(f('passkeys.addTitle'))
      await naming.getByLabel(f('passkeys.name')).fill('')
      await page.keyboard.press('Enter')
      await naming.getByText(textOf(language, 'errors:fields.name_required')).waitFor()
      await naming.getByLabel(f('passkeys.name')).fill('Portátil')
      await page.keyboard.press('Enter')
      await panel.getByText('Portátil', { exact: true }).waitFor()
      await naming.waitFor({ state: 'hidden' })
      await button(f('passkeys.renameOf', { name: 'Portátil' })).click()
      const renaming = dialog(f('passkeys.rename'))
      await renaming.getByLabel(f('passkeys.name')).fill('Teléfono')
      await page.keyboard.press('Enter')
      await panel.getByText('Teléfono', { exact: true }).waitFor()
      await expectAccessible(page, 'a passkey')
      await expectNoSidewaysScroll(page, 'a passkey')

      // Signing in with it alone, and beside the code.
      await signOut()
      await button(s('passkeys.signIn')).click()
      await page.waitForURL(/\/admin/)
      await signOut()
      await givePassword()
      await button(s('second.use.passkey')).click()
      await arrive()

      // Confirming with it instead of the password.
      product.clock.advance(16 * minutes)
      await button(f('app.remove')).click()
      await dialog(f('app.removeTitle'))
        .getByRole('button', { name: f('app.remove') })
        .click()
      const question = dialog(textOf(language, 'admin:passwordQuestion.title'))
      await question.getByRole('button', { name: s('passkeys.confirm') }).waitFor()
      await expectAccessible(page, 'confirming with a passkey')
      await question.getByRole('button', { name: s('passkeys.confirm') }).click()
      await panel.getByRole('button', { name: f('app.add') }).waitFor()

      // Now the passkey is asked for at once; where there is none, a recovery code helps.
      await signOut()
      await givePassword()
      await arrive()
      const elsewhere = await openAtPublicAddress(browser, product, { language, width })
      await elsewhere.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
      const there = partsOf(elsewhere.page, language)
      await there.givePassword()
      const recovery = elsewhere.page.getByLabel(s('second.recoveryCode'), { exact: true })
      await recovery.fill(first.toLowerCase())
      await expectAccessible(elsewhere.page, 'a recovery code')
      await elsewhere.page.keyboard.press('Enter')
      await there.arrive()
      await there.panel.getByText(f('passkeys.unsupported')).waitFor()
      await there.panel.getByText(f('codes.left', { count: 9 })).waitFor()
      assert.deepEqual(elsewhere.faults, [])
      await elsewhere.close()

      // The last factor is removed: the password is enough.
      await button(f('passkeys.removeOf', { name: 'Teléfono' })).click()
      const removing = dialog(f('passkeys.removeTitle'))
      await removing.getByText(f('removeLast')).waitFor()
      await expectAccessible(page, 'removing the last factor')
      await removing.getByRole('button', { name: f('passkeys.remove') }).click()
      await panel.getByText(f('off'), { exact: true }).waitFor()
      await signOut()
      await givePassword()
      await arrive()
      assert.deepEqual(faults, [])
      await visitor.close()
    })
  })
}

test('a session that ends goes on after both steps, with what was typed', async ({ browser, product }) => {
  await product.pool.query('TRUNCATE totp_keys, passkeys, recovery_codes, factor_challenges, login_attempts')
  const visitor = await openAtPublicAddress(browser, product, { language: 'es' })
  const { page, faults } = visitor
  const { s, f, button, dialog, givePassword, arrive } = partsOf(page, 'es')
  await givePassword()
  await arrive()
  await button(f('app.add')).click()
  const adding = dialog(f('app.addTitle'))
  const secret = (await adding.locator('code').innerText()).replaceAll(' ', '')
  await adding.getByLabel(f('app.code')).fill(totpCode(secret, product.clock.now()))
  await page.keyboard.press('Enter')
  await button(f('codes.close')).click()
  const name = page.getByLabel(textOf('es', 'profile:profile.name'), { exact: true })
  await name.fill('Ana María')
  await product.pool.query('UPDATE sessions SET revoked_at = now()')
  product.clock.advance(2 * minutes)
  // The window asks by itself: it follows what changes.
  const renewal = dialog(textOf('es', 'admin:renewal.title'))
  await renewal.getByLabel(s('password'), { exact: true }).fill(adminPassword)
  await page.keyboard.press('Enter')
  const code = renewal.getByLabel(s('second.code'), { exact: true })
  await code.waitFor()
  await expectAccessible(page, 'the second step of a renewal')
  // Back to the password, and again.
  await renewal.getByRole('button', { name: s('second.back') }).click()
  await renewal.getByLabel(s('password'), { exact: true }).fill(adminPassword)
  await page.keyboard.press('Enter')
  await code.pressSequentially(totpCode(secret, product.clock.now()))
  await renewal.waitFor({ state: 'hidden' })
  assert.equal(await name.inputValue(), 'Ana María')
  await button(textOf('es', 'profile:profile.save')).click()
  await page.getByText(textOf('es', 'profile:profile.saved')).waitFor()
  assert.deepEqual(faults, [])
  await visitor.close()
})
