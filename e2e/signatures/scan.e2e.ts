import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { Certificate } from '#features/signatures/contract.ts'
import { activateLead } from '../../test/support/signatures/signatures.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { textOf } from '../support/texts.ts'

declare global {
  interface Window {
    /** Shows a code to the camera, row by row. */
    show(code: boolean[][]): void
    isAllowed?: boolean
    tracks: MediaStreamTrack[]
  }
}

const language = 'ar'
const text = (key: string) => textOf(language, `certificate-page:scan.${key}`)

/** Gives a page a camera that looks at a sheet, and remembers the pictures that it opens. */
const addCamera = (page: Page) =>
  page.addInitScript(() => {
    window.tracks = []
    const sheet = document.createElement('canvas')
    ;[sheet.width, sheet.height] = [640, 480]
    const pen = sheet.getContext('2d')
    let shown: boolean[][] = []
    window.show = (code) => {
      shown = code
    }
    setInterval(() => {
      if (!pen) return
      ;[pen.fillStyle, pen.lineWidth] = ['#eee', 1]
      pen.fillRect(0, 0, 640, 480)
      pen.fillStyle = '#222'
      for (const [y, row] of shown.entries())
        for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(140 + x * 7, 60 + y * 7, 7, 7)
    }, 100)
    navigator.mediaDevices.getUserMedia = async () => {
      if (!window.isAllowed) throw new DOMException('Permission denied', 'NotAllowedError')
      const stream = sheet.captureStream(10)
      window.tracks.push(...stream.getTracks())
      return stream
    }
  })

const show = (page: Page, content: string) => page.evaluate((code) => window.show(code), encode(content).data)

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
  await addCamera(page)
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

  await show(page, 'https://example.org/')
  await button('start').click()
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
  await show(page, `http://x/ar/verify/${id.toUpperCase()}`)
  const title = textOf(language, 'certificate-check:verdicts.proven.title')
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
  assert.ok(await isOver(page))
  assert.deepEqual(faults, [])
})
