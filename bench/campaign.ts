// The preparation of a campaign to 100,000 leads, compared with 10,000: time for each lead, and live heap.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Campaign, type CampaignStatus } from '#features/campaigns/contract.ts'
import { seedEarlyAdopters } from './early-adopters.ts'
import { createDatabase } from './support/database.ts'
import { peakHeapDuring } from './support/live-heap.ts'
import { atMost, type Finding, format, runAlone } from './support/report.ts'
import { makeDataDir, type RunningServer, startServer } from './support/server.ts'

/** The leads of the first batch, which the measured time does not include. */
const firstBatch = 500
/** The leads of a campaign before the measured one, since the first mail loads the code that renders and sends mails. */
const warmUp = 100
const sizes = { few: 10_000, many: 100_000 } as const

export async function measureCampaign(): Promise<Finding[]> {
  await using folder = await makeDataDir()
  // Both sizes are measured on its PostgreSQL.
  await using host = await startServer({ dataDir: folder.path })
  const hostUrl = await host.databaseUrl()
  const measured: Record<keyof typeof sizes, { perLead: number; memory: number }> = {
    few: await measure(hostUrl, folder.path, 'firmeza_few', sizes.few),
    many: await measure(hostUrl, folder.path, 'firmeza_many', sizes.many),
  }
  const { few, many } = measured
  return [
    atMost(3, {
      promise: 'preparing a campaign, time for each lead at 100,000 against 10,000',
      measured: `${format(many.perLead)} ms against ${format(few.perLead)} ms`,
      ratio: many.perLead / few.perLead,
    }),
    atMost(1.2, {
      promise: 'preparing a campaign, largest live heap at 100,000 against 10,000',
      measured: `${format(many.memory)} MiB against ${format(few.memory)} MiB`,
      ratio: many.memory / few.memory,
    }),
  ]
}

/** Measures the preparation of a campaign to a number of leads, in a new server. */
async function measure(hostUrl: string, dataDir: string, name: string, count: number) {
  const databaseUrl = await createDatabase(hostUrl, name)
  await using server = await startServer({ dataDir, databaseUrl, inspect: true })
  await seedEarlyAdopters(databaseUrl, count)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM early_adopters LIMIT $1', [warmUp])
    const first = await launch(server, { lead_ids: rows.map((row) => row.id) })
    await waitFor(client, first, ['done'])
    const id = await launch(server, {})
    const { peak: memory } = await peakHeapDuring(server.inspectorPort ?? 0, () =>
      waitFor(client, id, ['sending', 'done']),
    )
    const milliseconds = await findDuration(client, id)
    return { perLead: milliseconds / (count - firstBatch), memory }
  } finally {
    await client.end()
  }
}

/** Starts a campaign. Its mails are sent to the outbox in the meantime, as they would be to a mail server. */
async function launch(server: RunningServer, audience: { lead_ids?: string[] }): Promise<string> {
  const headers = {
    authorization: `Bearer ${await server.signIn()}`,
    'content-type': 'application/json',
  }
  const send = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/api/campaigns${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status} ${await response.text()}`)
    return Campaign.parse(await response.json())
  }
  const text = {
    subject: 'A campaign',
    preheader: '',
    body: '<p>Hello {{name}}</p>',
    action: '',
    action_url: '',
  }
  const { id, updated_at } = await send('', {
    name: 'A campaign',
    audience,
    texts: { es: text },
    fallback_language: 'es',
  })
  await send(`/${id}/schedule`, { due_at: null, throttle: 0, updated_at })
  return id
}

/** Waits until a campaign is in one of these states. */
async function waitFor(client: pg.Client, id: string, statuses: CampaignStatus[]): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ status: CampaignStatus }>(
      'SELECT status FROM campaigns WHERE id = $1',
      [id],
    )
    if (rows[0] && statuses.includes(rows[0].status)) return
    await sleep(50)
  }
}

/** The time to prepare a campaign's mails after the first batch, in milliseconds. */
async function findDuration(client: pg.Client, id: string): Promise<number> {
  const { rows } = await client.query<{ milliseconds: string }>(
    // The mails of a batch have the time of its start.
    `SELECT extract(epoch FROM max(created_at) - min(created_at)) * 1000 AS milliseconds FROM mails
     WHERE campaign_id = $1`,
    [id],
  )
  return Number(rows[0]?.milliseconds)
}

await runAlone(import.meta, measureCampaign)
