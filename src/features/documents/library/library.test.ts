import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { DocumentFiles, type DocumentStatus } from '#features/documents/contract.ts'
import { documents as table } from '#features/documents/table.ts'
import { createLog } from '#platform/log.ts'
import { createRevision, type Revision } from '#platform/revision.ts'
import type { Language } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../../../test/support/database-proxy.ts'
import { documentOf } from '../../../../test/support/factories.ts'
import { until } from '../../../../test/support/until.ts'

let app: TestApp
let revision: Revision

before(async () => {
  app = await startTestApp()
  const { db, pool, databaseUrl: url } = app
  revision = await createRevision({ url, db, pool, log: createLog('silent') })
})
after(async () => {
  await revision.close()
  await app.close()
})
afterEach(() => revision.publish((transaction) => transaction.delete(table)))

/** Adds documents and raises the site's revision. */
async function add(...changes: Parameters<typeof documentOf>[0][]): Promise<string[]> {
  const rows = await revision.publish((transaction) =>
    transaction
      .insert(table)
      .values(changes.map((change) => documentOf(change)))
      .returning({ id: table.id }),
  )
  return rows.map(({ id }) => id)
}

async function setStatus(id: string, status: DocumentStatus): Promise<void> {
  await revision.publish((transaction) => transaction.update(table).set({ status }).where(eq(table.id, id)))
}

async function listNames(language: Language): Promise<string[]> {
  const reply = await app.send(`/api/doc/files?language=${language}`)
  assert.equal(reply.status, 200)
  return reply.read(DocumentFiles).documents.map(({ name }) => name)
}

describe('the public files', () => {
  test('are empty on a fresh installation', async () => {
    const reply = await app.send('/api/doc/files?language=fr')
    assert.deepEqual(JSON.parse(reply.text), { status: 'success', documents: [] })
  })

  test('have the fields of the specification', async () => {
    await add({
      status: 'published',
      originalFilename: 'Es-Guía rápida.pdf',
      slug: 'guia-rapida',
      mappedLanguage: 'es',
    })
    const { documents: files } = (await app.send('/api/doc/files?language=es')).read(DocumentFiles)
    assert.deepEqual(files, [
      {
        name: 'Es-Guía rápida.pdf',
        size: 2_411_725,
        lastModified: '2025-06-29T10:30:00.000Z',
        path: '/files/guia-rapida.pdf',
        clean_title: 'Guía rápida',
        has_language: true,
        language_code: 'es',
      },
    ])
  })

  test('are never drafts or archived ones', async () => {
    await add(
      { status: 'draft', originalFilename: 'draft.pdf' },
      { status: 'archived', originalFilename: 'archived.pdf', mappedLanguage: 'es' },
      { status: 'published', originalFilename: 'published.pdf' },
    )
    assert.deepEqual(await listNames('es'), ['published.pdf'])
    const viewer = await app.signInAs('viewer')
    const recent = (await viewer('/api/doc/files/recent')).read(DocumentFiles)
    assert.deepEqual(
      recent.documents.map(({ name }) => name),
      ['published.pdf'],
    )
    const page = await app.send('/es/docs')
    assert.match(page.text, /published\.pdf/)
    assert.doesNotMatch(page.text, /draft\.pdf|archived\.pdf/)
  })

  test('of a language are those in it, then the universal ones, each by name', async () => {
    await add(
      { status: 'published', originalFilename: 'Universal b.pdf' },
      { status: 'published', originalFilename: 'Anexo.pdf' },
      { status: 'published', originalFilename: 'Es-ñu.pdf', mappedLanguage: 'es' },
      { status: 'published', originalFilename: 'Es-nube.pdf', mappedLanguage: 'es' },
      { status: 'published', originalFilename: 'Es-oso.pdf', mappedLanguage: 'es' },
      { status: 'published', originalFilename: 'Fr-a.pdf', mappedLanguage: 'fr' },
    )
    assert.deepEqual(await listNames('es'), [
      'Es-nube.pdf',
      'Es-ñu.pdf',
      'Es-oso.pdf',
      'Anexo.pdf',
      'Universal b.pdf',
    ])
    assert.deepEqual(await listNames('fr'), ['Fr-a.pdf', 'Anexo.pdf', 'Universal b.pdf'])
    assert.deepEqual(await listNames('zh'), ['Anexo.pdf', 'Universal b.pdf'])
  })

  test('are cached until one is published, which shows at once', async () => {
    const [id = ''] = await add({ status: 'draft', originalFilename: 'new.pdf' })
    assert.deepEqual(await listNames('es'), [])
    await setStatus(id, 'published')
    assert.deepEqual(await listNames('es'), ['new.pdf'])
    await setStatus(id, 'archived')
    assert.deepEqual(await listNames('es'), [])
  })

  test('are in Spanish when no language is named, and refused in one that is unknown', async () => {
    await add({ status: 'published', originalFilename: 'Es-a.pdf', mappedLanguage: 'es' })
    const { documents: files } = (await app.send('/api/doc/files')).read(DocumentFiles)
    assert.equal(files.length, 1)
    for (const query of [
      'language=xx',
      'language=',
      'language=ES',
      'language=es&language=fr',
      'language[]=es&language=',
    ]) {
      const reply = await app.send(`/api/doc/files?${query}`)
      assert.equal(reply.status, 422, query)
      assert.equal(reply.problem().errors?.[0]?.message, 'Ese idioma no está entre los diez del sitio')
    }
  })
})

