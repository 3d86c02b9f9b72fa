import { conflictDistance, resolveWallTime, wallTimeAt } from '#features/social/posts/model.ts'
import { addDays } from '#shared/time/days.ts'

/** The times of the day at which posts are queued. */
const queueTimes = ['09:00', '13:00', '18:00'] as const

const days = 60

/** The next of the queue's times at which none of several posts is published; undefined when the next two months are full. */
export function findFreeTime(now: Date, timeZone: string, taken: readonly string[]): string | undefined {
  const today = wallTimeAt(now, timeZone).slice(0, 10)
  const times = taken.map((time) => Date.parse(time))
  for (let day = 0; day < days; day++)
    for (const time of queueTimes) {
      const wallTime = `${addDays(today, day)}T${time}`
      const instant = resolveWallTime(wallTime, timeZone).instant.getTime()
      // A moment to look at it once more.
      if (instant < now.getTime() + 300_000) continue
      if (times.every((one) => Math.abs(one - instant) >= conflictDistance)) return wallTime
    }
  return undefined
}
