import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { faqTopics, listFaq } from './faq.ts'

const readFaq = (language: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../locales/${language}/register.json`, import.meta.url), 'utf8')).faq

test('every question of the catalogues is shown once', () => {
  for (const language of ['es', 'en']) {
    const { items } = readFaq(language) as { items: Record<string, unknown> }
    assert.deepEqual(Object.keys(items).sort(), [...faqTopics].sort())
  }
})

test('an entry is a question with its answer in the language of the page', () => {
  const [first, ...rest] = listFaq((key) => key)
  assert.deepEqual(first, {
    topic: 'duration',
    question: 'register:faq.items.duration.question',
    answer: 'register:faq.items.duration.answer',
  })
  assert.equal(rest.length, faqTopics.length - 1)
})
