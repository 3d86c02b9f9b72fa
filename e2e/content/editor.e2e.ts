import assert from 'node:assert/strict'
import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { contentKeys } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'
import { isShallow } from '#shared/markup.ts'
import type { Editor } from '../../test/support/content/editor.ts'
import { openEditor } from '../../test/support/content/editor.ts'
import { hostileTexts } from '../../test/support/hostile/hostile-texts.ts'
import { googleDocsHtml, googleDocsText, wordHtml, wordText } from '../support/clipboard.ts'
import { expectAccessible, expectGoodScreens, expectNoSidewaysScroll } from '../support/expectations.ts'
import { journeyLanguages } from '../support/sweep.ts'
import { test as base } from '../support/test.ts'
import { textOf } from '../support/texts.ts'
import type { Visitor, VisitorOptions } from '../support/visitor.ts'

interface OpenText extends Visitor {
  area: Locator
  t(name: string, variables?: Record<string, string | number>): string
  tool(name: string): Locator
}

const test = base.extend<{
  editor: Editor
  /** Opens a window of the admin in a language, with a text open. */
  openText(language: Language, key: string, options?: VisitorOptions): Promise<OpenText>
}>({
  editor: async ({ product }, use) => use(await openEditor(product)),
  openText: async ({ openAdmin }, use) => {
    await use(async (language, key, options) => {
      const path = `/admin/content/${key}?language=${language}`
      const visitor = await openAdmin(path, { language, ...options })
      const { page } = visitor
      const area = page.locator('[contenteditable=true]')
      await area.waitFor()
      const t = (name: string, variables = {}) => textOf(language, name, variables)
      const tool = (name: string) =>
        page
          .getByRole('toolbar')
          .getByRole('button', { name: t(`editor:richText.commands.${name}`), exact: true })
      return { ...visitor, area, t, tool }
    })
  },
})

async function save(page: Page, language: Language): Promise<string> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/content') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: textOf(language, 'admin:editor.save'), exact: true }).click()
  const item: { content: string } = await (await answer).json()
  return item.content
}

const paste = (area: Locator, html: string) =>
  area.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    clipboardData.setData('text/plain', 'plain')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

