import type { Clock } from '#platform/clock.ts'
import { type Days, listDays } from '#shared/time/days.ts'
import type { DashboardMetrics, Performance } from './contract.ts'
import { rateOf, unknownCountry } from './model.ts'
import type { Cohort, DashboardNeeds } from './ports.ts'

interface DashboardOptions extends DashboardNeeds {
  clock: Clock
}

/** How many have activated their signature: none until the site has signatures. */
const activations = 0

/** Creates the metrics of the dashboard, put together from what the features count. */
export function createDashboard({ clock, periodOf, countVisits, listCohorts }: DashboardOptions) {
  return {
    /** The metrics of the last days. */
    async read(days: number): Promise<DashboardMetrics> {
      const lastUpdated = clock.now().toISOString()
      const period = periodOf(days)
      const [visits, cohorts] = await Promise.all([countVisits(period), listCohorts(period)])
      const total = (step: 'registrations' | 'sent' | 'opened' | 'clicked') =>
        cohorts.reduce((sum, cohort) => sum + cohort[step], 0)
      const registrations = total('registrations')
      const bySegment = countBy(cohorts, ({ segment }) => segment)
      const byCountry = countBy(cohorts, ({ country }) => country || unknownCountry)
      return {
        summary: {
          total_signatures: activations,
          total_leads: registrations,
          conversion_rate: rateOf(activations, registrations),
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
            .sort(([, one], [, other]) => other - one)
            .map(([country, registered]) => [country, performanceOf(registered)]),
        ),
        funnel: describeFunnel(visits, {
          ...{ registrations, sent: total('sent'), opened: total('opened'), clicked: total('clicked') },
        }),
        last_updated: lastUpdated,
      }
    },
  }
}
export type Dashboard = ReturnType<typeof createDashboard>

/** The registrations of cohorts by what they have in common. */
function countBy(cohorts: readonly Cohort[], keyOf: (cohort: Cohort) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const cohort of cohorts)
    counts.set(keyOf(cohort), (counts.get(keyOf(cohort)) ?? 0) + cohort.registrations)
  return counts
}

function performanceOf(registrations = 0): Performance {
  return { registrations, activations, conversion_rate: rateOf(activations, registrations) }
}

function describeDays(period: Days, cohorts: readonly Cohort[]): DashboardMetrics['timeline']['daily'] {
  const registered = countBy(cohorts, ({ day }) => day)
  return Object.fromEntries(
    listDays(period).map((day) => [
      day,
      { register: registered.get(day) ?? 0, signature_activated: activations },
    ]),
  )
}

function describeFunnel(
  visits: number,
  people: Pick<Cohort, 'registrations' | 'sent' | 'opened' | 'clicked'>,
): DashboardMetrics['funnel'] {
  const { registrations, sent, opened, clicked } = people
  return {
    visits,
    registrations,
    emails_sent: sent,
    emails_opened: opened,
    links_clicked: clicked,
    forms_started: 0,
    signatures_activated: activations,
    conversion_rates: {
      visit_to_register: rateOf(registrations, visits),
      email_open_rate: rateOf(opened, sent),
      click_through_rate: rateOf(clicked, opened),
      overall_conversion: rateOf(activations, visits),
    },
  }
}
