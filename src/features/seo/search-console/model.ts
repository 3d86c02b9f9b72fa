import type { IndexState } from '#features/seo/submission/contract.ts'
import { addDays, localDayOf } from '#shared/time/days.ts'
import type { SearchCounts, Verdict } from './contract.ts'

/** Google counts its days, and those of its quotas, in California. */
const googleZone = 'America/Los_Angeles'

/** The day of a moment in Google's calendar. */
export const googleDayOf = (moment: Date): string => localDayOf(moment, googleZone)

/** When the next day of Google's calendar begins, to the hour: one later after a night with a change of the clock. */
export function nextGoogleDay(now: Date): Date {
  const today = googleDayOf(now)
  const hour = 3_600_000
  let next = Math.floor(now.getTime() / hour) * hour
  while (googleDayOf(new Date(next)) === today) next += hour
  return new Date(next)
}

/** How many days are kept: Google keeps sixteen months. */
export const keptDays = 487

/** The oldest day that is kept. */
export const oldestKeptDay = (now: Date): string => addDays(googleDayOf(now), -keptDays)

/** What a verdict says of the index. `PARTIAL` is of former times. */
export function stateOf(verdict: Verdict | undefined): IndexState {
  if (verdict === 'PASS') return 'indexed'
  return verdict === undefined || verdict === 'VERDICT_UNSPECIFIED' ? 'unknown' : 'not_indexed'
}

/**
 * Whether a property of Search Console holds an address: one of a domain with everything below it whatever the protocol, or one of a
 * prefix (https://support.google.com/webmasters/answer/34592).
 */
export function holdsAddress(property: string, address: string): boolean {
  if (!property.startsWith('sc-domain:')) return address.startsWith(property)
  const domain = property.slice('sc-domain:'.length).toLowerCase()
  const { hostname } = new URL(address)
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Sums of clicks and impressions, and the mean place by impressions, as Google gives them for one day. */
export interface SearchSums {
  clicks: number
  impressions: number
  /** The sum of the places of all impressions. */
  places: number
}

/** What sums say, with rates to two decimals and places to one. */
export function describeSums({ clicks, impressions, places }: SearchSums): SearchCounts {
  const hasImpressions = impressions > 0
  return {
    ...{ clicks, impressions },
    click_rate: hasImpressions ? Math.round((clicks / impressions) * 10_000) / 100 : 0,
    position: hasImpressions ? Math.round((places / impressions) * 10) / 10 : null,
  }
}
