import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { socialPosts } from '#features/social/table.ts'
import { connectTestDatabase } from '../database.ts'
import { plainPlatformId, startPlainSimulator } from './plain-platform.ts'
import { insertAccount, insertPosts } from './publishing-engine.ts'
import type { SimulatedFault } from './simulator.ts'

const program = fileURLToPath(new URL('publishing-process.ts', import.meta.url))
const faults: SimulatedFault[] = ['lost_after', 'busy_after', 'lost_before', 'busy']

interface CrashOptions {
  posts: number
  processes: number
  /** How many times a process is killed. */
  kills: number
  leaseSeconds: number
  /** For how long a process may be stopped and then goes on, in milliseconds. */
  stop?: number
}

/**
 * Publishes posts by several processes of which one after another is killed or stopped at random, on a platform that loses answers: each
 * post has one effect, or waits for a person. Half of them are due later, and none is published before.
 */
export async function publishThroughCrashes({
  posts: count,
  processes: most,
  kills,
  leaseSeconds,
  stop,
}: CrashOptions) {
  const database = await connectTestDatabase()
  const platform = await startPlainSimulator()
  platform.setDelay(5)
  const { accessToken } = platform.state.tokens()
  const run = () => fork(program, [database.url, platform.origin, accessToken, String(leaseSeconds)])
  let processes: ChildProcess[] = []
  try {
    const accountId = await insertAccount(database.db, plainPlatformId)
    const now = Date.now()
    const dueOf = (index: number) => new Date(now + (index % 2) * 4_000)
    const posts = await insertPosts(
      database.db,
      Array.from({ length: count }, (_, index) => ({
        accountId,
        platform: plainPlatformId,
        dueAt: dueOf(index),
      })),
    )
    for (let index = 0; index < count / 20; index++)
      for (const fault of faults) if (index % 4 === faults.indexOf(fault)) platform.state.failNext(fault)
    processes = Array.from({ length: most }, run)
    for (let killed = 0; killed < kills; killed++) {
      await sleep(300 + Math.random() * 700)
      const victim = processes.shift()
      if (victim && stop && killed % 2 === 1) {
        victim.kill('SIGSTOP')
        await sleep(stop)
        victim.kill('SIGCONT')
        processes.push(victim)
        continue
      }
      victim?.kill('SIGKILL')
      processes.push(run())
    }
    // What has to be tried again waits for half a minute, for which a test does not.
    for (;;) {
      await database.db.execute(sql`
        UPDATE social_posts SET due_at = now() WHERE status = 'publishing' AND due_at > now()
          AND (leased_until IS NULL OR leased_until < now())`)
      const open = await database.db.$count(socialPosts, sql`status IN ('scheduled', 'publishing')`)
      if (open === 0) break
      assert.ok(Date.now() - now < 300_000, `${open} posts are still open`)
      await sleep(200)
    }
    const rows = await database.db.select().from(socialPosts)
    const effects = platform.countEffects()
    for (const [index, { id, key }] of posts.entries()) {
      const row = rows.find((one) => one.id === id)
      const shown = effects.get(key) ?? []
      const isOpen = row?.status === 'failed' && row.fault === 'unknown'
      assert.ok(
        isOpen ? shown.length <= 1 : shown.length === 1,
        `post ${index} was published ${shown.length} times`,
      )
      assert.ok(isOpen || row?.status === 'published', `post ${index} is ${row?.status} (${row?.fault})`)
      for (const { at } of shown) assert.ok(at >= dueOf(index), `post ${index} was published before its time`)
    }
    return {
      milliseconds: Date.now() - now,
      searched: await database.db
        .execute<{ count: string }>(sql`SELECT count(*) FROM social_attempts WHERE kind LIKE 'searched%'`)
        .then(({ rows: [row] }) => Number(row?.count)),
      undecided: rows.filter(({ fault }) => fault === 'unknown').length,
    }
  } finally {
    for (const one of processes) {
      const ended = once(one, 'exit')
      one.kill('SIGKILL')
      await ended
    }
    await platform.close()
    await database.close()
  }
}
