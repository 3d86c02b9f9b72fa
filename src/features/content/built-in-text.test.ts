import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { hasHeading } from '#features/content/site/headings.ts'
import { builtInText } from './built-in-text.ts'
import { contentKeys } from './contract.ts'

function readSource(namespace: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../locales/es/${namespace}.json`, import.meta.url), 'utf8'))
}

function translate(key: string): string {
  const [namespace = '', path = ''] = key.split(':')
  let value = readSource(namespace)
  for (const part of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  }
  if (typeof value !== 'string') throw new Error(`no text for ${key}`)
  return value
}

test('every key has a text with a heading and no variable left open', () => {
  for (const key of contentKeys) {
    const html = builtInText(key, translate)
    assert.ok(hasHeading(html), key)
    assert.doesNotMatch(html, /\{\{/, key)
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
