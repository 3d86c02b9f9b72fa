import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasSameStructure } from './same-structure.ts'

const source =
  '<h2>Pruebas</h2><p>Lee la <a href="/es/docs">guía <strong>corta</strong></a>.</p><ul><li>uno</li><li>dos</li></ul>'

describe('a translation has the structure of its source', () => {
  const good = [
    source,
    '<h2>Proofs</h2>\n<p>Read the <a href="/es/docs"><strong>short</strong> guide</a>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
    '<h2>Proofs</h2><p>Read the short <a href="/es/docs">guide</a>.</p><ul><li>one</li><li>two</li></ul>',
  ]
  for (const html of good) test(`in ${html}`, () => assert.ok(hasSameStructure(source, html)))

  const bad = {
    'a block less': source.replace('<h2>Pruebas</h2>', ''),
    'a block more': `${source}<p>more</p>`,
    'words around it': `Here it is: ${source}`,
    'words after it': `${source} Anything else?`,
    'another heading': source.replaceAll('h2', 'h1'),
    'an item less': source.replace('<li>dos</li>', ''),
    'a lost link': source.replace(/<a[^>]*>|<\/a>/g, ''),
    'a link elsewhere': source.replace('/es/docs', 'https://evil.example'),
    'a script link': source.replace('/es/docs', 'javascript:alert(1)'),
    'a script': source.replace('uno', 'uno<script>alert(1)</script>'),
    'an event handler': source.replace('<h2>', '<h2 onclick="alert(1)">'),
    'a picture': source.replace('uno', 'uno<img src=x onerror=alert(1)>'),
    'a style': source.replace('<h2>', '<h2 style="background:url(//evil.example)">'),
    'a comment': source.replace('uno', 'uno<!-- x -->'),
    'bold or italics that the source does not have': source.replace('uno', '<em>uno</em>'),
    'no words in a block': source.replace('Pruebas', ''),
    'far too many words': source.replace('Pruebas', 'many words '.repeat(100)),
    'its end cut off': source.slice(0, -30),
    'its last word cut off': source.slice(0, -11),
    'no HTML': 'Proofs',
    nothing: '',
  }
  for (const [name, html] of Object.entries(bad)) {
    test(`not with ${name}`, () => assert.ok(!hasSameStructure(source, html)))
  }

  test('also if the alternative text of a picture is translated', () => {
    const picture = (alt: string) => `<p>a <img src="/m/1.avif" alt="${alt}"></p>`
    assert.ok(hasSameStructure(picture('uno'), picture('one')))
    assert.ok(!hasSameStructure(picture('uno'), '<p>a</p>'))
  })
})
