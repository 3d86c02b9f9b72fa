import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { EngineName, SubmissionKind } from './contract.ts'
import { seoSubmissionRuns, seoSubmissions } from './table.ts'

/** Something that an engine could be told. */
export interface Candidate {
  kind: SubmissionKind
  address: string
  changedAt: Date
}

export interface NewRun {
  engine: EngineName
  startedBy: string | null
  isAutomatic: boolean
  isAgain: boolean
  now: Date
}

interface StartedRun {
  id: string | undefined
  isBehind: boolean
}

export type CountedRun = Awaited<ReturnType<ReturnType<typeof createRunStore>['listNewest']>>[number]

/** Makes the beginnings and ends of an engine's runs one after another, until the transaction ends. */
export async function lockRuns(transaction: Database, engine: EngineName): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtext('seo_submission_runs ' || ${engine}))`)
}

/** The candidates as rows, in arrays: ten thousands of them are read several times as fast as from JSON. */
const given = (candidates: readonly Candidate[]) => sql`
  given AS MATERIALIZED (
    SELECT * FROM unnest(
      ${sql.param(candidates.map(({ kind }) => kind))}::text[],
      ${sql.param(candidates.map(({ address }) => address))}::text[],
      ${sql.param(candidates.map(({ changedAt }) => changedAt.toISOString()))}::timestamptz[]
    ) WITH ORDINALITY AS given (kind, address, changed_at, place)
  )`
const isChanged = sql`(accepted.address IS NULL OR accepted.changed_at < given.changed_at)`

/** So many are compared in one statement at most, so that each ends within the time of a request. */
const mostAtOnce = 20_000

function* partsOf(candidates: readonly Candidate[]): Generator<Candidate[]> {
  for (let from = 0; from < candidates.length; from += mostAtOnce)
    yield candidates.slice(from, from + mostAtOnce)
}

/** The queries that start a run, within one transaction. */
function createStartingStore(
  transaction: Database,
  { engine, startedBy, isAutomatic, isAgain, now }: NewRun,
) {
  const any = async (condition: SQL): Promise<boolean> => {
    const { rows } = await transaction.execute<{ any: boolean }>(condition)
    return rows[0]?.any ?? false
  }
  return {
    hasChanged: (part: readonly Candidate[]) =>
      any(sql`
        WITH ${given(part)}
        SELECT EXISTS (
          SELECT FROM given LEFT JOIN seo_accepted_changes accepted
            ON accepted.engine = ${engine} AND accepted.address = given.address
          WHERE ${isAgain} OR ${isChanged}
        ) AS any`),

    async insertRun(): Promise<string> {
      const id = crypto.randomUUID()
      await transaction
        .insert(seoSubmissionRuns)
        .values({ id, engine, startedAt: now, startedBy, isAutomatic, isAgain })
      return id
    },

    async makeWait(id: string, part: readonly Candidate[]): Promise<void> {
      await transaction.execute(sql`
        WITH ${given(part)}
        INSERT INTO seo_submissions AS submission (run_id, engine, kind, address, changed_at, state, at, due_at)
        SELECT ${id}::uuid, ${engine}, given.kind, given.address, given.changed_at, 'waiting',
          ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
        FROM given LEFT JOIN seo_accepted_changes accepted
          ON accepted.engine = ${engine} AND accepted.address = given.address
        WHERE ${isAgain} OR ${isChanged} ORDER BY given.place
        ON CONFLICT (engine, address) WHERE state IN ('waiting', 'sending') DO UPDATE SET changed_at = excluded.changed_at
        WHERE submission.state = 'waiting' AND submission.changed_at < excluded.changed_at`)
    },

    /** What is just being sent, and as of which change. */
    async listSending(): Promise<ReadonlyMap<string, Date>> {
      const rows = await transaction
        .select({ address: seoSubmissions.address, changedAt: seoSubmissions.changedAt })
        .from(seoSubmissions)
        .where(and(eq(seoSubmissions.engine, engine), eq(seoSubmissions.state, 'sending')))
      return new Map(rows.map(({ address, changedAt }) => [address, changedAt]))
    },
  }
}

/** The queries on what was submitted at once. */
export function createRunStore(db: Database) {
  return {
    /**
     * Makes everything wait that has changed since the engine accepted it, or all of it `again`: in the run that is under way,
     * or in a new one. Returns the run, none when nothing waits, and whether something is left out: what is just being sent as
     * it was before a change.
     */
    async start(run: NewRun, candidates: readonly Candidate[]): Promise<StartedRun> {
      const { engine } = run
      return db.transaction(async (transaction) => {
        await lockRuns(transaction, engine)
        const open = await transaction
          .select({ id: seoSubmissionRuns.id })
          .from(seoSubmissionRuns)
          .where(and(eq(seoSubmissionRuns.engine, engine), isNull(seoSubmissionRuns.endedAt)))
        const store = createStartingStore(transaction, run)
        let id = open[0]?.id
        let isAnyNew = false
        for (const part of partsOf(candidates)) {
          if (!(await store.hasChanged(part))) continue
          isAnyNew = true
          id ??= await store.insertRun()
          await store.makeWait(id, part)
        }
        // Asked once for all: each time, it reads all that waits.
        const sending = isAnyNew ? await store.listSending() : new Map<string, Date>()
        const isBehind = candidates.some(({ address, changedAt }) => {
          const sent = sending.get(address)
          return sent !== undefined && sent < changedAt
        })
        return { id, isBehind }
      })
    },

    /** How much has changed since an engine accepted it and does not wait. */
    async countChanged(engine: EngineName, candidates: readonly Candidate[]): Promise<number> {
      let count = 0
      for (const part of partsOf(candidates)) {
        const { rows } = await db.execute<{ count: string }>(sql`
          WITH ${given(part)}
          SELECT count(*) FROM given LEFT JOIN seo_accepted_changes accepted
            ON accepted.engine = ${engine} AND accepted.address = given.address
          WHERE ${isChanged} AND NOT EXISTS (
            SELECT FROM seo_submissions submission WHERE submission.engine = ${engine}
              AND submission.address = given.address AND submission.state IN ('waiting', 'sending'))`)
        count += Number(rows[0]?.count ?? 0)
      }
      return count
    },

    /** The newest run of each engine, with its progress. */
    async listNewest() {
      const rows = await db
        .selectDistinctOn([seoSubmissionRuns.engine], {
          id: seoSubmissionRuns.id,
          engine: seoSubmissionRuns.engine,
          startedAt: seoSubmissionRuns.startedAt,
          endedAt: seoSubmissionRuns.endedAt,
          isAutomatic: seoSubmissionRuns.isAutomatic,
          isAgain: seoSubmissionRuns.isAgain,
          total: counted(sql`true`),
          accepted: counted(sql`state = 'accepted'`),
          failed: counted(sql`state IN ('refused', 'failed', 'stopped')`),
        })
        .from(seoSubmissionRuns)
        .orderBy(
          seoSubmissionRuns.engine,
          desc(seoSubmissionRuns.startedAt),
          desc(isNull(seoSubmissionRuns.endedAt)),
        )
      return rows
    },
  }
}

const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`(SELECT count(*) FROM seo_submissions WHERE run_id = ${seoSubmissionRuns.id} AND ${condition})`.mapWith(
    Number,
  )
