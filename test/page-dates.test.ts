import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { PageDates } from '#features/seo/sitemap/entries.ts'
import { languages } from '#shared/languages.ts'
import { digestPages } from '../tools/page-digests.ts'

test('the sitemap has the date of the last change of each page', async () => {
  const file = new URL('../src/features/seo/page-dates.json', import.meta.url)
  const dates: PageDates = JSON.parse(readFileSync(file, 'utf8'))
  const digests = await digestPages()
  const outdated = Object.entries(digests).flatMap(([page, ofLanguages]) =>
    languages
      .filter((language) => dates[page]?.[language]?.digest !== ofLanguages[language])
      .map((language) => `${page} ${language}`),
  )
  assert.deepEqual(outdated, [], 'texts have changed: run `node tools/date-pages.ts` after the build')
  assert.deepEqual(Object.keys(dates).sort(), Object.keys(digests).sort())
})
