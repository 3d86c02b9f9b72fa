import type { z } from 'zod'
import type { SocialFile } from '#features/social/files/contract.ts'
import type { Database } from '#platform/postgres.ts'
import { refuse } from './checks.ts'
import { type ScheduleForm, type SocialPost, WallTime } from './contract.ts'
import { resolveWallTime, wallTimeAt } from './model.ts'
import type { PostReading } from './reading.ts'
import type { Asker, Scheduling } from './scheduling.ts'
import { createPostStore } from './store.ts'

const minute = 60_000

type Form = z.infer<typeof ScheduleForm>

interface ScheduleOneOptions {
  db: Database
  scheduling: Scheduling
  reading: PostReading
  /** The time zone of the site. */
  timeZone(): string
}

/** Creates the function that schedules a post for one account, as programs send it. @throws {Problem} 422 */
export function createScheduleOne({ db, scheduling, reading, timeZone }: ScheduleOneOptions) {
  return async (
    form: Form,
    file: SocialFile | undefined,
    sender: Omit<Asker, 'what'>,
  ): Promise<SocialPost> => {
    const asker = { ...sender, what: { form, file: file && [file.name, file.size] } }
    const [known] = (await scheduling.findScheduled(asker)) ?? []
    if (known !== undefined) return reading.get(known)
    const zone = form.time_zone ?? timeZone()
    const account_id = await findAccount(db, form)
    const files = file ? [{ id: file.id, alternative_text: form.alternative_text }] : []
    const { content, title, target } = form
    const wish = {
      ...{ ...readTime(form.scheduled_at, zone), tracks_links: true },
      posts: [{ account_id, content, title, target, files }],
    }
    const [id = ''] = await scheduling.schedule(wish, asker)
    return reading.get(id)
  }
}
export type ScheduleOne = ReturnType<typeof createScheduleOne>

/** The account of a form: the one it names, or the only one of the platform. @throws {Problem} 422 */
async function findAccount(db: Database, { platform, account_id }: Form): Promise<string> {
  const store = createPostStore(db)
  if (account_id === undefined) {
    const [only, ...others] = await store.listAccountIds(platform)
    if (only === undefined) throw refuse([{ field: 'platform', code: 'social_platform_unconnected' }])
    if (others.length > 0) throw refuse([{ field: 'account_id', code: 'social_account_needed' }])
    return only
  }
  const [account] = await store.listAccounts([account_id])
  if (account?.platform !== platform) throw refuse([{ field: 'account_id', code: 'social_account_unknown' }])
  return account_id
}

/**
 * A time on the clock of a zone: it is one, or the moment at which that clock is read, to the minute after. A moment that the clock shows
 * a second time is told by that of UTC. @throws {Problem} 422
 */
function readTime(given: string, time_zone: string): { wall_time: string; time_zone: string } {
  const plain = given.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):00(\.0+)?$/, '$1')
  if (WallTime.safeParse(plain).success) return { wall_time: plain, time_zone }
  // Within the years that clocks everywhere can show.
  const hasZone = /^(1[1-9]|2[0-8])\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i.test(given)
  const time = hasZone ? Math.ceil(Date.parse(given) / minute) * minute : Number.NaN
  if (Number.isNaN(time)) throw refuse([{ field: 'scheduled_at', code: 'time_invalid' }])
  const moment = new Date(time)
  const wall_time = wallTimeAt(moment, time_zone)
  if (resolveWallTime(wall_time, time_zone).instant.getTime() === time) return { wall_time, time_zone }
  return { wall_time: wallTimeAt(moment, 'UTC'), time_zone: 'UTC' }
}
