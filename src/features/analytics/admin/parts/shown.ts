import {
  type ListedDimension,
  type ListedFilters,
  listedDimensions,
  visitFilters,
} from '#features/analytics/contract.ts'
import type { Days } from '#shared/time/days.ts'
import { CalendarDay, isPeriod, type Period, periods } from '#shared/time/periods.ts'

/** Which dimensions each part of the screen can be narrowed by. */
export const filtersOf = {
  visits: listedDimensions,
  events: ['page', 'language', 'device', 'country'],
  speed: ['page', 'device'],
  people: ['country'],
  timeline: [],
} as const satisfies Record<string, readonly ListedDimension[]>
export type FilteredPart = keyof typeof filtersOf

/** What figures are shown of, as it stands in the address. */
export interface Shown {
  days: Period
  /** Instead of the last days. */
  range?: Days
  /** Whether the period before stands beside them. */
  isCompared: boolean
  filters: ListedFilters
}

const usualPeriod: Period = 30

/** Reads what is shown from the query of an address. What is invalid there is left out. */
export function readShown(params: URLSearchParams): Shown {
  const [from, to] = ['from', 'to'].map((name) => CalendarDay.safeParse(params.get(name)).data)
  const filters: Shown['filters'] = {}
  for (const dimension of listedDimensions) {
    const value = visitFilters[dimension].safeParse(params.get(dimension) ?? undefined).data
    if (value !== undefined) filters[dimension] = value
  }
  return {
    days: periods.find((period) => String(period) === params.get('days')) ?? usualPeriod,
    ...(from && to && isPeriod({ from, to }) && { range: { from, to } }),
    isCompared: params.get('compare') === 'before',
    filters,
  }
}

/** Writes what is shown as the query of an address, without what is usual. */
export function writeShown({ days, range, isCompared, filters }: Shown): URLSearchParams {
  const params = new URLSearchParams()
  if (range) writeRange(params, range)
  else if (days !== usualPeriod) params.set('days', String(days))
  if (isCompared) params.set('compare', 'before')
  for (const [dimension, value] of Object.entries(filters))
    if (value !== undefined) params.set(dimension, value)
  return params
}

/** By what figures are narrowed, in the order of the lists. */
export const listActive = (filters: Shown['filters']): ListedDimension[] =>
  listedDimensions.filter((one) => filters[one] !== undefined)

/** The query of a request for the figures of a part of the screen, in the shown period or in the one before. */
export function queryOf(
  { days, range, filters }: Shown,
  part: FilteredPart,
  when: 'now' | 'before' = 'now',
): string {
  const params = new URLSearchParams()
  if (range) writeRange(params, range)
  else params.set('days', String(days))
  if (when === 'before') params.set('previous', 'true')
  for (const dimension of filtersOf[part]) {
    const value = filters[dimension]
    if (value !== undefined) params.set(dimension, value)
  }
  return params.toString()
}

/** By which of the filters that are set a part of the screen cannot be narrowed. */
export function listUnapplied({ filters }: Shown, part: FilteredPart): ListedDimension[] {
  const applied: readonly ListedDimension[] = filtersOf[part]
  return listActive(filters).filter((one) => !applied.includes(one))
}

function writeRange(params: URLSearchParams, { from, to }: Days): void {
  params.set('from', from)
  params.set('to', to)
}
