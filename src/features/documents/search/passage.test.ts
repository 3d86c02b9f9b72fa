import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPassage } from './passage.ts'

const written = (text: string, query: string) =>
  findPassage(text, query)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('')

test('a passage is where most of the words are, with them marked', () => {
  const text = `${'Antes de todo esto hay mucho texto. '.repeat(20)}La identidad digital es de cada persona. ${'Después sigue. '.repeat(30)}`
  const passage = written(text, 'IDENTIDAD personas')
  assert.match(passage, /^….*\[identidad\] digital es de cada \[persona\]\..*…$/)
  assert.ok(passage.length < 260)
})

test('a short page is shown as it is, also without a match', () => {
  assert.equal(written('Una página\n corta', 'nada'), 'Una página corta')
  assert.equal(written('数字身份指南', '身份'), '数字[身份]指南')
  assert.equal(written('', 'a'), '')
})

test('a text without spaces is cut between characters', () => {
  const passage = findPassage(`${'😀'.repeat(200)}`, 'x')
    .map(({ text }) => text)
    .join('')
  assert.ok(passage.isWellFormed())
})
