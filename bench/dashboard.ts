// The dashboard over 10 million views, compared with 100,000, and with 100,000 early adopters.
import pg from 'pg'
import { seedEarlyAdopters } from './early-adopters.ts'
import { type Finding, runAlone, within } from './support/report.ts'
import { compareSizes, type Read, startTwoSizes } from './support/sizes.ts'

/** In milliseconds. */
const mostTime = 300
const viewsPerUnit = 100
const people = 1_000

const reads: Record<string, Read> = {
  'the metrics of 90 days': () => '/api/admin/metrics/dashboard?days=90',
  'the metrics of 7 days': () => '/api/admin/metrics/dashboard?days=7',
  'the visits of 90 days': () => '/api/analytics/visits?days=90',
  'the visits of 7 days': () => '/api/analytics/visits?days=7',
}

export async function measureDashboard(): Promise<Finding[]> {
  const seed = async (url: string, count: number) => {
    await seedEarlyAdopters(url, people)
    await seedViews(url, count * viewsPerUnit)
  }
  await using products = await startTwoSizes(seed, { few: people, many: people })
  const findings: Finding[] = []
  for (const [name, read] of Object.entries(reads)) {
    const times = await products.compare(read)
    findings.push(
      compareSizes(name, times, '10 million views against 100,000'),
      within(`${name}, at 10 million views`, mostTime, times.many, 'ms'),
    )
  }
  await replaceEarlyAdopters(products.manyUrl, 100_000)
  const { many } = await products.compare(() => '/api/admin/metrics/dashboard?days=90')
  return [...findings, within('the metrics of 90 days, with 100,000 early adopters', mostTime, many, 'ms')]
}

async function replaceEarlyAdopters(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('TRUNCATE early_adopters, lead_tags CASCADE')
  await client.end()
  await seedEarlyAdopters(databaseUrl, count)
}

/** Spreads views over the last 90 days, three of each visit, and counts them as the product does. */
async function seedViews(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const months = await client.query<{ month: string; next: string }>(
    `SELECT to_char(month, 'YYYY-MM-DD') AS month, to_char(month + interval '1 month', 'YYYY-MM-DD') AS next
     FROM generate_series(date_trunc('month', now() - interval '91 days'), now(), interval '1 month') AS month`,
  )
  for (const { month, next } of months.rows) {
    for (const table of ['analytics_views', 'analytics_visits'])
      await client.query(
        `CREATE TABLE IF NOT EXISTS ${table}_${month.slice(0, 7).replace('-', '_')}
         PARTITION OF ${table} FOR VALUES FROM ('${month}') TO ('${next}')`,
      )
  }
  await client.query(
    `INSERT INTO analytics_views (id, month, day, hour, at, visitor, is_bot, page, language, source, utm_source, utm_medium,
       utm_campaign, utm_term, utm_content, device, country)
     SELECT gen_random_uuid(), date_trunc('month', at)::date, at::date, date_trunc('hour', at), at,
       md5(at::date::text || (n / 270))::uuid, false, (ARRAY['/', '/about', '/register', '/docs'])[1 + n % 4],
       (ARRAY['es', 'en', 'ar', 'fr'])[1 + n % 4], 'site' || n % 40 || '.example', '', '',
       CASE WHEN n % 10 = 0 THEN 'campaign' || n % 30 ELSE '' END, '', '', (ARRAY['desktop', 'mobile', 'tablet'])[1 + n % 3],
       (ARRAY['ES', 'MX', 'CO', 'AR', 'FR', 'DE', 'US', 'BR', 'IN', 'EG', 'IT', 'PT'])[1 + n % 12]
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT now() - (n % 90) * interval '1 day') AS moment (at)`,
    [count],
  )
  await client.query(
    `INSERT INTO analytics_counts (day, dimension, value, views, visits)
     SELECT day, dimension, value, count(*), count(DISTINCT visitor)
     FROM analytics_views CROSS JOIN LATERAL (VALUES ('all', ''), ('page', page), ('entry', page), ('source', source),
       ('language', language), ('device', device), ('country', country), ('utm_campaign', utm_campaign)) AS by (dimension, value)
     GROUP BY day, dimension, value`,
  )
  await client.query('VACUUM ANALYZE analytics_counts')
  await client.end()
}

await runAlone(import.meta, measureDashboard)
