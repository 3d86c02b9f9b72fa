import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { addDays } from '#shared/time/days.ts'
import type { TestApp } from '../../test/support/build-app.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { chooseWays } from '../support/sweep.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

const ways = chooseWays(
  [
    { language: 'es', width: 1440, theme: 'light' },
    { language: 'ar', width: 1440, theme: 'dark' },
    { language: 'de', width: 390, theme: 'light' },
  ] as const,
  2,
)

/** Accounts that are connected, without anything to publish with: nothing of this is due. */
async function seedAccounts({ pool }: TestApp): Promise<void> {
  await pool.query('TRUNCATE social_posts, social_drafts, social_accounts CASCADE')
  await pool.query(`
    INSERT INTO social_accounts (platform, external_id, name, mode, connected_at)
    VALUES ('twitter', '1', '@firmeza', 'automatic', now()), ('telegram', '2', 'Firmeza', 'automatic', now())`)
}

interface StoredPost {
  content: string
  platform: string
  wall_time: string
}

async function listPosts({ pool }: TestApp): Promise<StoredPost[]> {
  const { rows } = await pool.query<StoredPost>(
    'SELECT content, platform, wall_time FROM social_posts ORDER BY platform',
  )
  return rows
}

/** A Wednesday of next month, so that the days around it are in the same week wherever that begins. */
function findWednesday(): string {
  const now = new Date()
  const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() + 1, 8))
  return addDays(first.toISOString().slice(0, 10), (10 - first.getUTCDay()) % 7)
}

const pictureFile = () => {
  const canvas = createCanvas(640, 480)
  return { name: 'cover.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

const chipOf = (page: Page, text: string) => page.locator('[data-post]').filter({ hasText: text }).first()

for (const { language, width, theme } of ways) {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf(language, `social:${key}`, variables)
  const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })

  test(`a post is written for two accounts, scheduled once, moved, changed and withdrawn, in ${language} at ${width} px`, async ({
    openAdmin,
    product,
  }) => {
    await seedAccounts(product)
    const day = findWednesday()
    const { page } = await openAdmin(`/admin/social?view=week&day=${day}`, { language, width, theme })

    // One text for both, and another one for X.
    await page.getByRole('checkbox', { name: /X: / }).check()
    await page.getByRole('checkbox', { name: /Telegram: / }).check()
    await page.getByRole('textbox').first().fill('مرحبا بالجميع #هوية\n\nHello all')
    await page.getByRole('tab', { name: /^X/ }).click()
    await button(page, 'composer.text.detach').click()
    await page.getByRole('textbox').first().fill('x'.repeat(281))
    await page.getByText(t('composer.text.over', { number: 1 })).waitFor()
    await button(page, 'composer.schedule').click()
    await page.getByText(t('composer.toMend')).waitFor()
    await expectAccessible(page, 'a composition with faults')
    assert.equal((await listPosts(product)).length, 0)
    await page.getByRole('textbox').first().fill('Short for X')
    await page.locator('input[type=file]').setInputFiles(pictureFile())
    await page.getByRole('textbox', { name: t('composer.files.alternative') }).fill('A cover')
    await page.locator('input[type=datetime-local]').fill(`${day}T10:00`)
    await page.getByRole('region', { name: t('post_preview.of', { platform: 'X' }) }).waitFor()
    await expectAccessible(page, 'a composition')
    await expectNoSidewaysScroll(page, 'a composition')

    // A second press schedules nothing twice.
    await button(page, 'composer.schedule').dblclick()
    await page.getByText(t('composer.scheduled', { number: 2 })).waitFor()
    const scheduled = await listPosts(product)
    assert.deepEqual(
      scheduled.map(({ platform, content, wall_time }) => [platform, content, wall_time]),
      [
        ['telegram', 'مرحبا بالجميع #هوية\n\nHello all', `${day}T10:00`],
        ['twitter', 'Short for X', `${day}T10:00`],
      ],
    )
    assert.equal((await product.pool.query('SELECT 1 FROM social_drafts')).rowCount, 0)

    // Taken with the keyboard, moved by a day and a quarter of an hour, and brought back.
    const chip = chipOf(page, 'Short for X')
    await chip.press(' ')
    await chip.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await chip.press('ArrowDown')
    await chip.press(' ')
    const undo = button(page, 'calendar.undo')
    await undo.waitFor()
    assert.equal((await listPosts(product))[1]?.wall_time, `${addDays(day, 1)}T10:15`)
    await expectAccessible(page, 'a week with posts')
    await undo.click()
    // Its words stand around the time.
    const [before = '', after = ''] = t('calendar.movedBack', { time: '|' }).split('|')
    await page.getByText(before.trim()).filter({ hasText: after }).first().waitFor()
    assert.equal((await listPosts(product))[1]?.wall_time, `${day}T10:00`)

    // Dragged to another day, where there is a pointer that does not scroll.
    if (width === 1440) {
      await chipOf(page, 'Short for X').dragTo(page.locator(`[data-day="${addDays(day, -1)}"]`))
      await undo.waitFor()
      assert.equal((await listPosts(product))[1]?.wall_time, `${addDays(day, -1)}T10:00`)
    }

    // Changed in the composer.
    await chipOf(page, 'Short for X').click()
    await expectAccessible(page, 'a post')
    await button(page, 'calendar.dialog.edit').click()
    await page.getByRole('heading', { name: t('composer.editTitle') }).waitFor()
    await page.getByRole('textbox').first().fill('Changed for X')
    await button(page, 'composer.save').click()
    await page.getByText(t('composer.saved')).waitFor()
    assert.equal((await listPosts(product))[1]?.content, 'Changed for X')

    // Withdrawn.
    await chipOf(page, 'Changed for X').click()
    await button(page, 'calendar.dialog.remove').click()
    await button(page, 'calendar.removing.confirm').click()
    await page.getByText(t('calendar.removing.done')).waitFor()
    assert.equal((await listPosts(product)).length, 1)
  })
}

