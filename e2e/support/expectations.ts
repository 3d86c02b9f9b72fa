import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'
import { type Language, languages } from '#shared/languages.ts'
import { isFullSweep } from './sweep.ts'
import type { Visitor } from './visitor.ts'

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
 * The page is accessible in the state that a journey has brought it to. On a desktop, a journey that is made in Spanish
 * and in Arabic passes the same states twice: in Arabic they are checked in a full sweep only (`npm run sweep`). On a
 * phone they are always checked, since some journeys are made on a phone in Arabic alone.
 */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  const language = await page.evaluate(() => document.documentElement.lang)
  const isRepeated = language === 'ar' && page.viewportSize()?.width === 1440
  if (!isRepeated || isFullSweep) await runAxe(page, place)
}

/**
 * Runs axe on the page as it is now. Without `@axe-core/playwright`, which loads a second page for every run and
 * transfers all passing rules: it takes six times as long.
 */
async function runAxe(page: Page, place: string): Promise<void> {
  // What is about to be replaced may be dimmed until then.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  for (const frame of page.frames()) {
    await addAxe(frame)
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

async function addAxe(frame: Frame): Promise<void> {
  try {
    // Its source is half a megabyte: to send and parse it again takes as long as to run it.
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  } catch {
    // The frame is gone by now, or is one that runs no scripts.
  }
}

/** The page is accessible and fits on a small phone in the state that a journey has brought it to. */
export async function expectGoodOnPhones(page: Page, place: string): Promise<void> {
  await expectAccessible(page, place)
  await expectNoSidewaysScroll(page, place)
  await expectMargins(page, place)
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

/** The narrowest margin between the edge of a phone and a form or a figure, in pixels. */
const narrowestMargin = 12

/**
 * On small phones, every form and figure, and every field and label in a form, keeps a margin to both edges of the
 * window, and a form as much on one side as on the other. Measured, since the pages hide what sticks out.
 */
export async function expectMargins(page: Page, place: string): Promise<void> {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const faults = await page.evaluate((margin) => {
      const found: string[] = []
      const name = (element: Element) =>
        `${element.localName} ${element.id || element.className || element.textContent?.slice(0, 20)}`
      for (const element of document.querySelectorAll(
        'form, form :is(label, input, textarea, select, button, p), figure',
      )) {
        if (!element.checkVisibility() || element.closest('.unseen')) continue
        const { left, right } = element.getBoundingClientRect()
        // Words can be wider than their box.
        const words = document.createRange()
        words.selectNodeContents(element)
        const text = words.getBoundingClientRect()
        const isEmpty = text.width === 0
        const start = isEmpty ? left : Math.min(left, text.left)
        const end = innerWidth - (isEmpty ? right : Math.max(right, text.right))
        if (Math.min(start, end) < margin - 0.5) found.push(`${name(element)}: ${start} and ${end} px`)
        else if (element.matches('form') && Math.abs(start - end) > 1)
          found.push(`${name(element)} has uneven margins: ${start} and ${end} px`)
      }
      return found
    }, narrowestMargin)
    assert.deepEqual(faults, [], `${place} at ${width} px`)
  }
}

/** The smallest size at which a label in a figure is read, in pixels. */
const smallestLabel = 13

/**
 * From a small phone to a desktop, all words are inside the window and the labels of figures are large enough. Measured,
 * since the pages hide what sticks out.
 */
export async function expectFit(page: Page, place: string): Promise<void> {
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, `${place} at ${width} px`)
    const faults = await page.evaluate((smallest) => {
      const found: string[] = []
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      // Words that go on in the next line without a hyphen. Chinese is broken between any two characters.
      const listBrokenWords = (node: Node) => {
        const text = node.textContent ?? ''
        if (document.documentElement.lang === 'zh' || node.parentElement?.closest('code')) return []
        const isBroken = ({ 0: word, index }: RegExpExecArray) => {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          // Where a word goes on after a soft hyphen, the first box is that of the hyphen.
          const boxes = [...range.getClientRects()].slice(text[index - 1] === '\u00ad' ? 1 : 0)
          return new Set(boxes.map(({ bottom }) => Math.round(bottom))).size > 1
        }
        const broken = [...text.matchAll(/[\p{L}\p{M}]{2,}/gu)].filter(isBroken)
        return broken.map(([word]) => `"${word}" is broken without a hyphen`)
      }
      while (texts.nextNode()) {
        const { currentNode } = texts
        const { parentElement: parent } = currentNode
        if (!parent?.checkVisibility({ visibilityProperty: true })) continue
        if (parent.closest('.unseen, .skip, pre, table, [aria-hidden]')) continue
        const words = currentNode.textContent?.trim().slice(0, 30)
        range.selectNodeContents(currentNode)
        const { left, right, width } = range.getBoundingClientRect()
        if (words && width > 0 && (left < -0.5 || right > innerWidth + 0.5))
          found.push(`"${words}" is from ${left} to ${right} px`)
        found.push(...listBrokenWords(currentNode))
        if (!words || !parent.closest('figure')) continue
        const scale = parent instanceof SVGGraphicsElement ? (parent.getScreenCTM()?.d ?? 1) : 1
        const size = Number.parseFloat(getComputedStyle(parent).fontSize) * scale
        if (size < smallest - 0.05) found.push(`"${words}" is ${size} px high`)
      }
      return found
    }, smallestLabel)
    assert.deepEqual(faults, [], `${place} at ${width} px`)
  }
}

