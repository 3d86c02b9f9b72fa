import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load } from 'cheerio'
import { documents } from '#features/documents/table.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { documentOf } from '../../../../test/support/factories.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { DocumentSeo } from './contract.ts'

const path = '/api/admin/seo/documents'
let product: TestApp
let admin: Send
before(async () => {
  product = await startTestApp()
  admin = await product.signIn()
  const words = {
    title: 'Guía rápida',
    description: 'Primeros pasos.',
    keywords: 'inicio',
    slug: 'guia-rapida',
  }
  await product.db
    .insert(documents)
    .values(documentOf({ ...words, status: 'published', category: 'guide', pageCount: 1_234 }))
})
after(() => product?.close())

const read = async () => (await admin(path)).read(DocumentSeo)
const change = (json: object, send = admin) => send(path, { json })
async function readHead(language: string) {
  const $ = load((await product.send(`/${language}/docs/guia-rapida`)).text)
  const meta = (name: string) => $(`meta[name="${name}"]`).attr('content')
  return { title: $('title').text(), description: meta('description'), keywords: meta('keywords') }
}
const refusedFields = (reply: Awaited<ReturnType<Send>>) => reply.problem().errors?.map(({ field }) => field)

describe('what search engines are told of documents', () => {
  test('is built in until it is changed, with switches as strings', async () => {
    const { version, ...stored } = await read()
    assert.equal(version, 0)
    assert.deepEqual(stored, {
      documents_title_template: '',
      documents_description_template: '',
      documents_keywords_base: '',
      sitemap_include_documents: 'true',
      analytics_track_downloads: 'true',
      languages: {},
      site_language: stored.site_language,
    })
    assert.equal((await readHead('de')).title, 'Guía rápida · Firmeza')
  })

  test('is on the pages from the next request on, in the words of their language', async () => {
    await readHead('ar')
    const reply = await change({
      documents_title_template: '{{title}} | {{site}}',
      languages: {
        es: {
          documents_title_template: '{{category}}: {{title}} ({{pages}} páginas)',
          documents_description_template: '{{description}} Descárgala de {{site}}.',
          documents_keywords_base: 'firmeza, pdf',
        },
      },
    })
    assert.equal(reply.status, 200)
    assert.deepEqual(await readHead('es'), {
      title: 'Guías: Guía rápida (1234 páginas)',
      description: 'Primeros pasos. Descárgala de Firmeza.',
      keywords: 'inicio, firmeza, pdf',
    })
    // The template of the site's language has no words, so that it serves in Arabic too.
    const inArabic = await readHead('ar')
    const { site_language } = reply.read(DocumentSeo)
    assert.equal(inArabic.title, site_language === 'es' ? 'Guía rápida · Firmeza' : 'Guía rápida | Firmeza')
    assert.deepEqual([inArabic.description, inArabic.keywords], ['Primeros pasos.', 'inicio'])
  })

  test('changes only what is given, and goes back to the built-in words when it is emptied', async () => {
    await change({ sitemap_include_documents: 'false' })
    const kept = await read()
    assert.equal(kept.languages.es?.documents_keywords_base, 'firmeza, pdf')
    const empty = {
      documents_title_template: '',
      documents_description_template: '',
      documents_keywords_base: '',
    }
    const emptied = (await change({ ...empty, languages: { es: empty, en: empty } })).read(DocumentSeo)
    assert.deepEqual(emptied.languages, {})
    assert.equal(emptied.sitemap_include_documents, 'false')
    assert.equal((await readHead('es')).title, 'Guía rápida · Firmeza')
  })

  test('is refused as a whole when a part of it is wrong', async () => {
    const before = await read()
    for (const [json, field] of [
      [{ documents_title_template: '{{site}}' }, 'documents_title_template'],
      [{ documents_title_template: '{{title}} {{author}}' }, 'documents_title_template'],
      [
        { languages: { ar: { documents_description_template: '{{description' } } },
        'languages.ar.documents_description_template',
      ],
      [{ documents_keywords_base: 'x'.repeat(5_000) }, 'documents_keywords_base'],
      [{ sitemap_include_documents: true }, 'sitemap_include_documents'],
      [{ languages: { xx: {} } }, 'languages'],
    ] as const) {
      const reply = await change({ analytics_track_downloads: 'false', ...json })
      assert.equal(reply.status, 422, JSON.stringify(json))
      assert.deepEqual(refusedFields(reply), [field])
    }
    assert.deepEqual(await read(), before)
  })

  test('is inert on the page, whatever is in it', async () => {
    await change({ languages: { es: { documents_title_template: '</title><script>1</script>{{title}}' } } })
    const { text } = await product.send('/es/docs/guia-rapida')
    assert.doesNotMatch(text, /<script>1/)
    assert.equal((await readHead('es')).title, '</title><script>1</script>Guía rápida')
  })

  test('is changed by one person at a time, and by admins only', async () => {
    const { version } = await read()
    const changes = [1, 2, 3].map((n) => change({ documents_keywords_base: `pdf ${n}`, version }))
    const statuses = (await Promise.all(changes)).map(({ status }) => status).toSorted()
    assert.deepEqual(statuses, [200, 409, 409])
    assert.equal((await change({}, await product.signInAs('editor'))).status, 403)
    assert.equal((await (await product.signInAs('viewer'))(path)).status, 200)
    assert.equal((await product.send(path)).status, 401)
  })
})