test('an account gets slots, by the keyboard too, and the composer takes the next free one', async ({
  openAdmin,
  product,
}) => {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf('ar', `social:${key}`, variables)
  await seedAccounts(product)
  await product.pool.query(`UPDATE social_accounts SET timetable = '{"time_zone":"UTC","slots":[]}'`)
  const { page } = await openAdmin('/admin/social', { language: 'ar', width: 390, theme: 'dark' })
  const free = page.getByRole('button', { name: t('composer.time.free'), exact: true })
  await page.getByText(t('composer.time.noAccount'), { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /X: / }).check()
  assert.equal(await free.isDisabled(), true)
  await page.getByRole('link', { name: t('composer.time.slots'), exact: true }).click()

  const dialog = page.getByRole('dialog')
  const [day, time] = [
    dialog.getByRole('combobox', { name: t('accounts_screen.timetable.day'), exact: true }),
    dialog.getByLabel(t('accounts_screen.timetable.time'), { exact: true }),
  ]
  await day.selectOption('3')
  await time.fill('10:30')
  await time.press('Enter')
  await time.fill('10:30')
  await time.press('Enter')
  await dialog.getByText(t('accounts_screen.timetable.faults.twice'), { exact: true }).waitFor()
  await expectAccessible(page, 'a timetable')
  await expectNoSidewaysScroll(page, 'a timetable')
  const slots = dialog.locator('[data-time]')
  await dialog.locator('button', { hasText: t('accounts_screen.timetable.copy') }).click()
  assert.equal(await slots.count(), 7)
  // The focus stays in the day whose only slot has gone.
  await slots.first().press('Enter')
  assert.equal(await dialog.locator('li:focus [data-time]').count(), 0)
  assert.equal(await dialog.locator('li:focus').count(), 1)
  // What was typed and not added is kept as well.
  await day.selectOption('all')
  await time.fill('20:00')
  await dialog.getByRole('button', { name: t('accounts_screen.timetable.save'), exact: true }).click()
  await page.getByText(t('accounts_screen.timetable.saved'), { exact: true }).waitFor()
  const { rows } = await product.pool.query<{ slots: { time: string }[] }>(
    `SELECT timetable -> 'slots' AS slots FROM social_accounts WHERE platform = 'twitter'`,
  )
  assert.equal(rows[0]?.slots.length, 13)

  await page.goto('/admin/social')
  await page.getByRole('checkbox', { name: /X: / }).check()
  await free.click()
  const taken = await page
    .locator('input[type=datetime-local]')
    .evaluate((field) => (field instanceof HTMLInputElement ? new Date(field.value).toISOString() : ''))
  assert.match(taken, /T(10:30|20:00):00\.000Z$/)
  await expectAccessible(page, 'a composition with a slot')
})

