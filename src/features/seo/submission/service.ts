import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import type { SearchEngine } from '#features/seo/submission/engines/engine.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type {
  Engine,
  EngineOverview,
  GoogleIndex,
  SitemapFigures,
  Submission,
  SubmissionObstacle,
  SubmissionOrder,
  SubmissionOutcome,
  SubmissionQuery,
  SubmissionRun,
} from './contract.ts'
import type { KeyStore } from './key-store.ts'
import { type CallRow, createLedgerStore, type EngineRow, type SubmissionRow } from './ledger-store.ts'
import { type Candidate, type CountedRun, createRunStore } from './run-store.ts'

export interface SubmissionOptions {
  db: Database
  clock: Clock
  publicUrl: string
  engines: readonly SearchEngine[]
  keys: Pick<KeyStore, 'find' | 'replace'>
  /** Whether search engines can reach the site. */
  isPublic: boolean
  hasSitemap(): boolean
  isAutomatic(): boolean
  /** What the sitemap lists, or would if it was on. */
  listAddresses(): Promise<readonly ListedAddress[]>
  /** What Google last said of addresses, by address. */
  findGoogleIndex(addresses: readonly string[]): Promise<ReadonlyMap<string, GoogleIndex>>
}

/** Who has something submitted. */
interface Submitter {
  startedBy: string | null
  isAutomatic: boolean
}

// The change of an address whose last one is not known: it is submitted once.
const unknownChange = new Date(0)

/** Makes changed addresses wait to be submitted. */
function createOrders(options: SubmissionOptions) {
  const { db, clock, engines, listAddresses } = options
  const runs = createRunStore(db)

  async function submitTo(
    engine: SearchEngine,
    isAgain: boolean,
    submitter: Submitter,
  ): Promise<SubmissionOutcome> {
    const obstacle = findObstacle(engine, options)
    if (obstacle) return { engine: engine.name, run: null, obstacle }
    const { id } = await start(engine, isAgain, submitter)
    const run = id === undefined ? undefined : (await runs.listNewest()).find((one) => one.id === id)
    return { engine: engine.name, run: run ? toRun(run) : null, obstacle: null }
  }

  async function start(engine: SearchEngine, isAgain: boolean, submitter: Submitter) {
    const candidates = findCandidates(engine, await listAddresses(), options)
    return runs.start({ engine: engine.name, ...submitter, isAgain, now: clock.now() }, candidates)
  }

  return {
    /**
     * Submits what has changed: twice at once makes one run.
     * @throws {Problem} 409 when the one engine that is named cannot be told anything now
     */
    async submit(
      { engine: name, again }: SubmissionOrder,
      submitter: Submitter,
    ): Promise<SubmissionOutcome[]> {
      const wanted = engines.filter((engine) => name === 'all' || engine.name === name)
      const outcomes: SubmissionOutcome[] = []
      for (const engine of wanted) outcomes.push(await submitTo(engine, again, submitter))
      const [first] = outcomes
      if (name !== 'all' && first?.obstacle) throw new Problem(`submission_${first.obstacle}`, 409)
      return outcomes
    },

    /**
     * Submits what has changed to all engines that can be told of it, by itself. Returns whether all of it waits: what is just
     * being sent as it was before can only be submitted after that.
     */
    async submitChanges(): Promise<boolean> {
      const ready = engines.filter((engine) => findObstacle(engine, options) === null)
      let isBehind = false
      for (const engine of ready) {
        const started = await start(engine, false, { startedBy: null, isAutomatic: true })
        isBehind ||= started.isBehind
      }
      return !isBehind
    },
  }
}

/** The submission of changed addresses to search engines. */
export function createSubmissions(options: SubmissionOptions) {
  const { db, clock, engines, publicUrl, keys, hasSitemap, isAutomatic, listAddresses } = options
  const runs = createRunStore(db)
  const ledger = createLedgerStore(db)
  const keyUrl = (key: string) => `${publicUrl}/${key}.txt`
  const candidatesFor = (engine: SearchEngine, listed: readonly ListedAddress[]) =>
    findCandidates(engine, listed, options)

  return {
    ...createOrders(options),

    /** The engines as they are now, and what the sitemap lists. */
    async describe(): Promise<EngineOverview> {
      const [listed, newest, calls, known, waiting, key] = await Promise.all([
        ...([listAddresses(), runs.listNewest(), ledger.listLastCalls()] as const),
        ...([ledger.listEngines(), ledger.countWaiting(), keys.find()] as const),
      ])
      const described: Engine[] = []
      for (const engine of engines) {
        const of = <Row extends { engine: string }>(rows: readonly Row[]) =>
          rows.find((row) => row.engine === engine.name)
        described.push({
          ...{ engine: engine.name, kinds: engine.kinds(), obstacle: findObstacle(engine, options) },
          ...{ missing: engine.missing(), optional: engine.optional() },
          changed: await runs.countChanged(engine.name, candidatesFor(engine, listed)),
          waiting: of(waiting)?.waiting ?? 0,
          ...describeKnown({ run: of(newest), call: of(calls), known: of(known) }, clock.now()),
        })
      }
      return {
        sitemap: hasSitemap() ? countListed(listed) : null,
        ...{ sitemap_url: sitemapOf(publicUrl), key_url: key === undefined ? null : keyUrl(key) },
        ...{ is_automatic: isAutomatic(), engines: described },
      }
    },

    /** A page of what was submitted, newest first, and how much there is. */
    async list(query: SubmissionQuery): Promise<{ items: Submission[]; total: number }> {
      const { rows, total } = await ledger.list(query)
      const known = await options.findGoogleIndex(rows.map(({ address }) => address))
      return { items: rows.map((row) => toSubmission(row, known.get(row.address) ?? null)), total }
    },

    /** Replaces the key of IndexNow. */
    replaceKey: async () => ({ key_url: keyUrl(await keys.replace()) }),
  }
}
export type Submissions = ReturnType<typeof createSubmissions>

