// The response times of another visitor during five attacks, and the memory that each attack takes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'
import { Badge } from '#features/badges/contract.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { badgeTypes } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { xlsxOf } from '../test/support/files/xlsx.ts'
import { seedEarlyAdopters } from './early-adopters.ts'
import { connectToHeap, heapPause } from './support/live-heap.ts'
import { peakDuring } from './support/peak.ts'
import { proportionalSetSize } from './support/process-tree.ts'
import { type Finding, format, median, runAlone, within } from './support/report.ts'
import { findFreePort, keep, makeDataDir, type RunningServer, startServer } from './support/server.ts'

const secret = 'a secret that only the bench knows of'
const bounceDomain = 'bounce.example.test'
const visitor = fileURLToPath(new URL('support/visitor.ts', import.meta.url))
/** Milliseconds after which the child processes and threads of the previous attack have ended. */
const quiet = 8_000

/** Runs an attack; returns the outcome of its requests. */
type Attack = () => Promise<string>

/** How the memory of an attack is read. */
interface Gauge {
  name: string
  /** In MiB. */
  read: () => Promise<number>
  /** Milliseconds between two readings. */
  everyMs: number
}

export async function measureHostileClients(): Promise<Finding[]> {
  await using folder = await makeDataDir()
  const bouncePort = await findFreePort()
  const env = { SECRET_KEY: secret, BOUNCE_DOMAIN: bounceDomain, BOUNCE_PORT: String(bouncePort) }
  await using server = await startServer({ dataDir: folder.path, env, inspect: true })
  const authorization = `Bearer ${await server.signIn()}`
  const cards = await prepareCards(server, authorization)
  const attacks: Record<string, Attack> = {
    '1,000 pipelined requests of a page': () => pipeline(server, 1_000),
    '50 hostile bounce mails': () => sendBounces(bouncePort, 50),
    '60 badge cards at once': () => fetchAll(cards.map((path) => () => fetch(server.url + path))),
    '20 XLSX files that unpack to 100 MB': () => unpackAtOnce(server, authorization, 20),
  }
  const findings: Finding[] = []
  const memory: Gauge = { name: 'memory', everyMs: 100, read: () => readMemory(server) }
  for (const [name, attack] of Object.entries(attacks)) {
    await sleep(quiet)
    findings.push(...(await measure(server, name, attack, memory)))
  }
  // A minute of imports leaves garbage that V8 collects when memory is short (docs/decisions/0012).
  using heap = await connectToHeap(server.inspectorPort ?? 0)
  const imports: Attack = () => importAtOnce(server, authorization, 20)
  const liveMemory: Gauge = {
    name: 'live memory',
    everyMs: heapPause,
    read: async () => (await heap.measure()) + (await proportionalSetSize(server.pid)).postgres,
  }
  await sleep(quiet)
  findings.push(...(await measure(server, '20 large imports at once', imports, liveMemory)))
  return findings
}

async function measure(
  server: RunningServer,
  name: string,
  attack: Attack,
  gauge: Gauge,
): Promise<Finding[]> {
  const watched = fork(visitor, [`${server.url}/es/`])
  keep(watched)
  await sleep(1_000)
  const before = await gauge.read()
  const { result, peak } = await peakDuring(gauge.read, gauge.everyMs, async () => {
    const begun = performance.now()
    const outcome = await attack()
    const seconds = (performance.now() - begun) / 1_000
    await sleep(1_000)
    return `${outcome} in ${format(seconds)} s`
  })
  const reply = once(watched, 'message')
  watched.send('enough')
  const [message] = await reply
  const times = z.array(z.number()).parse(message)
  const middle = `median ${format(median(times))} ms of ${format(times.length)}`
  return [
    within(`another visitor's page during ${name}, worst`, 1_000, Math.max(...times), 'ms', middle),
    within(`${gauge.name} added by ${name}`, 150, peak - before, 'MiB', result),
  ]
}

/** The memory of all processes together, in MiB. */
async function readMemory({ pid }: RunningServer): Promise<number> {
  const { node, postgres } = await proportionalSetSize(pid)
  return node + postgres
}

/** Awards badges; returns the addresses of sixty different cards. */
async function prepareCards(server: RunningServer, authorization: string): Promise<string[]> {
  const databaseUrl = await server.databaseUrl()
  await seedEarlyAdopters(databaseUrl, 6)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query("UPDATE early_adopters SET badges = '{}'")
  const { rows } = await client.query<{ id: string }>('SELECT id FROM early_adopters')
  await client.end()
  const paths: string[] = []
  for (const { id } of rows) {
    const response = await fetch(`${server.url}/api/badges`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ lead_id: id, badge_type: badgeTypes[0] }),
    })
    if (!response.ok) throw new Error(`a badge was refused: ${await response.text()}`)
    const award = Badge.parse(await response.json())
    paths.push(...languages.map((language) => `/${language}/badges/${award.id}/card.png`))
  }
  return paths
}

