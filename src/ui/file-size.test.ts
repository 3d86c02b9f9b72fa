import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '#shared/languages.ts'
import { formatFileSize } from './file-size.ts'
import { siteLocale } from './typesetting.ts'

// Replaces the special spaces of numbers and units.
const format = (bytes: number, language: Language) =>
  formatFileSize(bytes, siteLocale(language)).replace(/\s/g, ' ')

describe('the size of a file', () => {
  const sizes: [bytes: number, text: string][] = [
    [0, '0 B'],
    [512, '512 B'],
    [1023, '1,023 B'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [2_411_725, '2.30 MB'],
    [50 * 1024 ** 2, '50.00 MB'],
    // With two decimals it would be 1,024.00 KB.
    [1024 ** 2 - 1, '1.00 MB'],
    [1024 ** 3, '1.00 GB'],
    [5.25 * 1024 ** 4, '5,376.00 GB'],
  ]
  for (const [bytes, text] of sizes) {
    test(`of ${bytes} bytes is ${text}`, () => assert.equal(format(bytes, 'en'), text))
  }

  const languages: [language: Language, bytes: string, kilobytes: string, gigabytes: string][] = [
    ['en', '7 B', '2.50 KB', '1,234.50 GB'],
    ['es', '7 B', '2,50 KB', '1234,50 GB'],
    ['fr', '7 o', '2,50 ko', '1 234,50 Go'],
    ['de', '7 B', '2,50 KB', '1.234,50 GB'],
    ['it', '7 B', '2,50 KB', '1234,50 GB'],
    ['pt', '7 B', '2,50 KB', '1.234,50 GB'],
    ['ru', '7 Б', '2,50 кБ', '1 234,50 ГБ'],
    ['zh', '7 B', '2.50 KB', '1,234.50 GB'],
    ['ar', '٧ ب', '٢٫٥٠ ك.ب', '١٬٢٣٤٫٥٠ غ.ب'],
    ['hi', '7 बाइट', '2.50 KB', '1,234.50 GB'],
  ]
  for (const [language, ...texts] of languages) {
    test(`has the format of ${language}`, () => {
      const values = [7, 2.5 * 1024, 1234.5 * 1024 ** 3]
      assert.deepEqual(
        values.map((value) => format(value, language)),
        texts,
      )
    })
  }
})
