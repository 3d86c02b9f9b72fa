import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { SpeedFigures } from '#features/analytics/contract.ts'
import { Timeline } from '#features/dashboard/contract.ts'
import { DocumentEntry, DocumentFigures } from '#features/documents/contract.ts'
import { browser } from '../../../../test/support/analytics/browser.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { add, openLibrary } from '../../../../test/support/documents/library.ts'
import type { Send } from '../../../../test/support/http-client.ts'

let app: TestApp
let library: Awaited<ReturnType<typeof openLibrary>>
let editor: Send
/** The ids of the documents by their titles. */
const ids = new Map<string, string>()

before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } })
  library = await openLibrary(app)
  editor = await app.signInAs('editor')
  for (const title of ['Read', 'Only viewed', 'Draft']) {
    const { id } = await add(editor, { title })
    ids.set(title, id)
  }
  await library.process()
  for (const title of ['Read', 'Only viewed']) await change(title, 'publish')
})
after(async () => {
  await library.close()
  await app.close()
})

const change = (title: string, command: string) =>
  editor(`/api/documents/${ids.get(title)}/${command}`, {
    method: 'POST',
    ...(command === 'publish' && { json: {} }),
  })

/** Reports something of a page as its script does, a second after the report before. */
async function report(path: string, json: object, from = '193.144.4.1', userAgent = browser) {
  app.clock.advance(1000)
  const { status } = await app.send(path, {
    json: { language: 'es', ...json },
    headers: { 'user-agent': userAgent, 'x-forwarded-for': from },
  })
  return status
}
const view = (page: string, from?: string, userAgent?: string) =>
  report('/api/visits', { page }, from, userAgent)

const read = async (query = '') =>
  (await editor(`/api/documents/analytics/summary${query}`)).read(DocumentFigures)

describe('the figures of documents', () => {
  test('are zero, with all days of the period, before anybody has read', async () => {
    const figures = await read()
    assert.equal(figures.daily_stats.length, 30)
    assert.deepEqual(
      [figures.total_downloads, figures.total_views, figures.unique_visitors, figures.avg_time_on_page],
      [0, 0, 0, null],
    )
    assert.deepEqual([figures.documents, figures.most_downloaded], [[], []])
  })

  test('count views of published documents only, as their pages report them', async () => {
    const { text } = await app.send('/es/docs/read')
    assert.match(text, /<html[^>]* data-page="\/docs\/read"/)
    const { text: missing } = await app.send('/es/docs/draft')
    assert.doesNotMatch(missing, / data-page=/)
    assert.equal(await view('/docs/read'), 202)
    for (const path of [
      '/docs/draft',
      '/docs/nothing',
      '/docs/',
      '/docs/Read',
      '/docs/read/x',
      '/files/read.pdf',
    ])
      assert.equal(await view(path), 422, path)
    await change('Only viewed', 'unpublish')
    assert.equal(await view('/docs/only-viewed'), 422)
    await change('Only viewed', 'publish')
    assert.equal(await view('/docs/only-viewed'), 202)
    // Somebody else, twice, and a program.
    await view('/docs/read', '193.144.4.2')
    await view('/docs/read', '193.144.4.2')
    await view('/docs/read', '193.144.4.3', 'Googlebot/2.1')
    const { daily_stats, total_views, unique_visitors } = await read()
    assert.deepEqual([total_views, unique_visitors], [4, 2])
    assert.deepEqual(
      { ...daily_stats.at(-1), day: '' },
      { day: '', views: 4, downloads: 0, unique_visitors: 2 },
    )
  })

  test('say for how long a page was in view, whatever parts that comes in', async () => {
    const timed = (time: object) => report('/api/visits/timings', { page: '/docs/read', ...time })
    assert.equal(await timed({ in_view: 20_000, lcp: 900 }), 202)
    assert.equal(await timed({ in_view_again: 40_000 }), 202)
    assert.equal(await timed({ in_view: 30_000 }), 202)
    assert.equal(await timed({ in_view: 1_900_000 }), 422)
    assert.equal(await timed({ in_view: -1 }), 422)
    const { avg_time_on_page, documents } = await read()
    assert.equal(avg_time_on_page, 45)
    assert.deepEqual(
      documents.map(({ title, views, unique_visitors, avg_time_on_page: time }) => [
        ...[title, views, unique_visitors, time],
      ]),
      [
        ['Read', 3, 2, 45],
        ['Only viewed', 1, 1, null],
      ],
    )
    // How fast a page was is told apart from how long it was in view.
    const speed = await editor('/api/analytics/speed')
    assert.deepEqual(speed.read(SpeedFigures).pages, [
      { page: '/docs/read', measurements: { lcp: { p75: 900, views: 1, good: 100 } } },
    ])
  })

  test('name what was downloaded most, without what is in the bin', async () => {
    const day = (await read()).to
    for (const [title, downloads] of [
      ['Read', 2],
      ['Draft', 5],
    ] as const)
      await app.pool.query(
        'INSERT INTO document_downloads (document_id, day, downloads) VALUES ($1, $2, $3)',
        [...[ids.get(title), day, downloads]],
      )
    const titles = async () =>
      (await read()).most_downloaded.map(({ title, download_count }) => [title, download_count])
    assert.deepEqual(await titles(), [
      ['Draft', 5],
      ['Read', 2],
    ])
    await editor(`/api/documents/${ids.get('Draft')}`, { method: 'DELETE' })
    assert.deepEqual(await titles(), [['Read', 2]])
    assert.equal((await read()).total_downloads, 7)
  })

  test('are those of the period that is asked for', async () => {
    assert.equal((await read('?days=7')).daily_stats.length, 7)
    assert.equal((await read('?previous=true')).total_views, 0)
    assert.equal((await read('?from=2020-01-01&to=2020-01-02')).daily_stats.length, 2)
    for (const query of ['?days=8', '?from=2020-01-02&to=2020-01-01', '?from=2020-01-01'])
      assert.equal((await editor(`/api/documents/analytics/summary${query}`)).status, 422, query)
  })
})

test('the list says how often each document was viewed', async () => {
  const listed = (await editor('/api/documents')).read(z.array(DocumentEntry))
  assert.deepEqual(
    new Map(listed.map(({ title, total_views }) => [title, total_views])),
    new Map([
      ['Read', 3],
      ['Only viewed', 1],
    ]),
  )
})

test('publications are on the time line of the dashboard', async () => {
  const { events } = (await editor('/api/dashboard/timeline')).read(Timeline)
  assert.deepEqual(
    events
      .filter(({ kind }) => kind === 'documents')
      .map(({ name }) => name)
      .sort(),
    ['Only viewed', 'Read'],
  )
})
