import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import { tokenKey } from '#admin/kit/api/session.ts'
import type { Language } from '#shared/languages.ts'
import { livePath } from '#shared/live/stream.ts'
import { until } from '../../test/support/until.ts'

declare global {
  interface Window {
    reportViolation(violation: string): void
  }
}

export interface VisitorOptions {
  /** Width of the window: a phone's 390 or a desktop's 1440. */
  width?: 390 | 1440
  theme?: 'light' | 'dark'
  /** What the browser asks for in `Accept-Language`. */
  locale?: string
  /** The language that was chosen before, as the `lang` cookie remembers it. */
  language?: Language
  scripts?: boolean
  /** What the browser says it is; a browser without a window, unless said otherwise. */
  userAgent?: string
  /** Whether the test moves the clock of the page, by `page.clock`. */
  fakeClock?: boolean
}

/** A page whose faults are collected: errors in scripts, what the policy refused, and answers 5xx. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** What went wrong so far; empty when all is well. */
  faults: string[]
  /** Waits until nothing has been loaded for half a second; the event stream, which does not end, does not count. */
  quiet(): Promise<void>
  /** Closes the window; fails when the policy has refused something. The `visit` fixture does this after each test. */
  close(): Promise<void>
}

interface Place {
  baseURL: string
  /** The token of a signed-in user. */
  token?: string
}

/** Opens a browser window of its own, with nothing in its storage but the session. */
export async function openVisitor(
  browser: Browser,
  { baseURL, token }: Place,
  {
    width = 1440,
    theme = 'light',
    locale = 'es-ES',
    language,
    scripts = true,
    userAgent,
    fakeClock = false,
  }: VisitorOptions = {},
): Promise<Visitor> {
  const session = token === undefined ? [] : [{ name: tokenKey, value: token }]
  const context = await browser.newContext({
    baseURL,
    locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    javaScriptEnabled: scripts,
    ...(userAgent !== undefined && { userAgent }),
    viewport: { width, height: width === 390 ? 844 : 900 },
    hasTouch: width === 390,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage: session }] },
  })
  if (language) await context.addCookies([{ name: 'lang', value: language, url: baseURL }])
  if (fakeClock) await context.clock.install()
  const page = await context.newPage()
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
  const quiet = watchRequests(page)
  let isClosed = false
  return {
    page,
    context,
    faults,
    quiet,
    async close() {
      if (isClosed) return
      isClosed = true
      await context.close()
      assert.deepEqual(violations, [], 'refused by the Content Security Policy')
    },
  }
}

/** Follows the requests of a page; returns what waits until there are none. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let lastAt = performance.now()
  page.on('request', (request) => {
    lastAt = performance.now()
    if (new URL(request.url()).pathname !== livePath) open.add(request)
  })
  const end = (request: Request) => {
    lastAt = performance.now()
    open.delete(request)
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => until(() => open.size === 0 && performance.now() - lastAt > 500, 'nothing is loaded')
}
