import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadCatalogues } from '#platform/catalogues.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { PageFacts, RenderInput } from '#site/contract.ts'
import { loadPageRenderer } from '#site/server/renderer.ts'
import { siteFacts } from '../../../test/support/pages/site-facts.ts'
import { describePrivacy } from './privacy-statute.ts'
import type { Block, Statute } from './statute.ts'
import { describeTerms } from './terms-statute.ts'

const [{ renderPage }, catalogues] = await Promise.all([loadPageRenderer(), loadCatalogues()])

const facts: PageFacts = { ...siteFacts, company: { name: 'Sociedad de Pruebas', address: '' } }

const company = {
  name: 'Sociedad de Pruebas',
  address: 'Calle Mayor 1',
  register: 'Hoja M-1',
  governingLaw: 'ES',
}

const pages = { privacy: 10, terms: 12 } as const
type LegalPage = keyof typeof pages

/** The body of a page. The assets are placeholders, since nothing is fetched. */
function render(page: LegalPage, language: Language, more: Partial<PageFacts> = {}): string {
  const input: RenderInput = {
    page,
    data: undefined,
    language,
    theme: 'auto',
    path: `/${page}`,
    year: 2025,
    facts: { ...facts, ...more },
    texts: {},
    form: { status: 'idle', values: {}, errors: {} },
    t: catalogues.translator(language),
    assets: new Proxy({} as RenderInput['assets'], { get: () => '/assets/none.js' }),
  }
  const { html } = renderPage(input)
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
}

const hrefsOf = (html: string) => [...html.matchAll(/<a href="(#[^"]+)"/g)].map(([, href]) => href)
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

for (const [page, count] of Object.entries(pages) as [LegalPage, number][]) {
  describe(`the page ${page}`, () => {
    const ids = Array.from({ length: count }, (_, index) => `section-${index + 1}`)

    test(`has ${count} numbered sections with one title each, the contact last`, () => {
      const html = render(page, 'es')
      assert.deepEqual(
        [...html.matchAll(/<section id="([^"]+)"><h2><span>(\d+)<\/span>/g)].map(([, id, number]) => [
          id,
          number,
        ]),
        ids.map((id, index) => [id, String(index + 1)]),
      )
      assert.equal(html.match(/<h1/g)?.length, 1)
      assert.match(html, new RegExp(`<section id="${ids.at(-1)}"><h2><span>${count}</span> Contacto</h2>`))
    })

    test('lists every section in both tables of contents', () => {
      const hrefs = ids.map((id) => `#${id}`)
      assert.deepEqual(hrefsOf(render(page, 'en')), [...hrefs, ...hrefs])
    })

    test('states the date since when it is in force, in the format of its language', () => {
      const dates = (html: string) =>
        [...html.matchAll(/<time dateTime="([^"]+)">([^<]+)/gi)].map(([, day, text]) => [day, text])
      assert.deepEqual(dates(render(page, 'es')), [
        ['2025-06-29', '29 de junio de 2025'],
        ['2025-06-29', '29 de junio de 2025'],
      ])
      assert.equal(dates(render(page, 'ar'))[0]?.[1], '٢٩ يونيو ٢٠٢٥')
    })

    test('names the mailboxes and the website, and a postal address only when there is one', () => {
      const without = render(page, 'es')
      for (const mailbox of Object.values(facts.mailboxes))
        assert.ok(without.includes(`href="mailto:${mailbox}"`), mailbox)
      assert.match(without, /<a href="\/es\/" dir="ltr">example\.org<\/a>/)
      assert.match(textOf(without), /Sociedad de Pruebas/)
      assert.doesNotMatch(without, /[Dd]irección(<| de Sociedad)|registrales/)
      const full = render(page, 'es', { company })
      assert.match(textOf(full), /La dirección de Sociedad de Pruebas es Calle Mayor 1\./)
      assert.match(textOf(full), /Los datos registrales de Sociedad de Pruebas son: Hoja M-1\./)
      assert.match(full, /<dt>Titular del sitio<\/dt><dd><bdi>Sociedad de Pruebas<\/bdi><\/dd>/)
      assert.match(full, /<dt>Dirección<\/dt><dd><bdi>Calle Mayor 1<\/bdi><\/dd>/)
      assert.match(full, /<dt>Datos registrales<\/dt><dd><bdi>Hoja M-1<\/bdi><\/dd>/)
    })

    test('invents no company while none is configured, and says at once how to reach the operator', () => {
      for (const language of languages) {
        const html = render(page, language, { company: { address: '' } })
        const t = catalogues.translator(language)
        const article = html.slice(html.indexOf('<article>'))
        const preamble = article.slice(0, article.indexOf('</p>'))
        assert.ok(preamble.includes(`href="mailto:${page === 'privacy' ? 'privacy' : 'legal'}@example.org"`))
        assert.ok(!html.includes(`<dt>${t('legal:contact.company')}</dt>`), language)
        assert.doesNotMatch(html, /<dd><\/dd>|<p><\/p>/, language)
      }
    })

    test('has every text it shows, and shows every text it has', () => {
      const shown = new Set(
        [
          facts,
          {
            ...{ ...facts, company, googleTag: 'G-TEST', recordsEvents: true, anchorsLedger: true as const },
            backupDays: 0,
          },
        ].flatMap((one) => keysShown(page === 'privacy' ? describePrivacy(one) : describeTerms(one))),
      )
      for (const language of ['es', 'en'] as const) {
        const texts = flatten(catalogues.texts(language).legal?.[page as never])
        const own = texts.filter(
          (key) => !/^(meta|hero|cookies\.table)\.|^(parties(_unnamed)?|summary\.text)$/.test(key),
        )
        assert.deepEqual(own.toSorted(), [...shown].toSorted(), language)
      }
    })

    for (const language of languages) {
      test(`leaves no variable and no key unreplaced in ${language}, and has metadata that fits search results`, () => {
        for (const one of [facts.company, company, { address: '' }]) {
          const text = textOf(
            render(page, language, { googleTag: 'G-TEST', recordsEvents: true, company: one }),
          )
          assert.doesNotMatch(text, /\{\{|\blegal:|undefined/)
        }
        const t = catalogues.translator(language)
        const lengthOf = (key: string) =>
          [...new Intl.Segmenter(language).segment(t(`legal:${page}.meta.${key}`, { name: 'Firmeza' }))]
            .length
        assert.ok(lengthOf('title') <= 60, `title: ${lengthOf('title')}`)
        assert.ok(lengthOf('description') <= 160, `description: ${lengthOf('description')}`)
      })
    }
  })
}

