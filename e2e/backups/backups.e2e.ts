import { expect } from '@playwright/test'
import { backups } from '#features/backups/table.ts'
import { test } from '../support/test.ts'

test.describe.configure({ mode: 'serial' })

const day = 86_400_000
const contents = {
  ...{ taken_at: new Date().toISOString(), product_version: '1.0.0', rows: 120, files: 2, file_bytes: 2048 },
  ...{ tables: [{ name: 'early_adopters', rows: 20 }], missing_files: 0, holds_secret: false },
}

test('an admin sees whether the site can be restored, makes a backup, and deletes an old one', async ({
  product,
  openAdmin,
}) => {
  const now = product.clock.now().getTime()
  const proven = (daysAgo: number) => ({
    ...{ reason: 'schedule' as const, state: 'done' as const, size: 48_230_400, contents },
    ...{ createdAt: new Date(now - daysAgo * day), provenAt: new Date(now - daysAgo * day) },
    copies: [{ destination: 'folder' as const, state: 'written' as const, detail: null }],
    file: `firmeza-${daysAgo}.tar`,
  })
  const { page } = await openAdmin('/admin/backups', { language: 'en' })
  await expect(page.getByText('There is no proven backup yet')).toBeVisible()
  await product.db.insert(backups).values([proven(0), proven(3)])
  await expect(page.getByRole('heading', { name: /^Restorable: proven today/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Days with a proven backup: 2/ })).toBeVisible()

  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('About to begin').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeDisabled()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()

  await page.getByRole('row').last().getByRole('link').click()
  await expect(
    page.getByText('early adopters', { exact: false }).or(page.getByText('People')).first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The backup is deleted.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
})
