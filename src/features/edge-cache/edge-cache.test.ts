import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RecordedAction } from '#features/audit/contract.ts'
import { Bell } from '#features/notifications/contract.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { type Editor, openEditor } from '../../../test/support/content/editor.ts'
import { startCachingProxy } from '../../../test/support/edge/caching-proxy.ts'
import { publicPages } from '../../../test/support/public-pages.ts'
import { until } from '../../../test/support/until.ts'
import { EdgeCacheState } from './contract.ts'

let proxy: Awaited<ReturnType<typeof startCachingProxy>>
let app: TestApp
let editor: Editor
let version = 0

before(async () => {
  proxy = await startCachingProxy()
  app = await startTestApp({ env: proxy.env })
  proxy.control.origin = app.url
  editor = await openEditor(app)
  await app.app.startBackgroundWork()
  await until(() => proxy.purged.includes('site'), 'the purge of the start')
})
after(async () => {
  await app.close()
  await proxy.close()
})

const publish = (mark: string) =>
  editor.save({ version: ++version, published: true, content: `<h1>${mark}</h1>` })
const readState = async () => (await editor.send('/api/edge-cache')).read(EdgeCacheState)
const markOf = (text: string) => Number(/vuelta-(\d+)-/.exec(text)?.[1] ?? 0)

test('what is published is shown through the cache at once, with readers all the while', async () => {
  let [isOver, newest, hits] = [false, 0, 0]
  async function readOn(): Promise<void> {
    while (!isOver) {
      const known = newest
      const { text, headers } = await proxy.visit('/es/')
      if (headers['x-cache'] === 'hit') hits++
      assert.ok(markOf(text) >= known, 'a reader went back in time')
    }
  }
  const readers = [1, 2].map(readOn)
  try {
    for (let round = 1; round <= 12; round++) {
      await publish(`vuelta-${round}-`)
      newest = round
      assert.equal(markOf((await proxy.visit('/es/')).text), round)
    }
  } finally {
    isOver = true
    await Promise.all(readers)
  }
  assert.ok(hits > 0)
  assert.equal((await readState()).waiting, 0)
})

test('a copy that was on its way during a purge is not kept', async () => {
  await publish('vuelta-100-')
  let arrive = () => {}
  const isHeld = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let reached = false
  proxy.control.beforeStoring = () => {
    reached = true
    return isHeld
  }
  const early = proxy.visit('/es/')
  await until(() => reached, 'the page was fetched')
  proxy.control.beforeStoring = async () => {}
  await publish('vuelta-101-')
  arrive()
  assert.equal(markOf((await early).text), 100)
  assert.equal(markOf((await proxy.visit('/es/')).text), 101)
})

test('a publication purges the pages that it changes, and no others', async () => {
  const files = ['/sitemap.xml', '/llms.txt', '/robots.txt', '/es/manifest.webmanifest']
  const pages = (['es', 'en', 'ar'] as const).flatMap((language) =>
    publicPages.map(({ path }) => `/${language}${path}`),
  )
  const readAll = () =>
    Promise.all([...pages, ...files].map(async (path) => [path, (await app.send(path)).text] as const))
  for (const [key, language] of [
    ['home-why', 'es'],
    ['about-mission', 'en'],
    ['use-cases-identity', 'ar'],
  ] as const) {
    const earlier = new Map(await readAll())
    proxy.purged.length = 0
    const draft = { version: 1, content: '<h2>Un texto nuevo</h2>', seo_title: 'Otro título' }
    await editor.save({ ...draft, key, language, published: true })
    const later = await readAll()
    const changed = later.flatMap(([path, text]) => (earlier.get(path) === text ? [] : [path]))
    const changedPages = changed.filter((path) => !files.includes(path))
    assert.equal(changedPages.length, 1, changed.join(' '))
    assert.deepEqual(proxy.purged.toSorted(), [...changedPages, 'files'].toSorted())
  }
})

test('a setting purges everything', async () => {
  const admin = await app.signIn()
  proxy.purged.length = 0
  const changes = [{ key: 'siteName', value: 'Otro nombre', version: 0 }]
  assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
  assert.deepEqual(proxy.purged, ['site'])
})

describe('while the cache cannot be purged', () => {
  test('the old page stays, the panel and the team are told once, and it is purged as soon as it can be', async () => {
    const admin = await app.signIn()
    await publish('vuelta-200-')
    await proxy.visit('/es/')
    for (const fault of [500, 403, 0]) {
      proxy.control.fault = fault
      await publish(`vuelta-20${1 + (fault % 2)}-`)
      assert.equal(markOf((await proxy.visit('/es/')).text), 200)
    }
    const { failing_since: since, waiting, cache } = await readState()
    assert.deepEqual({ cache, waiting, fails: since !== null }, { cache: 'varnish', waiting: 3, fails: true })
    const { latest } = (await admin('/api/notifications/bell?language=en')).read(Bell)
    const told = latest.filter(({ type }) => type === 'edge.failing')
    assert.equal(told.length, 1)
    assert.match(told[0]?.title ?? '', /500/)
    proxy.control.fault = undefined
    app.clock.advance(61_000)
    await until(async () => (await readState()).waiting === 0, 'the purges')
    assert.equal((await readState()).failing_since, null)
    await publish('vuelta-300-')
    assert.equal(markOf((await proxy.visit('/es/')).text), 300)
  })

  test('publishing does not wait for a cache that does not answer', async () => {
    let answer = () => {}
    const silent = new Promise<void>((resolve) => {
      answer = resolve
    })
    proxy.control.beforePurging = () => silent
    const begun = performance.now()
    await publish('vuelta-400-')
    assert.ok(performance.now() - begun < 4_500)
    assert.equal((await readState()).waiting, 1)
    answer()
    proxy.control.beforePurging = async () => {}
    await until(async () => (await readState()).waiting === 0, 'the purge')
    assert.equal(markOf((await proxy.visit('/es/')).text), 400)
  })
})

test('an admin has everything purged, which is in the audit log', async () => {
  const admin = await app.signIn()
  await publish('vuelta-150-')
  await proxy.visit('/es/')
  const path = '/api/edge-cache/purge'
  assert.equal((await editor.send(path, { method: 'POST' })).status, 403)
  proxy.purged.length = 0
  const { waiting } = (await admin(path, { method: 'POST' })).read(EdgeCacheState)
  assert.deepEqual([waiting, proxy.purged], [0, ['site']])
  assert.equal((await proxy.visit('/es/')).headers['x-cache'], 'miss')
  const [newest] = (await admin('/api/audit/actions')).read(RecordedAction.array())
  assert.equal(newest?.action, 'edgeCache.purge')

  proxy.control.fault = 500
  assert.equal((await admin(path, { method: 'POST' })).read(EdgeCacheState).waiting, 1)
  proxy.control.fault = undefined
  app.clock.advance(61_000)
  await until(async () => (await readState()).waiting === 0, 'the purge')
})

test('where there is no cache, there is nothing to purge', async () => {
  const alone = await startTestApp({ databaseUrl: app.databaseUrl })
  try {
    const admin = await alone.signIn()
    assert.equal((await admin('/api/edge-cache/purge', { method: 'POST' })).status, 409)
  } finally {
    await alone.close()
  }
})
