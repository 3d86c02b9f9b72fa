import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { seedLeads } from '../test/support/campaigns.ts'
import { test } from './support/test.ts'

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

test('lists show 14 people and 8 texts at 1440 by 900', async ({ openAdmin, product }) => {
  await seedLeads(product, { count: 30 })
  const { page } = await openAdmin('/admin/early-adopters')
  const people = await countInSight(page, 'main tbody tr')
  assert.ok(people >= 14, `${people} people`)
  await page.goto('/admin/content')
  const texts = await countInSight(page, 'main section li:has(a[href^="/admin/content/"])')
  assert.ok(texts >= 8, `${texts} texts`)
})
