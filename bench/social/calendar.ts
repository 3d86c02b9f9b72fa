// A month with 5,000 posts in the calendar, from the press of the button until it is drawn, compared with one of 30.
import pg from 'pg'
import { tokenKey } from '#admin/kit/api/session.ts'
import texts from '../../locales/en/social.json' with { type: 'json' }
import { launchBrowser } from '../support/browser.ts'
import { atMost, type Finding, format, median, runAlone, within } from '../support/report.ts'
import { startFreshServer } from '../support/server.ts'

const counts = { few: 30, many: 5_000 } as const
const rounds = 7
const limit = 1_000

export async function measureCalendar(): Promise<Finding[]> {
  await using server = await startFreshServer()
  await seedPosts(await server.databaseUrl())
  await using browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const token = await server.signIn()
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
    [tokenKey, token],
  )
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage()
    await page.goto(`${server.url}/admin/social?view=month&day=2026-11-15`)
    await page.getByRole('button', { name: texts.calendar.next, exact: true }).waitFor()
    for (const [size, drawn] of [
      ['few', counts.few],
      ['many', 90],
    ] as const) {
      // Posts of the month before may be seen at the edges of this one.
      const month = size === 'few' ? '2026-12' : '2027-01'
      times[size].push(await page.evaluate(measureTurn, { name: texts.calendar.next, month, drawn }))
    }
    await page.close()
  }
  const [few, many] = [median(times.few), median(times.many)]
  return [
    within('a month of 5,000 posts, from the press until it is drawn', limit, many, 'ms'),
    atMost(10, {
      promise: 'the same, against a month of 30 posts',
      measured: `${format(many)} ms against ${format(few)} ms`,
      ratio: many / few,
    }),
  ]
}

/** Presses the button that turns to the next month; resolves with the milliseconds until so many of its posts are painted. Runs in the page. */
function measureTurn({
  name,
  month,
  drawn,
}: {
  name: string
  month: string
  drawn: number
}): Promise<number> {
  const button = document.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  const count = () =>
    [...document.querySelectorAll('[data-post] time')].filter((time) =>
      time.getAttribute('datetime')?.startsWith(month),
    ).length
  return new Promise((resolve) => {
    const begun = performance.now()
    const look = () => {
      if (count() < drawn) return requestAnimationFrame(look)
      return requestAnimationFrame(() => resolve(performance.now() - begun))
    }
    button?.click()
    look()
  })
}

/** Writes 30 posts into December and 5,000 into January. */
async function seedPosts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `INSERT INTO social_accounts (platform, external_id, name, mode, connected_at)
     SELECT 'threads', 'account ' || number, 'Account ' || number, 'automatic', now() FROM generate_series(1, 5) number
     RETURNING id`,
  )
  const ids = rows.map(({ id }) => id)
  for (const [start, count] of [
    ['2026-12-01', counts.few],
    ['2027-01-01', counts.many],
  ] as const)
    await client.query(
      `INSERT INTO social_posts (group_id, account_id, platform, content, search_text, scheduled_at, due_at, wall_time,
         time_zone, created_at, updated_at)
       SELECT gen_random_uuid(), ($2::uuid[])[number % 5 + 1], 'threads', text, text, at, at,
         to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', now(), now()
       FROM generate_series(0, $3::int - 1) number,
         LATERAL (SELECT 'Post ' || number || ' about proof: ' || md5(number::text) AS text,
           $1::timestamptz + number * (interval '30 days' / $3::int) AS at) AS made`,
      [start, ids, count],
    )
  await client.end()
}

await runAlone(import.meta, measureCalendar)
