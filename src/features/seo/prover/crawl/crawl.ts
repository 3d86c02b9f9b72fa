import { setImmediate as yieldToVisitors } from 'node:timers/promises'
import { findAddress, isFileAddress, readTarget } from './addresses.ts'
import type { Answer, PageContent } from './page.ts'
import { readPage } from './page-reader.ts'
import type { AskSite } from './requests.ts'
import { readRobots } from './robots-reader.ts'
import { digestAlternates, type KnownText, type Robots, type Site, type Sitemap } from './site.ts'
import { readSitemap } from './sitemap-reader.ts'

export interface CrawlOptions {
  ask: AskSite
  publicUrl: string
  /** Whether the site has a sitemap by its settings. */
  hasSitemap: boolean
  /** The addresses of the public pages. */
  known: readonly string[]
  /** Those that the sitemap leaves out by its settings. */
  unlisted?: ReadonlySet<string>
  /** The only addresses to look at; without it, all. */
  only?: ReadonlySet<string>
  /** What is known of pages that are not looked at. */
  others?: readonly KnownText[]
  /** Whether the share picture of a page is asked for. */
  wantsPicture(address: string): boolean
  /** How many addresses are asked for at most. */
  mostAddresses: number
  /** The pause between two addresses. */
  pause?: () => Promise<unknown>
  /** Called whenever an address is done; ends the crawl by throwing. */
  onProgress(progress: { known: number; done: number }): void
}

/** How many requests are on their way at once. */
const atOnce = 2
const mostFiles = 50_000
const largestPage = 8 * 1024 * 1024

/** Reads the site as crawlers do: robots.txt, the sitemap, the pages, and what they lead to. */
export async function crawlSite(options: CrawlOptions): Promise<Site> {
  const { publicUrl, known, only } = options
  const [robots, sitemap] = [await readRobots(options), await readSitemaps(options)]
  const start = only ?? new Set([...known, ...sitemap.entries.keys()])
  const { answers, isCut } = await followAll(options, { start, robots })
  const isWhole = only === undefined
  return {
    ...{ publicUrl, answers, sitemap, robots, isWhole, isCut },
    judged: new Set(isWhole ? [...start, ...findIndexable(answers, publicUrl)] : start),
    known: new Set(known),
    unlisted: options.unlisted ?? new Set(),
    others: options.others ?? [],
  }
}

/** Reads the sitemap with all the files that it names. */
export async function readSitemaps({
  ask,
  publicUrl,
  hasSitemap,
}: Pick<CrawlOptions, 'ask' | 'publicUrl' | 'hasSitemap'>): Promise<Sitemap> {
  const entries = new Map<string, string>()
  const foreign: string[] = []
  const ahead = ['/sitemap.xml']
  for (let read = 0; read < mostFiles; read++) {
    const path = ahead.shift()
    if (path === undefined) break
    const { status, body } = await ask({ method: 'GET', path })
    if (read === 0 && !hasSitemap && status === 404) return { state: 'off', status, entries, foreign }
    if (status !== 200) return { state: 'error', reason: 'status', status, entries, foreign }
    const file = readSitemap(body, ({ address, alternates }) => {
      const target = readTarget(address, '/', publicUrl)
      if (target.kind === 'here' && !target.isInsecure)
        entries.set(target.address, digestAlternates(alternates))
      else foreign.push(address)
    })
    if (file.kind === 'unreadable') return { state: 'error', reason: 'unreadable', status, entries, foreign }
    ahead.push(...file.files.flatMap((one) => findAddress(one, path, publicUrl) ?? []))
    await yieldToVisitors()
  }
  const isEmpty = entries.size === 0
  return {
    state: isEmpty ? 'error' : 'working',
    ...(isEmpty && { reason: 'empty' }),
    status: 200,
    entries,
    foreign,
  }
}

/** Asks for addresses and for those that their pages lead to, each once. */
async function followAll(
  { ask, publicUrl, only, wantsPicture, mostAddresses, onProgress, pause = yieldToVisitors }: CrawlOptions,
  { start, robots }: { start: ReadonlySet<string>; robots: Robots },
): Promise<{ answers: Map<string, Answer>; isCut: boolean }> {
  const answers = new Map<string, Answer>()
  const queue = [...start]
  const met = new Set(queue)
  let isCut = false
  let next = 0

  function meet(address: string | undefined): void {
    if (address === undefined || met.has(address) || !robots.allows(address)) return
    if (met.size >= mostAddresses) {
      isCut = true
      return
    }
    met.add(address)
    queue.push(address)
  }

  async function visit(address: string): Promise<void> {
    const answer = await fetchAnswer(ask, address, publicUrl)
    answers.set(address, answer)
    if (answer.location?.startsWith('/')) meet(answer.location)
    if (!answer.content) return
    // A check of some pages follows what these lead to, and no further; variations of a list lead to more of them.
    if (only && !only.has(address)) return
    const leads = leadsOf(answer.content, wantsPicture(address))
    if (address.includes('?') && !answer.content.hasPrevious) return
    for (const lead of leads) meet(findAddress(lead, address, publicUrl))
  }

  async function work(): Promise<void> {
    while (next < queue.length) {
      const address = queue[next++]
      if (address !== undefined) await visit(address)
      onProgress({ known: met.size, done: answers.size })
      await pause()
    }
  }

  // One that finds nothing to do begins again once the other has met new addresses.
  while (next < queue.length) await Promise.all(Array.from({ length: atOnce }, work))
  return { answers, isCut }
}

function leadsOf(content: PageContent, withPicture: boolean): string[] {
  return [
    ...content.canonicals,
    ...content.alternates.map(({ href }) => href),
    ...content.links,
    ...(withPicture ? content.pictures : []),
  ]
}

async function fetchAnswer(ask: AskSite, address: string, publicUrl: string): Promise<Answer> {
  const method = isFileAddress(address) ? 'HEAD' : 'GET'
  const { status, headers, body } = await ask({ method, path: address })
  const answer: Answer = { address, status, robotsHeader: (headers['x-robots-tag'] ?? '').toLowerCase() }
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const target = readTarget(headers.location, address, publicUrl)
    answer.location = target.kind === 'here' ? target.address : target.kind === 'elsewhere' ? target.url : '?'
  } else if (
    method === 'GET' &&
    headers['content-type']?.startsWith('text/html') &&
    body.length < largestPage
  )
    answer.content = readPage(body)
  return answer
}

/** Pages that search engines would list, found by links alone. */
function findIndexable(answers: ReadonlyMap<string, Answer>, publicUrl: string): string[] {
  return [...answers.values()].flatMap(({ address, status, content }) => {
    const [canonical, ...more] = content?.canonicals ?? []
    const isOwn = canonical !== undefined && findAddress(canonical, address, publicUrl) === address
    return status === 200 && isOwn && more.length === 0 ? [address] : []
  })
}
