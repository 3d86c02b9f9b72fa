import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '#shared/languages.ts'
import { readRichText } from '../../../../../test/support/content/rich-tree.ts'
import { toHtml } from './rich-tree.ts'
import { type BlockDifference, compareTexts, compareWords, hasChanges, type Run } from './text-difference.ts'

const marks = { same: ['', ''], added: ['{+', '+}'], removed: ['{-', '-}'] } as const
const mark = (runs: Run[]) =>
  runs.map(({ change, nodes }) => marks[change][0] + toHtml(nodes) + marks[change][1]).join('')

/** A difference as one line: what came in {+ +}, what went in {- -}. */
function show(differences: BlockDifference[]): string {
  return differences
    .map(({ element, line, parts }) => {
      const inner = line ? mark(line) : show(parts ?? [])
      return element.tag ? `<${element.tag}>${inner}</${element.tag}>` : inner
    })
    .join('')
}
const compare = (before: string, after: string, language: Language = 'es') =>
  show(compareTexts(readRichText(before), readRichText(after), language))

describe('the difference of two texts', () => {
  const cases: [string, string, string, string][] = [
    ['a word', '<p>Una casa roja</p>', '<p>Una casa verde</p>', '<p>Una casa {-roja-}{+verde+}</p>'],
    ['a new word', '<p>Una casa</p>', '<p>Una gran casa</p>', '<p>Una {+gran +}casa</p>'],
    [
      'a phrase that was rewritten, as a whole',
      '<p>Todo empieza con tres letras muy pequeñas de aquí</p>',
      '<p>Todo empieza con dos signos bastante pequeñas de aquí</p>',
      '<p>Todo empieza con {-tres letras muy-}{+dos signos bastante+} pequeñas de aquí</p>',
    ],
    [
      'a new block',
      '<h1>A</h1><p>B</p>',
      '<h1>A</h1><p>Nuevo</p><p>B</p>',
      '<h1>A</h1><p>{+Nuevo+}</p><p>B</p>',
    ],
    ['a block that went', '<h1>A</h1><p>Viejo</p>', '<h1>A</h1>', '<h1>A</h1><p>{-Viejo-}</p>'],
    [
      'a paragraph that became a heading',
      '<p>Lo mismo</p>',
      '<h2>Lo mismo</h2>',
      '<p>{-Lo mismo-}</p><h2>{+Lo mismo+}</h2>',
    ],
    [
      'a word that became bold',
      '<p>Muy claro todo</p>',
      '<p>Muy <strong>claro</strong> todo</p>',
      '<p>Muy {-claro-}{+<strong>claro</strong>+} todo</p>',
    ],
    [
      'where a link leads',
      '<p>Lee <a href="/a">la guía</a> hoy</p>',
      '<p>Lee <a href="/b">la guía</a> hoy</p>',
      '<p>Lee {-<a href="/a">la guía</a>-}{+<a href="/b">la guía</a>+} hoy</p>',
    ],
    [
      'an item of a list',
      '<ul><li>Uno</li><li>Dos</li></ul>',
      '<ul><li><p>Uno</p></li><li><p>Tres</p></li><li><p>Dos</p></li></ul>',
      '<ul><li><p>Uno</p></li><li><p>{+Tres+}</p></li><li><p>Dos</p></li></ul>',
    ],
    [
      'a cell of a table',
      '<table><tr><td>Año</td><td>2025</td></tr></table>',
      '<table><tbody><tr><td>Año</td><td>2026</td></tr></tbody></table>',
      '<table><tr><td>Año</td><td>{-2025-}</td><td>{+2026+}</td></tr></table>',
    ],
    [
      'a picture',
      '<p>Antes</p><img src="/a.webp" alt="A">',
      '<p>Antes</p><img src="/b.webp" alt="A">',
      '<p>Antes</p>{-<img src="/a.webp" alt="A">-}{+<img src="/b.webp" alt="A">+}',
    ],
    ['everything', '', '<p>Hola</p>', '<p>{+Hola+}</p>'],
  ]
  for (const [name, before, after, expected] of cases) {
    test(`shows ${name}`, () => assert.equal(compare(before, after), expected))
  }

  test('shows nothing where only the HTML is written differently', () => {
    for (const [before, after] of [
      ['<ul><li>Uno</li></ul>', '<ul>\n<li><p>Uno</p></li>\n</ul>'],
      ['<p>Dos  palabras </p>', '<p>Dos palabras</p>'],
      [
        '<table><tr><td>A</td></tr></table>',
        '<table><tbody><tr><td colspan="1"><p>A</p></td></tr></tbody></table>',
      ],
      ['<p><a href="/x">y</a></p>', '<p><a href="/x" rel="noopener" target="_blank">y</a></p>'],
    ]) {
      assert.ok(
        !hasChanges(compareTexts(readRichText(before ?? ''), readRichText(after ?? ''), 'es')),
        before,
      )
    }
  })

  test('knows the words of each language', () => {
    assert.equal(
      compare('<p>منصة للإثبات اليوم</p>', '<p>منصة للثقة اليوم</p>', 'ar'),
      '<p>منصة {-للإثبات-}{+للثقة+} اليوم</p>',
    )
    assert.equal(compare('<p>证明不是货币</p>', '<p>证明就是货币</p>', 'zh').includes('货币'), true)
    assert.equal(mark(compareWords('Título viejo', 'Título nuevo', 'es')), 'Título {-viejo-}{+nuevo+}')
  })

  test('contains every word of both texts', () => {
    const words = (length: number, step: number) =>
      Array.from({ length }, (_, index) => `palabra${(index * step) % 97}`).join(' ')
    const before = `<h1>${words(5, 1)}</h1>${`<p>${words(60, 7)}</p>`.repeat(30)}`
    const after = `<p>${words(9, 3)}</p>${`<p>${words(60, 11)}</p><ul><li>${words(3, 5)}</li></ul>`.repeat(20)}`
    const shown = compare(before, after)
    const plain = (html: string) =>
      html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    assert.equal(plain(shown.replace(/\{\+.*?\+\}/gs, '').replace(/\{-|-\}/g, '')), plain(before))
    assert.equal(plain(shown.replace(/\{-.*?-\}/gs, '').replace(/\{\+|\+\}/g, '')), plain(after))
  })

  test('of the longest possible texts takes only seconds', () => {
    const text = (seed: number) =>
      Array.from(
        { length: 2500 },
        (_, index) => `<p>${'palabra '.repeat(7)}${(index * seed) % 2503}</p>`,
      ).join('')
    const begun = performance.now()
    compare(text(3), text(5))
    compare(`<p>${'uno dos '.repeat(20_000)}</p>`, `<p>${'tres cuatro '.repeat(15_000)}</p>`)
    assert.ok(performance.now() - begun < 8000, `${performance.now() - begun} ms`)
  })
})

test('a picture that nobody touched is no change: the editor writes an empty caption, the server none', () => {
  const picture = '<img src="/media/a-800.webp" alt="Una" width="800" height="400">'
  const saved = readRichText(`<p>A</p><figure>${picture}</figure>`)
  for (const caption of ['<figcaption></figcaption>', '<figcaption><br></figcaption>']) {
    const written = readRichText(`<p>A</p><figure>${picture}${caption}</figure>`)
    assert.ok(!hasChanges(compareTexts(saved, written, 'es')), caption)
  }
  const captioned = readRichText(`<p>A</p><figure>${picture}<figcaption>Pie</figcaption></figure>`)
  assert.ok(hasChanges(compareTexts(saved, captioned, 'es')))
})
