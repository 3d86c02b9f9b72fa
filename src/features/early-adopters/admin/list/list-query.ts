import { z } from 'zod'
import { type ExportRequest, FilterCountry, type SortColumn } from '#features/early-adopters/contract.ts'
import { type MailStep, mailSteps } from '#features/mail/model.ts'
import { type BadgeType, badgeTypes } from '#shared/badge-types.ts'
import { type Language, languages } from '#shared/languages.ts'
import { type LeadKind, leadKinds } from '#shared/lead-requests.ts'
import { type Segment, segments } from '#shared/segments.ts'
import { CalendarDay } from '#shared/time/periods.ts'

/** The badge that those on the list hold; `any` for at least one, `none` for none. */
export const badgeChoices = ['any', 'none', ...badgeTypes] as const
export type BadgeChoice = 'any' | 'none' | BadgeType

/** The orders that the list can be in, as a choice names them. */
export const sortings = [
  'created_at_desc',
  'created_at_asc',
  'name_asc',
  'name_desc',
  'email_asc',
  'email_desc',
] as const
export type Sorting = (typeof sortings)[number]
const newestFirst: Sorting = 'created_at_desc'

/** The orders that a user can choose: by address only with the permission to read addresses. */
export const listSortings = ({ seesAddresses }: { seesAddresses: boolean }): readonly Sorting[] =>
  seesAddresses ? sortings : sortings.filter((sorting) => splitSorting(sorting).column !== 'email')

/** How the list is narrowed and sorted, as the address of the screen says it. Pages count from 1. */
export interface ListQuery {
  search: string
  segment: Segment | undefined
  badge: BadgeChoice | undefined
  language: Language | undefined
  kind: LeadKind | undefined
  /** The id of a tag. */
  tag: string | undefined
  /** An ISO 3166-1 code; `ZZ` for none. */
  country: string | undefined
  /** The first and the last day of their registration. */
  registeredFrom: string | undefined
  registeredTo: string | undefined
  /** The step that mails have reached with them. */
  step: MailStep | undefined
  sorting: Sorting
  page: number
}

export const pageSize = 50
/** The page size of the API. */
export const largestPage = 200
const uuid = z.uuid()
const longestSearch = 200
// The API looks no further than this offset.
const lastPage = 10_000_000 / pageSize

/** Reads the list's address; invalid values are ignored. */
export function readListQuery(params: URLSearchParams, reader: { seesAddresses: boolean }): ListQuery {
  const find = <T extends string>(known: readonly T[], name: string) =>
    known.find((one) => one === params.get(name))
  const held = params.get('has_badge')
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, longestSearch),
    segment: find(segments, 'segment'),
    badge: find(badgeTypes, 'badge') ?? (held === 'true' ? 'any' : held === 'false' ? 'none' : undefined),
    language: find(languages, 'language'),
    kind: find(leadKinds, 'kind'),
    tag: uuid.safeParse(params.get('tag')).data,
    country: FilterCountry.safeParse(params.get('country')).data,
    registeredFrom: CalendarDay.safeParse(params.get('registered_from')).data,
    registeredTo: CalendarDay.safeParse(params.get('registered_to')).data,
    step: find(mailSteps, 'step'),
    sorting:
      listSortings(reader).find((one) => one === `${params.get('sort')}_${params.get('order')}`) ??
      newestFirst,
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  }
}

/** The filters of the list: part of its address and of the API's. */
export function writeFilter(query: Omit<ListQuery, 'sorting' | 'page'>): URLSearchParams {
  const { search, segment, badge, language, kind, tag, country, registeredFrom, registeredTo, step } = query
  const params = new URLSearchParams()
  const words = search.trim().slice(0, longestSearch)
  if (words) params.set('search', words)
  if (segment) params.set('segment', segment)
  if (badge === 'any' || badge === 'none') params.set('has_badge', String(badge === 'any'))
  else if (badge) params.set('badge', badge)
  if (language) params.set('language', language)
  if (kind) params.set('kind', kind)
  if (tag) params.set('tag', tag)
  if (country) params.set('country', country)
  if (registeredFrom) params.set('registered_from', registeredFrom)
  if (registeredTo) params.set('registered_to', registeredTo)
  if (step) params.set('step', step)
  return params
}

/** How many filters are chosen beside the search. */
export function countFilters(query: ListQuery): number {
  return writeFilter({ ...query, search: '' }).size
}

/** Whether the list is filtered. */
export function isNarrowed(query: ListQuery): boolean {
  return writeFilter(query).size > 0
}

/** The same for an export. */
export function exportFilter(query: ListQuery): ExportRequest['filter'] {
  const { search, segment, badge, language, kind, tag, country, registeredFrom, registeredTo, step } = query
  return {
    ...(search && { search }),
    ...(segment && { segment }),
    ...(language && { language }),
    ...(kind && { kind }),
    ...(tag && { tag }),
    ...(country && { country }),
    ...(registeredFrom && { registered_from: registeredFrom }),
    ...(registeredTo && { registered_to: registeredTo }),
    ...(step && { step }),
    ...(badge && (badge === 'any' || badge === 'none' ? { has_badge: badge === 'any' } : { badge })),
  }
}

/** What narrows the list under a filter of the API: the filters that it does not name are none. */
export function narrowedBy(filter: ExportRequest['filter']): Omit<ListQuery, 'sorting' | 'page'> {
  const { search = '', segment, badge, has_badge, language, kind, tag, ...others } = filter
  const { country, registered_from: registeredFrom, registered_to: registeredTo, step, ...none } = others
  // A new filter does not compile until the list can be narrowed by it.
  none satisfies Record<string, never>
  const held = has_badge === undefined ? undefined : has_badge ? 'any' : 'none'
  return {
    ...{ search, segment, badge: badge ?? held, language, kind, tag },
    ...{ country, registeredFrom, registeredTo, step },
  }
}

/** Writes the list's address without default values. */
export function writeListQuery(query: ListQuery): URLSearchParams {
  const params = writeFilter(query)
  if (query.sorting !== newestFirst) writeSorting(query.sorting, params)
  if (query.page > 1) params.set('page', String(query.page))
  return params
}

/** The API's address of one page of the list. */
export function listPath(query: ListQuery, size = pageSize): string {
  const params = writeFilter(query)
  if (query.sorting !== newestFirst) writeSorting(query.sorting, params)
  params.set('limit', String(size))
  if (query.page > 1) params.set('offset', String((query.page - 1) * size))
  return `/api/early-adopters?${params}`
}

function writeSorting(sorting: Sorting, params: URLSearchParams): void {
  const { column, order } = splitSorting(sorting)
  params.set('sort', column)
  params.set('order', order)
}

/** What a sorting is by, and in which direction. */
export function splitSorting(sorting: Sorting): { column: SortColumn; order: 'asc' | 'desc' } {
  const order = sorting.endsWith('_desc') ? 'desc' : 'asc'
  return { column: sorting.slice(0, -order.length - 1) as SortColumn, order }
}

/** The sorting that pressing a column's heading leads to: the other direction, or the column's natural one. */
export function nextSorting(current: Sorting, column: SortColumn): Sorting {
  const now = splitSorting(current)
  const natural = column === 'created_at' ? 'desc' : 'asc'
  const other = now.order === 'asc' ? 'desc' : 'asc'
  return `${column}_${now.column === column ? other : natural}`
}

/** How many of the filters by origin are set. */
export const countOriginFilters = ({ country, registeredFrom, registeredTo, step }: ListQuery): number =>
  [country, registeredFrom, registeredTo, step].filter((value) => value !== undefined).length
