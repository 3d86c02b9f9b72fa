import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { digestOf, splitBlocks } from './blocks.ts'

const fingerprints = (html: string) => splitBlocks(html).map(({ fingerprint }) => fingerprint)

describe('blocks', () => {
  test('are headings, paragraphs, lists and the like, in order', () => {
    const html =
      'Palabras <em>sueltas</em><h2>Título</h2><p></p><p> </p><ul><li>uno</li><li><p>dos</p></li></ul><hr><p>fin</p>'
    assert.deepEqual(
      splitBlocks(html).map(({ tag, text }) => [tag, text]),
      [
        ['p', 'Palabras sueltas'],
        ['h2', 'Título'],
        ['ul', 'uno\ndos'],
        ['hr', ''],
        ['p', 'fin'],
      ],
    )
  })

  test('contain their own HTML', () => {
    assert.deepEqual(
      splitBlocks('<h2>a &amp; b</h2>\n<p>c<br>d</p>').map(({ html }) => html),
      ['<h2>a &amp; b</h2>', '<p>c<br>d</p>'],
    )
    assert.deepEqual(splitBlocks('<p></p> \n<p>&nbsp;</p>'), [])
  })
})

describe('a fingerprint', () => {
  const same: [string, string][] = [
    ['<p>una  prueba\n</p>', '<p>una prueba</p>'],
    ['<p>una&nbsp;prueba</p>', '<p>una\u00a0prueba</p>'],
    ['<p><strong>una </strong>prueba</p>', '<p><strong>una</strong> prueba</p>'],
    ['<ul>\n  <li>uno</li>\n</ul>', '<ul><li><p>uno</p></li></ul>'],
    ['<blockquote>cita</blockquote>', '<blockquote><p>cita</p></blockquote>'],
    ['<p>"a" &amp; b</p>', '<p>&quot;a&quot; &#38; b</p>'],
    ['<p>cafe\u0301</p>', '<p>caf\u00e9</p>'],
    ['<p>uno</p><p></p>', '\n<p>uno</p>\n'],
    ['<p>suelto</p>', 'suelto'],
    [
      '<table><thead><tr><th>a</th></tr></thead></table>',
      '<table><tbody><tr><th colspan="1"><p>a</p></th></tr></tbody></table>',
    ],
    ['<p><a href="/es/docs" rel="nofollow">a</a></p>', '<p><a href="/es/docs">a</a></p>'],
  ]
  for (const [a, b] of same) {
    test(`is the same for ${JSON.stringify(a)} and ${JSON.stringify(b)}`, () => {
      assert.ok(fingerprints(a).length > 0)
      assert.deepEqual(fingerprints(a), fingerprints(b))
    })
  }

  const different: [string, string][] = [
    ['<p>una prueba</p>', '<p>unaprueba</p>'],
    ['<p>Una prueba</p>', '<p>una prueba</p>'],
    ['<p>título</p>', '<h2>título</h2>'],
    ['<p>a <strong>b</strong></p>', '<p>a b</p>'],
    ['<p><a href="/a">a</a></p>', '<p><a href="/b">a</a></p>'],
    ['<ul><li>a</li><li>b</li></ul>', '<ul><li>a b</li></ul>'],
    ['<ul><li>a</li></ul>', '<ol><li>a</li></ol>'],
    ['<ul><li><p>a</p><p>b</p></li></ul>', '<ul><li>a b</li></ul>'],
    ['<p>a<br>b</p>', '<p>a b</p>'],
    ['<p>a</p><p>b</p>', '<p>b</p><p>a</p>'],
    ['<pre>a  b</pre>', '<pre>a b</pre>'],
    ['<p>a</p><hr>', '<p>a</p>'],
    ['<p>&lt;b&gt;a</p>', '<p><b>a</b></p>'],
    ['<p><img src="/a.avif" alt="uno"></p>', '<p><img src="/a.avif" alt="dos"></p>'],
  ]
  for (const [a, b] of different) {
    test(`tells ${JSON.stringify(a)} from ${JSON.stringify(b)}`, () => {
      assert.notDeepEqual(fingerprints(a), fingerprints(b))
    })
  }

  test('never changes, since stored translations are compared with it', () => {
    const html = '<h1>Pruebas</h1><ul><li>una <a href="https://example.org">dos</a></li></ul>'
    assert.deepEqual(fingerprints(html), ['17dgsmTHDUzHXbEv', 'cQmGxCFWN_HRMxsl'])
    assert.equal(digestOf(fingerprints(html)), 'S7F5lK6NUkbPuIIK2_AZ_n')
  })

  test('of a long text is computed quickly', () => {
    const html =
      '<p>Una frase de longitud corriente, con <strong>una</strong> palabra en negrita.</p>'.repeat(2_000)
    const begun = performance.now()
    assert.equal(splitBlocks(html).length, 2_000)
    assert.ok(performance.now() - begun < 1_000)
  })
})
