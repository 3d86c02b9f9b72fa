// Taking the views of pages, compared with a POST that parses the same body and stores nothing; and cached pages while 200
// views a second are taken.

import { Agent, request } from 'node:http'
import { setInterval } from 'node:timers/promises'
import pg from 'pg'
import { browser } from '../test/support/analytics/browser.ts'
import { startBaseline } from './support/baseline.ts'
import { compareLoad } from './support/load.ts'
import { atLeast, type Finding, format, runAlone } from './support/report.ts'
import { startFreshServer } from './support/server.ts'

const viewsPerSecond = 200
const headers = {
  'user-agent': browser,
}
const body = JSON.stringify({
  page: '/about',
  language: 'es',
  referrer: 'https://www.example.org/an/article',
  query: '?utm_source=letter&utm_campaign=autumn-@@',
})

export async function measureVisits(): Promise<Finding[]> {
  await using server = await startFreshServer()
  await using parse = await startBaseline({ does: 'parse' })
  const url = `${server.url}/api/visits`
  const { rates, ratio, answered } = await compareLoad({
    product: { url, method: 'POST', body, headers },
    parse: { url: parse.url, method: 'POST', body, headers },
  })
  const stored = await countViews(await server.databaseUrl())
  if (stored < (answered.product ?? 0))
    throw new Error(`${answered.product} views were answered and only ${stored} are stored`)
  const page = { url: `${server.url}/es/` }
  const pages = await compareLoad({
    alone: page,
    beside: { ...page, beside: (signal) => sendViews(url, signal) },
  })
  return [
    atLeast(0.3, {
      promise: 'a view that is stored against a bare POST that stores nothing',
      measured: `${format(rates.product ?? 0)}/s against ${format(rates.parse ?? 0)}/s`,
      ratio: ratio('product', 'parse'),
    }),
    atLeast(0.8, {
      promise: `a cached page beside ${viewsPerSecond} views a second against alone`,
      measured: `${format(pages.rates.beside ?? 0)}/s against ${format(pages.rates.alone ?? 0)}/s`,
      ratio: pages.ratio('beside', 'alone'),
    }),
  ]
}

/** Sends 200 views a second until the signal. */
async function sendViews(url: string, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const begun = performance.now()
  let sent = 0
  try {
    for await (const _ of setInterval(10, undefined, { signal })) {
      const due = ((performance.now() - begun) / 1000) * viewsPerSecond
      for (; sent < due; sent++) {
        const view = request(url, {
          ...{ agent, method: 'POST' },
          headers: { ...headers, 'content-type': 'application/json' },
        })
        view.on('response', (response) => response.resume()).on('error', () => {})
        view.end(body.replace('@@', String(sent % 50)))
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    agent.destroy()
  }
}

/** All views that are stored, counted or not. */
async function countViews(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'SELECT (SELECT coalesce(sum(size), 0) FROM analytics_queue) + (SELECT count(*) FROM analytics_views) AS count',
  )
  await client.end()
  return Number(rows[0]?.count)
}

await runAlone(import.meta, measureVisits)
