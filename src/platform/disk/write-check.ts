import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import type { Database } from '#platform/postgres.ts'
import { isDiskFull, isDiskFullError } from './disk-space.ts'

/** Why nothing can be written. */
export type WriteFault = 'disk full' | 'disk not writable' | 'database read-only'

interface WriteCheckOptions {
  db: Database
  /** The folder of the embedded database; undefined when the database is elsewhere, and sign-ups need no disk here. */
  folder: string | undefined
  /** How long an answer is used again, in milliseconds. */
  every?: number
}

/** Longer than this a look at a disk or a database takes only when it is away, which others report. */
const patience = 1_000

/**
 * Tells why nothing can be written; undefined while it can. Looks at the disk and asks the database at most every two
 * seconds, so that it can be called for each `/readyz`.
 */
export function createWriteCheck({ db, folder, every = 2_000 }: WriteCheckOptions) {
  let checkedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<WriteFault | undefined> | undefined
  let running: Promise<WriteFault | undefined> | undefined

  async function check(): Promise<WriteFault | undefined> {
    const fault = folder === undefined ? undefined : await checkFolder(folder)
    return fault ?? ((await isReadOnly(db)) ? 'database read-only' : undefined)
  }

  return (): Promise<WriteFault | undefined> => {
    const now = performance.now()
    if (!answer || now - checkedAt > every) {
      checkedAt = now
      const waiting = new AbortController()
      const late = sleep(patience, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined)
      // One at a time: a disk that has hung would hold one more thread of Node's pool with each check.
      running ??= check().finally(() => {
        running = undefined
      })
      answer = Promise.race([running, late]).finally(() => waiting.abort())
    }
    return answer
  }
}
export type WriteCheck = ReturnType<typeof createWriteCheck>

/** Also writes a small file: a quota, or a file system that has become read-only, is not seen in the free space. */
async function checkFolder(folder: string): Promise<WriteFault | undefined> {
  if (await isDiskFull(folder)) return 'disk full'
  const probe = join(folder, `.write-check-${randomUUID()}`)
  try {
    await writeFile(probe, Buffer.alloc(4096))
    return undefined
  } catch (error) {
    return isDiskFullError(error) ? 'disk full' : 'disk not writable'
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/** Whether the database is a standby or takes no changes; false while it is away. */
async function isReadOnly(db: Database): Promise<boolean> {
  const asked = sql`SELECT current_setting('transaction_read_only') AS setting`
  return runWithin(new WaitLimit(patience), async () => db.execute<{ setting: string }>(asked)).then(
    ({ rows }) => rows[0]?.setting === 'on',
    () => false,
  )
}
