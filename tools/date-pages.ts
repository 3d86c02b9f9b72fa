// Writes down since when each public page says what it says, for the sitemap's `lastmod`. Run it after changing a
// built-in text, once the pages are built; test/page-dates.test.ts tells when that was forgotten.
import { readFileSync, writeFileSync } from 'node:fs'
import type { PageDates } from '#features/seo/sitemap/entries.ts'
import { type Language, languages } from '#shared/languages.ts'
import { digestPages } from './page-digests.ts'

const file = new URL('../src/features/seo/page-dates.json', import.meta.url)
const known: PageDates = JSON.parse(readFileSync(file, 'utf8'))
const today = new Date().toISOString().slice(0, 10)
let changed = 0

const dates = Object.entries(await digestPages()).map(([page, digests]) => {
  const dateOf = (language: Language) => {
    const before = known[page]?.[language]
    if (before?.digest === digests[language]) return before
    changed++
    return { date: today, digest: digests[language] }
  }
  return [page, Object.fromEntries(languages.map((language) => [language, dateOf(language)]))]
})
writeFileSync(file, `${JSON.stringify(Object.fromEntries(dates), null, 2)}\n`)
console.log(`${changed} pages say something else than before`)
