import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import {
  DocumentDetails,
  DocumentEntry,
  DocumentFiles,
  DocumentVariant,
} from '#features/documents/contract.ts'
import { documents as table } from '#features/documents/table.ts'
import { createLog } from '#platform/log.ts'
import { createRevision, type Revision } from '#platform/revision.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { documentOf } from '../../../../test/support/factories.ts'
import type { Reply, Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let editor: Send
let viewer: Send
let revision: Revision

before(async () => {
  app = await startTestApp()
  const { db, pool, databaseUrl: url } = app
  revision = await createRevision({ url, db, pool, log: createLog('silent') })
  editor = await app.signInAs('editor')
  viewer = await app.signInAs('viewer')
})
after(async () => {
  await revision.close()
  await app.close()
})
beforeEach(() => revision.publish((transaction) => transaction.delete(table)))

type Row = Parameters<typeof documentOf>[0]

/** Adds documents, of which every process knows then. */
const addRows = (rows: ReturnType<typeof documentOf>[]) =>
  revision.publish((transaction) => transaction.insert(table).values(rows).returning({ id: table.id }))
async function add(row: Row): Promise<string> {
  const [added] = await addRows([documentOf(row)])
  return added?.id ?? ''
}
/** Adds one document per language, and returns their ids by language. */
const addAll = async <Code extends NonNullable<NonNullable<Row>['mappedLanguage']>>(
  ...codes: readonly Code[]
) => {
  const ids = {} as Record<Code, string>
  for (const code of codes) ids[code] = await add({ mappedLanguage: code, title: `Guide ${code}` })
  return ids
}

const join = (id: string, document_id: unknown, send = editor): Promise<Reply> =>
  send(`/api/documents/${id}/family`, { method: 'POST', json: { document_id } })
const leave = (id: string, send = editor): Promise<Reply> =>
  send(`/api/documents/${id}/family`, { method: 'DELETE' })
const get = async (id: string) => (await viewer(`/api/documents/${id}`)).read(DocumentDetails)
const familyOf = async (id: string) => (await get(id)).family
const candidatesOf = async (id: string, search = '') =>
  (await editor(`/api/documents/${id}/family/candidates?${new URLSearchParams({ search })}`))
    .read(DocumentVariant.array())
    .map(({ title }) => title)
const command = (id: string, name: string) =>
  editor(`/api/documents/${id}/${name}`, { method: 'POST', json: {} })
const change = (id: string, mapped_language: string | null) =>
  editor(`/api/documents/${id}`, {
    method: 'PUT',
    json: { title: 'Changed', category: 'guide', mapped_language },
  })

function assertRefused(reply: Reply, status: number, sentence: RegExp): void {
  assert.equal(reply.status, status, reply.text)
  assert.match(reply.problem().detail ?? '', sentence)
}

describe('a family of documents', () => {
  test('is joined one by one, and each names the others', async () => {
    const { es, de, ar } = await addAll('es', 'de', 'ar')
    const joined = (await join(es, de)).read(DocumentDetails)
    assert.deepEqual(joined.variants, [
      { id: de, title: 'Guide de', language: 'de', status: 'draft', deleted_at: null },
    ])
    assert.equal((await join(de, ar)).status, 200)
    assert.deepEqual(await familyOf(es), ['de', 'ar'])
    assert.deepEqual(await familyOf(ar), ['es', 'de'])
    const list = (await viewer('/api/documents')).read(DocumentEntry.array())
    assert.deepEqual(new Map(list.map(({ id, family }) => [id, family.length])).get(de), 2)
    // Again, it is as it was.
    assert.equal((await join(es, ar)).status, 200)
    assert.deepEqual(await familyOf(es), ['de', 'ar'])
  })

  test('has one document a language, each in one family only, none for all languages', async () => {
    const { es, de, fr } = await addAll('es', 'de', 'fr')
    const twin = await add({ mappedLanguage: 'de', title: 'Twin' })
    const universal = await add({ title: 'For all' })
    await join(es, de)
    assertRefused(await join(es, twin), 409, /Deutsch: «Guide de»/)
    assert.equal((await join(twin, fr)).status, 200)
    assertRefused(await join(es, fr), 409, /ya pertenece a una familia/)
    assertRefused(await join(es, universal), 409, /todos los idiomas/)
    assertRefused(await join(universal, es), 409, /todos los idiomas/)
    // With itself it is together already.
    assert.equal((await join(es, es)).status, 200)
    assertRefused(await join(universal, universal), 409, /todos los idiomas/)
    assert.deepEqual(await familyOf(es), ['de'])
  })

  test('knows documents only that are there', async () => {
    const { es, de } = await addAll('es', 'de')
    const nobody = '00000000-0000-4000-8000-000000000000'
    assertRefused(await join(es, nobody), 404, /no existe/)
    assertRefused(await join(nobody, es), 404, /no existe/)
    for (const value of ['x', '', null, 7, [de], undefined]) assert.equal((await join(es, value)).status, 422)
    await editor(`/api/documents/${de}`, { method: 'DELETE' })
    assertRefused(await join(es, de), 404, /papelera/)
    assertRefused(await join(de, es), 404, /papelera/)
    assert.equal((await leave(nobody)).status, 404)
  })

  test('keeps the language of each: another one must be free', async () => {
    const { es, de, fr } = await addAll('es', 'de', 'fr')
    await join(es, de)
    assertRefused(await change(de, 'es'), 409, /Español: «Guide es»/)
    assertRefused(await change(de, null), 409, /todos los idiomas/)
    assert.equal((await change(de, 'it')).status, 200)
    assert.deepEqual(await familyOf(es), ['it'])
    // What has no family may have any.
    assert.equal((await change(fr, null)).status, 200)
  })

  test('ends with the last but one', async () => {
    const { es, de, fr } = await addAll('es', 'de', 'fr')
    await join(es, de)
    await join(es, fr)
    assert.equal((await leave(de)).status, 204)
    assert.deepEqual(await familyOf(es), ['fr'])
    assert.equal((await leave(fr)).status, 204)
    assert.equal((await leave(fr)).status, 204)
    const { rows } = await app.pool.query('SELECT family_id FROM documents WHERE family_id IS NOT NULL')
    assert.deepEqual(rows, [])
    assert.deepEqual(await candidatesOf(es), ['Guide de', 'Guide fr'])
  })

  test('goes on in the bin and the archive, and ends when a document is deleted for good', async () => {
    const { es, de } = await addAll('es', 'de')
    await join(es, de)
    await command(de, 'archive')
    assert.deepEqual(await familyOf(es), ['de'])
    await editor(`/api/documents/${de}`, { method: 'DELETE' })
    const [variant] = (await get(es)).variants
    assert.ok(variant?.deleted_at)
    await command(de, 'recover')
    assert.deepEqual(await familyOf(de), ['es'])
    await editor(`/api/documents/${de}`, { method: 'DELETE' })
    const admin = await app.signIn()
    assert.equal((await admin(`/api/documents/${de}/erase`, { method: 'POST' })).status, 204)
    assert.deepEqual(await familyOf(es), [])
    const { rows } = await app.pool.query('SELECT family_id FROM documents')
    assert.deepEqual(rows, [{ family_id: null }])
  })

  test('is proposed what is missing, by words', async () => {
    const { es, de } = await addAll('es', 'de', 'fr')
    await add({ mappedLanguage: 'es', title: 'Another' })
    await add({ title: 'For all' })
    const manual = { mappedLanguage: 'hi', title: 'Manual', searchText: 'manual de uso' } as const
    await add(manual)
    assert.deepEqual(await candidatesOf(es), ['Guide de', 'Guide fr', 'Manual'])
    await join(es, de)
    assert.deepEqual(await candidatesOf(es), ['Guide fr', 'Manual'])
    assert.deepEqual(await candidatesOf(es, 'USO manual'), ['Manual'])
    assert.deepEqual(await candidatesOf(es, '%'), [])
  })

  test('is changed by editors, and recorded', async () => {
    const { es, de } = await addAll('es', 'de')
    assert.equal((await join(es, de, viewer)).status, 403)
    assert.equal((await join(es, de, app.send)).status, 401)
    await join(es, de)
    assert.equal((await leave(es, viewer)).status, 403)
    const admin = await app.signIn()
    assert.match((await admin('/api/audit')).text, /family_id/)
  })
})

describe('two changes of a family at once', () => {
  test('never give it one language twice', async () => {
    for (let round = 0; round < 5; round++) {
      const { es, de } = await addAll('es', 'de')
      const twin = await add({ mappedLanguage: 'de' })
      const replies = await Promise.all([join(es, de), join(es, twin)])
      assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal((await get(es)).variants.length, 1)
      await app.db.delete(table)
    }
  })

  test('never put a document into two', async () => {
    for (let round = 0; round < 5; round++) {
      const { es, de, fr } = await addAll('es', 'de', 'fr')
      const replies = await Promise.all([join(es, de), join(fr, de)])
      assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
      assert.equal((await get(de)).variants.length, 1)
      await app.db.delete(table)
    }
  })

  test('never leave one alone in it, nor wait for each other', async () => {
    for (let round = 0; round < 5; round++) {
      const { es, de, fr } = await addAll('es', 'de', 'fr')
      await join(es, de)
      await join(es, fr)
      const replies = await Promise.all([leave(de), leave(fr)])
      assert.deepEqual(
        replies.map(({ status }) => status),
        [204, 204],
      )
      const { rows } = await app.pool.query('SELECT FROM documents WHERE family_id IS NOT NULL')
      assert.equal(rows.length, 0)
      await app.db.delete(table)
    }
  })

  test('never wait for each other, whichever documents join and leave', async () => {
    const { es, ...others } = await addAll('es', 'de', 'fr', 'it', 'pt')
    const rest = Object.values(others)
    for (let round = 0; round < 5; round++) {
      const joins = rest.flatMap((id, index) => [join(es, id), join(rest.at(index - 1) ?? es, id)])
      const replies = await Promise.all([...joins, ...rest.map((id) => leave(id))])
      assert.deepEqual(
        replies.filter(({ status }) => status >= 500).map(({ text }) => text),
        [],
      )
    }
  })

  test('never change two languages into one', async () => {
    for (let round = 0; round < 5; round++) {
      const { es, de, fr } = await addAll('es', 'de', 'fr')
      await join(es, de)
      await join(es, fr)
      const replies = await Promise.all([change(de, 'it'), change(fr, 'it')])
      assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409])
      await app.db.delete(table)
    }
  })
})

