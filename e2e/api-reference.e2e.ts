import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { blockStorage } from './support/blocked-storage.ts'
import { expectNoSidewaysScroll } from './support/expectations.ts'
import { test } from './support/test.ts'

const vendorServices =
  /\b(ask ai|agent|mcp|deploy|share|open (in|api) client|developer tools|configure|sign up|log ?in to)\b/i

/** Which of the things that one can press, on the page and in the dialogs that are open, are the vendor's. */
async function namesOfVendorServices(page: Page): Promise<string[]> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, [role=button]')].map((element) =>
      [element.getAttribute('aria-label'), element.getAttribute('placeholder'), element.textContent]
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )
  assert.ok(names.length > 10)
  return names.filter((name) => vendorServices.test(name))
}

/** The links to the vendor's sites that one can see. */
async function linksToVendor(page: Page): Promise<string[]> {
  const links = page.locator('a[href]:visible')
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  return addresses.filter((address) => /scalar/.test(new URL(address).host))
}

test.describe('the API reference', () => {
  for (const [width, theme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    test(`at ${width} px sends a request, has none of its vendor's services and asks no other host`, async ({
      product,
      visit,
    }) => {
      const visitor = await visit({ width, theme })
      const { page } = visitor
      const hosts = new Set<string>()
      page.on('request', (request) => {
        const { protocol, host } = new URL(request.url())
        if (protocol.startsWith('http')) hosts.add(host)
      })
      const assertIndependent = async () => {
        assert.deepEqual(await namesOfVendorServices(page), [])
        assert.deepEqual(await linksToVendor(page), [])
      }
      // The public address of a test's product is not where it listens.
      await page.route('**/api/openapi.json', async (route) => {
        const description = await (await route.fetch()).json()
        await route.fulfill({ json: { ...description, servers: [{ url: product.url }] } })
      })
      await page.goto('/api/')
      const tryIt = page.getByRole('button', { name: /^Test Request/ })
      await tryIt.first().waitFor()
      await assertIndependent()
      await expectNoSidewaysScroll(page, `/api at ${width} px`)
      if (width === 390) {
        const menu = page.getByRole('button', { name: 'Open Menu' })
        await menu.click()
        await page.getByRole('button', { name: 'Close Menu' }).waitFor()
        await assertIndependent()
        await page.getByRole('button', { name: 'Close Menu' }).click()
      }

      // The first operation is for everyone, and its example is a request that goes through.
      await tryIt.first().click()
      const send = page.getByRole('button', { name: /^Send Request/ })
      await send.waitFor()
      await assertIndependent()
      const answer = page.waitForResponse('**/api/early-adopters')
      await send.click()
      assert.equal((await answer).status(), 201)
      await page.getByRole('link', { name: '201 Created' }).waitFor()
      await assertIndependent()
      assert.deepEqual([...hosts], [new URL(product.url).host])
      assert.deepEqual(visitor.faults, [])
    })
  }

  test('appears in a browser that blocks site data', async ({ visit }) => {
    const { page, faults } = await visit()
    await blockStorage(page)
    // The reference is a large script; with other journeys beside it, "load" takes long.
    await page.goto('/api', { waitUntil: 'commit' })
    await page
      .getByRole('button', { name: /^Test Request/ })
      .first()
      .waitFor({ timeout: 45_000 })
    assert.deepEqual(faults, [])
  })
})
