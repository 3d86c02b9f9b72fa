// A thousand times: publish in one process and read at once in the other, while both are under load.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ContentDraft, ContentItem } from '#features/content/contract.ts'
import { Release, type ReleaseDraft } from '#features/releases/contract.ts'
import { type Finding, median, runAlone, within } from './support/report.ts'
import { type RunningServer, startFreshServer, startServer } from './support/server.ts'

const rounds = 1_000
const readersEach = 4

export async function measureStalePages(): Promise<Finding[]> {
  await using first = await startFreshServer()
  await using second = await startServer({
    dataDir: first.dataDir,
    databaseUrl: await first.databaseUrl(),
  })
  const editors = [await createPublisher(first), await createPublisher(second)] as const
  let newest = 0
  let isOver = false
  let [reads, backInTime] = [0, 0]

  async function readOn({ url }: RunningServer): Promise<void> {
    while (!isOver) {
      const known = newest
      const shown = await readRound(`${url}/es/`)
      reads++
      if (shown < known) backInTime++
    }
  }

  const readers = [first, second].flatMap((server) =>
    Array.from({ length: readersEach }, () => readOn(server)),
  )
  let stale = 0
  const times: number[] = []
  try {
    for (let round = 1; round <= rounds; round++) {
      const [publish, other] = round % 2 ? [editors[0], second] : [editors[1], first]
      const begun = performance.now()
      await publish(round)
      times.push(performance.now() - begun)
      newest = round
      // Alternates the page and the API, so that each is also read right after the other was rendered.
      const path = round % 4 < 2 ? '/es/' : '/api/content/home-hero?language=es'
      if ((await readRound(other.url + path)) !== round) stale++
      if (round % 100 === 0) await sleep(0)
    }
  } finally {
    isOver = true
    await Promise.all(readers)
  }
  return [
    within(`stale pages in ${rounds} publish-then-read rounds under load`, 0, stale, 'pages'),
    within('readers who saw an older text after a newer one', 0, backInTime, 'reads', `of ${reads}`),
    within('publishing until every process shows it, median', 250, median(times), 'ms'),
  ].map((finding) => ({ ...finding, ratio: finding.ok ? 0 : finding.ratio }))
}

/** Publishes the text of a round, directly or every tenth time as a release. */
async function createPublisher(server: RunningServer): Promise<(round: number) => Promise<void>> {
  const authorization = `Bearer ${await server.signIn()}`
  async function post(path: string, body: object): Promise<unknown> {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  return async (round) => {
    const byRelease = round % 10 === 0
    const draft: ContentDraft = {
      key: 'home-hero',
      language: 'es',
      content: `<h1>round-${round}-</h1>`,
      version: round,
      published: !byRelease,
      seo_title: '',
      seo_description: '',
      seo_keywords: '',
    }
    const { key, language, version } = ContentItem.parse(await post('/api/content', draft))
    if (!byRelease) return
    const release: ReleaseDraft = { name: `Round ${round}`, items: [{ key, language, version }] }
    const { id } = Release.parse(await post('/api/releases', release))
    await post(`/api/releases/${id}/publish`, {})
  }
}

async function readRound(url: string): Promise<number> {
  const response = await fetch(url)
  const text = await response.text()
  if (response.status !== 200 && response.status !== 404)
    throw new Error(`${url} answered ${response.status}`)
  return Number(/round-(\d+)-/.exec(text)?.[1] ?? 0)
}

await runAlone(import.meta, measureStalePages)