async function drawPicture(): Promise<Buffer> {
  const canvas = createCanvas(800, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = '#0f2f29'
  context.fillRect(0, 0, 800, 400)
  return canvas.encode('png')
}

for (const language of journeyLanguages) {
  test.describe(`a text in ${language}`, () => {
    test('is written with its blocks, saved, published and seen as it was written', async ({ openText }) => {
      const { page, area, t, tool, faults } = await openText(language, 'home-why')
      const choose = async (name: string) => {
        await page.keyboard.type('/')
        await page.keyboard.type(name)
        await page.getByRole('listbox').getByRole('option').first().waitFor()
        await page.keyboard.press('Enter')
      }
      await tool('bold').and(page.locator(':not([aria-disabled])')).waitFor()
      await area.click()
      await choose('h2')
      await page.keyboard.type('Alfa')
      await page.keyboard.press('Enter')
      await choose('callout')
      await page.keyboard.type('Beta')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await choose('button')
      await page.getByLabel(t('editor:richText.link.words')).fill('Gamma')
      await page.getByLabel(t('editor:richText.link.page')).selectOption('about')
      await expectAccessible(page, 'the link window')
      await page.getByRole('button', { name: t('editor:richText.link.apply'), exact: true }).click()
      await page.keyboard.press('Enter')
      await choose('picture')
      const png = { name: 'sello.png', mimeType: 'image/png', buffer: await drawPicture() }
      await page.locator('input[type=file]').setInputFiles(png)
      await page.getByLabel(t('editor:richText.picture.alt')).waitFor()
      await page.getByRole('button', { name: t('editor:richText.picture.insert'), exact: true }).click()
      await page.getByText(t('editor:richText.picture.altMissing')).waitFor()
      await expectAccessible(page, 'the picture window')
      await page.getByLabel(t('editor:richText.picture.alt')).fill('Delta')
      await page.getByRole('button', { name: t('editor:richText.picture.insert'), exact: true }).click()
      await area.locator('figure').waitFor()
      await area.locator('figcaption').click()
      await page.keyboard.type('Épsilon')
      await page.keyboard.press('Enter')
      await choose('table')
      await page.keyboard.type('Zeta')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Eta')
      await page.keyboard.press('Tab')
      await tool('columnAfter').click()
      // A new column can be seen, and the rules of the table end with its columns.
      const widths = await area.locator('th').evaluateAll((cells) => cells.map((cell) => cell.clientWidth))
      assert.ok(
        widths.every((width) => width >= 80),
        `${widths}`,
      )
      const beyond = await area.locator('table').evaluate((element) => {
        const ends = [...element.querySelectorAll('th')].map((cell) => cell.getBoundingClientRect())
        const across = Math.max(...ends.map(({ right }) => right)) - Math.min(...ends.map(({ left }) => left))
        return element.getBoundingClientRect().width - across
      })
      assert.ok(Math.abs(beyond) <= 2, `the rules are ${beyond} px longer`)
      await tool('deleteColumn').click()
      await tool('deleteColumn').click()
      await tool('deleteRow').waitFor()

      const shown = await area
        .locator('h2, .callout, .button, figure img, figcaption, th')
        .evaluateAll(describeLook)
      const content = await save(page, language)
      assert.match(content, /<h2>Alfa<\/h2><div class="callout"><p>Beta<\/p><\/div>/)
      assert.match(content, new RegExp(`<p><a href="/${language}/about" class="button">Gamma</a></p>`))
      assert.match(
        content,
        /<figure><img src="\/media\/[0-9a-f]{64}-800\.webp" alt="Delta" width="800" height="400" \/><figcaption>Épsilon<\/figcaption><\/figure>/,
      )
      assert.match(content, /<table><tbody><tr><th scope="col"><p>Zeta<\/p><\/th><th scope="col">/)

      const answer = page.waitForResponse('**/publish')
      await page.getByRole('button', { name: t('admin:editor.publish'), exact: true }).click()
      assert.equal((await answer).status(), 200)
      // The button is dimmed until the answer has been taken in, and for a moment after.
      await page.waitForFunction(
        () =>
          !document.querySelector('button[data-loading]') &&
          document.getAnimations().every(({ playState }) => playState !== 'running'),
      )
      await expectAccessible(page, 'the editor')
      await page.goto(`/${language}/`)
      const prose = page.locator('#advantages .prose')
      await prose.locator('figure img').scrollIntoViewIfNeeded()
      await page.waitForFunction(() => {
        const picture = document.querySelector<HTMLImageElement>('#advantages figure img')
        return picture?.complete && picture.naturalWidth > 0 && picture.currentSrc.endsWith('.avif')
      })
      const published = await prose
        .locator('h2, h3, .callout, .button, figure img, figcaption, th')
        .evaluateAll(describeLook)
      assert.deepEqual(
        published.map(({ words }) => words),
        shown.map(({ words }) => words),
      )
      // A heading takes the level that fits its place; all else looks as it did.
      assert.deepEqual(published.slice(1), shown.slice(1))
      await expectAccessible(page, 'the page')
      await expectNoSidewaysScroll(page, 'the page')
      assert.deepEqual(faults, [])
    })
  })
}

/** What must be the same on the page as in the editor. */
function describeLook(elements: Element[]) {
  return elements.map((element) => {
    const look = getComputedStyle(element)
    const { color, backgroundColor, borderBlockStart, paddingBlockStart, paddingInlineStart, fontFamily } =
      look
    return {
      words: element.textContent,
      color,
      backgroundColor,
      borderBlockStart,
      paddingBlockStart,
      paddingInlineStart,
      fontFamily,
      fontWeight: look.fontWeight,
      direction: look.direction,
    }
  })
}

test.describe('what is pasted', () => {
  const samples = [
    ['Word', wordHtml, wordText, 1],
    ['Google Docs', googleDocsHtml, googleDocsText, 0],
  ] as const
  for (const [from, html, text, pictures] of samples) {
    test(`from ${from} comes out clean`, async ({ openText }) => {
      const { page, area, t, faults } = await openText('es', 'about-team')
      await area.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await paste(area, html)
      if (pictures > 0) {
        await page.getByText(t('editor:richText.pastedPictures', { count: pictures })).waitFor()
      }
      const written = await area.evaluate((element) =>
        element.innerHTML.replace(/<br class="ProseMirror-trailingBreak">/g, '').replace(/<p><\/p>$/, ''),
      )
      assert.equal(written, text)
      assert.equal((await save(page, 'es')).replace(/<p><\/p>$/, ''), text)
      assert.deepEqual(faults, [])
    })
  }

  test('is a picture, and is asked what it shows; it outlives a reload', async ({ openText }) => {
    const { page, area, t } = await openText('es', 'about-mission')
    await area.click()
    await page.keyboard.type('Antes.')
    const bytes = (await drawPicture()).toString('base64')
    await area.evaluate((element, data) => {
      const content = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([content], 'captura.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, bytes)
    await page.getByLabel(t('editor:richText.picture.alt')).fill('Una captura')
    await page.getByRole('button', { name: t('editor:richText.picture.insert'), exact: true }).click()
    await area.locator('img[alt="Una captura"]').waitFor()
    page.on('dialog', (dialog) => dialog.accept())
    await page.waitForTimeout(1500)
    await page.reload()
    await page.locator('[contenteditable=true] img[alt="Una captura"]').waitFor()
  })
})

test.describe('the toolbar', () => {
  test('is one stop of the tab key, and the arrows follow the reading direction', async ({ openText }) => {
    const { page, tool } = await openText('ar', 'home-cases')
    await tool('h1').focus()
    await page.keyboard.press('ArrowLeft')
    assert.equal(await tool('h2').evaluate((element) => element === document.activeElement), true)
    await page.keyboard.press('End')
    assert.equal(await tool('redo').evaluate((element) => element === document.activeElement), true)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'textbox')
  })

  test('fits into a phone and a desktop in three languages, light and dark', async ({ openAdmin }) => {
    const path = '/admin/content/use-cases-identity'
    const visitor = await openAdmin(path)
    const { page } = visitor
    await expectGoodScreens(
      visitor,
      (language) => [`${path}?language=${language}`],
      async () => {
        await page.locator('[contenteditable=true]').click()
        await page.keyboard.type('/')
        await page.getByRole('listbox').last().waitFor()
      },
    )
  })
})

test('nothing of a hundred hostile texts runs in a browser, on the page or in the editor', async ({
  product,
  editor,
  openText,
}) => {
  await editor.clear()
  const { page, faults } = await openText('es', 'home-community')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) asked.push(request.url())
  })
  // The API refuses this character by itself, and texts that are too deep or have too many elements.
  const texts = hostileTexts.map((text) => text.replaceAll('\0', '').slice(0, 2_000)).filter(isShallow)
  let batch = ''
  const batches: string[] = []
  for (const text of texts) {
    const longer = `${batch}${text}<p>next</p>`
    if (longer.length > 12_000 || !isShallow(longer)) {
      batches.push(batch)
      batch = ''
    }
    batch += `${text}<p>next</p>`
  }
  batches.push(batch, ...texts.filter((text) => !/<p|<div/.test(text)).map((text) => `<p>next</p>${text}`))
  // One in each text of the page, and then the next in each.
  const keys = contentKeys.filter((key) => key.startsWith('home-'))
  for (let done = 0; done < batches.length; done += keys.length) {
    const version = done / keys.length + 1
    for (const [index, key] of keys.entries()) {
      const content = batches[done + index] ?? '<p>nothing more</p>'
      const saved = await editor.save({ key, language: 'es', version, content })
      if (saved.content === '' || !/[a-z]/.test(saved.content.replace(/<[^>]*>/g, ''))) continue
      assert.equal((await editor.publish(saved.id)).status, 200)
    }
    await page.goto('/es/', { waitUntil: 'load' })
  }
  await page.goto('/admin/content/home-community?language=es')
  await page.locator('[contenteditable=true]').waitFor()
  assert.deepEqual(asked, [])
  assert.deepEqual(
    faults.filter((fault) => !/preload/.test(fault)),
    [],
  )
})
