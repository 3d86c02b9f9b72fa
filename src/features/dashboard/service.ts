import type { Clock } from '#platform/clock.ts'
import { isAllowed } from '#shared/permissions.ts'
import { unknownCountry } from '#shared/regions.ts'
import type { Member } from '#shared/roles.ts'
import { type Days, listDays } from '#shared/time/days.ts'
import type { PeriodQuery } from '#shared/time/periods.ts'
import type {
  DashboardMetrics,
  DashboardQuery,
  FunnelFigures,
  FunnelStep,
  Performance,
  Timeline,
} from './contract.ts'
import { countErased, countSteps, describeSteps } from './funnel.ts'
import { rateOf } from './model.ts'
import type { Cohort, DashboardNeeds } from './ports.ts'

interface DashboardOptions extends DashboardNeeds {
  clock: Clock
  timeZone(): string
  /** How many days a lead has for the next step. */
  stepDays(): number
}

/** Creates the metrics of the dashboard, put together from what the features count. */
export function createDashboard(options: DashboardOptions) {
  const { clock, periodOf, countVisits, listCohorts, listSources, timeZone, stepDays } = options

  /** What every view of a period is made of, so that no two of them disagree. */
  async function collect({ country, ...query }: DashboardQuery) {
    const now = clock.now()
    const period = periodOf(query)
    const step_days = stepDays()
    const [visits, all] = await Promise.all([
      countVisits(period, country),
      listCohorts(period, new Date(now.getTime() - step_days * 86_400_000)),
    ])
    const cohorts =
      country === undefined ? all : all.filter((cohort) => (cohort.country || unknownCountry) === country)
    return { period, visits, cohorts, step_days, last_updated: now.toISOString() }
  }

  return {
    /** The metrics of a period. */
    async read(query: DashboardQuery): Promise<DashboardMetrics> {
      const { period, visits, cohorts, last_updated } = await collect(query)
      const counts = countSteps(visits, cohorts)
      const { registrations } = counts
      const bySegment = countBy(cohorts, ({ segment }) => segment)
      const byCountry = countBy(cohorts, ({ country }) => country || unknownCountry)
      return {
        summary: {
          total_signatures: counts.signatures_activated,
          total_leads: registrations,
          conversion_rate: rateOf(counts.signatures_activated, registrations),
        },
        segment_performance: {
          developer: performanceOf(bySegment.get('developer')),
          business: performanceOf(bySegment.get('business')),
          academic: performanceOf(bySegment.get('academic')),
          ngo_gov: performanceOf(bySegment.get('ngo_gov')),
        },
        timeline: { daily: describeDays(period, cohorts) },
        geographic: Object.fromEntries(
          [...byCountry]
            .sort(([, one], [, other]) => other.registrations - one.registrations)
            .map(([country, registered]) => [country, performanceOf(registered)]),
        ),
        funnel: describeFunnel(counts),
        last_updated,
      }
    },

    /** What the team did in a period, as far as a user may see it. */
    async readTimeline(query: PeriodQuery, reader: Member): Promise<Timeline> {
      const days = { ...periodOf(query), timeZone: timeZone() }
      const sources = listSources().filter(({ permission }) => isAllowed(reader, permission))
      const found = await Promise.all(sources.map((source) => source.list(days)))
      return {
        events: sources
          .flatMap(({ kind }, index) => (found[index] ?? []).map((event) => ({ ...event, kind })))
          .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
      }
    },

    /** How far those have come who registered in a period, step by step. */
    async readFunnel(query: DashboardQuery): Promise<FunnelFigures> {
      const { period, visits, cohorts, step_days, last_updated } = await collect(query)
      return {
        ...{ ...period, time_zone: timeZone(), step_days },
        steps: describeSteps(visits, cohorts),
        erased: countErased(cohorts),
        last_updated,
      }
    },
  }
}
export type Dashboard = ReturnType<typeof createDashboard>

/** How many registered, and how many of them have activated their signature. */
interface Counted {
  registrations: number
  activations: number
}

const nobody: Counted = { registrations: 0, activations: 0 }

/** The counts of cohorts by what they have in common. */
function countBy(cohorts: readonly Cohort[], keyOf: (cohort: Cohort) => string): Map<string, Counted> {
  const counts = new Map<string, Counted>()
  for (const cohort of cohorts) {
    const { registrations, activations } = counts.get(keyOf(cohort)) ?? nobody
    counts.set(keyOf(cohort), {
      registrations: registrations + cohort.registrations,
      activations: activations + cohort.activated,
    })
  }
  return counts
}

function performanceOf({ registrations, activations }: Counted = nobody): Performance {
  return { registrations, activations, conversion_rate: rateOf(activations, registrations) }
}

function describeDays(period: Days, cohorts: readonly Cohort[]): DashboardMetrics['timeline']['daily'] {
  const registered = countBy(cohorts, ({ day }) => day)
  return Object.fromEntries(
    listDays(period).map((day) => {
      const { registrations, activations } = registered.get(day) ?? nobody
      return [day, { register: registrations, signature_activated: activations }]
    }),
  )
}

function describeFunnel(counts: Record<FunnelStep, number>): DashboardMetrics['funnel'] {
  const { visits, registrations, emails_sent, emails_opened, links_clicked } = counts
  return {
    ...counts,
    conversion_rates: {
      visit_to_register: rateOf(registrations, visits),
      email_open_rate: rateOf(emails_opened, emails_sent),
      click_through_rate: rateOf(links_clicked, emails_opened),
      overall_conversion: rateOf(counts.signatures_activated, visits),
    },
  }
}
