import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkWithin } from './link-within.ts'

test('the given words become links at any place in the sentence', () => {
  const links = { 'a@example.org': 'mailto:a@example.org', 'example.org': '/es/' }
  assert.deepEqual(linkWithin('a@example.org o example.org.', links), [
    { text: 'a@example.org', href: 'mailto:a@example.org' },
    { text: ' o ' },
    { text: 'example.org', href: '/es/' },
    { text: '.' },
  ])
})

test('a sentence without any of them stays unchanged', () => {
  assert.deepEqual(linkWithin('Nada.', { 'a@example.org': 'mailto:a@example.org', '': '/' }), [
    { text: 'Nada.' },
  ])
})
