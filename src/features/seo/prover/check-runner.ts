import type { Notify } from '#feature.ts'
import { findAddress, splitAddress } from '#features/seo/prover/crawl/addresses.ts'
import { crawlSite } from '#features/seo/prover/crawl/crawl.ts'
import { createPacing } from '#features/seo/prover/crawl/pacing.ts'
import { type AskSite, askPatiently } from '#features/seo/prover/crawl/requests.ts'
import { findNoindex, type Site } from '#features/seo/prover/crawl/site.ts'
import { judgeSite } from '#features/seo/prover/rules/judge.ts'
import type { Found } from '#features/seo/prover/rules/rule.ts'
import { listTypes } from '#features/seo/prover/rules/structured-data-rules.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf, reasonOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { languages } from '#shared/languages.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createCheckStore } from './check-store.ts'
import { ruleCodes, ruleSeverities } from './contract.ts'
import type { PublicAddress } from './inventory.ts'
import { seoFound } from './notifications.ts'
import { createPageStore } from './page-store.ts'
import { findRepair } from './repair.ts'
import { createKnownFindingStore, createResultStore, type NewFinding } from './result-store.ts'
import { createRunningStore, type TakenCheck } from './running-store.ts'
import type { PageRow } from './table.ts'

export interface CheckRunnerOptions {
  db: Database
  clock: Clock
  log: Logger
  publicUrl: string
  ask: AskSite
  /** How many requests of others the process has answered. */
  countVisits(): number
  hasSitemap(): boolean
  listAddresses(): Promise<PublicAddress[]>
  /** The screens of the panel for things that have pages of their own, by the paths of these without a language. */
  findScreens(paths: readonly string[]): Promise<ReadonlyMap<string, string>>
  notify: Notify
}

/** More addresses than that are not followed, so that a check ends within minutes and some hundred megabytes. */
const mostAddresses = 20_000
const mostAttempts = 3
/** When a check that failed is run again, in milliseconds. */
const retryAfter = 60_000
/** How often the process that runs a check says so, in milliseconds. */
const heartbeat = 1_000
/** Of what a failed check tells, in characters. */
const longestFailure = 300
/** How long past checks, and findings that are gone, are kept. */
const keptFor = 90 * 24 * 3_600_000

/** The check goes on in another process, or later. */
class Interrupted extends Error {}

/** Runs checks that are due, one at a time by all processes. One whose process has died is run again from its beginning. */
export function createCheckRunner(options: CheckRunnerOptions) {
  const { db, clock, log } = options
  const store = createRunningStore(db)
  let isStopping = false

  async function run(check: TakenCheck): Promise<void> {
    const progress = { known: 0, done: 0 }
    let isLost = false
    const beat = setInterval(() => {
      store.noteProgress(check, progress).then(
        (isHeld) => {
          isLost = !isHeld
        },
        (error: unknown) =>
          log.warn({ reason: messageOf(error) }, 'the progress of a check cannot be stored'),
      )
    }, heartbeat)
    const goOn = () => {
      if (isStopping || isLost) throw new Interrupted()
    }
    try {
      const read = await readSite(options, check, {
        isStopping: () => isStopping,
        onProgress(now) {
          Object.assign(progress, now)
          goOn()
        },
      })
      const found = await judgeSite(read.site)
      goOn()
      await storeResult(options, check, { ...read, found })
    } finally {
      clearInterval(beat)
    }
  }

  return {
    /** Runs the check that has been due for longest, if there is one and no other runs. */
    async work(): Promise<void> {
      if (isStopping) return
      const check = await db.transaction(async (transaction) => {
        await createCheckStore(transaction).lock()
        return createRunningStore(transaction).take(clock.now())
      })
      if (!check) return
      const fail = (failure: string) =>
        store.finish(check, { state: 'failed', failure, finishedAt: clock.now() })
      if (check.attempts > mostAttempts) {
        await fail('Every process that ran it has ended before it was done.')
        return
      }
      try {
        await run(check)
      } catch (error) {
        if (error instanceof Interrupted || isStopping) {
          await store.release(check)
          return
        }
        log.error({ err: error, check: check.id }, 'a check of the pages failed')
        if (check.attempts < mostAttempts)
          await store.putOff(check, new Date(clock.now().getTime() + retryAfter))
        else await fail(reasonOf(error).slice(0, longestFailure))
      }
    },

    /** Gives the running check back. */
    stop(): void {
      isStopping = true
    },
  }
}
export type CheckRunner = ReturnType<typeof createCheckRunner>

interface Watching {
  isStopping(): boolean
  onProgress(progress: { known: number; done: number }): void
}

interface SiteRead {
  site: Site
  addresses: PublicAddress[]
  /** The pages whose share picture was not asked for. */
  unasked: ReadonlySet<string>
}

