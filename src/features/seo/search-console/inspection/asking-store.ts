import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Pause } from '#features/seo/search-console/contract.ts'
import type { Failure } from '#features/seo/search-console/google/answers.ts'
import { inspectionLimits } from '#features/seo/search-console/google/limits.ts'
import type { InspectionRow } from '#features/seo/search-console/table.ts'
import type { Database } from '#platform/postgres.ts'

/** An address that this process asks Google about; storing the answer needs the claim. */
export interface TakenAddress {
  address: string
  claim: string
}

/** When and with what Google is asked. */
export interface Now {
  now: Date
  /** The day of its calendar. */
  day: string
  /** The credentials. */
  fingerprint: string
}

/** What Google has said of an address. */
export type Found = Pick<
  InspectionRow,
  | 'state'
  | 'verdict'
  | 'words'
  | 'robotsState'
  | 'indexingState'
  | 'fetchState'
  | 'crawledAt'
  | 'googleCanonical'
  | 'ownCanonical'
  | 'link'
>

const keptChanges = 10
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
// A process that has not said what came of its question for so long counts as dead, by the clock of the database alone.
const isFree = sql`(taken_at IS NULL OR taken_at < now() - interval '60 seconds')`
const askedToday = (day: string) =>
  sql`CASE WHEN inspecting.day = ${day}::date THEN inspecting.asked ELSE 0 END`
/** Whether Google is left alone. People may try again what failed, but not what its quota forbids. */
const isPaused = ({ now, fingerprint }: Now) =>
  sql`coalesce(inspecting.paused_until > ${at(now)} AND inspecting.paused_for = ${fingerprint}, false)`
const mayBeAsked = (when: Now) => sql`CASE WHEN wanted_at IS NULL
  THEN due_at <= ${at(when.now)} AND NOT ${isPaused(when)} AND ${askedToday(when.day)} < ${inspectionLimits.budget}
  ELSE NOT (${isPaused(when)} AND coalesce(inspecting.pause = 'quota', false)) AND ${askedToday(when.day)} < ${inspectionLimits.most} END`

/** The queries of whoever asks Google about addresses. */
export function createAskingStore(db: Database) {
  return {
    /** Whether there is an address that Google may be asked about now. */
    hasWork: (when: Now): SQL => sql`(EXISTS (
      SELECT FROM seo_inspections, seo_inspecting inspecting
      WHERE (wanted_at IS NOT NULL OR due_at <= ${at(when.now)}) AND ${isFree} AND ${mayBeAsked(when)}))`,
    always: sql`true`,
    never: sql`false`,

    /**
     * Takes an address and counts the question: those that somebody waits for, then those changed or submitted since they were last
     * asked about, the newest first, then those asked about longest ago.
     */
    take: (when: Now): Promise<TakenAddress | undefined> =>
      db.transaction(async (transaction) => {
        const claim = randomUUID()
        const { rows: free } = await transaction.execute<{ id: number }>(sql`
          SELECT id FROM seo_inspecting WHERE minute IS DISTINCT FROM date_trunc('minute', ${at(when.now)})
            OR asked_in_minute < ${inspectionLimits.perMinute} FOR UPDATE`)
        if (free.length === 0) return undefined
        const { rows } = await transaction.execute<{ address: string }>(sql`
          SELECT address FROM seo_inspections, seo_inspecting inspecting
          WHERE (wanted_at IS NOT NULL OR due_at <= ${at(when.now)}) AND ${isFree} AND ${mayBeAsked(when)}
          ORDER BY wanted_at NULLS LAST,
            CASE WHEN asked_at IS NULL OR told_at > asked_at THEN told_at END DESC NULLS LAST,
            asked_at NULLS FIRST, address
          LIMIT 1 FOR UPDATE OF seo_inspections SKIP LOCKED`)
        const [found] = rows
        if (!found) return undefined
        await transaction.execute(sql`
          UPDATE seo_inspections SET taken_at = now(), claim = ${claim} WHERE address = ${found.address}`)
        await transaction.execute(sql`
          UPDATE seo_inspecting inspecting SET asked = ${askedToday(when.day)} + 1, day = ${when.day}::date,
            asked_in_minute = CASE WHEN minute = date_trunc('minute', ${at(when.now)}) THEN asked_in_minute + 1 ELSE 1 END,
            minute = date_trunc('minute', ${at(when.now)})`)
        return { address: found.address, claim }
      }),

    /** Gives an address back without an answer, for whoever takes it next. */
    async release({ address, claim }: TakenAddress): Promise<void> {
      await db.execute(sql`
        UPDATE seo_inspections SET taken_at = NULL, claim = NULL WHERE address = ${address} AND claim = ${claim}`)
    },

    /** Stores what Google has said, and when it is to be asked again, if this process still holds the address. */
    noteAnswer: (
      taken: TakenAddress,
      found: Found,
      { now, dueAt }: { now: Date; dueAt: Date },
    ): Promise<void> =>
      db.transaction((transaction) => storeAnswer(transaction, taken, { found, now, dueAt })),

    /** Stores that Google has not answered, and leaves it alone until then if it is to be left alone. */
    noteFailure: (taken: TakenAddress, failure: Failure, outcome: Outcome): Promise<void> =>
      db.transaction((transaction) => storeFailure(transaction, taken, { failure, ...outcome })),

    /** How often it failed in a row. */
    async countFailures(): Promise<number> {
      const { rows } = await db.execute<{ failures: number }>(sql`SELECT failures FROM seo_inspecting`)
      return rows[0]?.failures ?? 0
    },
  }
}

