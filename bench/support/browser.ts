import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { livePath } from '#shared/live/stream.ts'
import { findChromium } from '../../tools/chromium.ts'

/** The system's Chromium, which the measurements need. */
export function requireChromium(): string {
  const found = findChromium()
  if (!found) throw new Error('Chromium is not installed: apt-get install chromium, or set CHROME_PATH.')
  return found
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

/** A phone with an empty cache. */
export async function openPhone(browser: Browser): Promise<Page> {
  const viewport = { width: 412, height: 823 }
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  return context.newPage()
}

/** The transferred bytes of a page, headers included. */
export interface Traffic {
  /** The bytes of one resource type of the DevTools protocol, or of all. */
  bytes(type?: 'Document' | 'Stylesheet' | 'Script'): number
  /** Resolves when there was no request for half a second. */
  quiet(): Promise<void>
}

/** Counts what a page loads from now on. */
export async function watchTraffic(page: Page): Promise<Traffic> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const types = new Map<string, string>()
  const loaded: { type: string; bytes: number }[] = []
  const underWay = new Set<string>()
  let lastChange = performance.now()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    // The event stream does not end.
    if (/^(data|blob):/.test(request.url) || new URL(request.url).pathname === livePath) return
    types.set(requestId, type)
    underWay.add(requestId)
    lastChange = performance.now()
  })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (types.has(requestId)) types.set(requestId, type)
  })
  const end = (requestId: string) => {
    underWay.delete(requestId)
    lastChange = performance.now()
  }
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type) loaded.push({ type, bytes: encodedDataLength })
    end(requestId)
  })
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  return {
    bytes: (wanted) =>
      loaded.filter(({ type }) => !wanted || type === wanted).reduce((sum, { bytes }) => sum + bytes, 0),
    async quiet() {
      while (underWay.size > 0 || performance.now() - lastChange < 500) await sleep(50)
    },
  }
}

/** Scrolls to the end as a reader does, so that lazy resources are loaded. */
export async function walkDown(page: Page): Promise<void> {
  // As text, since it runs in the browser and uses its globals.
  while (!(await page.evaluate<boolean>(scrollOn))) await sleep(60)
}

const scrollOn = `scrollBy({ top: 600, behavior: 'instant' });
  scrollY + innerHeight >= document.documentElement.scrollHeight - 1`
