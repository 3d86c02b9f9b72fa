import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listUnapplied, queryOf, readShown, writeShown } from './shown.ts'

const read = (query: string) => readShown(new URLSearchParams(query))

test('what is shown is read from an address as it is written there', () => {
  for (const query of [
    '',
    'days=7',
    'from=2026-03-01&to=2026-03-29&compare=before',
    'days=90&page=%2Fabout&source=&country=ZZ&utm_campaign=oto%C3%B1o',
  ])
    assert.equal(writeShown(read(query)).toString(), query)
})

test('what is invalid in an address is left out', () => {
  const usual = { days: 30, isCompared: false, filters: {} }
  for (const query of [
    'days=8',
    'from=2026-03-02&to=2026-03-01',
    'from=2026-03-01',
    'compare=x',
    'device=x&country=Spain&page=about',
  ])
    assert.deepEqual(read(query), usual)
})

test('each part of the screen asks with the filters that it knows, and names the others', () => {
  const shown = read('days=7&page=%2F&country=ES&source=github.com')
  assert.equal(queryOf(shown, 'visits'), 'days=7&page=%2F&source=github.com&country=ES')
  assert.equal(queryOf(shown, 'people', 'before'), 'days=7&previous=true&country=ES')
  assert.equal(queryOf(read('from=2026-03-01&to=2026-03-29'), 'speed'), 'from=2026-03-01&to=2026-03-29')
  assert.deepEqual(listUnapplied(shown, 'people'), ['page', 'source'])
  assert.deepEqual(listUnapplied(shown, 'visits'), [])
})
