// A check of a thousand pages that nobody has asked for yet, and what visitors notice of it.
import { setTimeout as sleep } from 'node:timers/promises'
import { documents } from '#features/documents/table.ts'
import { SeoChecks } from '#features/seo/prover/contract.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createRevision } from '#platform/revision.ts'
import { documentOf } from '../../test/support/factories.ts'
import { compareLoad } from '../support/load.ts'
import { atLeast, type Finding, format, runAlone, within } from '../support/report.ts'
import { type RunningServer, startFreshServer } from '../support/server.ts'

/** Each has a page in ten languages. */
const documentCount = 90
const description =
  'What the platform records, how each proof is made, and how anyone can check it again later.'

/** Adds documents, and returns how to raise the revision of the site, so that no page is cached. */
async function fill(postgres: Postgres, url: string) {
  const log = createLog('silent')
  const revision = await createRevision({ url, db: postgres.db, pool: postgres.pool, log })
  const rows = Array.from({ length: documentCount }, (_, number) =>
    documentOf({
      status: 'published',
      title: `A guide with the number ${number}`,
      description: `${number}: ${description}`,
    }),
  )
  await revision.publish((transaction) => transaction.insert(documents).values(rows))
  return { dropCaches: () => revision.publish(async () => {}), close: revision.close }
}

/** Runs a check, and returns it once it has ended. */
async function check(server: RunningServer, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const asked = await fetch(`${server.url}/api/admin/seo/checks`, { method: 'POST', headers })
  if (asked.status !== 202) throw new Error(`a check was refused: ${await asked.text()}`)
  for (;;) {
    await sleep(250)
    const answer = await fetch(`${server.url}/api/admin/seo/checks/latest`, { headers })
    const { current, last } = SeoChecks.parse(await answer.json())
    if (current || !last?.started_at || !last.finished_at) continue
    if (last.state === 'failed') throw new Error(`the check failed: ${last.failure}`)
    return {
      pages: last.pages_done,
      seconds: (Date.parse(last.finished_at) - Date.parse(last.started_at)) / 1_000,
    }
  }
}

export async function measureSiteCheck(): Promise<Finding[]> {
  await using server = await startFreshServer()
  const databaseUrl = await server.databaseUrl()
  const postgres = connectPostgres(databaseUrl, { log: createLog('silent'), max: 2 })
  const site = await fill(postgres, databaseUrl)
  const token = await server.signIn()
  const url = `${server.url}/es/`
  try {
    // The share pictures are drawn once in the life of a page.
    const first = await check(server, token)
    await site.dropCaches()
    const cold = await check(server, token)
    const warm = await check(server, token)
    const besides: number[] = []
    const { rates, ratio } = await compareLoad(
      {
        alone: { url },
        checked: {
          url,
          async beside() {
            await site.dropCaches()
            const { pages, seconds } = await check(server, token)
            besides.push(pages / seconds)
          },
        },
      },
      { rounds: 3, seconds: 15 },
    )
    const speed = ({ pages, seconds }: typeof cold) => `${format(pages / seconds)} pages/s`
    return [
      within(
        'a check of 1,000 pages',
        60,
        (cold.seconds / cold.pages) * 1_000,
        's',
        `${cold.pages} addresses, ${speed(cold)}; cached ${speed(warm)}; the first ${speed(first)}`,
      ),
      atLeast(0.8, {
        promise: 'cached pages while a check runs',
        measured: `${format(rates.checked ?? 0)}/s against ${format(rates.alone ?? 0)}/s; ${besides.map(format).join(', ')} pages/s`,
        ratio: ratio('checked', 'alone'),
      }),
    ]
  } finally {
    await site.close()
    await postgres.close()
  }
}

await runAlone(import.meta, measureSiteCheck)
