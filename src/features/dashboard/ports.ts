import type { Segment } from '#shared/segments.ts'
import type { Days } from '#shared/time/days.ts'

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
}

/** What the dashboard asks of other features. */
export interface DashboardNeeds {
  /** The last days, today included. */
  periodOf(days: number): Days
  countVisits(period: Days): Promise<number>
  listCohorts(period: Days): Promise<Cohort[]>
}
