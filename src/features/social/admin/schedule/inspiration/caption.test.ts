import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captionOf } from './caption.ts'

test('a caption has the title, what the document is about, and its address in its language', () => {
  const document = { title: 'Guía', description: ' Para empezar. ', slug: 'guia' }
  assert.equal(
    captionOf({ ...document, mapped_language: 'es' }, 'https://example.org', 'ar'),
    'Guía\n\nPara empezar.\n\nhttps://example.org/es/docs/guia',
  )
  assert.equal(
    captionOf({ ...document, description: '' }, 'https://example.org', 'ar'),
    'Guía\n\nhttps://example.org/ar/docs/guia',
  )
})
