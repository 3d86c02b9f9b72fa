import { createHash } from 'node:crypto'
import pg from 'pg'
import { segments } from '#shared/segments.ts'

/** The ids of the tags: one that everybody has, and one that a hundred people have. */
export const seededTags = {
  everybody: '00000000-0000-4000-8000-000000000001',
  few: '00000000-0000-4000-8000-000000000002',
} as const

/**
 * Fills the list with `count` made-up people. Their names and addresses are drawn from letters and syllables by
 * number, so that they differ as real ones do and are the same in every run. One in ten reads Arabic, one in twenty has a
 * badge, one in fifty is an investor. None waits for a confirmation mail, so that no mails are sent during a measurement.
 */
export async function seedEarlyAdopters(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `WITH drawn AS (
         SELECT n, translate(substr(md5(n::text), 1, 7), '0123456789', 'ghijklmnop') AS first,
                translate(substr(md5(n::text), 8, 9), '0123456789', 'qrstuvwxyz') AS last,
                translate(substr(md5('company' || n % 100), 1, 9), '0123456789', 'ghijklmnop') AS company, now() - n * interval '1 minute' AS moment
         FROM generate_series(1, $1::int) AS n)
       INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language, consented_at,
         consent_text, search_text, created_at, last_contact_at, badges, kind)
       SELECT gen_random_uuid(), email, email, first || ' ' || last, company, ($2::text[])[1 + n % 4], '{identity}',
         CASE WHEN n % 10 = 0 THEN 'ar' ELSE 'es' END, moment, 'made up', first || ' ' || last || ' ' || email || ' ' || company, moment, moment,
         CASE WHEN n % 20 = 0 THEN ARRAY['pioneer'] ELSE '{}' END,
         CASE WHEN n % 50 = 0 THEN 'investor' ELSE 'adopter' END
       FROM drawn, LATERAL (SELECT first || '.' || last || n || '@example.test' AS email) AS address`,
      [count, [...segments]],
    )
    await client.query(
      `INSERT INTO lead_tags (id, name, name_key) VALUES ($1, 'All of them', 'all of them'), ($2, 'A few', 'a few')`,
      [seededTags.everybody, seededTags.few],
    )
    await client.query(
      `INSERT INTO tagged_leads (tag_id, lead_id)
       SELECT $1::uuid, id FROM early_adopters
       UNION ALL (SELECT $2::uuid, id FROM early_adopters ORDER BY email LIMIT 100)`,
      [seededTags.everybody, seededTags.few],
    )
    // Autovacuum would do this within a minute of such a change.
    await client.query('VACUUM ANALYZE early_adopters, lead_tags, tagged_leads')
  } finally {
    await client.end()
  }
}

/** The company that one in a hundred of them has. */
export function seededCompany(): string {
  const digest = createHash('md5').update('company7').digest('hex')
  return digest.slice(0, 9).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
}
