import {
  findingStatuses,
  type GroupQuery,
  type RuleCode,
  ruleCodes,
  severities,
} from '#features/seo/prover/contract.ts'
import { isLanguage } from '#shared/languages.ts'

export const views = ['pages', 'findings', 'texts', 'data'] as const
export type View = (typeof views)[number]

/** What the screen shows, as its address says it. */
export interface Shown extends GroupQuery {
  view: View
  /** The rule whose findings are open. */
  rule: RuleCode | undefined
  /** What the listed pages have in an address or title. */
  search: string
  /** Whether only pages with findings are listed. */
  isFound: boolean
}

/** Reads an address. What it does not know it leaves out. */
export function readShown(params: URLSearchParams): Shown {
  const find = <Value extends string>(known: readonly Value[], name: string) =>
    known.find((value) => value === params.get(name))
  const language = params.get('language')
  return {
    view: find(views, 'view') ?? 'pages',
    severity: find(severities, 'severity'),
    language: isLanguage(language) ? language : undefined,
    status: find(findingStatuses, 'status') ?? 'open',
    path: params.get('path') ?? undefined,
    rule: find(ruleCodes, 'rule'),
    search: params.get('search') ?? '',
    isFound: params.get('found') === 'true',
  }
}

/** Writes an address; what is usual is left out. */
export function writeShown({ view, status, isFound, ...others }: Shown): URLSearchParams {
  const filters = Object.entries(others).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return new URLSearchParams(
    [
      ...(view === 'pages' ? [] : [['view', view] as const]),
      ...(status === 'open' ? [] : [['status', status] as const]),
      ...(isFound ? [['found', 'true'] as const] : []),
      ...filters,
    ].map((pair) => [...pair]),
  )
}

/** The filters as the API takes them. */
export function toFilters({ severity, language, status, path }: GroupQuery): Record<string, string> {
  return {
    status,
    ...(severity && { severity }),
    ...(language && { language }),
    ...(path !== undefined && { path }),
  }
}

/** Which pages are listed, as the API takes it. */
export const toPageFilters = ({ search, isFound }: Shown): Record<string, string> => ({
  ...(search && { search }),
  ...(isFound && { found: 'true' }),
})

/** Whether anything but what is usual is asked for. */
export const isFiltered = ({ severity, language, status, path }: GroupQuery): boolean =>
  severity !== undefined || language !== undefined || path !== undefined || status !== 'open'
