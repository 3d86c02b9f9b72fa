import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { directionOf, type Language, languages } from '#shared/languages.ts'
import { openEditor } from '../test/support/content/editor.ts'
import { publicPages } from '../test/support/public-pages.ts'
import {
  expectActionInSight,
  expectFit,
  expectGoodLooks,
  expectMargins,
  expectNoSidewaysScroll,
} from './support/expectations.ts'
import { isFullSweep } from './support/sweep.ts'
import { test } from './support/test.ts'

declare global {
  interface Window {
    /** What has had the focus so far. */
    focused?: Set<Element>
  }
}

test.use({ productOptions: { env: { LOG_LEVEL: 'error' } } })

// `npm test` looks at all pages in the languages with long words, and at two in each other one, all pages in turn.
// `npm run sweep` looks at all pages in all languages.
function isChosen(language: Language, page: number): boolean {
  const index = languages.indexOf(language)
  return page === index % publicPages.length || page === (index + 4) % publicPages.length
}

// What fits in these fits in the others, as a rule.
function hasLongWords(language: Language): boolean {
  return isFullSweep || ['es', 'de', 'ru', 'ar'].includes(language)
}

for (const language of languages) {
  test(`every page reads well in ${language}, on a phone and on a desktop, light and dark`, async ({
    visit,
  }) => {
    const visitor = await visit()
    const { page } = visitor
    for (const [index, { path }] of publicPages.entries()) {
      if (!hasLongWords(language) && !isChosen(language, index)) continue
      const address = `/${language}${path}`
      const response = await page.goto(address)
      assert.equal(response?.status(), 200, address)
      assert.equal(await page.locator('html').getAttribute('lang'), language, address)
      assert.equal(await page.locator('html').getAttribute('dir'), directionOf(language), address)
      await expectActionInSight(page, address)
      await expectMargins(page, address)
      await expectFit(page, address)
      await expectGoodLooks(page, address, { inOtherLanguages: isChosen(language, index) })
      assert.deepEqual(visitor.faults, [], address)
    }
  })
}

test.describe('with the keyboard alone', () => {
  for (const { name, path } of publicPages) {
    test(`all of ${name} is reached, in order and in sight`, async ({ visit }) => {
      const { page } = await visit()
      await page.goto(`/es${path}`)
      const wanted = await page.locator(reachable).count()
      for (let press = 0; press < wanted * 2 + 20; press++) {
        await page.keyboard.press('Tab')
        const focus = await readFocus(page)
        if (!focus) break
        assert.ok(focus.isMarked, `${focus.name} shows that it has the focus`)
        assert.ok(focus.isInSight, `${focus.name} is in sight`)
      }
      const missed = await page
        .locator(reachable)
        .evaluateAll((elements) =>
          elements
            .filter(
              (element) =>
                element.checkVisibility({ visibilityProperty: true }) &&
                !element.matches('input[type=radio]') &&
                !window.focused?.has(element),
            )
            .map((element) => element.outerHTML.slice(0, 120)),
        )
      assert.deepEqual(missed, [])
    })
  }

  test('the first stop leads past the menus', async ({ visit }) => {
    const { page } = await visit()
    await page.goto('/es/about')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => document.activeElement?.closest('main') !== null)
    assert.ok(isInside)
  })
})

// All but the field that only a machine fills in.
const reachable = 'a[href], button, input:not([name=homepage]), select, textarea, summary'

/** What has the focus now; undefined once it has left the page. */
function readFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    window.focused = (window.focused ?? new Set()).add(element)
    const { top, bottom, left, right, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    // A hidden choice shows its focus on the label around it.
    const around = element.closest('label')
    // A link that opens a whole entry shows it around the entry.
    const entry = getComputedStyle(element, '::after')
    const styles = [style, ...(around ? [getComputedStyle(around)] : [])]
    if (entry.content !== 'none') styles.push(entry)
    return {
      name: element.outerHTML.slice(0, 120),
      isMarked: styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px',
      ),
      isInSight: height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    }
  })
}

/** A table as the editor makes it: a row of headers and an empty one. */
const tableOf = (headers: readonly string[]) => {
  const row = (cells: string[]) => `<tr>${cells.join('')}</tr>`
  const first = row(headers.map((words) => `<th scope="col"><p>${words}</p></th>`))
  return `<table><tbody>${first}${row(headers.map(() => '<td><p></p></td>'))}</tbody></table>`
}

test('the columns of a table can be seen on the page, and its rules end with them', async ({
  product,
  visit,
}) => {
  const editor = await openEditor(product)
  const words = { es: 'Año', ar: 'سنة' } as const
  for (const language of ['es', 'ar'] as const) {
    const narrow = tableOf([words[language], ''])
    const wide = tableOf([words[language], ...Array<string>(9).fill('')])
    await editor.save({ key: 'home-why', language, content: `${narrow}${wide}`, published: true })
    for (const width of [390, 1440] as const) {
      const { page } = await visit({ language, width })
      await page.goto(`/${language}/`)
      const tables = page.locator('main .prose table')
      await tables.nth(1).waitFor()
      const shown = await tables.evaluateAll((all) =>
        all.map((table) => {
          const boxes = [...table.querySelectorAll('th, td')].map((cell) => cell.getBoundingClientRect())
          const across =
            Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
          return {
            narrowest: Math.min(...boxes.map((box) => box.width)),
            // The rules above and below are as long as the table; what of it is scrolled to has its own.
            beyond: table.scrollWidth - across,
            isWithin: table.getBoundingClientRect().width <= (table.parentElement?.clientWidth ?? 0),
          }
        }),
      )
      for (const { narrowest, beyond, isWithin } of shown) {
        const place = `${language} at ${width}`
        assert.ok(narrowest >= 96, `a column of ${narrowest} px, ${place}`)
        assert.ok(Math.abs(beyond) <= 1, `rules that are ${beyond} px longer, ${place}`)
        assert.ok(isWithin, `a table wider than its text, ${place}`)
      }
      await expectNoSidewaysScroll(page, `tables, ${language}`)
    }
  }
})