describe('the public side of a family', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number))
  const canonical = /<link rel="canonical" href="([^"]*)"/
  const alternatesOf = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="[^"]*?\/\/[^/]*([^"]*)"/gi)].map(
        ([, code = '', href = '']) => [code, href],
      ),
    )
  const namesOf = (text: string) =>
    [...text.matchAll(/<a class="name" href="[^"]*\/docs\/([^"]*)"/g)].map(([, slug]) => slug)

  async function publish() {
    const ids = {
      es: await add({
        slug: 'guia',
        title: 'Guía',
        mappedLanguage: 'es',
        fileModifiedAt: day(3),
        status: 'published',
      }),
      en: await add({
        slug: 'guide',
        title: 'Guide',
        mappedLanguage: 'en',
        fileModifiedAt: day(1),
        status: 'published',
      }),
      de: await add({
        slug: 'leitfaden',
        title: 'Leitfaden',
        mappedLanguage: 'de',
        fileModifiedAt: day(2),
        status: 'published',
      }),
    }
    await join(ids.es, ids.en)
    await join(ids.es, ids.de)
    return ids
  }

  test('the list has one entry of each: in the visitor’s language, else in that of the site, else the newest', async () => {
    const { en, de } = await publish()
    const list = async (path: string) => namesOf((await app.send(path)).text)
    assert.deepEqual(await list('/es/docs'), ['guia'])
    assert.deepEqual(await list('/de/docs'), ['leitfaden'])
    assert.deepEqual(await list('/fr/docs'), ['guide'])
    const french = (await app.send('/fr/docs')).text
    assert.match(french, /Pas encore disponible en français/)
    assert.match(french, /href="\/fr\/docs\/leitfaden" hrefLang="de"[^>]*>Deutsch/)
    assert.doesNotMatch((await app.send('/de/docs')).text, /Noch nicht auf Deutsch/)
    // A language that is chosen lists its own only.
    assert.deepEqual(await list('/es/docs?language=fr'), [])
    assert.deepEqual(await list('/fr/docs?language=de'), ['leitfaden'])
    assert.deepEqual((await app.send('/api/doc/files?language=fr')).read(DocumentFiles).documents, [])
    await command(en, 'unpublish')
    assert.deepEqual(await list('/fr/docs'), ['guia'])
    assert.deepEqual(await list('/de/docs'), ['leitfaden'])
    await leave(de)
    assert.deepEqual(await list('/fr/docs'), ['guia'])
    assert.deepEqual(await list('/de/docs'), ['leitfaden', 'guia'])
  })

  test('follows the language of the site', async () => {
    await publish()
    const admin = await app.signIn()
    const set = (value: string, version: number) =>
      admin('/api/settings', {
        method: 'PATCH',
        json: { changes: [{ key: 'defaultLanguage', value, version }] },
      })
    assert.equal((await set('de', 0)).status, 200)
    assert.deepEqual(namesOf((await app.send('/fr/docs')).text), ['leitfaden'])
    assert.equal((await set('en', 1)).status, 200)
  })

  test('a page names the others, and offers that of its language', async () => {
    const { de } = await publish()
    const spanish = await app.send('/es/docs/guide')
    assert.match(
      spanish.text,
      /Este documento también está en español:<!-- --> <a href="\/es\/docs\/guia"|también está en español: <a href="\/es\/docs\/guia"/,
    )
    assert.match(
      spanish.text,
      /"workTranslation":\[\{"@type":"DigitalDocument","name":"Guía","inLanguage":"es"/,
    )
    const french = (await app.send('/fr/docs/guide')).text
    assert.match(french, /que dans ces langues\u202f: anglais, espagnol et allemand/)
    assert.doesNotMatch((await app.send('/en/docs/guide')).text, /only available in/)
    // At once, also where the page was cached.
    await leave(de)
    assert.doesNotMatch((await app.send('/fr/docs/guide')).text, /Deutsch<\/b>/)
  })

  test('pages and sitemap name the same twins, and each of them names the others', async () => {
    await publish()
    const pages = [
      '/es/docs/guia',
      '/de/docs/leitfaden',
      '/en/docs/guide',
      '/fr/docs/guide',
      '/hi/docs/guide',
    ]
    const expected = alternatesOf((await app.send('/es/docs/guia')).text)
    assert.equal(expected.es, '/es/docs/guia')
    assert.equal(expected.de, '/de/docs/leitfaden')
    assert.equal(expected.fr, '/fr/docs/guide')
    assert.equal(expected['x-default'], '/docs/guide')
    assert.equal(Object.keys(expected).length, 11)
    for (const path of pages) {
      const { text } = await app.send(path)
      assert.deepEqual(alternatesOf(text), expected, path)
      assert.ok(canonical.exec(text)?.[1]?.endsWith(path), path)
    }
    // One for which its language has another page: nobody's twin, and to be found in its own language.
    const aside = (await app.send('/fr/docs/leitfaden')).text
    assert.ok(canonical.exec(aside)?.[1]?.endsWith('/de/docs/leitfaden'))
    assert.deepEqual(alternatesOf(aside), {})
    const map = (await app.send('/sitemap.xml')).text
    const places = [
      ...map.matchAll(/<loc>[^<]*?\/\/[^/]*(\/[a-z]{2}\/docs\/(?:guia|guide|leitfaden))<\/loc>/g),
    ]
    assert.equal(places.length, 10)
    for (const path of pages)
      assert.ok(
        places.some(([, place]) => place === path),
        path,
      )
  })
})

describe('the pages of the public list', () => {
  const fill = (count: number, row: Row = {}) =>
    addRows(
      Array.from({ length: count }, (_, index) =>
        documentOf({
          status: 'published',
          mappedLanguage: 'es',
          slug: `n-${index + 1}`,
          originalFilename: `Anexo ${index + 1}.pdf`,
          ...row,
        }),
      ),
    )
  async function list(path: string) {
    const { status, text } = await app.send(path)
    const slugs = [...text.matchAll(/<a class="name" href="[^"]*\/docs\/n-(\d+)"/g)].map(([, number]) =>
      Number(number),
    )
    return { status, text, slugs }
  }

  test('have 24 documents each, in the order of the list, and links that work without scripts', async () => {
    await fill(50)
    const first = await list('/es/docs')
    assert.deepEqual(
      first.slugs,
      Array.from({ length: 24 }, (_, index) => index + 1),
    )
    assert.match(first.text, /href="\/es\/docs\?page=2#library" rel="next"/)
    assert.match(first.text, /<link rel="next" href="[^"]*\/es\/docs\?page=2"/)
    assert.doesNotMatch(first.text, /rel="prev"/)
    const last = await list('/es/docs?page=3')
    assert.deepEqual(last.slugs, [49, 50])
    assert.match(last.text, /<link rel="canonical" href="[^"]*\/es\/docs\?page=3"/)
    assert.match(last.text, /<link rel="prev" href="[^"]*\/es\/docs\?page=2"/)
    assert.doesNotMatch(last.text, /rel="next"|rel="alternate" hrefLang|noindex/)
    assert.match(last.text, /<title>[^<]*Página 3<\/title>/)
    assert.match(last.text, /aria-current="page"[^>]*>3</)
  })

  test('end, and what is beyond is not found, and not cached', async () => {
    await fill(25)
    assert.equal((await list('/es/docs?page=2')).status, 200)
    const beyond = await list('/es/docs?page=3')
    assert.equal(beyond.status, 404)
    assert.match(beyond.text, /<h1/)
    assert.equal((await list('/es/docs?page=99999')).status, 404)
  })

  test('keep the filters, whose lists have no address of their own for search engines', async () => {
    await fill(30, { category: 'legal' })
    await app.db
      .insert(table)
      .values(documentOf({ status: 'published', mappedLanguage: 'es', slug: 'other' }))
    const { text, slugs } = await list('/fr/docs?language=es&category=legal&sort=name&page=2')
    assert.deepEqual(slugs, [25, 26, 27, 28, 29, 30])
    assert.match(text, /href="\/fr\/docs\?language=es&amp;sort=name&amp;category=legal#library" rel="prev"/)
    assert.match(text, /<link rel="canonical" href="[^"]*\/fr\/docs"/)
    // Another order begins with its first page.
    assert.match(text, /href="\/fr\/docs\?language=es&amp;sort=date&amp;category=legal#library"/)
  })

  test('have every document once, whatever the order', async () => {
    await fill(60, { fileSize: 5 })
    for (const sort of ['language', 'name', 'date', 'size']) {
      const parts = [1, 2, 3].map((page) => list(`/es/docs?sort=${sort}&page=${page}`))
      const slugs = (await Promise.all(parts)).flatMap((part) => part.slugs)
      assert.equal(new Set(slugs).size, 60, sort)
    }
  })
})