test('the privacy policy states the decided periods', () => {
  const text = textOf(render('privacy', 'en'))
  for (const promise of [
    'up to 3 years after our last contact.',
    'Aggregated and anonymised, for up to 5 years',
    'Until the programme ends or you ask us to delete it.',
    'within 30 business days',
    'within one month at most',
  ])
    assert.ok(text.includes(promise), promise)
})

test('the privacy policy limits mails and their records to three years, and nothing else', () => {
  for (const language of languages) {
    const t = catalogues.translator(language)
    const periods = t('legal:privacy.retention.items.communication.text')
    assert.match(periods, /3|ثلاث/, language)
    assert.doesNotMatch(t('legal:privacy.retention.items.programme.text'), /\d|ثلاث/, language)
  }
})

test('the terms name the governing law where it is configured, in each language', () => {
  assert.match(textOf(render('terms', 'es', { company })), /se rigen por la ley de España, sin perjuicio/)
  assert.match(textOf(render('terms', 'ar', { company })), /لقانون البلد الآتي: إسبانيا،/)
  assert.match(textOf(render('terms', 'ar', { company })), /\u2068Hoja M-1\u2069/)
  assert.match(textOf(render('terms', 'es')), /la ley del lugar donde tenemos nuestro domicilio/)
})

test('the terms say in every language that no public chain is used, anchoring is off and what the ledger records', () => {
  assert.match(
    textOf(render('terms', 'en')),
    /uses no public blockchain today, and anchoring in one is off\. It keeps a public ledger, .* without names\./,
  )
  for (const language of languages) {
    const t = catalogues.translator(language)
    const html = render('terms', language)
    assert.ok(html.includes(t('legal:terms.blockchain.state', { name: 'Firmeza' })), language)
    assert.ok(html.includes('Open Badges 3.0'), language)
  }
})

