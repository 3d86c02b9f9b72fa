import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeAddress, readPath, readSiteAddress } from '#features/seo/redirects/address/model.ts'
import {
  createRuleBook,
  type RedirectKind,
  type RedirectRule,
  readFrom,
  readTo,
  type SiteMap,
} from './model.ts'

const siteUrl = 'https://firmeza.example'
const pages = new Set(['/', '/docs', '/about'])
const site: SiteMap = {
  isPage: (path) => pages.has(path),
  isLiving: (path) => pages.has(path.replace(/^\/(es|ar|en)(?=\/)/, '') || '/') || path === '/sitemap.xml',
}

const ruleOf = (
  from: string,
  to: string | null,
  kind: RedirectKind = to === null ? 410 : 301,
): RedirectRule => {
  const source = readFrom(from, siteUrl)
  const target = to === null ? { value: null } : readTo(to, siteUrl)
  assert.ok('value' in source && 'value' in target, `${from} ${to}`)
  return { id: from, from: source.value, to: target.value, kind }
}
const bookOf = (...rules: [from: string, to: string | null, kind?: RedirectKind][]) =>
  createRuleBook(rules.map((rule) => ruleOf(...rule)))

function lead(book: ReturnType<typeof createRuleBook>, url: string): string | null | undefined {
  const address = readSiteAddress(url)
  const outcome = address && book.follow(address, site)
  return outcome?.fault ?? outcome?.to
}

describe('a path', () => {
  test('has one form for all its spellings', () => {
    const spellings = ['/caf%C3%A9', '/café', '/caf%c3%a9/', '/cafe\u0301', '/cafe%CC%81/']
    assert.deepEqual(new Set(spellings.map(readPath)), new Set(['/café']))
    assert.equal(readPath('/%D8%A7%D9%84%D8%B9%D9%82%D9%88%D8%AF'), '/العقود')
    assert.equal(readPath('/Old'), '/Old')
    assert.equal(readPath('/100%25'), '/100%25')
    assert.equal(readPath('/a%3Fb'), '/a%3Fb')
    assert.equal(readPath('/a%20b'), '/a%20b')
    assert.equal(readPath('/'), '/')
  })

  test('is refused when it leaves the site or hides something', () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/a//b',
      '/a/../b',
      '/a/%2e%2e/b',
      '/a%2Fb',
      '/a%5Cb',
      '/a%0d%0aSet-Cookie:x',
      '/a\r\nb',
      '/a%00',
      '/a%E2%80%AEb',
      '/%',
      '/%C3',
      '/\ud800',
      'old',
      '',
    ])
      assert.equal(readPath(path), undefined, JSON.stringify(path))
  })

  test('is written in visible ASCII only', () => {
    const written = encodeAddress('/العقود/a b"<\\?x=é#ñ')
    assert.match(written, /^[\x21-\x7e]+$/)
    assert.equal(decodeURI(written), '/العقود/a b"<\\?x=é#ñ')
    assert.equal(encodeAddress('/100%25'), '/100%25')
  })
})

describe('a former address and a target', () => {
  test('are understood when written in full, as addresses of this site', () => {
    assert.deepEqual(readFrom(' https://firmeza.example/es/old/?b=2&a=1 ', siteUrl), {
      value: '/es/old?a=1&b=2',
    })
    assert.deepEqual(readTo('http://firmeza.example/docs#top', siteUrl), { value: '/docs#top' })
    assert.deepEqual(readTo('https://firmeza.example./docs', siteUrl), { value: '/docs' })
    assert.deepEqual(readTo('https://ejemplo.es/ñ', siteUrl), { value: 'https://ejemplo.es/%C3%B1' })
  })

  test('are refused when they may deceive', () => {
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https:evil.example',
      'https:/evil.example',
      'https://user@evil.example',
      'https://firmeza.example@evil.example/',
      'https://evil\\.example',
      'http://other.example',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'https://localhost/',
      'docs',
      '/docs\r\nSet-Cookie: a=b',
      '/docs\u202e',
      '/%0d%0aSet-Cookie:a=b',
    ])
      assert.ok('fault' in readTo(to, siteUrl), JSON.stringify(to))
    for (const from of ['', '#a', '/a#b', '//a', 'https://evil.example/a', '/a\0'])
      assert.notEqual(readFrom(from, siteUrl).fault, undefined, JSON.stringify(from))
    assert.deepEqual(readFrom(`/${'a'.repeat(500)}`, siteUrl), { fault: 'too_long' })
    assert.deepEqual(readTo(`/${'a'.repeat(1_000)}`, siteUrl), { fault: 'too_long' })
  })
})

