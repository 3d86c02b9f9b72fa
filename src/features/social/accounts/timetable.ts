import type { Slot, Timetable } from './contract.ts'

/** From Monday to Friday. */
const workdays = [1, 2, 3, 4, 5] as const
const usualTimes = ['09:00', '13:00', '18:00'] as const

/** The timetable of an account about which nobody has said anything. */
export const usualTimetable = (timeZone: string): Timetable => ({
  time_zone: timeZone,
  slots: workdays.flatMap((weekday) => usualTimes.map((time) => ({ weekday, time }))),
})

/** Slots from Monday morning to Sunday night. */
export const sortSlots = (slots: readonly Slot[]): Slot[] =>
  slots.toSorted((one, other) => one.weekday - other.weekday || (one.time < other.time ? -1 : 1))