test('where a chain is configured, the terms and the privacy policy say in every language what is written there', () => {
  const more = { anchorsLedger: true } as const
  assert.match(
    textOf(render('terms', 'en', more)),
    /writes the size and the root hash of its ledger in a public blockchain; .* no personal data\. It keeps a public ledger/,
  )
  assert.match(textOf(render('privacy', 'en', more)), /Neither of them contains or reveals personal data\./)
  for (const language of languages) {
    const t = catalogues.translator(language)
    const terms = render('terms', language, more)
    assert.ok(terms.includes(t('legal:terms.blockchain.state_anchored', { name: 'Firmeza' })), language)
    assert.ok(terms.includes(t('legal:terms.summary.items.blockchain_anchored.text')), language)
    assert.ok(!terms.includes(t('legal:terms.blockchain.state', { name: 'Firmeza' })), language)
    assert.ok(!terms.includes(t('legal:terms.summary.items.blockchain.text')), language)
    const paragraph = t('legal:privacy.uses.anchored')
    assert.ok(render('privacy', language, more).includes(paragraph), language)
    assert.ok(!render('privacy', language).includes(paragraph), language)
  }
})

test('the terms promise 30 days of notice for changes of services and of the terms, where possible', () => {
  assert.equal(textOf(render('terms', 'en')).match(/30 days’ notice where possible/g)?.length, 2)
})

test('the privacy policy does not mention analytics without a Google tag', () => {
  const html = render('privacy', 'en')
  assert.deepEqual(cookiesIn(html), ['activation:*', 'auth_token', 'lang', 'theme'])
  assert.doesNotMatch(html, /Google|as a no to analytics/)
  assert.match(html, /there is nothing to consent to/)
})

test('with a Google tag it explains consent, Google, and how language and theme are stored', () => {
  const html = render('privacy', 'en', { googleTag: 'G-TEST' })
  assert.deepEqual(cookiesIn(html), [
    'consent',
    'activation:*',
    'auth_token',
    'lang',
    'theme',
    '_ga',
    '_ga_*',
  ])
  assert.match(html, /Global Privacy Control signal, we treat it as a no/)
  assert.match(html, /1 year if you accept them; if not, until the browser is closed/)
  for (const section of ['uses', 'sharing', 'transfers'])
    assert.ok(
      keysShown(describePrivacy({ ...facts, googleTag: 'G-TEST' })).some((key) => key.startsWith(section)),
    )
  assert.doesNotMatch(html, /there is nothing to consent to/)
})

test('an encrypted connection is promised only for an https address', () => {
  assert.match(render('privacy', 'en'), /is encrypted/)
  assert.doesNotMatch(render('privacy', 'en', { publicUrl: 'http://example.org' }), /is encrypted/)
})

const cookiesIn = (html: string) => [...html.matchAll(/<code[^>]*>([^<]+)/g)].map(([, name]) => name)

/** Every key of a statute's texts, as in the catalogue. */
function keysShown({ summary, sections, closing }: Statute): string[] {
  return [
    ...summary.flatMap((key) => [`${key}.term`, `${key}.text`]),
    ...sections.flatMap(({ key, blocks }) => [`${key}.title`, ...blocks.flatMap(keysOfBlock)]),
    ...(closing ? [`${closing}.title`, `${closing}.text`] : []),
  ]
}

function keysOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'text':
    case 'link':
      return [block.key]
    case 'points':
      return block.keys
    case 'terms':
    case 'steps':
      return block.keys.flatMap((key) => [`${key}.term`, `${key}.text`])
    case 'note':
      return [`${block.key}.title`, `${block.key}.text`]
    case 'cookies':
      return block.groups.flatMap(({ kind, rows }) => [
        `${kind}.term`,
        ...rows.flatMap(({ purpose, duration }) => [purpose, duration]),
      ])
    case 'contact':
      return []
  }
}

function flatten(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null) return [prefix]
  return Object.entries(value).flatMap(([key, part]) => flatten(part, prefix ? `${prefix}.${key}` : key))
}
