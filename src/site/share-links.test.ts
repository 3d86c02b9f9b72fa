import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listShareLinks } from './share-links.ts'

test('every network gets the address and, where it takes one, the title', () => {
  const links = listShareLinks('https://example.org/es/', 'Pruebas & más: ¿sí?')
  assert.deepEqual(
    links.map(({ network }) => network),
    ['LinkedIn', 'X', 'Telegram', 'Reddit'],
  )
  for (const { url } of links) assert.equal(new URL(url).searchParams.get('url'), 'https://example.org/es/')
  assert.equal(new URL(links[1]?.url ?? '').searchParams.get('text'), 'Pruebas & más: ¿sí?')
})
