import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Registry } from 'prom-client'
import { createFakeClock } from '../../../test/support/clock.ts'
import { connectTestDatabase } from '../../../test/support/database.ts'
import { measureSeo } from './metrics.ts'

let postgres: Awaited<ReturnType<typeof connectTestDatabase>>
before(async () => {
  postgres = await connectTestDatabase()
})
after(() => postgres.close())

/** The lines of a scrape that hold a value. */
async function scrape(clock = createFakeClock()): Promise<string[]> {
  const registry = new Registry()
  measureSeo({ registry, db: postgres.db, clock })
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('an installation that has checked nothing yet has no age of a check', async () => {
  const lines = await scrape()
  assert.ok(lines.every((line) => !line.startsWith('site_check')))
  assert.ok(lines.includes('site_findings{severity="error"} 0'))
  assert.ok(lines.includes('submissions_failing{engine="baidu"} 0'))
})

test('what was found, waits and fails is counted', async () => {
  const clock = createFakeClock()
  const before = (seconds: number) => `'${new Date(clock.now().getTime() - seconds * 1000).toISOString()}'`
  const id = 'gen_random_uuid()'
  await postgres.pool.query(`
    INSERT INTO seo_checks (kind, cause, state, asked_at, due_at, started_at, finished_at) VALUES
      ('full', 'night', 'done', ${before(90)}, ${before(90)}, ${before(80)}, ${before(60)}),
      ('full', 'night', 'failed', ${before(9)}, ${before(9)}, ${before(8)}, ${before(6)});
    INSERT INTO seo_findings (rule, rule_number, severity, page, path, subject, variables, repair, first_seen, last_seen,
      first_check, last_check, gone_at)
    SELECT 'title_missing', 1, 'error', '/es/' || n, '/' || n, '', '{}', '{}', now(), now(), ${id}, ${id},
      CASE WHEN n = 3 THEN now() END FROM generate_series(1, 3) n;
    INSERT INTO seo_dismissals (finding_id, rule, page, reason, dismissed_at)
      SELECT id, rule, page, 'known', now() FROM seo_findings WHERE page = '/es/1';
    INSERT INTO seo_engines (engine, failing_since) VALUES ('bing', now());
    INSERT INTO seo_submission_runs (engine, started_at, is_automatic, is_again) VALUES ('bing', now(), true, false);
    INSERT INTO seo_submissions (run_id, engine, kind, address, changed_at, state, at, due_at)
      SELECT id, 'bing', 'address', 'https://www.example.org/', now(), 'waiting', now(), ${before(30)}
      FROM seo_submission_runs`)
  const lines = await scrape(clock)
  for (const line of [
    'site_findings{severity="error"} 1',
    'site_check_age_seconds 60',
    'site_check_duration_seconds 20',
    'submissions_waiting{engine="bing"} 1',
    'submissions_oldest_due_seconds{engine="bing"} 30',
    'submissions_failing{engine="bing"} 1',
    'submissions_waiting{engine="google"} 0',
  ])
    assert.ok(lines.includes(line), `${line} in\n${lines.join('\n')}`)
})