test('what is being written is kept as a draft, gone on with, removed and brought back', async ({
  openAdmin,
  product,
}) => {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf('es', `social:${key}`, variables)
  await seedAccounts(product)
  const { page } = await openAdmin('/admin/social', { language: 'es' })
  await page.getByRole('textbox').first().fill('Half a thought')
  await page.getByText(t('composer.drafts.saved', { time: '' }).trim()).waitFor()
  await page.reload()
  await page.getByRole('button', { name: t('composer.drafts.open', { number: 1 }) }).click()
  const name = '⁨Half a thought⁩'
  await page.getByRole('button', { name: t('composer.drafts.restore', { name }) }).click()
  assert.equal(await page.getByRole('textbox').first().inputValue(), 'Half a thought')
  await page.getByRole('button', { name: t('composer.drafts.open', { number: 1 }) }).click()
  await page.getByRole('button', { name: t('composer.drafts.remove', { name }) }).click()
  await page.getByText(t('composer.drafts.none')).waitFor()
  await page.getByRole('button', { name: t('composer.drafts.undo') }).click()
  await page.getByRole('button', { name: t('composer.drafts.restore', { name }) }).waitFor()
})

test('nothing is said twice without a question, and the way back closes posts and asks before changes are lost', async ({
  openAdmin,
  product,
}) => {
  const t = (key: string, variables: Record<string, string | number> = {}) =>
    textOf('es', `social:${key}`, variables)
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await seedAccounts(product)
  const day = findWednesday()
  const { page } = await openAdmin(`/admin/social?view=month&day=${day}`, { language: 'es' })
  const write = async (text: string, time: string) => {
    await page.getByRole('checkbox', { name: /Telegram: / }).check()
    await page.getByRole('textbox').first().fill(text)
    await page.locator('input[type=datetime-local]').fill(time)
    await press('composer.schedule')
  }
  await write('Today we publish the guide to signatures', `${day}T10:00`)
  await chipOf(page, 'Today').waitFor()

  // The question names the other post, which it opens; the way back returns to what is written.
  await write('Today we publish the guide to signatures!', `${day}T10:05`)
  const question = page.getByRole('dialog', { name: t('composer.twice.title') })
  await question.getByText(t('composer.nearby')).waitFor()
  await expectAccessible(page, 'the question before something is said twice')
  await question
    .getByRole('link', { name: /Telegram .+10:00/ })
    .last()
    .click()
  const post = page.getByRole('dialog', { name: t('calendar.dialog.title') })
  await post.getByText('Today we publish the guide to signatures', { exact: true }).waitFor()
  await page.goBack()
  await post.waitFor({ state: 'detached' })
  assert.equal((await listPosts(product)).length, 1)
  await press('composer.schedule')
  await press('composer.twice.confirm')
  await chipOf(page, 'signatures!').waitFor()
  assert.equal((await listPosts(product)).length, 2)

  // The address of a post opens it; the way back from its changes asks.
  await chipOf(page, 'signatures!').click()
  await page.reload()
  await post.getByRole('button', { name: t('calendar.dialog.edit'), exact: true }).click()
  await page.getByRole('heading', { name: t('composer.editTitle') }).waitFor()
  await page.getByRole('textbox').first().fill('Half a change')
  await page.goBack()
  const leaving = page.getByRole('dialog', { name: t('composer.leaveTitle') })
  await leaving.waitFor()
  await page.keyboard.press('Escape')
  await leaving.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('textbox').first().inputValue(), 'Half a change')
  await press('composer.stop')
  await press('composer.switchConfirm')

  // A post that is moved out of the month is followed there, and keeps the focus.
  const chip = chipOf(page, 'signatures!')
  await chip.press(' ')
  for (let week = 0; week < 6; week++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  const moved = addDays(day, 42)
  const there = page.locator(`[data-day="${moved}"] [data-post]`)
  await there.waitFor()
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-post'))
  assert.equal(new URL(page.url()).searchParams.get('day'), moved)
})
