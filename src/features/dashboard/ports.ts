import type { Segment } from '#shared/segments.ts'
import type { Days } from '#shared/time/days.ts'
import type { PeriodQuery } from '#shared/time/periods.ts'
import type { TimelineSource } from '#shared/time/timeline.ts'

/** Those who registered on one day from one country, and how many of them a mail reached, opened it, followed a link. */
export interface Cohort {
  day: string
  segment: Segment
  /** Empty when it is not known. */
  country: string
  registrations: number
  sent: number
  opened: number
  clicked: number
  /** How many began the form of their signature, and activated it. Each step has those before it. */
  started: number
  activated: number
  /** How many are still under way at the furthest step that they have reached. */
  registered_under_way: number
  sent_under_way: number
  opened_under_way: number
  clicked_under_way: number
  started_under_way: number
  /** Whether they have been erased since: counts without rows. */
  is_erased: boolean
}

/** What the dashboard asks of other features. */
export interface DashboardNeeds {
  periodOf(query: PeriodQuery): Days
  /** The visits of a period; those from one country only, where it says one. */
  countVisits(period: Days, country?: string): Promise<number>
  /** What features have for the time line. */
  listSources(): readonly TimelineSource[]
  /** Those who registered in a period. Still under way are those who reached their furthest step after a moment. */
  listCohorts(period: Days, stepsAfter: Date): Promise<Cohort[]>
}
