import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { type TestContext, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { LoginResponse } from '#features/accounts/contract.ts'
import { EdgeCacheState } from '#features/edge-cache/contract.ts'
import { Bell } from '#features/notifications/contract.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { draftOf } from '../test/support/factories.ts'
import { createHttpClient, type Reply, type Send } from '../test/support/http-client.ts'
import { findFreePort, startServerProcess } from '../test/support/server-process.ts'
import { until } from '../test/support/until.ts'
import { skipWithout } from './support/requirements.ts'
import { startCable, startVarnish } from './support/varnish.ts'

const password = 'correct horse battery'
const token = 'a-token-that-only-the-drill-knows'
const rounds = Number(process.env.ROUNDS ?? 1_000)
const skip = skipWithout('varnishd', 'varnish-modules')
const textOf = ({ headers, bytes, text }: Reply) =>
  headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes).toString() : text
const markOf = (text: string) => Number(/vuelta-(\d+)-/.exec(text)?.[1] ?? 0)

/** Two processes behind Varnish: visitors reach the second, purges come over a cable that can be cut. */
async function start() {
  const database = await createTestDatabase()
  const [varnishPort, backend] = [await findFreePort(), await findFreePort()]
  const cable = await startCable(varnishPort)
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    TRUST_PROXY: 'loopback',
    EDGE_CACHE: 'varnish',
    EDGE_CACHE_URL: cable.url,
    EDGE_CACHE_TOKEN: token,
  }
  const a = await startServerProcess(env)
  const b = await startServerProcess({ ...env, PORT: String(backend) })
  const varnish = await startVarnish({ port: varnishPort, backend, token })
  const login = await a.send('/api/auth/login', { form: { username: 'admin', password } })
  const authorization = `Bearer ${login.read(LoginResponse).access_token}`
  const editors = [a, b].map(({ url }) => createHttpClient(url, { authorization }))
  let version = 0
  return {
    ...{ a, b, varnish, cable, editors },
    visit: createHttpClient(varnish.url),
    /** Publishes a mark on the home page in Spanish, through one of the processes. */
    async publish(mark: number) {
      const editor = editors[mark % 2] as Send
      const json = draftOf({ version: ++version, published: true, content: `<h1>vuelta-${mark}-</h1>` })
      const reply = await editor('/api/content', { json })
      assert.equal(reply.status, 201, reply.text)
    },
    readState: async () => ((await editors[0]?.('/api/edge-cache')) ?? assert.fail()).read(EdgeCacheState),
    async close() {
      await varnish.stop()
      await cable.cut().catch(() => {})
      await Promise.all([a.end('SIGTERM'), b.end('SIGTERM')])
      await database.drop()
    },
  }
}

test(`nothing old is shown through Varnish after ${rounds} publications`, { skip }, async (context) => {
  const site = await start()
  await site.publish(1)
  await until(async () => (await site.readState()).waiting === 0, 'the purge of the start')
  const readers = startReaders(site.visit)
  const times: number[] = []
  const stale: string[] = []
  let late = 0
  try {
    for (let round = 2; round <= rounds + 1; round++) {
      const begun = performance.now()
      await site.publish(round)
      if ((await site.readState()).waiting > 0) late++
      times.push(performance.now() - begun)
      readers.expect(round)
      for (const headers of [{}, { 'accept-encoding': 'br' }, { cookie: 'a=1; theme=dark' }]) {
        const seen = markOf(textOf(await site.visit('/es/', { headers })))
        if (seen !== round) stale.push(`${JSON.stringify(headers)}: ${seen} in round ${round}`)
      }
    }
    const { reads, hits, faults } = await readers.stop()
    report(context, times, { reads, hits, late })
    assert.deepEqual([...stale, ...faults], [])
    assert.ok(hits > reads / 4, `${hits} of ${reads} from the cache`)
    // The page in another language was never purged.
    await site.visit('/en/')
    await site.publish(rounds + 2)
    assert.equal((await site.visit('/en/')).headers['x-cache'], 'hit')
  } finally {
    await readers.stop()
    await site.close()
  }
})

test('the old page is shown while Varnish cannot be purged, and the new one soon after it can', {
  skip,
}, async (context) => {
  const site = await start()
  try {
    await site.publish(1)
    await until(async () => (await site.readState()).waiting === 0, 'the purge of the start')
    assert.equal(markOf((await site.visit('/es/')).text), 1)
    await site.cable.cut()
    const begun = performance.now()
    await site.publish(2)
    context.diagnostic(`publishing took ${Math.round(performance.now() - begun)} ms`)
    assert.ok(performance.now() - begun < 3_000)
    assert.equal(markOf((await site.visit('/es/')).text), 1)
    assert.equal(markOf((await site.b.send('/es/')).text), 2)
    const { failing_since: since, waiting } = await site.readState()
    assert.ok(since)
    assert.equal(waiting, 1)
    const bell = (await site.editors[0]?.('/api/notifications/bell'))?.read(Bell)
    assert.ok(bell?.latest.some(({ type }) => type === 'edge.failing'))
    await site.cable.plug()
    const plugged = performance.now()
    await until(async () => markOf((await site.visit('/es/')).text) === 2, 'the new page')
    context.diagnostic(`the new page came ${Math.round(performance.now() - plugged)} ms after the repair`)
    assert.equal((await site.readState()).failing_since, null)
  } finally {
    await site.close()
  }
})

test('pages are shown while the product is away', { skip }, async () => {
  const site = await start()
  try {
    await until(async () => (await site.readState()).waiting === 0, 'the purge of the start')
    assert.equal((await site.visit('/es/')).status, 200)
    await site.b.end('SIGTERM')
    const reply = await site.visit('/es/')
    assert.equal(reply.status, 200)
    assert.equal(reply.headers['x-cache'], 'hit')
    assert.equal((await site.visit('/api/content/home-hero?language=es')).status, 503)
  } finally {
    await site.close()
  }
})

/** Visitors who read all the time, none of whom may go back in time. */
function startReaders(visit: Send) {
  const agent = new Agent({ keepAlive: true })
  const faults: string[] = []
  let [reads, hits, newest, isOver] = [0, 0, 1, false]
  async function readOn(): Promise<void> {
    while (!isOver) {
      const known = newest
      const reply = await visit('/es/', { agent })
      reads++
      if (reply.headers['x-cache'] === 'hit') hits++
      if (reply.status !== 200) faults.push(`status ${reply.status}`)
      else if (markOf(reply.text) < known) faults.push(`${markOf(reply.text)} when ${known} was known`)
    }
  }
  const reading = Promise.all([1, 2, 3, 4].map(readOn))
  return {
    expect(mark: number) {
      newest = mark
    },
    async stop() {
      isOver = true
      await reading
      agent.destroy()
      return { reads, hits, faults }
    },
  }
}

function report(context: TestContext, times: number[], figures: Record<string, number>): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  context.diagnostic(
    `publishing until purged: half in ${at(0.5)} ms, 99 of 100 in ${at(0.99)} ms, at most ${at(1)} ms`,
  )
  context.diagnostic(JSON.stringify(figures))
}