/** Reads the site, or the pages that a check is of and those whose findings depend on them. */
async function readSite(
  { db, clock, publicUrl, ask, countVisits, hasSitemap, listAddresses }: CheckRunnerOptions,
  check: TakenCheck,
  { isStopping, onProgress }: Watching,
): Promise<SiteRead> {
  const findings = createKnownFindingStore(db)
  // First, so that what changes in the meantime is looked at again.
  const addresses = await listAddresses()
  const broken = new Set(await findings.listBrokenPictures())
  const day = Math.floor(clock.now().getTime() / 86_400_000)
  const items = new Set(addresses.filter(({ isItem }) => isItem).map(({ address }) => address))
  const only =
    check.addresses && new Set([...check.addresses, ...(await findings.listRelated(check.addresses))])
  const unasked = new Set<string>()
  const site = await crawlSite({
    ...{ ask: askPatiently(ask, isStopping), publicUrl, hasSitemap: hasSitemap(), mostAddresses, onProgress },
    pause: createPacing(countVisits),
    known: addresses.map(({ address }) => address),
    unlisted: new Set(addresses.filter(({ isListed }) => !isListed).map(({ address }) => address)),
    ...(only && { only, others: await createPageStore(db).listTexts([...only]) }),
    wantsPicture(address) {
      const isWanted =
        !items.has(address) || only?.has(address) || broken.has(address) || isTurnOf(address, day)
      if (!isWanted) unasked.add(address)
      return isWanted
    },
  })
  return { site, addresses, unasked }
}

/** Whether the language of an address has its turn on a day. The cards of documents by the thousand are drawn when they are first asked for: one language a day. */
function isTurnOf(address: string, day: number): boolean {
  const { language } = splitAddress(address)
  return language === languages[day % languages.length]
}

/** Stores what a check has found and tells the team of what is new, in one transaction. */
async function storeResult(
  { db, clock, findScreens, notify }: CheckRunnerOptions,
  check: TakenCheck,
  { site, addresses, unasked, found }: SiteRead & { found: readonly Found[] },
): Promise<void> {
  const known = new Map(addresses.map((one, place) => [one.address, { ...one, place }]))
  const screens = await findScreens([...new Set(found.map(({ page }) => splitAddress(page).path))])
  const now = clock.now()
  const rows = found.map((one) => toFinding(one, { known, screens }))
  const pages = [...site.judged].flatMap((address) => toPageRow(site, address, { known, now }))
  const stored = new Set(pages.map(({ address }) => address))
  await db.transaction(async (transaction) => {
    const checks = createRunningStore(transaction)
    const findings = createResultStore(transaction)
    const seen = createPageStore(transaction)
    if (!(await checks.hold(check))) throw new Interrupted()
    await findings.store(rows, { check: check.id, now })
    await findings.keepUnasked([...unasked], check.id)
    const isAll = site.isWhole && !site.isCut
    const looked = [...site.judged, '/sitemap.xml', '/robots.txt']
    const gone = await findings.markGone({ check: check.id, now, ...(!isAll && { pages: looked }) })
    await seen.storePages(pages)
    await seen.forgetPages(
      isAll ? { seenBefore: now } : { addresses: [...site.judged].filter((address) => !stored.has(address)) },
    )
    if (check.kind === 'full') await checks.forgetBefore(new Date(now.getTime() - keptFor))
    const news = await createKnownFindingStore(transaction).listNew(check.id)
    await checks.finish(check, {
      ...{
        state: 'done',
        finishedAt: now,
        foundNew: news.length,
        foundGone: gone,
        isCut: site.isCut,
        failure: null,
      },
      ...{ pagesKnown: site.answers.size, pagesDone: site.answers.size },
    })
    const [worst] = news
    if (worst)
      await notify(transaction, [
        notificationOf(seoFound, {
          data: { number: news.length, worst: worst.rule },
          at: now,
          // Whoever asked for it sees the result.
          ...(check.askedBy !== null && { actorId: check.askedBy }),
        }),
      ])
  })
}

type KnownPages = ReadonlyMap<string, PublicAddress & { place: number }>

function toFinding(
  { rule, page, subject, variables }: Found,
  { known, screens }: { known: KnownPages; screens: ReadonlyMap<string, string> },
): NewFinding {
  const { language, path } = splitAddress(page)
  return {
    ...{ rule, ruleNumber: ruleCodes.indexOf(rule), severity: ruleSeverities[rule] },
    // Longer ones would not fit into an index.
    ...{ page: page.slice(0, 500), path: path.slice(0, 500), subject: subject.slice(0, 500), variables },
    language: language ?? null,
    repair: findRepair({ rule, page, subject, language, known: known.get(page), screen: screens.get(path) }),
  }
}

/** A judged page for the list of pages; none for what is in no language, or a part of a list. */
function toPageRow(site: Site, address: string, { known, now }: { known: KnownPages; now: Date }): PageRow[] {
  const { language, path } = splitAddress(address)
  const answer = site.answers.get(address)
  const page = known.get(address)
  const isExpected = page !== undefined || site.sitemap.entries.has(address)
  if (!language || !answer || !isExpected) return []
  const { content, status } = answer
  const canonical = content?.canonicals[0]
  const isOwn = canonical !== undefined && findAddress(canonical, address, site.publicUrl) === address
  const isReadable = status === 200 && content !== undefined
  const isListed = isOwn && findNoindex(answer) === undefined && site.robots.allows(address)
  return [
    {
      ...{ address, path, language, place: page?.place ?? known.size, status },
      indexing: !isReadable ? 'error' : isListed ? 'indexable' : 'noindex',
      title: content?.titles[0] ?? '',
      description: content?.descriptions[0] ?? '',
      hasPicture: (content?.pictures.length ?? 0) > 0,
      types: listTypes(content?.dataBlocks ?? []),
      ...{ version: page?.version ?? '', checkedAt: now },
    },
  ]
}
