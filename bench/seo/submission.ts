// How long it takes to submit 200,000 changed addresses and to show what there is to submit, compared with 50,000; and the
// longest statement, which a request must not let wait for more than six seconds.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { languages } from '#shared/languages.ts'
import { createFakeClock } from '../../test/support/clock.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { startSubmissionEngine, testSite } from '../../test/support/seo/submission-engine.ts'
import { atMost, type Finding, format, median, runAlone, within } from '../support/report.ts'

const sizes = { few: 50_000, many: 200_000 } as const
// No worse than linear, with room for a busy machine.
const bar = (sizes.many / sizes.few) * 1.5
/** A statement of a request may take that long, in milliseconds. */
const statementLimit = 6_000

interface Times {
  submission: number
  overview: number
  unchanged: number
  longestStatement: number
}

export async function measureSubmission(): Promise<Finding[]> {
  const [few, many] = [await measure(sizes.few), await measure(sizes.many)]
  const compare = (promise: string, name: Exclude<keyof Times, 'longestStatement'>) =>
    atMost(bar, {
      promise: `${promise}, of 200,000 addresses against 50,000`,
      measured: `${format(many[name])} ms against ${format(few[name])} ms`,
      ratio: many[name] / few[name],
    })
  return [
    compare('submitting all to an engine', 'submission'),
    compare('the overview of what is to be submitted', 'overview'),
    compare('submitting when nothing has changed', 'unchanged'),
    within('longest statement with 200,000 addresses', statementLimit / 2, many.longestStatement, 'ms'),
  ]
}

async function measure(count: number): Promise<Times> {
  const database = await createTestDatabase()
  const clock = createFakeClock()
  const listed = listOf(count, clock.now())
  const engine = startSubmissionEngine({
    ...{ databaseUrl: database.url, clock, endpoints: {} },
    listed: () => listed,
  })
  const watch = new pg.Client({ connectionString: database.url })
  await watch.connect()
  try {
    const submit = () =>
      engine.submissions.submit({ engine: 'bing', again: false }, { startedBy: null, isAutomatic: false })
    const describe = () => engine.submissions.describe()
    const first = await timeOf(watch, submit)
    await accept(watch)
    const unchanged = [await timeOf(watch, submit), await timeOf(watch, submit), await timeOf(watch, submit)]
    const shown = [
      await timeOf(watch, describe),
      await timeOf(watch, describe),
      await timeOf(watch, describe),
    ]
    const middle = (timings: Timing[]) => median(timings.map(({ time }) => time))
    return {
      ...{ submission: first.time, unchanged: middle(unchanged), overview: middle(shown) },
      longestStatement: Math.max(...[first, ...unchanged, ...shown].map(({ longest }) => longest)),
    }
  } finally {
    await watch.end()
    await engine.close()
    await database.drop()
  }
}

/** Addresses in all languages, as the sitemap lists them. */
function listOf(count: number, changedAt: Date): ListedAddress[] {
  return Array.from({ length: count }, (_, index) => {
    const language = languages[index % languages.length] ?? 'es'
    const address = `${testSite}/${language}/docs/documento-${Math.floor(index / languages.length)}`
    return { address, language, type: 'document', changedAt }
  })
}

/** Makes the engine have accepted all that waits. */
async function accept(client: pg.Client): Promise<void> {
  await client.query(`
    INSERT INTO seo_accepted_changes (engine, address, changed_at, accepted_at)
      SELECT engine, address, changed_at, at FROM seo_submissions;
    UPDATE seo_submissions SET state = 'accepted';
    UPDATE seo_submission_runs SET ended_at = now();
    ANALYZE`)
}

interface Timing {
  time: number
  /** The longest statement, within some twenty milliseconds. */
  longest: number
}

/** How long something takes, and its longest statement, in milliseconds. */
async function timeOf(watch: pg.Client, work: () => Promise<unknown>): Promise<Timing> {
  let longest = 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const { rows } = await watch.query<{ longest: number | null }>(`
        SELECT max(extract(epoch FROM clock_timestamp() - query_start) * 1000)::float8 AS longest FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`)
      longest = Math.max(longest, rows[0]?.longest ?? 0)
      await sleep(20)
    }
  })()
  const start = performance.now()
  try {
    await work()
    return { time: performance.now() - start, longest }
  } finally {
    isDone = true
    await watching
  }
}

await runAlone(import.meta, measureSubmission)
