// A durable sign-up, compared with a POST that stores nothing, and with a bare Fastify route with one INSERT.
import pg from 'pg'
import { startBaseline } from './support/baseline.ts'
import { compareLoad } from './support/load.ts'
import { atLeast, type Finding, format, runAlone } from './support/report.ts'
import { startFreshServer } from './support/server.ts'

const body = JSON.stringify({
  email: 'person-@@@example.test',
  name: 'A Person',
  company: 'A Company',
  segment: 'developer',
  interests: ['identity'],
  consent: true,
})

export async function measureSignUp(): Promise<Finding[]> {
  await using server = await startFreshServer()
  const databaseUrl = await server.databaseUrl()
  await using parse = await startBaseline({ does: 'parse' })
  await using insert = await startBaseline({ does: 'insert', databaseUrl })
  const before = await countLeads(databaseUrl)
  const { rates, ratio, answered } = await compareLoad({
    product: { url: `${server.url}/api/early-adopters`, method: 'POST', body },
    parse: { url: parse.url, method: 'POST', body },
    insert: { url: insert.url, method: 'POST', body },
  })
  const stored = (await countLeads(databaseUrl)) - before
  if (stored < (answered.product ?? 0)) {
    throw new Error(`${answered.product} sign-ups were answered and only ${stored} are stored`)
  }
  const measured = (baseline: string) =>
    `${format(rates.product ?? 0)}/s against ${format(rates[baseline] ?? 0)}/s`
  return [
    atLeast(0.15, {
      promise: 'a durable sign-up against a bare POST that stores nothing',
      measured: measured('parse'),
      ratio: ratio('product', 'parse'),
    }),
    atLeast(1, {
      promise: 'the same against a bare Fastify route with one INSERT',
      measured: measured('insert'),
      ratio: ratio('product', 'insert'),
    }),
  ]
}

async function countLeads(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM early_adopters')
  await client.end()
  return Number(rows[0]?.count)
}

await runAlone(import.meta, measureSignUp)