interface Outcome extends Now {
  /** When this address is due again; undefined when it still is: all others come before it. */
  dueAt: Date | undefined
  pause: Pause | undefined
  pausedUntil: Date | undefined
}

async function storeAnswer(
  transaction: Database,
  { address, claim }: TakenAddress,
  { found, now, dueAt }: { found: Found; now: Date; dueAt: Date },
): Promise<void> {
  const { rows } = await transaction.execute<{ verdict: string | null }>(sql`
    SELECT verdict FROM seo_inspections WHERE address = ${address} AND claim = ${claim} FOR UPDATE`)
  const [before] = rows
  if (!before) return
  const crawled = found.crawledAt ? at(found.crawledAt) : sql`NULL`
  await transaction.execute(sql`
    UPDATE seo_inspections SET taken_at = NULL, claim = NULL, wanted_at = NULL, asked_at = ${at(now)},
      inspected_at = ${at(now)}, due_at = ${at(dueAt)}, state = ${found.state}, verdict = ${found.verdict},
      words = ${found.words}, robots_state = ${found.robotsState}, indexing_state = ${found.indexingState},
      fetch_state = ${found.fetchState}, crawled_at = ${crawled}::timestamptz, google_canonical = ${found.googleCanonical},
      own_canonical = ${found.ownCanonical}, link = ${found.link},
      failed_at = NULL, status = NULL, fault = NULL, answer = ''
    WHERE address = ${address}`)
  await transaction.execute(sql`
    UPDATE seo_inspecting SET failures = 0, pause = NULL, paused_until = NULL, failed_at = NULL, status = NULL,
      fault = NULL, answer = '' WHERE pause IS NOT NULL OR failed_at IS NOT NULL`)
  if (before.verdict === found.verdict) return
  await transaction.execute(sql`
    INSERT INTO seo_inspection_changes (address, at, state, words)
    VALUES (${address}, ${at(now)}, ${found.state}, ${found.words})`)
  await transaction.execute(sql`
    DELETE FROM seo_inspection_changes WHERE address = ${address} AND number NOT IN (
      SELECT number FROM seo_inspection_changes WHERE address = ${address} ORDER BY number DESC LIMIT ${keptChanges})`)
}

async function storeFailure(
  transaction: Database,
  { address, claim }: TakenAddress,
  {
    failure: { status, fault, answer },
    now,
    dueAt,
    fingerprint,
    pause,
    pausedUntil,
  }: Outcome & { failure: Failure },
): Promise<void> {
  await transaction.execute(sql`
    UPDATE seo_inspections SET taken_at = NULL, claim = NULL, wanted_at = NULL, asked_at = ${at(now)},
      due_at = ${dueAt ? at(dueAt) : sql`due_at`},
      failed_at = ${at(now)}, status = ${status}, fault = ${fault}, answer = ${answer}
    WHERE address = ${address} AND claim = ${claim}`)
  if (!pause || !pausedUntil) return
  // Nobody is answered before its next day.
  if (pause === 'quota')
    await transaction.execute(sql`UPDATE seo_inspections SET wanted_at = NULL WHERE wanted_at IS NOT NULL`)
  await transaction.execute(sql`
    UPDATE seo_inspecting SET failures = failures + 1, pause = ${pause}, paused_until = ${at(pausedUntil)},
      paused_for = ${fingerprint}, failed_at = ${at(now)}, status = ${status}, fault = ${fault}, answer = ${answer}`)
}
