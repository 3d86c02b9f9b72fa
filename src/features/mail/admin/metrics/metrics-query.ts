import { type MailKind, mailKinds } from '#features/mail/contract.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { type Segment, segments } from '#shared/segments.ts'
import { type Period, periods } from '#shared/time/periods.ts'

/** The filters of the metrics, as they are in the address of the screen. */
export interface MetricsChoice {
  days: Period
  kind?: MailKind | undefined
  language?: Language | undefined
  segment?: Segment | undefined
  campaign?: string | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filters from the address; invalid values are ignored. */
export function readChoice(params: URLSearchParams): MetricsChoice {
  const language = params.get('language')
  const campaign = params.get('campaign') ?? ''
  return {
    days: periods.find((period) => String(period) === params.get('days')) ?? 30,
    kind: mailKinds.find((kind) => kind === params.get('kind')),
    language: isLanguage(language) ? language : undefined,
    segment: segments.find((segment) => segment === params.get('segment')),
    campaign: uuid.test(campaign) ? campaign : undefined,
  }
}

/** Writes the filters as a query, for the address of the screen and for the API. */
export function writeChoice({ days, ...filters }: MetricsChoice): URLSearchParams {
  const params = new URLSearchParams(days === 30 ? {} : { days: String(days) })
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  return params
}

/** Whether any filter is set besides the period. */
export function isNarrowed({ days: _, ...filters }: MetricsChoice): boolean {
  return Object.values(filters).some(Boolean)
}
