import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { languageNames } from '#shared/languages.ts'
import { SignedInUser } from '#shared/user.ts'
import { insertLeads } from '../test/support/badges.ts'
import { makeCampaign } from '../test/support/campaigns.ts'
import { expectAccessible, expectGoodLooks, expectNoSidewaysScroll } from './support/expectations.ts'
import { journeyLanguages } from './support/sweep.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

for (const language of journeyLanguages) {
  const width = language === 'ar' ? 390 : 1440
  const t = (key: string, variables = {}) => textOf(language, `admin:${key}`, variables)
  const nameOf = (setting: string) => textOf(language, `settings:settings.fields.${setting}`)

  /** Types into the search box, which Ctrl K finds. */
  async function search(page: Page, query: string): Promise<void> {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: t('search.label') }).fill(query)
  }

  test(`the search finds people, texts, campaigns and settings and leads there, in ${language}`, async ({
    openAdmin,
    product,
  }) => {
    const [id = ''] = await insertLeads(product, 1, {
      ...{ name: `Zénobie Quetzal ${language}`, searchText: `zenobie quetzal ${language}` },
    })
    const editor = await product.signInAs('editor')
    await makeCampaign(editor, { name: `Quetzal ${language}` })
    const { page, faults } = await openAdmin('/admin/badges', { language, width })

    // By the keyboard: several kinds, the words of the query marked.
    await search(page, 'quetzal')
    await page.getByRole('group', { name: t('search.groups.campaigns') }).waitFor()
    const person = page.getByRole('option', { name: `Zénobie Quetzal ${language}` })
    assert.deepEqual(await person.locator('mark').allTextContents(), ['Quetzal'])
    await expectAccessible(page, 'the results of a search')
    await expectGoodLooks(page, 'the results of a search')
    await expectNoSidewaysScroll(page, 'the results of a search')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/early-adopters/${id}`)

    // A person is found with a typo, a text in another language by its words.
    await search(page, 'zenobei')
    await page
      .getByText(t('search.similar', { query: 'zenobei' }))
      .first()
      .waitFor()
    await page.getByRole('option', { name: `Zénobie Quetzal ${language}` }).waitFor()
    await search(page, 'vertrauen, das von')
    const text = page.getByRole('option', { name: languageNames.de })
    await text.locator('mark', { hasText: 'Vertrauen' }).first().waitFor()
    await text.click()
    await page.waitForURL('**/admin/content/home-problem?language=de')
    await page.goBack()
    await page.waitForURL(`**/admin/early-adopters/${id}`)

    // A setting gets the focus where it is changed.
    await search(page, nameOf('metaTitle'))
    const settings = page.getByRole('group', { name: t('search.groups.settings') })
    const section = textOf(language, 'settings:settings.sections.seo')
    await settings.getByRole('option').filter({ hasText: section }).first().click()
    await page.waitForURL('**/admin/settings/seo#metaTitle')
    await page.locator('[data-setting="metaTitle"] :focus').waitFor()
    await search(page, 'metaKeywords')
    await page.getByRole('option', { name: nameOf('metaKeywords') }).click()
    await page.locator('[data-setting="metaKeywords"] :focus').waitFor()
    assert.deepEqual(faults, [])
  })
}

const t = (key: string, variables = {}) => textOf('es', `admin:${key}`, variables)

test('what does not fit into the search box is in its list, and a failed search says so', async ({
  openAdmin,
  product,
}) => {
  await insertLeads(product, 7, { name: 'Wenceslada Ñ', searchText: 'wenceslada n' })
  const { page } = await openAdmin('/admin/badges')
  const box = page.getByRole('combobox', { name: t('search.label') })
  await box.fill('wenceslada')
  await page.getByRole('option', { name: t('search.more', { group: t('search.groups.people') }) }).click()
  await page.waitForURL('**/admin/early-adopters?search=wenceslada')
  await page.getByText('Wenceslada Ñ').first().waitFor()

  await page.route('**/api/search?**', (route) => route.fulfill({ status: 422, json: {} }))
  await box.fill(t('screens.campaigns'))
  await page.getByText(t('search.failed')).waitFor()
  await page.getByRole('option', { name: t('screens.campaigns') }).click()
  await page.waitForURL('**/admin/email/campaigns')
})

test('an editor finds no settings', async ({ openAdmin, product }) => {
  const editor = await product.signInAs('editor')
  const { username } = (await editor('/api/auth/me')).read(SignedInUser)
  const { page } = await openAdmin('/admin/badges', { username })
  await page.getByRole('combobox', { name: t('search.label') }).fill('metaTitle')
  await page.getByText(t('search.nothing', { query: 'metaTitle' })).waitFor()
})
