import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isBlank, sanitizeRichText } from './sanitize.ts'

describe('rich text', () => {
  const kept = [
    '<h1>Uno</h1><h2>Dos</h2><p>Tres <strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code><br />f</p>',
    '<ul><li>a</li></ul><ol start="3"><li>b</li></ol><blockquote><p>c</p></blockquote><hr /><pre>d</pre>',
    '<p><a href="https://example.org/a?b=c&amp;d">e</a> <a href="mailto:a@example.org">f</a> <a href="/es/">g</a> <a href="#top">h</a></p>',
    '<table><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b</td></tr></tbody></table>',
    '<p>5 &lt; 6 &amp; 7 &gt; 6, «ñ», 中文, العربية, हिन्दी, 👩‍🚀</p>',
  ]
  for (const html of kept) {
    test(`keeps ${html.slice(0, 40)}…`, () => assert.equal(sanitizeRichText(html), html))
  }

  const changed: [what: string, html: string, clean: string][] = [
    ['scripts', '<p>a</p><script>alert(1)</script><ScRiPt src=//x></sCrIpT>', '<p>a</p>'],
    ['styles', '<style>p{color:red}</style><p style="color:red" class="x" id="y">a</p>', '<p>a</p>'],
    ['handlers', '<p onclick="alert(1)" ONMOUSEOVER=alert(1)>a</p>', '<p>a</p>'],
    [
      'pictures and frames',
      '<img src=x onerror=alert(1)><iframe src="javascript:alert(1)"></iframe><object data=x></object>a',
      'a',
    ],
    [
      'drawings',
      '<svg onload=alert(1)><script>alert(1)</script><a href="https://x.example">a</a></svg>b',
      'b',
    ],
    [
      'formulas',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>c',
      'c',
    ],
    ['links that run', '<a href="javascript:alert(1)">a</a>', 'a'],
    [
      'links that run, in disguise',
      '<a href=" jAvA\tscript\n:alert(1)">a</a><a href="&#106;avascript:alert(1)">b</a>',
      'ab',
    ],
    [
      'links that hold data',
      '<a href="data:text/html,<script>alert(1)</script>">a</a><a href="vbscript:x">b</a>',
      'ab',
    ],
    ['links to another site without a scheme', '<a href="//evil.example">a</a>', 'a'],
    ['forms', '<form action="https://evil.example"><input name="a"><button>b</button></form>', 'b'],
    ['comments', 'a<!-- b --><!--[if IE]><script>alert(1)</script><![endif]-->c', 'ac'],
    [
      'base addresses',
      '<base href="https://evil.example"><meta http-equiv="refresh" content="0;url=x"><link rel=stylesheet href=x>a',
      'a',
    ],
    [
      'old names',
      '<b>a</b><i>b</i><strike>c</strike><del>d</del><h5>e</h5><h6>f</h6>',
      '<strong>a</strong><em>b</em><s>c</s><s>d</s><h4>e</h4><h4>f</h4>',
    ],
    [
      'targets',
      '<a href="https://example.org" target="_blank" rel="x" onclick="x">a</a>',
      '<a href="https://example.org">a</a>',
    ],
    ['open elements', '<p>a<strong>b', '<p>a<strong>b</strong></p>'],
    ['spaces around', '  <p>a</p>\n', '<p>a</p>'],
  ]
  for (const [what, html, clean] of changed) {
    test(`loses ${what}`, () => assert.equal(sanitizeRichText(html), clean))
  }

  const hostile = [
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<<script>script>alert(1)<</script>/script>',
    '<a href="java<script></script>script:alert(1)">a</a>',
    '<p title="</p><script>alert(1)</script>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '<a href="https://x.example/"onmouseover="alert(1)">a</a>',
    '<a href="https://x.example/&quot; onmouseover=&quot;alert(1)">a</a>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<?php echo 1 ?><p>a</p>',
    '<p>\ud800</p>',
    '<p/onclick=alert(1)>a',
    '<plaintext><script>alert(1)</script>',
    '<xmp><script>alert(1)</script></xmp>',
    '<a href="https://x.example" href="javascript:alert(1)">a</a>',
    `${'<b>'.repeat(500)}a`,
    `${'<ul><li>'.repeat(2_000)}a`,
    `${'<a href="#">'.repeat(1_000)}a`,
  ]
  for (const html of hostile) {
    test(`is harmless, and stays as it is when it is saved again: ${html.slice(0, 50)}`, () => {
      const once = sanitizeRichText(html)
      assert.equal(sanitizeRichText(once), once)
      // Every "<" that is left opens or closes an element of the list, with attributes of the list only.
      const rest = once.replace(
        /<\/?(h[1-4]|p|br \/|hr \/|ul|ol|li|blockquote|pre|strong|em|u|s|code|sub|sup|a|table|thead|tbody|tr|t[hd])( (href|start|scope|colspan|rowspan)="[^"<>]*")*>/g,
        '',
      )
      assert.doesNotMatch(rest, /</)
      for (const [, address = ''] of once.matchAll(/href="([^"]*)"/g)) {
        const { protocol } = new URL(address.replace(/&amp;/g, '&'), 'https://firmeza.example')
        assert.ok(['https:', 'http:', 'mailto:', 'tel:'].includes(protocol), address)
      }
    })
  }

  test('is sanitised quickly, however deep and long it is', () => {
    const start = performance.now()
    for (const piece of ['<p>', '<', '<table><tr><td>']) {
      sanitizeRichText(piece.repeat(Math.floor(200_000 / piece.length)))
    }
    assert.ok(performance.now() - start < 10_000)
  })
})

describe('a text is blank', () => {
  for (const html of [
    '',
    '<p></p>',
    '<p>&nbsp;</p>',
    '<p> \n\u200b\u00a0</p><hr>',
    '<ul><li></li></ul>',
    '<script>a</script>',
    '<h1>\u2800</h1>',
    '<p>&#8203;</p>',
  ]) {
    test(`when it is ${JSON.stringify(html)}`, () => assert.equal(isBlank(html), true))
  }
  for (const html of ['a', '<p>0</p>', '<p>-</p>', '<p>ي</p>', '<p>&lt;</p>', '<p>🎉</p>']) {
    test(`not when it is ${JSON.stringify(html)}`, () => assert.equal(isBlank(html), false))
  }
})
