import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  directionOf,
  findAcceptedLanguage,
  isLanguage,
  languageNames,
  languageOf,
  languages,
} from './languages.ts'

describe('the languages', () => {
  test('are ten, each with a name in itself, and only Arabic runs from right to left', () => {
    assert.deepEqual([...languages], ['en', 'es', 'fr', 'de', 'it', 'pt', 'ru', 'zh', 'ar', 'hi'])
    assert.deepEqual(Object.keys(languageNames), [...languages])
    assert.deepEqual(
      languages.filter((language) => directionOf(language) === 'rtl'),
      ['ar'],
    )
  })

  test('are known by their codes only', () => {
    for (const code of ['EN', 'en-US', '', 'toString', '__proto__', undefined, null, 5, ['en']]) {
      assert.equal(isLanguage(code), false, String(code))
    }
  })
})

describe('Accept-Language', () => {
  const cases: [header: string | undefined, language: string | undefined][] = [
    ['es', 'es'],
    ['pt-BR', 'pt'],
    ['ZH-hant-TW', 'zh'],
    ['de;q=0.5, fr;q=0.9, it;q=0.8', 'fr'],
    ['ja, ko;q=0.9, ru;q=0.1', 'ru'],
    ['es;q=0.8,en;q=0.8', 'es'],
    [' hi ; q=0.3 , ar ; q=0.4 ', 'ar'],
    ['de;q=1.000', 'de'],
    ['es;q=0, de;q=0.1', 'de'],
    // A refused language stays refused, whatever else is said of it.
    ['es-MX, es;q=0, fr;q=0.1', 'fr'],
    ['en;q=0', undefined],
    ['es;q=', undefined],
    ['fr;q=abc, de;q=0.1', 'de'],
    ['*', undefined],
    ['ja, *;q=0.5', undefined],
    ['', undefined],
    [undefined, undefined],
    [',,;;==,q=1', undefined],
    ['__proto__, constructor', undefined],
    ['\u{1f1ea}\u{1f1f8}', undefined],
  ]
  for (const [header, language] of cases) {
    test(`${JSON.stringify(header)} means ${language ?? 'no language of the site'}`, () => {
      assert.equal(findAcceptedLanguage(header), language)
    })
  }

  test('is not read when it is longer than any browser sends', () => {
    const start = performance.now()
    assert.equal(findAcceptedLanguage(`${'x,'.repeat(500_000)}es`), undefined)
    assert.ok(performance.now() - start < 100)
  })
})

describe("a visitor's language", () => {
  test('is the cookie, else what the browser asks for, else the default one', () => {
    assert.equal(languageOf('hi', 'es', 'en'), 'hi')
    assert.equal(languageOf('xx', 'es', 'en'), 'es')
    assert.equal(languageOf(undefined, 'de-CH', 'en'), 'de')
    assert.equal(languageOf(undefined, 'ja', 'fr'), 'fr')
    assert.equal(languageOf('', undefined, 'en'), 'en')
  })
})
