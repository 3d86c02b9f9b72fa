import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const require = createRequire(import.meta.url)
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
/** Messages that are fading out, and frames that run no scripts and so give no answer. */
const excluded = ['[data-leaving]', 'iframe[sandbox=""]']

/**
 * Runs axe on the page as it is now. Without `@axe-core/playwright`, which loads a second page for every run and
 * transfers all passing rules: it takes six times as long.
 */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  for (const frame of page.frames()) {
    // A frame may be gone by now, or be one that runs no scripts.
    await frame.evaluate(`window.axe || (() => { ${axeSource} })()`).catch(() => {})
  }
  const found = await page.evaluate(async (exclude) => {
    // Colours are measured after their transitions; endless animations are not waited for.
    const isEnding = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime)
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    )
    const { violations } = await window.axe.run({ exclude }, { resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, excluded)
  assert.deepEqual(found, [], place)
}

/** Waits until the focus is on an element with exactly this text. */
export async function expectFocusOn(page: Page, text: string): Promise<void> {
  await page
    .locator(':focus')
    .and(page.getByText(text, { exact: true }))
    .waitFor()
}

/** Nothing may stick out of the window sideways. */
export async function expectNoSidewaysScroll(page: Page, place: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.ok(excess <= 0, `${place} scrolls sideways by ${excess} px`)
}

/** The themes in which a page is checked at each width. */
type Looks = Record<390 | 1440, readonly ('light' | 'dark')[]>

const everyLook: Looks = { 390: ['light', 'dark'], 1440: ['light', 'dark'] }

/**
 * The page fits on a phone and on a desktop, and is accessible in every look, light and dark, or in the looks that are
 * given. Leaves it in the last of them.
 */
export async function expectGoodLooks(page: Page, place: string, looks = everyLook): Promise<void> {
  for (const width of [390, 1440] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    // What scripts arrange by the width is arranged by then.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expectNoSidewaysScroll(page, `${place} at ${width} px`)
    for (const colorScheme of looks[width]) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${place} at ${width} px, ${colorScheme}`)
    }
  }
}
