import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readArticleText } from './article-text.ts'

test('the words of an article are lines, one for each block', () => {
  const html = `<main><h1>Not this</h1><article><h2>1. <span>Data</span></h2>
    <p>We keep  your <a href="/x">name</a>,<br>and &amp; nothing else.</p><ul><li>One<li>Two</ul>
    <table><tr><td>session</td><td>1 day</td></tr></table></article><article>Nor this</article></main>`
  assert.equal(
    readArticleText(html),
    '1. Data\nWe keep your name,\nand & nothing else.\nOne\nTwo\nsession 1 day\n',
  )
})

test('a page without an article has no words', () => {
  assert.equal(readArticleText('<main><p>Words</p></main>'), '')
})