/** In a low window and when zoomed to twice the size, a way to the form is in sight without scrolling. */
export async function expectActionInSight(page: Page, place: string): Promise<void> {
  for (const [width, height] of [
    [1366, 650],
    [683, 325],
  ] as const) {
    await page.setViewportSize({ width, height })
    const isInSight = await page.evaluate(() =>
      [...document.querySelectorAll('a.button')].some((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect()
        return right > left && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
      }),
    )
    assert.ok(isInSight, `${place} at ${width} × ${height} px`)
  }
}

/** The themes in which a page is checked with axe at each width. */
type Looks = Record<390 | 1440, readonly ('light' | 'dark')[]>

const allLooks: Looks = { 390: ['light', 'dark'], 1440: ['light', 'dark'] }
const phoneLight: Looks = { 390: ['light'], 1440: [] }
const desktopDark: Looks = { 390: [], 1440: ['dark'] }

/**
 * The looks of a covering set: a page that is opened in Spanish and in Arabic is checked on a phone and on a desktop, light
 * and dark, between them. In another language it is checked where its overflow is not enough.
 */
function chooseLooks(language: string, inOtherLanguages: boolean): Looks {
  if (isFullSweep) return allLooks
  if (language === 'ar') return desktopDark
  if (language === 'es' || inOtherLanguages) return phoneLight
  return { 390: [], 1440: [] }
}

/**
 * The page fits on a phone and on a desktop, and is accessible in every look, light and dark. Outside of a full sweep,
 * axe runs in a covering set of looks, and only in Spanish and Arabic unless `inOtherLanguages`.
 */
export async function expectGoodLooks(
  page: Page,
  place: string,
  { inOtherLanguages = false } = {},
): Promise<void> {
  const looks = chooseLooks(await page.evaluate(() => document.documentElement.lang), inOtherLanguages)
  for (const width of [390, 1440] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    // What scripts arrange by the width is arranged by then.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expectNoSidewaysScroll(page, `${place} at ${width} px`)
    for (const colorScheme of looks[width]) {
      await page.emulateMedia({ colorScheme })
      await runAxe(page, `${place} at ${width} px, ${colorScheme}`)
    }
  }
}

/**
 * Screens of the admin are accessible and fit in the default language, in one from right to left and in one with long
 * words; in a full sweep, in all languages. `prepare` brings a screen that has been opened into the state to check.
 */
export async function expectGoodScreens(
  { page, context, quiet }: Visitor,
  listPaths: (language: Language) => string[],
  prepare = async (_path: string, _language: Language): Promise<void> => {},
): Promise<void> {
  const { origin } = new URL(page.url())
  for (const language of isFullSweep ? languages : (['es', 'ar', 'de'] as const)) {
    await context.addCookies([{ name: 'lang', value: language, url: origin }])
    for (const path of listPaths(language)) {
      const place = `${path} in ${language}`
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await quiet()
      assert.equal(await page.locator('html').getAttribute('lang'), language, place)
      await prepare(path, language)
      await expectGoodLooks(page, place)
    }
  }
}