/** Sends many requests on one connection without waiting for responses. */
async function pipeline(server: RunningServer, count: number): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const counts = new Map<string, number>()
  let rest = ''
  let answers = 0
  socket.setEncoding('latin1').on('data', (text: string) => {
    const read = rest + text
    for (const [, status = ''] of read.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      answers += 1
    }
    // A status line may have arrived partly.
    rest = read.slice(Math.max(0, read.lastIndexOf('HTTP/1.1')))
    rest = /^HTTP\/1\.1 \d{3} /.test(rest) ? read.slice(-12).replaceAll(/HTTP\/1\.1 \d{3} /g, '') : rest
    if (answers >= count) socket.end()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.write(`GET /es/rights HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(count))
  await Promise.race([closed, sleep(60_000, undefined, { ref: false })])
  socket.destroy()
  return describeCounts(counts)
}

/** Sends mails with parts nested as deep as a hundred kilobytes allow. */
async function sendBounces(port: number, count: number): Promise<string> {
  const links = createMailLinks({ current: secret, earlier: [] })
  const counts = new Map<string, number>()
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const to = `bounce+${links.signLink('bounce', crypto.randomUUID())}@${bounceDomain}`
      // Each from its own network, and again when the server is busy, so that all of them are parsed.
      const from = `127.${number + 50}.0.1`
      for (let attempt = 0; attempt < 100; attempt++) {
        const reply = await sendMail({ port, from, to, mail: nestedMail() }).catch(() => 'broken')
        counts.set(reply, (counts.get(reply) ?? 0) + 1)
        if (reply !== '421') break
        await sleep(100)
      }
    }),
  )
  return describeCounts(counts)
}

function nestedMail(): string {
  let mail = 'From: a@example.test\r\nSubject: returned\r\n'
  for (let level = 0; mail.length < 95_000; level++) {
    mail += `Content-Type: multipart/report; boundary=b${level}\r\n\r\n--b${level}\r\n`
  }
  return `${mail}\r\nx`
}

interface Delivery {
  port: number
  /** The address of the client. */
  from: string
  to: string
  mail: string
}

/** Delivers a mail; returns the code of the last response. */
async function sendMail({ port, from, to, mail }: Delivery): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    .setEncoding('latin1')
    .setTimeout(60_000)
  socket.once('timeout', () => socket.destroy(new Error('no reply')))
  const steps = ['EHLO x', 'MAIL FROM:<>', `RCPT TO:<${to}>`, 'DATA', `${mail}\r\n.`, 'QUIT']
  let last = ''
  let read = ''
  try {
    for await (const text of socket) {
      read += String(text)
      const [, code = ''] = /^(\d{3}) .*\r\n$/m.exec(read) ?? []
      if (!code) continue
      read = ''
      if (code !== '221') last = code
      const next = steps.shift()
      if (next === undefined || /^[45]/.test(code)) break
      socket.write(`${next}\r\n`)
    }
  } finally {
    socket.destroy()
  }
  return last
}

/** Imports the same file many times at once. */
async function importAtOnce(server: RunningServer, authorization: string, count: number): Promise<string> {
  const rows = Array.from(
    { length: 60_000 },
    (_, row) => `Person ${row},person-${row}@import.test,${'Company '.repeat(12)},academic,yes,2026-01-01`,
  )
  const body = `name,email,company,segment,consent,consented_at\n${rows.join('\n')}`
  return fetchAll(
    Array.from(
      { length: count },
      () => () =>
        fetch(`${server.url}/api/early-adopters/import?dry_run=false`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'text/csv' },
          body,
        }),
    ),
  )
}

/** Imports workbooks whose only sheet is long and empty, many times at once. */
async function unpackAtOnce(server: RunningServer, authorization: string, count: number): Promise<string> {
  let data = ''
  for (let row = 1; data.length < 100_000_000; row++)
    data += `<row r="${row}" ht="${row % 991}">${'<c s="1"/>'.repeat(60)}</row>`
  const body = new Uint8Array(xlsxOf({ data }))
  return fetchAll(
    Array.from(
      { length: count },
      () => () =>
        fetch(`${server.url}/api/early-adopters/import`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'text/csv' },
          body,
        }),
    ),
  )
}

/** Sends requests at once and reads their responses. @throws when one is a server error other than 503 */
async function fetchAll(requests: (() => Promise<Response>)[]): Promise<string> {
  const counts = new Map<string, number>()
  await Promise.all(
    requests.map(async (send) => {
      const status = await send().then(
        async (response) => {
          await response.arrayBuffer()
          return String(response.status)
        },
        () => 'broken',
      )
      if (/^5/.test(status) && status !== '503') throw new Error(`a request failed with ${status}`)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }),
  )
  return describeCounts(counts)
}

function describeCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${format(count)} × ${what}`).join(', ')
}

await runAlone(import.meta, measureHostileClients)
