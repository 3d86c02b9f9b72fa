import { mostSlots, type Slot } from '#features/social/accounts/contract.ts'

/** The days from which a slot can be added at once. */
export const dayChoices = ['all', 'workdays', '1', '2', '3', '4', '5', '6', '7'] as const
export type DayChoice = (typeof dayChoices)[number]

/** Why a change of slots is not made. */
export type SlotFault = 'missing' | 'twice' | 'full'

export type SlotChange = { slots: Slot[] } | { fault: SlotFault }

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

function daysOf(choice: DayChoice): readonly number[] {
  if (choice === 'all') return weekdays
  return choice === 'workdays' ? weekdays.slice(0, 5) : [Number(choice)]
}

const isSame = (one: Slot, other: Slot) => one.weekday === other.weekday && one.time === other.time

/** Adds a time to days; those that have it already keep it once. Refused when all of them have it. */
export function addSlots(slots: readonly Slot[], choice: DayChoice, time: string): SlotChange {
  if (!/^\d\d:\d\d$/.test(time)) return { fault: 'missing' }
  const added = daysOf(choice)
    .map((weekday) => ({ weekday, time }))
    .filter((slot) => !slots.some((one) => isSame(one, slot)))
  if (added.length === 0) return { fault: 'twice' }
  return limited([...slots, ...added])
}

/** Gives every day the times of one. */
export function copyDay(slots: readonly Slot[], weekday: number): SlotChange {
  const times = timesOf(slots, weekday)
  return limited(weekdays.flatMap((day) => times.map((time) => ({ weekday: day, time }))))
}

export const removeSlot = (slots: readonly Slot[], removed: Slot): Slot[] =>
  slots.filter((slot) => !isSame(slot, removed))

/** The times of a day, in order. */
export const timesOf = (slots: readonly Slot[], weekday: number): string[] =>
  slots
    .filter((slot) => slot.weekday === weekday)
    .map(({ time }) => time)
    .sort()

const limited = (slots: Slot[]): SlotChange => (slots.length > mostSlots ? { fault: 'full' } : { slots })
