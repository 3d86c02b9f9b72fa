import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationOf, indexedText, lookUp } from './search-words.ts'

test('words are indexed without case and accents, Chinese by pairs of signs', () => {
  assert.equal(indexedText('La Guía RÁPIDA', 'es'), 'la guia rapida')
  assert.equal(indexedText('数字身份 PDF', 'zh').trim().replace(/\s+/g, ' '), '数字 字身 身份 pdf')
  // Lines end within words.
  assert.equal(indexedText('数字\n身份', 'zh').trim(), '数字 字身 身份')
  assert.equal(indexedText('डिजिटल पहचान', 'hi'), 'डिजिटल पहचान')
  assert.equal(indexedText('الهُوِيّة', 'ar'), 'الهوية')
})

test('a single Chinese sign is the beginning of a pair', () => {
  assert.deepEqual(lookUp('身份', 'zh'), { words: '身份', beginnings: [] })
  assert.deepEqual(lookUp('身', 'zh'), { words: '', beginnings: ['身'] })
  assert.deepEqual(lookUp("l'identité & (numérique)", 'fr'), {
    words: 'l identite numerique',
    beginnings: [],
  })
  assert.deepEqual(lookUp('!! ?', 'en'), { words: '', beginnings: [] })
  assert.equal(lookUp('a '.repeat(50), 'en').words.split(' ').length, 10)
})

test('each language has its rules, and documents in all languages have none', () => {
  assert.equal(configurationOf('hi'), 'hindi')
  assert.equal(configurationOf(null), 'simple')
})