describe('the redirects', () => {
  test('lead on in the language of the visitor', () => {
    const book = bookOf(
      ['/old', '/docs'],
      ['/ar/old', '/ar/about'],
      ['/map', '/sitemap.xml'],
      ['/en/only', '/docs'],
    )
    assert.equal(lead(book, '/old'), '/docs')
    assert.equal(lead(book, '/es/old/'), '/es/docs')
    assert.equal(lead(book, '/ar/old'), '/ar/about')
    // A file has one address for all languages.
    assert.equal(lead(book, '/es/map'), '/sitemap.xml')
    assert.equal(lead(book, '/en/only'), '/en/docs')
    assert.equal(lead(book, '/only'), undefined)
    assert.equal(lead(book, '/Old'), undefined)
    assert.equal(lead(bookOf(['/home', '/']), '/es/home'), '/es/')
  })

  test('carry a query along, unless it was part of the address or the target has one', () => {
    const book = bookOf(
      ['/old', '/docs#list'],
      ['/item?id=7', '/about'],
      ['/b', '/docs?sort=new'],
      ['/c', 'https://a.example/'],
    )
    assert.equal(lead(book, '/old?utm=1&a'), '/docs?utm=1&a#list')
    assert.equal(lead(book, '/item?id=7'), '/about')
    assert.equal(lead(book, '/es/item?id=7'), '/es/about')
    assert.equal(lead(book, '/item?id=8'), undefined)
    assert.equal(lead(book, '/b?utm=1'), '/docs?sort=new')
    assert.equal(lead(book, '/c?utm=1'), 'https://a.example/')
  })

  test('lead through others to the end in one go', () => {
    const book = bookOf(['/a', '/b', 308], ['/b', '/c'], ['/c', '/docs'], ['/d', '/e'], ['/e', null])
    assert.equal(lead(book, '/es/a'), '/es/docs')
    assert.equal(book.follow({ language: 'es', path: '/a', query: '' }, site) !== undefined, true)
    const outcome = book.follow({ language: null, path: '/a', query: '' }, site)
    assert.ok(outcome && !outcome.fault)
    assert.equal(outcome.kind, 308)
    assert.equal(outcome.via.length, 3)
    assert.equal(lead(book, '/d'), null)
  })

  test('stop at a page that has come to life', () => {
    assert.equal(lead(bookOf(['/a', '/docs'], ['/docs', '/about']), '/a'), '/docs')
  })

  test('never make a circle', () => {
    const loops: [from: string, to: string | null][][] = [
      [['/a', '/a/']],
      [['/caf%C3%A9', '/cafe\u0301']],
      [['/a', `${siteUrl}/a`]],
      [['/a', '/a?x=1']],
      [['/a', '/a#x']],
      [['/es/a', '/a']],
      [['/a', '/es/a']],
      [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
      [
        ['/a', '/es/b'],
        ['/b', '/ar/a'],
      ],
      [
        ['/a', '/b'],
        ['/es/b', '/es/c'],
        ['/c', '/a'],
      ],
      [
        ['/a?x=1', '/b?x=1'],
        ['/b', '/a'],
      ],
      [
        ['/a', '/docs'],
        ['/docs', '/a'],
      ],
    ]
    for (const rules of loops)
      assert.equal(bookOf(...rules).listFaults(site)[0]?.fault, 'loop', JSON.stringify(rules))
    const sound: [from: string, to: string | null][][] = [
      [['/a', '/A']],
      [
        ['/a', '/b'],
        ['/es/b', '/es/a-es'],
      ],
      [['/a?x=1', '/a']],
      [
        ['/a', '/es/b'],
        ['/en/b', '/en/a'],
      ],
    ]
    for (const rules of sound) assert.deepEqual(bookOf(...rules).listFaults(site), [], JSON.stringify(rules))
  })

  test('are checked for circles among 5,000 in a moment', () => {
    const start = performance.now()
    const apart = Array.from({ length: 5_000 }, (_, index) => ruleOf(`/a-${index}`, `/b-${index}`))
    assert.deepEqual(createRuleBook(apart).listFaults(site), [])
    // As bad as can be: each leads to the next.
    const chain = Array.from({ length: 5_000 }, (_, index) => ruleOf(`/a-${index}`, `/a-${index + 1}`))
    assert.equal(createRuleBook(chain).listFaults(site)[0]?.fault, 'chain')
    assert.ok(performance.now() - start < 1_000)
  })
})
