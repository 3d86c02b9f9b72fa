import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { builtInText } from './built-in-text.ts'
import { contentKeys } from './contract.ts'
import { hasHeading } from './site/headings.ts'

const source: unknown = JSON.parse(
  readFileSync(new URL('../../../locales/es/site.json', import.meta.url), 'utf8'),
)

function translate(key: string): string {
  let value = source
  for (const part of key.replace(/^site:/, '').split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  }
  if (typeof value !== 'string') throw new Error(`no text for ${key}`)
  return value
}

test('every key of the landing page has a text with a heading and no variable left open', () => {
  for (const key of contentKeys) {
    const html = builtInText(key, translate)
    if (!key.startsWith('home-')) assert.equal(html, '')
    else {
      assert.ok(hasHeading(html), key)
      assert.doesNotMatch(html, /\{\{/, key)
    }
  }
})

test('only the top of the page has a heading of the first level', () => {
  for (const key of contentKeys) {
    assert.equal(builtInText(key, translate).includes('<h1>'), key === 'home-hero', key)
  }
})

test('texts are escaped', () => {
  assert.match(
    builtInText('home-hero', () => '<b>&'),
    /<p>&#60;b&#62;&#38;<\/p>/,
  )
})
