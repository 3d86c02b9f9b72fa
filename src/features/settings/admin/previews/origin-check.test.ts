import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOrigin } from './origin-check.ts'

const rows = ['HTTPS://A.example:443/', 'half typed', '']
const own = 'https://firmeza.example'
const verdictOf = (typed: string, list = rows) => checkOrigin({ typed, rows: list, own }).verdict

test('a site is allowed if it is in the list as it is typed', () => {
  assert.equal(verdictOf(' '), 'nothing')
  assert.equal(verdictOf('a.example'), 'invalid')
  assert.equal(verdictOf('https://a.example'), 'allowed')
  assert.equal(verdictOf('http://a.example'), 'refused')
  assert.equal(verdictOf('https://b.example'), 'refused')
  assert.equal(verdictOf('https://b.example', [' * ']), 'allowed')
  assert.equal(verdictOf(own, []), 'own')
})

test('the address of a page stands for its site', () => {
  assert.deepEqual(checkOrigin({ typed: 'https://a.example/b?c#d', rows, own }), {
    verdict: 'allowed',
    origin: 'https://a.example',
  })
})
