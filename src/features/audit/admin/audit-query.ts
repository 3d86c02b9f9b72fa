import { readFieldValue } from '#admin/kit/moment.ts'
import { type AuditFilter, authorKinds, changeOperations } from '#features/audit/contract.ts'

/** Which changes are shown. */
export interface ShownChanges {
  search: string
  page: number
  author: (typeof authorKinds)[number] | undefined
  operation: (typeof changeOperations)[number] | undefined
  subject: string | undefined
  row: string | undefined
  person: string | undefined
  user: string | undefined
  /** Days, such as `2026-11-25`, both included. */
  from: string | undefined
  to: string | undefined
}

/** No filter at all. */
export const allChanges: Omit<ShownChanges, 'search' | 'page'> = {
  ...{ author: undefined, operation: undefined, subject: undefined, row: undefined },
  ...{ person: undefined, user: undefined, from: undefined, to: undefined },
}

/** Reads the filters from an address. */
export function readAuditQuery(params: URLSearchParams): ShownChanges {
  const read = (name: string) => params.get(name) || undefined
  return {
    search: params.get('search') ?? '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    author: authorKinds.find((kind) => kind === read('author')),
    operation: changeOperations.find((operation) => operation === read('operation')),
    ...{ subject: read('subject'), row: read('row'), person: read('person'), user: read('user') },
    ...{ from: read('from'), to: read('to') },
  }
}

/** Writes the filters into an address. */
export function writeAuditQuery({ search, page, ...filters }: ShownChanges): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  if (page > 1) params.set('page', String(page))
  return params
}

/** The filter that the API is asked with: days become moments in the time zone of the panel. */
export function filterOf({ page: _, from, to, ...filter }: ShownChanges): AuditFilter {
  const start = from && readFieldValue(`${from}T00:00`)
  const end = to && readFieldValue(`${to}T23:59`)
  return {
    ...filter,
    from: start ? start.toISOString() : undefined,
    to: end ? new Date(end.getTime() + 59_999).toISOString() : undefined,
  }
}
