import type { NewView } from '#features/analytics/intake/queue-store.ts'
import { localHourOf, monthOf } from '#shared/time/days.ts'

/** Numbers that follow from a seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (limit: number) => Math.floor(next() * limit),
    pick: <Value>(values: readonly [Value, ...Value[]]): Value =>
      values[Math.floor(next() * values.length)] ?? values[0],
    uuid: () =>
      'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(next() * 16).toString(16)),
  }
}
export type Random = ReturnType<typeof createRandom>

/** Days on which clocks change, and the end of a year. */
export const mornings = [
  '2026-03-28',
  '2026-10-24',
  '2026-03-07',
  '2026-10-31',
  '2026-04-04',
  '2026-12-31',
] as const
export const zones = [
  ...(['Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'] as const),
  ...(['Pacific/Auckland', 'America/Sao_Paulo'] as const),
] as const

/** Views of some people within three days, each at a moment of its own, in any order. */
export function makeViews(random: Random, timeZone: string): NewView[] {
  const start = Date.parse(random.pick(mornings))
  const people = new Map<string, string>()
  return Array.from({ length: 40 }, (_, index) => {
    const at = new Date(start + random.below(3 * 86_400) * 1000 + index)
    const { day, hour } = localHourOf(at, timeZone)
    const person = `${day} ${random.below(6)}`
    if (!people.has(person)) people.set(person, random.uuid())
    const isBot = random.below(10) === 0
    const id = random.uuid()
    const visitor = random.pick([people.get(person), people.get(person), people.get(person), id, undefined])
    return {
      ...{ id, month: monthOf(day), day, hour, at, isBot },
      visitor: isBot ? null : (visitor ?? null),
      page: random.pick(['/', '/about', '/register']),
      language: random.pick(['es', 'ar', 'hi']),
      source: random.pick(['', 'example.org', 'مثال.إختبار']),
      utmSource: random.pick(['', 'boletín']),
      ...{ utmMedium: '', utmTerm: '', utmContent: '' },
      utmCampaign: random.pick(['', 'otoño', 'primavera']),
      device: random.pick(['desktop', 'mobile', 'tablet']),
      country: random.pick(['', 'ES', 'MX']),
    }
  })
}