const sitemapOf = (publicUrl: string) => `${publicUrl}/sitemap.xml`

function findObstacle(
  engine: SearchEngine,
  { isPublic, hasSitemap }: Pick<SubmissionOptions, 'isPublic' | 'hasSitemap'>,
): SubmissionObstacle | null {
  if (!isPublic) return 'not_public'
  if (engine.missing().length > 0) return 'not_configured'
  return engine.kinds().includes('address') || hasSitemap() ? null : 'sitemap_off'
}

/** What an engine could be told. */
function findCandidates(
  engine: SearchEngine,
  listed: readonly ListedAddress[],
  { hasSitemap, publicUrl }: Pick<SubmissionOptions, 'hasSitemap' | 'publicUrl'>,
): Candidate[] {
  const kinds = engine.kinds()
  const addresses = listed.map(({ address, changedAt = unknownChange }) => ({
    ...{ kind: 'address' as const, address, changedAt },
  }))
  const changedAt = findNewest(listed) ?? unknownChange
  return [
    ...(kinds.includes('sitemap') && hasSitemap()
      ? [{ kind: 'sitemap' as const, address: sitemapOf(publicUrl), changedAt }]
      : []),
    ...(kinds.includes('address') ? addresses : []),
  ]
}

function findNewest(listed: readonly ListedAddress[]): Date | undefined {
  let newest: Date | undefined
  for (const { changedAt } of listed) if (changedAt && (!newest || changedAt > newest)) newest = changedAt
  return newest
}

function countListed(listed: readonly ListedAddress[]): SitemapFigures {
  const countOf = (matches: (one: ListedAddress) => boolean) => listed.filter(matches).length
  const byLanguage = languages.map((language) => ({
    ...{ language, addresses: countOf((one) => one.language === language) },
  }))
  return {
    addresses: listed.length,
    languages: byLanguage.filter(({ addresses }) => addresses > 0).length,
    by_type: (['page', 'document'] as const).map((type) => ({
      ...{ type, addresses: countOf((one) => one.type === type) },
    })),
    by_language: byLanguage,
    newest_change: findNewest(listed)?.toISOString() ?? null,
  }
}

interface Known {
  run: CountedRun | undefined
  call: CallRow | undefined
  known: EngineRow | undefined
}

function describeKnown({ run, call, known }: Known, now: Date) {
  const { pausedUntil = null, quotaLeft = null, quotaTotal = null, quotaAt = null } = known ?? {}
  return {
    run: run ? toRun(run) : null,
    paused_until: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
    last_answer: call
      ? {
          at: (call.answeredAt ?? call.sentAt).toISOString(),
          ...{ status: call.status, fault: call.fault, answer: call.answer, addresses: call.addresses },
        }
      : null,
    quota:
      quotaLeft !== null && quotaAt !== null
        ? { left: quotaLeft, total: quotaTotal, at: quotaAt.toISOString() }
        : null,
    sitemap: known?.sitemap ?? null,
  }
}

function toRun({
  id,
  startedAt,
  endedAt,
  isAutomatic,
  isAgain,
  total,
  accepted,
  failed,
}: CountedRun): SubmissionRun {
  return {
    ...{ id, started_at: startedAt.toISOString(), ended_at: endedAt?.toISOString() ?? null },
    ...{ is_automatic: isAutomatic, is_again: isAgain, total, accepted, failed },
  }
}

function toSubmission(row: SubmissionRow, google_index: GoogleIndex | null): Submission {
  const { number, engine, kind, address, state, attempts, status, fault, answer } = row
  return {
    ...{ number, engine, kind, address, state, attempts, status, fault, answer },
    changed_at: row.changedAt.getTime() === unknownChange.getTime() ? null : row.changedAt.toISOString(),
    at: row.at.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    due_at: state === 'waiting' ? row.dueAt.toISOString() : null,
    unknown_attempts: row.unknownAttempts,
    google_index,
  }
}
