import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { Certificate } from '#features/signatures/contract.ts'
import { activateLead } from '../../test/support/signatures/signatures.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

declare global {
  interface Window {
    /** What the camera sees. */
    seen?: string
    isAllowed?: boolean
    tracks: MediaStreamTrack[]
  }
}

const language = 'ar'
const text = (key: string) => textOf(language, `certificate-page:scan.${key}`)

/** Lets a page read codes, which Chromium does not do on every system, and remembers the cameras it opens. */
const addReader = (page: Page) =>
  page.addInitScript(() => {
    window.tracks = []
    class BarcodeDetector {
      async detect(video: HTMLVideoElement) {
        return video.videoWidth > 0 && window.seen !== undefined ? [{ rawValue: window.seen }] : []
      }
    }
    Object.assign(window, { BarcodeDetector })
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async (wanted) => {
      if (!window.isAllowed) throw new DOMException('Permission denied', 'NotAllowedError')
      const stream = await open(wanted)
      window.tracks.push(...stream.getTracks())
      return stream
    }
  })

const isOver = (page: Page) =>
  page.evaluate(
    () => window.tracks.length > 0 && window.tracks.every(({ readyState }) => readyState === 'ended'),
  )

test('the code of a certificate is scanned, and the camera ends with it, when stopped, and when refused', async ({
  product,
  visit,
}) => {
  const { token } = await activateLead(product, await product.signIn())
  const { certificate_id: id } = (await product.send(`/api/signature/certificate/${token}`)).read(Certificate)
  const { page, faults } = await visit({ width: 390, theme: 'dark', locale: language })
  await addReader(page)
  const button = (name: string) => page.getByRole('button', { name: text(name), exact: true })
  await page.goto(`/${language}/verify`)

  // Nobody has allowed it.
  await button('start').click()
  await page.getByText(text('refused'), { exact: true }).waitFor()
  assert.ok(await button('start').evaluate((element) => element === document.activeElement))
  await expectAccessible(page, 'a refused camera')

  await page.evaluate(() => Object.assign(window, { isAllowed: true }))
  await button('start').click()
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  assert.equal(await page.getByText(text('refused'), { exact: true }).isVisible(), false)
  await expectAccessible(page, 'a camera')
  await expectNoSidewaysScroll(page, 'a camera')
  await button('stop').click()
  assert.ok(await isOver(page))
  assert.ok(await button('start').evaluate((element) => element === document.activeElement))

  await page.evaluate(() => Object.assign(window, { seen: 'https://example.org/' }))
  await button('start').click()
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  await page.evaluate((seen) => Object.assign(window, { seen }), `http://x/ar/verify/${id.toUpperCase()}`)
  const title = textOf(language, 'certificate-check:verdicts.proven.title')
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
  assert.ok(await isOver(page))
  assert.deepEqual(faults, [])
})