describe('the newest files', () => {
  test('are for the team only', async () => {
    assert.equal((await app.send('/api/doc/files/recent')).status, 401)
  })

  test('are those of all languages, newest first, ten at most', async () => {
    const day = (number: number) => new Date(Date.UTC(2025, 0, number))
    await add(
      ...Array.from({ length: 12 }, (_, index) => ({
        status: 'published' as const,
        originalFilename: `${index}.pdf`,
        fileModifiedAt: day(1 + ((index * 5) % 12)),
        mappedLanguage: index % 2 ? ('hi' as const) : null,
      })),
    )
    const viewer = await app.signInAs('viewer')
    const { documents: files } = (await viewer('/api/doc/files/recent')).read(DocumentFiles)
    assert.deepEqual(
      files.map(({ lastModified }) => lastModified),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => day(number).toISOString()),
    )
  })
})

describe('the documentation page', () => {
  test('says that there are no documents yet, in the words of the specification', async () => {
    const { status, text } = await app.send('/es/docs')
    assert.equal(status, 200)
    assert.match(text, /No hay documentos disponibles en este idioma/)
    // To try another language would not help.
    assert.match(text, /tampoco se ha publicado ninguno en otro idioma/)
    assert.doesNotMatch(text, /<time|Prueba con otro idioma/)
  })

  test('links to the languages that have documents', async () => {
    await add({ status: 'published', mappedLanguage: 'de' })
    const { text } = await app.send('/es/docs?language=fr')
    assert.match(text, /No hay documentos disponibles en este idioma/)
    const hint = text.slice(text.indexOf('No hay documentos'))
    assert.match(hint, /Prueba con otro idioma/)
    assert.match(hint, /href="\/es\/docs\?language=de#library"[^>]*>Deutsch/)
    assert.doesNotMatch(hint, /language=it/)
  })

  test('shows a document that is published on the very next request, in every spelling of its address', async () => {
    const [id = ''] = await add({ originalFilename: 'Fr-manuel.pdf', mappedLanguage: 'fr' })
    const paths = ['/fr/docs', '/es/docs?language=fr', '/es/docs?sort=date&language=fr', '/docs?language=fr']
    // Twice, so that the page is cached.
    for (const path of [...paths, ...paths]) assert.doesNotMatch((await app.send(path)).text, /manuel\.pdf/)
    await setStatus(id, 'published')
    for (const path of paths) assert.match((await app.send(path)).text, /manuel\.pdf/, path)
    await setStatus(id, 'draft')
    for (const path of paths) assert.doesNotMatch((await app.send(path)).text, /manuel\.pdf/, path)
  })

  test('leads to the page of each document, and escapes what the team has written', async () => {
    await add({
      status: 'published',
      title: '<img src=x onerror=alert(1)>',
      originalFilename: '"><script>.pdf',
      slug: 'escaped',
      category: 'legal',
    })
    const { text } = await app.send('/en/docs')
    assert.match(text, /<a class="name" href="\/en\/docs\/escaped">/)
    assert.doesNotMatch(text, /<img src=x|"><script>\.pdf/)
    // Another category has none, and says so.
    assert.match((await app.send('/en/docs?category=legal')).text, /\/en\/docs\/escaped/)
    const other = await app.send('/en/docs?category=manual')
    assert.doesNotMatch(other.text, /\/en\/docs\/escaped/)
    assert.match(other.text, /There is none in this category yet/)
  })

  test('writes sizes and dates as each language does', async () => {
    await add({ status: 'published' })
    const shown: [language: Language, date: string, size: string][] = [
      ['en', '29 June 2025', '2.30 MB'],
      ['es', '29 de junio de 2025', '2,30 MB'],
      ['fr', '29 juin 2025', '2,30 Mo'],
      ['ru', '29 июня 2025 г.', '2,30 МБ'],
      ['zh', '2025年6月29日', '2.30 MB'],
      ['ar', '٢٩ يونيو ٢٠٢٥', '٢٫٣٠ م.ب'],
    ]
    for (const [language, date, size] of shown) {
      const { text } = await app.send(`/${language}/docs`)
      const plain = text.replace(/\s/g, ' ')
      assert.ok(
        plain.includes(`<time dateTime="2025-06-29T10:30:00.000Z">${date}</time>`),
        `${language}: ${date}`,
      )
      assert.ok(plain.includes(`<span>${size}</span>`), `${language}: ${size}`)
    }
  })

  test('sorts as it is asked to', async () => {
    await add(
      { status: 'published', title: 'Beta', originalFilename: '1.pdf', fileSize: 5, mappedLanguage: 'es' },
      {
        status: 'published',
        title: 'Alfa',
        originalFilename: '2.pdf',
        fileSize: 9,
        fileModifiedAt: new Date('2024-01-01'),
      },
      {
        status: 'published',
        title: 'Gamma',
        originalFilename: '3.pdf',
        fileSize: 1,
        fileModifiedAt: new Date('2026-01-01'),
      },
    )
    const orders = {
      '': '123',
      '?sort=name': '213',
      '?sort=date': '312',
      '?sort=size': '312',
      '?sort=x': '123',
    }
    for (const [query, order] of Object.entries(orders)) {
      const { text } = await app.send(`/es/docs${query}`)
      const names = [...text.matchAll(/<bdi>(\d)\.pdf<\/bdi>/g)].map(([, name]) => name)
      assert.equal(names.join(''), order, query)
    }
  })

  test('has one cached response for all equivalent queries', async () => {
    const etags = new Set<unknown>()
    for (const query of [
      '',
      '?language=es',
      '?sort=language',
      '?language=xx&sort=y',
      '?utm_source=z',
      '?%00',
    ]) {
      etags.add((await app.send(`/es/docs${query}`)).headers.etag)
    }
    assert.equal(etags.size, 1)
    assert.match(
      (await app.send('/es/docs?language=fr')).text,
      /<link rel="canonical" href="[^"]*\/es\/docs"/,
    )
  })
})

