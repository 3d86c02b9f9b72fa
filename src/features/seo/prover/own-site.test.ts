import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CrawlOptions, crawlSite } from '#features/seo/prover/crawl/crawl.ts'
import { createPageStore } from '#features/seo/prover/page-store.ts'
import { judgeSite } from '#features/seo/prover/rules/judge.ts'
import { createOwnRequests } from '#http/own-requests/own-requests.ts'
import { languages } from '#shared/languages.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../../test/support/content/editor.ts'
import { add, openLibrary } from '../../../../test/support/documents/library.ts'
import { publicPages } from '../../../../test/support/public-pages.ts'
import { until } from '../../../../test/support/until.ts'

const publicUrl = 'https://firmeza.example'
let product: TestApp
let editor: Editor
let library: Awaited<ReturnType<typeof openLibrary>>

before(async () => {
  product = await startTestApp({ env: { PUBLIC_URL: publicUrl } })
  editor = await openEditor(product)
  library = await openLibrary(product)
  // The ledger's page leads to its newest checkpoint, which there is since the legal texts were recorded.
  await product.app.startBackgroundWork()
  await until(async () => (await product.send('/ledger/checkpoint')).status === 200, 'there is a checkpoint')
})
after(async () => {
  await library?.close()
  await product?.close()
})

const ownPages = languages.flatMap((language) => publicPages.map(({ path }) => `/${language}${path}`))

interface Asked extends Pick<CrawlOptions, 'unlisted' | 'only'> {
  known?: readonly string[]
  /** Whether the share pictures of one language are drawn. */
  withPictures?: boolean
}

async function check({ known = ownPages, withPictures = false, ...asked }: Asked = {}) {
  const own = createOwnRequests({ publicUrl })
  own.answerWith(product.app.server)
  const site = await crawlSite({
    ...{ ask: own.ask, publicUrl, hasSitemap: true, mostAddresses: 10_000, onProgress() {} },
    ...{ ...asked, known },
    wantsPicture: (address) => withPictures && address.startsWith('/en/'),
  })
  return { site, found: await judgeSite(site) }
}

/** A published document with its file, and its id. */
async function addDocument(filename: string, fields: Record<string, string>): Promise<string> {
  const { id } = await add(editor.send, { filename, ...fields })
  await library.process()
  const reply = await editor.send(`/api/documents/${id}/publish`, { method: 'POST', json: {} })
  assert.equal(reply.status, 200, reply.text)
  return id
}

test('finds nothing on the site as it is installed', async () => {
  const { site, found } = await check({ withPictures: true })
  assert.deepEqual(found, [])
  assert.ok(site.answers.size > publicPages.length * languages.length)
})

test('finds nothing with documents and texts published, in all languages', async () => {
  const es = await addDocument('Es-Guía rápida.pdf', {
    title: 'Guía rápida',
    description: 'Cómo registrar una prueba, compartirla y comprobarla sin instalar nada.',
  })
  const en = await addDocument('En-Quick guide.pdf', {
    title: 'Quick guide',
    description: 'How to record a proof, share it and check it without installing anything.',
  })
  await addDocument('Whitepaper.pdf', {
    title: 'Whitepaper',
    description: 'The design of the platform: signed records, a public ledger and its proofs.',
  })
  const joined = await editor.send(`/api/documents/${es}/family`, {
    method: 'POST',
    json: { document_id: en },
  })
  assert.equal(joined.status, 200, joined.text)
  for (const language of languages) {
    for (const key of ['home-hero', 'about-mission', 'use-cases-identity'] as const) {
      const { id } = await editor.save({ key, language, content: '<h1>1</h1><p>2</p>' })
      assert.equal((await editor.publish(id)).status, 200)
    }
  }
  const { site, found } = await check({ withPictures: true })
  assert.deepEqual(found, [])
  assert.ok(site.answers.has('/ar/docs/guia-rapida'), [...site.answers.keys()].join('\n'))
})

test('finds nothing in a page that is hidden on purpose, and documents that the sitemap leaves out', async () => {
  const admin = await product.signIn()
  const hide = (is_indexed: boolean) =>
    admin('/api/admin/seo/appearance/about', { method: 'PUT', json: { is_indexed } })
  const list = (sitemap_include_documents: string) =>
    admin('/api/admin/seo/documents', { json: { sitemap_include_documents } })
  assert.equal((await hide(false)).status, 204)
  assert.equal((await list('false')).status, 200)
  const slugs = ['guia-rapida', 'quick-guide', 'whitepaper']
  const unlisted = new Set(languages.flatMap((code) => slugs.map((slug) => `/${code}/docs/${slug}`)))
  const { found } = await check({ known: ownPages.filter((path) => !path.endsWith('/about')), unlisted })
  assert.deepEqual(found, [])
  assert.equal((await hide(true)).status, 204)
  assert.equal((await list('true')).status, 200)
})

test('finds what a person has made worse', async () => {
  const { id } = await editor.save({
    ...{ key: 'about-mission', language: 'fr', version: 2, content: '<p>2</p>' },
    ...{ seo_title: 'À propos', seo_description: 'À propos de nous.' },
  })
  await editor.publish(id)
  const { found } = await check({ only: new Set(ownPages.filter((path) => path.endsWith('/about'))) })
  assert.deepEqual(
    found.map(({ rule, page }) => `${rule} ${page}`),
    ['title_short /fr/about', 'description_short /fr/about'],
  )
})

test('compares the texts of other pages also when very many have changed at once', async () => {
  const store = createPageStore(product.db)
  const addresses = Array.from({ length: 70_000 }, (_, index) => `/es/docs/number-${index}`)
  assert.deepEqual(await store.listTexts(addresses), [])
})
