import assert from 'node:assert/strict'
import { startTestApp } from '../test/support/build-app.ts'
import { openDatabaseProxy } from '../test/support/database-proxy.ts'
import { until } from '../test/support/until.ts'
import { expectNoSidewaysScroll } from './support/expectations.ts'
import { test } from './support/test.ts'
import { textOf } from './support/texts.ts'
import { openVisitor } from './support/visitor.ts'

const t = (key: string) => textOf('es', key)

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

test('a list of documents that could not be loaded is loaded by trying again, without scripts too', async ({
  browser,
  product,
}) => {
  const proxy = await openDatabaseProxy(product.databaseUrl)
  const other = await startTestApp({ databaseUrl: proxy.url })
  const { page, close } = await openVisitor(browser, { baseURL: other.url }, { scripts: false })
  await proxy.cut()
  // The links to languages and orders have this anchor, so the address that failed has it too.
  await page.goto('/es/docs?language=fr#library')
  await page.getByRole('heading', { name: t('documents:failed.title') }).waitFor()
  await proxy.restore()
  await until(async () => (await other.send('/es/docs?sort=name')).status === 200, 'the database is back')
  await page.getByRole('link', { name: t('documents:failed.retry') }).click()
  await page.getByRole('heading', { name: t('documents:empty.title') }).waitFor()
  assert.equal(new URL(page.url()).search, '?language=fr')
  await close()
  await other.close()
  await proxy.close()
})

test('code scrolls within itself, with the keyboard too, and never the page', async ({ visit }) => {
  const { page } = await visit({ width: 390 })
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 })
    for (const guide of ['quickstart', 'verify']) {
      await page.goto(`/ar/docs/${guide}`)
      await expectNoSidewaysScroll(page, `${guide} at ${width} px`)
      const command = page.locator('pre.command').last()
      await command.focus()
      await until(async () => {
        await page.keyboard.press('ArrowRight')
        return command.evaluate((element) => element.scrollLeft > 0)
      }, `${guide} scrolls at ${width} px`)
    }
  }
})
