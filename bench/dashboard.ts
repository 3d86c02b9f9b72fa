// The dashboard over 10 million views, compared with 100,000, and with 100,000 early adopters.
import pg from 'pg'
import { seedEarlyAdopters } from './early-adopters.ts'
import { type Finding, runAlone, within } from './support/report.ts'
import { compareSizes, type Read, startTwoSizes } from './support/sizes.ts'

/** In milliseconds. */
const mostTime = 300
const mostNarrowedTime = 6_000
const viewsPerUnit = 100
const people = 1_000

const reads: Record<string, Read> = {
  'the metrics of 90 days': () => '/api/admin/metrics/dashboard?days=90',
  'the metrics of 7 days': () => '/api/admin/metrics/dashboard?days=7',
  'the visits of 90 days': () => '/api/analytics/visits?days=90',
  'the visits of 7 days': () => '/api/analytics/visits?days=7',
}

/** Read from the single views, not from the counts. */
const narrowedReads: Record<string, string> = {
  'the visits of 90 days from one source': '/api/analytics/visits?days=90&source=site1.example',
  'the visits of 90 days in one language': '/api/analytics/visits?days=90&language=es',
  'the visits of 7 days in one language': '/api/analytics/visits?days=7&language=es',
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
  for (const [name, path] of Object.entries(narrowedReads)) {
    const { many } = await products.compare(() => path, 8)
    findings.push(within(`${name}, at 10 million views`, mostNarrowedTime, many, 'ms'))
  }
  await replaceEarlyAdopters(products.manyUrl, 100_000)
  for (const [name, path] of Object.entries({
    'the metrics of 90 days': '/api/admin/metrics/dashboard?days=90',
    'the funnel of 90 days': '/api/dashboard/funnel?days=90',
  })) {
    const { many } = await products.compare(() => path)
    findings.push(within(`${name}, with 100,000 early adopters`, mostTime, many, 'ms'))
  }
  return findings
}

async function replaceEarlyAdopters(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('TRUNCATE early_adopters, lead_tags CASCADE')
  await client.end()
  await seedEarlyAdopters(databaseUrl, count)
}

/** The nth view, of `$1` over the last 90 days. Those of a visit are n, n + 90 and n + 180. */
const view = `
  SELECT n, at, date_trunc('month', at)::date AS month, at::date AS day, date_trunc('hour', at) AS hour,
    md5(at::date::text || (n / 270))::uuid AS visitor, pages[1 + n % 4] AS page, pages[1 + (n + 2) % 4] AS next_page,
    (ARRAY['es', 'en', 'ar', 'fr'])[1 + n % 4] AS language, 'site' || n % 40 || '.example' AS source,
    CASE WHEN n % 10 = 0 THEN 'campaign' || n % 30 ELSE '' END AS utm_campaign,
    (ARRAY['desktop', 'mobile', 'tablet'])[1 + n % 3] AS device,
    (ARRAY['ES', 'MX', 'CO', 'AR', 'FR', 'DE', 'US', 'BR', 'IN', 'EG', 'IT', 'PT'])[1 + n % 12] AS country
  FROM generate_series(0, $1::int - 1) AS n,
    LATERAL (SELECT now() - (n % 90) * interval '1 day', ARRAY['/', '/about', '/register', '/docs']) AS given (at, pages)`
const described =
  "month, day, hour, visitor, page, language, source, utm_campaign, device, country, '', '', '', ''"

/** Stores views, three of each visit, and counts them as the product does. */
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
    `INSERT INTO analytics_views (id, is_bot, at, month, day, hour, visitor, page, language, source, utm_campaign, device, country,
       utm_source, utm_medium, utm_term, utm_content)
     SELECT gen_random_uuid(), false, at, ${described} FROM (${view}) AS view`,
    [count],
  )
  await client.query(
    `INSERT INTO analytics_visits (first_at, last_at, views, pages, month, day, hour, visitor, page, language, source, utm_campaign,
       device, country, utm_source, utm_medium, utm_term, utm_content)
     SELECT at, at, 3, ARRAY[page, next_page], ${described} FROM (${view}) AS view WHERE n % 270 < 90`,
    [count],
  )
  await client.query(
    `INSERT INTO analytics_counts (day, dimension, value, views, visits)
     SELECT day, dimension, value, count(*), count(DISTINCT visitor)
     FROM analytics_views CROSS JOIN LATERAL (VALUES ('all', ''), ('page', page), ('entry', page), ('source', source),
       ('language', language), ('device', device), ('country', country), ('utm_campaign', utm_campaign)) AS by (dimension, value)
     GROUP BY day, dimension, value`,
  )
  await client.query('VACUUM ANALYZE analytics_counts, analytics_views, analytics_visits')
  await client.end()
}

await runAlone(import.meta, measureDashboard)
