// Five times the nominal views for a minute: each is taken or refused as the API says, all that are taken are counted, and
// people sign up meanwhile as fast as before.

import { Agent, request } from 'node:http'
import { setInterval, setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { browser } from '../test/support/analytics/browser.ts'
import { atMost, type Finding, format, quantile, runAlone, within } from './support/report.ts'
import { startFreshServer } from './support/server.ts'

const viewsPerSecond = 1_000
const seconds = 60
const signUpsPerSecond = 5
type Statuses = Map<number, number>

export async function measureOverload(): Promise<Finding[]> {
  await using server = await startFreshServer()
  const alone = await signUp(server.url, AbortSignal.timeout(20_000), 'alone')
  const statuses: Statuses = new Map()
  const [beside] = await Promise.all([
    signUp(server.url, AbortSignal.timeout(seconds * 1000), 'beside'),
    sendViews(server.url, statuses, AbortSignal.timeout(seconds * 1000)),
  ])
  const accepted = statuses.get(202) ?? 0
  const other = [...statuses].filter(([status]) => ![202, 429, 503].includes(status))
  const counted = await waitForCounts(await server.databaseUrl(), accepted)
  const answers = [...statuses].map(([status, times]) => `${status}: ${format(times)}`).join(', ')
  return [
    within(
      `answers but 202, 429 and 503 to ${viewsPerSecond} views a second`,
      0,
      other.reduce((sum, [, times]) => sum + times, 0),
      'answers',
      answers,
    ),
    within(
      'views that are taken and not counted, or the other way round',
      0,
      Math.abs(accepted - counted),
      'views',
    ),
    atMost(2, {
      promise: 'the p95 of sign-ups meanwhile against alone',
      measured: `${format(quantile(beside, 0.95))} ms against ${format(quantile(alone, 0.95))} ms`,
      ratio: quantile(beside, 0.95) / quantile(alone, 0.95),
    }),
  ]
}

/** Signs people up, some each second, until the signal. Returns how long each took, in milliseconds. */
async function signUp(url: string, signal: AbortSignal, name: string): Promise<number[]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  let number = 0
  try {
    for await (const _ of setInterval(1000 / signUpsPerSecond, undefined, { signal })) {
      running.push(signUpOne(url, `${name}-${number++}@example.test`).then((time) => void times.push(time)))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await Promise.all(running)
  return times
}

async function signUpOne(url: string, email: string): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(`${url}/api/early-adopters`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, name: 'A Person', segment: 'developer', interests: [], consent: true }),
  })
  await reply.arrayBuffer()
  if (reply.status !== 201) throw new Error(`a sign-up was answered ${reply.status}`)
  return performance.now() - begun
}

/** Sends views at a steady rate, whether they are answered or not, until the signal; then waits for the last answers. */
async function sendViews(url: string, statuses: Statuses, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  const begun = performance.now()
  let sent = 0
  let open = 0
  const note = (status: number) => {
    open--
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  try {
    for await (const _ of setInterval(10, undefined, { signal })) {
      const due = ((performance.now() - begun) / 1000) * viewsPerSecond
      for (; sent < due; sent++) {
        open++
        const view = request(`${url}/api/visits`, {
          ...{ agent, method: 'POST' },
          headers: { 'content-type': 'application/json', 'user-agent': browser },
        })
        view.on('response', (response) => {
          response.resume()
          note(response.statusCode ?? 0)
        })
        // Counts as an answer of its own kind: neither taken nor refused.
        view.on('error', () => note(0))
        view.end(JSON.stringify({ page: '/about', language: 'es', query: `?utm_campaign=c${sent % 50}` }))
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  while (open > 0) await setTimeout(100)
  agent.destroy()
}

/** The views in the figures, once nothing waits to be counted. */
async function waitForCounts(databaseUrl: string, accepted: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let waited = 0; waited < 120; waited++) {
      const { rows } = await client.query<{ waiting: string; counted: string }>(
        `SELECT (SELECT count(*) FROM analytics_queue) AS waiting,
           (SELECT coalesce(sum(views), 0) FROM analytics_counts WHERE dimension = 'all') AS counted`,
      )
      const [row] = rows
      if (Number(row?.waiting) === 0) return Number(row?.counted)
      await setTimeout(1_000)
    }
    throw new Error(`some of ${accepted} views are not counted after two minutes`)
  } finally {
    await client.end()
  }
}

await runAlone(import.meta, measureOverload)
