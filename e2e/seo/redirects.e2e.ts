import assert from 'node:assert/strict'
import { createMissingStore } from '#features/seo/redirects/not-found/store.ts'
import { until } from '../../test/support/until.ts'
import { expectAccessible, expectGoodScreens, expectNoSidewaysScroll } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const path = '/admin/seo/redirects'

for (const language of ['es', 'ar'] as const) {
  const width = language === 'es' ? 1440 : 390
  const t = (key: string, variables = {}) => textOf(language, `redirects:redirects.${key}`, variables)
  const refusal = (code: string) => textOf(language, `errors:fields.${code}`)

  test(`redirects are added, tried, removed, imported and suggested in ${language}, ${width} px wide`, async ({
    product,
    openAdmin,
  }) => {
    await product.pool.query('DELETE FROM redirects; DELETE FROM missing_addresses')
    const day = product.clock.now().toISOString().slice(0, 10)
    await createMissingStore(product.db).add(day, new Map([['/identity.html', 7]]))
    const { page, faults } = await openAdmin(path, { language, width })
    const button = (key: string, variables = {}) =>
      page.getByRole('button', { name: t(key, variables), exact: true })
    const field = (key: string) => page.getByLabel(t(key), { exact: true })
    const dialogIsGone = () => page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByText(t('none'), { exact: true }).waitFor()
    await expectAccessible(page, 'no redirects')

    // A draft is checked while it is typed, and what was typed stays when it is refused.
    await button('add').click()
    await field('from').fill('/docs')
    await field('to').fill('/about')
    await page.getByText(refusal('redirect_from_living')).waitFor()
    await expectAccessible(page, 'a draft that is refused')
    await button('form.save').click()
    await page.getByText(refusal('redirect_from_living')).waitFor()
    assert.equal(await field('to').inputValue(), '/about')
    await field('from').fill('/العقود/')
    await page.getByText(t('form.fine')).waitFor()
    await field('from').press('Enter')
    await dialogIsGone()
    await page.getByRole('rowheader', { name: '/العقود', exact: true }).waitFor()
    await expectAccessible(page, 'the list')
    await expectNoSidewaysScroll(page, 'the list')

    // Back to where it comes from is a circle; there is none when the keyboard alone is used either.
    await button('add').press('Enter')
    await field('from').fill('/about-us')
    await field('to').fill('/العقود')
    await page.getByText(t('warnings.chain', { to: '\u2066/about\u2069' })).waitFor()
    await field('to').fill('/about-us/')
    await page.getByText(refusal('redirect_loop')).waitFor()
    await page.keyboard.press('Escape')
    await dialogIsGone()

    await field('try.label').fill('/العقود?a=1')
    await field('try.label').press('Enter')
    await page.getByText('/about?a=1').waitFor()
    await page.goto('/ar/العقود')
    assert.equal(new URL(page.url()).pathname, '/ar/about')
    await page.goto(path)

    // What was removed is put back.
    await button('removeOne', { from: '\u2066/العقود\u2069' }).click()
    await until(
      () => button('undo').evaluate((undo) => undo === document.activeElement),
      'the focus is on the way back',
    )
    await expectAccessible(page, 'what was removed')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: '/العقود', exact: true }).waitFor()

    // One click makes a redirect of an address that was not found.
    await button('missing.redirectOne', { path: '\u2066/identity.html\u2069' }).click()
    assert.equal(await field('from').inputValue(), '/identity.html')
    assert.equal(await field('to').inputValue(), '/use-cases/identity')
    await button('form.save').click()
    await dialogIsGone()
    await page.getByText(t('missing.none'), { exact: true }).waitFor()

    // A file is imported once none of its lines is refused.
    await button('import').click()
    const choose = (content: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await choose('from,to\n/vieja,/docs\n/mala,//evil.example\n')
    await page.getByText(refusal('redirect_to_invalid')).waitFor()
    await expectAccessible(page, 'a file with a line that is refused')
    assert.ok(await button('file.apply').isDisabled())
    await choose('from,to\n/vieja,/docs\n')
    await button('file.apply').click()
    await dialogIsGone()
    await page.getByRole('rowheader', { name: '/vieja', exact: true }).waitFor()

    const download = page.waitForEvent('download')
    await button('export').click()
    assert.equal((await download).suggestedFilename(), 'redirects.csv')

    await page.getByRole('searchbox', { name: t('search') }).fill('vieja')
    await page.waitForURL('**?search=vieja')
    await page.getByRole('rowheader', { name: '/identity.html' }).waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })
}

test('a finding leads to the redirect that repairs it, which is asked for once', async ({ openAdmin }) => {
  const { page } = await openAdmin(`${path}?from=%2Fes%2Fviejo`, { language: 'es', width: 390 })
  const say = (key: string) => textOf('es', `redirects:redirects.${key}`)
  const dialog = page.getByRole('dialog', { name: say('form.new'), exact: true })
  assert.equal(await dialog.getByLabel(say('from'), { exact: true }).inputValue(), '/es/viejo')
  await dialog.getByRole('button', { name: say('form.cancel'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
  await page.reload()
  await page.getByRole('heading', { name: say('list'), exact: true }).waitFor()
  assert.equal(await dialog.count(), 0)
})

test('the screen of redirects looks good, full and empty', async ({ product, openAdmin }) => {
  const editor = await product.signIn()
  await product.pool.query('DELETE FROM redirects')
  const long = `/es/${'nuestra-historia-'.repeat(10)}`
  for (const from of [long, '/corta', '/العقود/القديمة'])
    await editor('/api/admin/seo/redirects', { json: { from, to: '/nada', note: 'Una nota' } })
  await createMissingStore(product.db).add(
    product.clock.now().toISOString().slice(0, 10),
    new Map([[long, 3]]),
  )
  const visitor = await openAdmin(path)
  await expectGoodScreens(visitor, () => [path])
})
