import type { SocialAccount, Timetable } from '#features/social/accounts/contract.ts'
import { conflictDistance, resolveWallTime, wallTimeAt } from '#features/social/posts/model.ts'
import { addDays } from '#shared/time/days.ts'

type QueuedAccount = Pick<SocialAccount, 'id' | 'account_name' | 'timetable'>

interface Queue {
  now: Date
  /** That of the composer. */
  timeZone: string
  /** When the accounts publish already. */
  taken: readonly string[]
}

export interface FreeSlot {
  /** On the clock of the composer. */
  wallTime: string
  /** Whose slot it is where the accounts have no free one in common. */
  ownOf: QueuedAccount | undefined
}

const days = 60
// To look at it once more, in milliseconds.
const shortestWait = 300_000

/** The account whose slots are taken where several have none in common: the first that has any. */
export const findLead = <Account extends QueuedAccount>(accounts: readonly Account[]): Account | undefined =>
  accounts.find(({ timetable }) => timetable.slots.length > 0)

/**
 * The earliest slot of accounts near which none of them publishes. Of several accounts it is one that all of them have, or else one of the
 * first that has any. Undefined when there is none within two months.
 */
export function findFreeSlot(
  accounts: readonly QueuedAccount[],
  { now, timeZone, taken }: Queue,
): FreeSlot | undefined {
  const lead = findLead(accounts)
  if (!lead) return undefined
  const times = taken.map((time) => Date.parse(time))
  const free = listMoments(lead.timetable, now).filter(
    (moment) =>
      times.every((time) => Math.abs(time - moment) >= conflictDistance) && canBeWritten(moment, timeZone),
  )
  const common = free.find((moment) => accounts.every(({ timetable }) => hasSlot(timetable, moment)))
  const moment = common ?? free[0]
  if (moment === undefined) return undefined
  return {
    wallTime: wallTimeAt(new Date(moment), timeZone),
    ownOf: common === undefined ? lead : undefined,
  }
}

/** The moments of a timetable within two months, in order. */
function listMoments({ time_zone, slots }: Timetable, now: Date): number[] {
  const today = wallTimeAt(now, time_zone).slice(0, 10)
  const moments = Array.from({ length: days }, (_, index) => addDays(today, index)).flatMap((day) =>
    slots
      .filter(({ weekday }) => weekday === weekdayOf(day))
      .map(({ time }) => resolveWallTime(`${day}T${time}`, time_zone).instant.getTime()),
  )
  return moments.filter((moment) => moment >= now.getTime() + shortestWait).sort((one, other) => one - other)
}

const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

/** Whether a moment is one of a timetable, also where clocks are put forward over it. */
function hasSlot({ time_zone, slots }: Timetable, moment: number): boolean {
  const day = wallTimeAt(new Date(moment), time_zone).slice(0, 10)
  return slots.some(
    ({ weekday, time }) =>
      weekday === weekdayOf(day) && resolveWallTime(`${day}T${time}`, time_zone).instant.getTime() === moment,
  )
}

/** Whether the composer's clock shows a moment first when it shows that time: of two moments it takes the first. */
const canBeWritten = (moment: number, timeZone: string) =>
  resolveWallTime(wallTimeAt(new Date(moment), timeZone), timeZone).instant.getTime() === moment
