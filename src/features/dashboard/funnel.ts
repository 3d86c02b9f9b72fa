import { unknownCountry } from '#shared/regions.ts'
import type { Segment } from '#shared/segments.ts'
import { type FunnelFigures, type FunnelStep, funnelSteps, type Share } from './contract.ts'
import { rateOf, wilsonInterval } from './model.ts'
import type { Cohort } from './ports.ts'

type Count = Exclude<keyof Cohort, 'day' | 'segment' | 'country' | 'is_erased'>

/** Which counts of cohorts are those of a step. */
const countsOfSteps: Partial<Record<FunnelStep, { reached: Count; underWay?: Count }>> = {
  registrations: { reached: 'registrations', underWay: 'registered_under_way' },
  emails_sent: { reached: 'sent', underWay: 'sent_under_way' },
  emails_opened: { reached: 'opened', underWay: 'opened_under_way' },
  links_clicked: { reached: 'clicked', underWay: 'clicked_under_way' },
  forms_started: { reached: 'started', underWay: 'started_under_way' },
  signatures_activated: { reached: 'activated' },
}

const sum = (cohorts: readonly Cohort[], count: Count | undefined) =>
  count ? cohorts.reduce((total, cohort) => total + cohort[count], 0) : 0

/** How many have reached each step. */
export function countSteps(visits: number, cohorts: readonly Cohort[]): Record<FunnelStep, number> {
  const reached = (step: FunnelStep) => sum(cohorts, countsOfSteps[step]?.reached)
  return {
    visits,
    registrations: reached('registrations'),
    emails_sent: reached('emails_sent'),
    emails_opened: reached('emails_opened'),
    links_clicked: reached('links_clicked'),
    forms_started: reached('forms_started'),
    signatures_activated: reached('signatures_activated'),
  }
}

/** What became of those who reached each step, and the rates between the steps. */
export function describeSteps(visits: number, cohorts: readonly Cohort[]): FunnelFigures['steps'] {
  const counts = countSteps(visits, cohorts)
  const erased = cohorts.filter(({ is_erased }) => is_erased)
  return funnelSteps.map((step, place) => {
    const reached = counts[step]
    const following = funnelSteps[place + 1]
    const previous = funnelSteps[place - 1]
    const wentOn = following ? counts[following] : 0
    const underWay = sum(cohorts, countsOfSteps[step]?.underWay)
    return {
      step,
      reached,
      next:
        step === 'visits' || !following
          ? null
          : { went_on: wentOn, under_way: underWay, lost: reached - wentOn - underWay },
      erased: sum(erased, countsOfSteps[step]?.reached),
      of_previous: previous ? shareOf(reached, counts[previous]) : null,
      of_registrations: place > 1 ? shareOf(reached, counts.registrations) : null,
    }
  })
}

/** How many of those who registered have been erased since, by what the dashboard shows them by. */
export function countErased(cohorts: readonly Cohort[]): FunnelFigures['erased'] {
  const erased = cohorts.filter(({ is_erased }) => is_erased)
  const of = (isOne: (cohort: Cohort) => boolean) => sum(erased.filter(isOne), 'registrations')
  const countries = new Set(erased.map(({ country }) => country))
  const ofSegment = (one: Segment) => of(({ segment }) => segment === one)
  return {
    by_segment: {
      developer: ofSegment('developer'),
      business: ofSegment('business'),
      academic: ofSegment('academic'),
      ngo_gov: ofSegment('ngo_gov'),
    },
    by_country: Object.fromEntries(
      [...countries].map((code) => [code || unknownCountry, of(({ country }) => country === code)]),
    ),
  }
}

function shareOf(part: number, whole: number): Share {
  const interval = wilsonInterval(part, whole)
  return {
    ...{ part, whole, rate: rateOf(part, whole) },
    interval: interval ? { low: rateOf(interval.low, 1), high: rateOf(interval.high, 1) } : null,
  }
}