describe('the documentation page without its database', () => {
  let proxy: DatabaseProxy
  let other: TestApp

  before(async () => {
    proxy = await openDatabaseProxy(app.databaseUrl)
    other = await startTestApp({ databaseUrl: proxy.url })
  })
  after(async () => {
    await other.close()
    await proxy.close()
  })

  /** The response of a page once the process has reconnected to the database. */
  async function readAgain(path: string) {
    await until(async () => (await other.send(path)).status === 200, 'the page is served again')
    return other.send(path)
  }

  test('shows the error with a link to try again, and is not cached', async () => {
    await proxy.cut()
    for (let turn = 0; turn < 2; turn++) {
      const reply = await other.send('/es/docs?sort=date&language=fr')
      assert.equal(reply.status, 503)
      assert.equal(reply.headers['cache-control'], 'no-store')
      assert.equal(reply.headers['retry-after'], '5')
      assert.match(reply.text, /Error HTTP 503/)
      assert.match(reply.text, /El servicio no está disponible en este momento/)
      // Without an anchor, since the browser loads nothing for a link to a place on the page that is open.
      assert.match(reply.text, /href="\/es\/docs\?language=fr&amp;sort=date">Reintentar/)
      assert.doesNotMatch(reply.text, /ECONN|undefined/)
    }
    const api = await other.send('/api/doc/files?language=es')
    assert.equal(api.status, 503)
    assert.equal(
      api.problem().detail,
      'El servicio no está disponible en este momento. Vuelve a intentarlo en unos segundos.',
    )
    await proxy.restore()
    const back = await readAgain('/es/docs?sort=date&language=fr')
    assert.equal(back.status, 200)
    assert.match(back.text, /No hay documentos disponibles en este idioma/)
  })

  test('still serves cached pages', async () => {
    assert.equal((await readAgain('/de/docs')).status, 200)
    await proxy.cut()
    assert.equal((await other.send('/de/docs')).status, 200)
    await proxy.restore()
  })
})
