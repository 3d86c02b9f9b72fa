import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
    reportViolation(violation: string): void
  }
}

const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** The system's Chromium. With `keepsPages` it keeps pages that were left for the way back, as people's browsers do. */
export async function launchBrowser({ keepsPages = false } = {}): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? execFileSync('which', ['chromium']).toString().trim()
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return chromium.launch({ executablePath, args: flags, headless: true, ignoreDefaultArgs })
}

interface VisitorOptions {
  baseURL: string
  /** Width of the window: a phone's 390 or a desk's 1440. */
  width?: 390 | 1440
  theme?: 'light' | 'dark'
  /** What the browser asks for in `Accept-Language`. */
  locale?: string
  scripts?: boolean
}

/**
 * A page whose faults fail the test: errors in scripts, refused by the policy, or answered 5xx. Closing it fails when
 * a policy has refused something.
 */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** What went wrong so far; empty when all is well. */
  faults: string[]
  close(): Promise<void>
}

/** Opens a browser window of its own, with nothing in its storage. */
export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { baseURL, width = 1440, theme = 'light', locale = 'es-ES', scripts = true } = options
  const context = await browser.newContext({
    baseURL,
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    javaScriptEnabled: scripts,
    viewport: { width, height: width === 390 ? 844 : 900 },
    hasTouch: width === 390,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text())
  })
  const violations: string[] = []
  await context.exposeFunction('reportViolation', (violation: string) => {
    violations.push(violation)
    faults.push(violation)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      window.reportViolation(`${effectiveDirective} refuses ${blockedURI} ${sample}`)
    })
  })
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`)
  })
  return {
    page,
    context,
    faults,
    async close() {
      await context.close()
      assert.deepEqual(violations, [], 'refused by the Content Security Policy')
    },
  }
}

const require = createRequire(import.meta.url)
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')
/** A message that is fading away is nobody's reading any more; a frame that runs no scripts gives no answer. */
const unasked = ['[data-leaving]', 'iframe[sandbox=""]']

/**
 * Asks axe about the page as it is now. By hand: the package for Playwright loads a second page for every answer and
 * carries everything that is right across, which takes six times as long.
 */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  for (const frame of page.frames()) {
    // A frame may be gone by now, or be one that runs no scripts.
    await frame.evaluate(`window.axe || (() => { ${axeSource} })()`).catch(() => {})
  }
  const found = await page.evaluate(async (exclude) => {
    // Half-way through a change of colour nothing has its own; what turns for ever is not waited for.
    const isPassing = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime)
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isPassing)
        .map(({ finished }) => finished),
    )
    const { violations } = await window.axe.run({ exclude }, { resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, unasked)
  assert.deepEqual(found, [], place)
}

/** What has the focus, or gets it in a moment, says just this. */
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

/** The page fits and is accessible on a phone and on a desk, light and dark. Leaves it as a desk in the dark. */
export async function expectGoodLooks(page: Page, place: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    // What scripts arrange by the width is arranged by then.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expectNoSidewaysScroll(page, `${place} at ${width} px`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${place} at ${width} px, ${colorScheme}`)
    }
  }
}
