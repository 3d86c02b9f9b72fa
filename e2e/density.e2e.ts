import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { contentKeys } from '#features/content/contract.ts'
import { languages } from '#shared/languages.ts'
import { seedLeads } from '../test/support/campaigns.ts'
import { insertMail } from '../test/support/mails.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'

const rows = 'main tbody tr'
const texts = 'main section li:has(a[href^="/admin/content/"])'

/** How many elements of a list are wholly in the window without scrolling. */
async function countInSight(page: Page, selector: string): Promise<number> {
  await page.locator(selector).nth(7).waitFor()
  return page.locator(selector).evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }).length,
  )
}

test.beforeAll(async ({ product }) => {
  await seedLeads(product, { count: 30 })
  await product.pool.query(
    `UPDATE early_adopters SET interests = '{identity,transparency,industrial}', name = 'Ana María Núñez',
       company = 'Asociación Iberoamericana de Universidades'`,
  )
  await product.pool.query(
    `INSERT INTO saved_filters (name, name_key, filter, created_at)
     VALUES ('Universidades de la Asociación', 'universidades', '{"segment": "academic"}', now())`,
  )
  await product.pool.query(
    `WITH tag AS (INSERT INTO lead_tags (name, name_key) VALUES ('Feria de Madrid', 'feria'), ('Prensa', 'prensa') RETURNING id)
     INSERT INTO tagged_leads (tag_id, lead_id) SELECT tag.id, early_adopters.id FROM tag, early_adopters`,
  )
  await product.pool.query(
    `INSERT INTO content_versions (key, language, version, content, published, seo_title, seo_description, seo_keywords, created_at, updated_at)
     SELECT key, 'es', 1, '<p>Texto</p>', true, '', '', '', now(), now() FROM unnest($1::text[]) AS key`,
    [contentKeys],
  )
  for (let number = 1; number <= 20; number++) {
    await insertMail(product, { toName: `Ana ${number}`, toEmail: `ana${number}@example.org` })
  }
})

test('lists show 14 people, 14 messages and 8 texts at 1440 by 900', async ({ openAdmin }) => {
  const { page } = await openAdmin('/admin/early-adopters')
  const people = await countInSight(page, rows)
  assert.ok(people >= 14, `${people} people`)
  await page.goto('/admin/email-metrics/messages')
  const messages = await countInSight(page, rows)
  assert.ok(messages >= 14, `${messages} messages`)
  await page.goto('/admin/content')
  await page.getByText(textOf('es', 'admin:mailWarning.missing')).waitFor()
  const shown = await countInSight(page, texts)
  assert.ok(shown >= 8, `${shown} texts`)
})

test('a list shows 14 people at 1440 by 900 in every language', async ({ openAdmin }) => {
  const shown: Record<string, number> = {}
  for (const language of languages) {
    const { page, close } = await openAdmin('/admin/early-adopters', { language })
    await page.getByText(textOf(language, 'admin:mailWarning.missing')).waitFor()
    shown[language] = await countInSight(page, rows)
    await close()
  }
  assert.deepEqual(
    Object.entries(shown).filter(([, people]) => people < 14),
    [],
  )
})

test('on a phone a list begins on the first screen, and its filters open', async ({ openAdmin }) => {
  const { page } = await openAdmin('/admin/early-adopters', { width: 390, language: 'en' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, selector] of [
    ['/admin/early-adopters', rows],
    ['/admin/email-metrics/messages', rows],
    ['/admin/content', texts],
  ] as const) {
    await page.goto(path)
    await page.locator(selector).first().waitFor()
    const top = await page
      .locator(selector)
      .first()
      .evaluate((row) => row.getBoundingClientRect().top)
    assert.ok(top < 844 - 120, `${path} begins at ${top}`)
  }
  await page.goto('/admin/early-adopters?language=ar')
  const languages = page.getByLabel('Language', { exact: true })
  assert.ok(!(await languages.isVisible()))
  await page.getByRole('button', { name: 'Filters: 1' }).click()
  await languages.selectOption('')
  await page.locator(rows).first().waitFor()
})
