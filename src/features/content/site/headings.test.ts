import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitHeadings, hasHeading, listPlainLines, takeHeadline } from './headings.ts'

test('the first heading leaves the text and nothing else stays on the first level', () => {
  const { headline, body } = takeHeadline(
    '<p>Antes</p><h2>Pruebas,<br />no <em>monedas</em>.</h2><h1>Otra</h1><p>Después</p>',
  )
  assert.equal(headline, 'Pruebas,<br />no <em>monedas</em>.')
  assert.equal(body, '<p>Antes</p><h2>Otra</h2><p>Después</p>')
})

test('a text without a heading, or with an empty one, has no headline', () => {
  for (const html of [
    '<p>Solo texto</p>',
    '<h1></h1><p>Solo texto</p>',
    '<h1> &nbsp;<br></h1><p>Solo texto</p>',
  ]) {
    assert.deepEqual(takeHeadline(html), { body: '<p>Solo texto</p>' })
    assert.equal(hasHeading(html), false)
  }
  assert.deepEqual(takeHeadline(''), { body: '' })
})

test('an empty quotation is not left behind', () => {
  assert.deepEqual(takeHeadline('<blockquote><h3>Cita</h3></blockquote><p>Sigue</p>'), {
    headline: 'Cita',
    body: '<p>Sigue</p>',
  })
})

test('levels start where asked and are never skipped', () => {
  const shape = (html: string, level: 2 | 3) => fitHeadings(html, level).match(/<h\d/g)?.join('') ?? ''
  assert.equal(shape('<h1>a</h1><h1>b</h1>', 2), '<h2<h2')
  assert.equal(shape('<h4>a</h4><h2>b</h2><h4>c</h4>', 2), '<h2<h2<h3')
  assert.equal(shape('<h1>a</h1><h4>b</h4><h4>c</h4><h2>d</h2>', 2), '<h2<h3<h3<h3')
  assert.equal(shape('<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>', 3), '<h3<h4<h5<h6<h6<h6')
})

test('attributes and closing tags follow', () => {
  assert.equal(fitHeadings('<h1 dir="rtl">a</h1><p>b</p>', 3), '<h3 dir="rtl">a</h3><p>b</p>')
})

test('plain lines are what a reader sees', () => {
  assert.deepEqual(listPlainLines('Uno &amp; <b>dos</b>,<br>tres'), ['Uno & dos,', 'tres'])
})

test('is not held up by a heading of thousands of spaces', () => {
  const spaces = '\u00a0 &nbsp;'.repeat(3000)
  assert.equal(fitHeadings(`<h2>${spaces}x</h2>`, 2), `<h2>${spaces}x</h2>`)
})
