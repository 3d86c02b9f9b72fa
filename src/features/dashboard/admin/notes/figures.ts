import type { FunnelFigures, FunnelStep, Share } from '#features/dashboard/contract.ts'
import type { ExportRequest } from '#features/early-adopters/contract.ts'
import type { MailStep } from '#features/mail/model.ts'
import type { Segment } from '#shared/segments.ts'

/** A figure of the dashboard that can say what it means. */
export type Figure =
  | { kind: 'signatures' | 'conversion' | 'leads' | 'timeline' | 'visits' }
  | { kind: 'step'; step: FunnelStep }
  | { kind: 'segment'; segment: Segment; registrations: number; activations: number }
  | { kind: 'country'; country: string; registrations: number; activations: number }

/** What there is a definition of. */
export const definitions = [
  ...(['signatures', 'conversion', 'leads', 'segment', 'country', 'timeline', 'visits', 'views'] as const),
  ...(['emails_sent', 'emails_opened', 'links_clicked', 'forms_started'] as const),
]
export type Definition = (typeof definitions)[number]

/** A part of a whole, and what the whole is. */
export interface Calculation extends Pick<Share, 'part' | 'whole'> {
  of: 'ofPrevious' | 'ofRegistrations'
}

/** The people whom a figure counts: those whom the list has, and how many have been erased since. */
export interface Rows {
  path: string
  listed: number
  erased: number
}

/** Why there is no list of a figure. */
export type NoRows = 'noIdentity' | 'noneYet'

/** What a figure says about itself. */
export interface Explanation {
  definitions: Definition[]
  calculations: Calculation[]
  rows: Rows | NoRows
  /** The route of the API that answers it, and its fields there. */
  api: { path: string; fields: string[] }
  /** Whether the e-mail metrics have a figure of the same name. */
  isInMailMetrics: boolean
}

/** What a step counts, after whom it is a part of. */
const definitionsOfSteps: Record<FunnelStep, Definition[]> = {
  visits: ['visits'],
  registrations: ['leads'],
  emails_sent: ['emails_sent'],
  emails_opened: ['emails_sent', 'emails_opened'],
  links_clicked: ['emails_sent', 'links_clicked'],
  forms_started: ['leads', 'forms_started'],
  signatures_activated: ['signatures'],
}

/** By what the list is narrowed to those who reached a step; undefined where it cannot be. */
const filtersOfSteps: Partial<Record<FunnelStep, { step?: MailStep }>> = {
  registrations: {},
  emails_sent: { step: 'sent' },
  emails_opened: { step: 'opened' },
  links_clicked: { step: 'clicked' },
}

/** What a figure means, how its rates are calculated, whom it counts, and where else it is. */
export function explainFigure(figure: Figure, funnel: FunnelFigures): Explanation {
  const stepOf = (step: FunnelStep) => funnel.steps.find((one) => one.step === step)
  const registered = stepOf('registrations')
  const all = { reached: registered?.reached ?? 0, erased: registered?.erased ?? 0 }
  const rowsOf = (filter: ExportRequest['filter'], counted: { reached: number; erased: number }): Rows => ({
    path: listPath(funnel, filter),
    listed: counted.reached - counted.erased,
    erased: counted.erased,
  })
  const none = { calculations: [], isInMailMetrics: false }
  const activated = (part: number, whole: number) => [{ part, whole, of: 'ofRegistrations' as const }]

  const metrics = (field: string) => ({ path: '/api/admin/metrics/dashboard', fields: [field] })

  switch (figure.kind) {
    case 'signatures':
      return {
        ...none,
        definitions: ['signatures'],
        rows: 'noneYet',
        api: metrics('summary.total_signatures'),
      }
    case 'conversion':
      return {
        ...{
          ...none,
          definitions: ['conversion'],
          rows: rowsOf({}, all),
          api: metrics('summary.conversion_rate'),
        },
        calculations: activated(stepOf('signatures_activated')?.reached ?? 0, all.reached),
      }
    case 'leads':
      return { ...none, definitions: ['leads'], rows: rowsOf({}, all), api: metrics('summary.total_leads') }
    case 'timeline':
      return { ...none, definitions: ['timeline'], rows: rowsOf({}, all), api: metrics('timeline.daily') }
    case 'visits':
      return {
        ...{ ...none, definitions: ['visits', 'views'], rows: 'noIdentity' },
        api: { path: '/api/analytics/visits', fields: ['total', 'days', 'top'] },
      }
    case 'segment': {
      const { segment, registrations, activations } = figure
      const erased = funnel.erased.by_segment[segment]
      return {
        ...{ ...none, definitions: ['segment'], api: metrics(`segment_performance.${segment}`) },
        calculations: activated(activations, registrations),
        rows: rowsOf({ segment }, { reached: registrations, erased }),
      }
    }
    case 'country': {
      const { country, registrations, activations } = figure
      const erased = funnel.erased.by_country[country] ?? 0
      return {
        ...{ ...none, definitions: ['country'], api: metrics(`geographic.${country}`) },
        calculations: activated(activations, registrations),
        rows: rowsOf({ country }, { reached: registrations, erased }),
      }
    }
    case 'step': {
      const { step } = figure
      const filter = filtersOfSteps[step]
      const found = stepOf(step)
      return {
        definitions: definitionsOfSteps[step],
        calculations: found ? sharesOf(found) : [],
        rows: filter && found ? rowsOf(filter, found) : step === 'visits' ? 'noIdentity' : 'noneYet',
        api: metrics(`funnel.${step}`),
        isInMailMetrics: filter?.step !== undefined,
      }
    }
  }
}

function sharesOf({ of_previous, of_registrations }: FunnelFigures['steps'][number]): Calculation[] {
  const shares = { ofPrevious: of_previous, ofRegistrations: of_registrations }
  return (['ofPrevious', 'ofRegistrations'] as const).flatMap((of) => {
    const share = shares[of]
    return share ? [{ part: share.part, whole: share.whole, of }] : []
  })
}

/** The list of people, narrowed to those who registered in the period. */
function listPath({ from, to }: FunnelFigures, filter: ExportRequest['filter']): string {
  const narrowed: ExportRequest['filter'] = { ...filter, registered_from: from, registered_to: to }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(narrowed)) params.set(name, String(value))
  return `/admin/early-adopters?${params}`
}
