import { type SignatureState, signatureStates } from '#features/signatures/contract.ts'

/** How the list of signatures is narrowed, as the address of the screen says it. Pages count from 1. */
export interface SignatureListQuery {
  search: string
  state: SignatureState | undefined
  page: number
}

export const pageSize = 50
const longestSearch = 200
// The API looks no further than this offset.
const lastPage = 10_000_000 / pageSize

/** Reads the list's address; invalid values are ignored. */
export function readListQuery(params: URLSearchParams): SignatureListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, longestSearch),
    state: signatureStates.find((one) => one === params.get('state')),
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  }
}

/** Writes the list's address without default values. */
export function writeListQuery({ search, state, page }: SignatureListQuery): URLSearchParams {
  return new URLSearchParams({
    ...(search && { search }),
    ...(state && { state }),
    ...(page > 1 && { page: String(page) }),
  })
}

/** The API's address of one page of the list. */
export function listPath({ search, state, page }: SignatureListQuery): string {
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(state && { state }),
    limit: String(pageSize),
    ...(page > 1 && { offset: String((page - 1) * pageSize) }),
  })
  return `/api/signatures?${params}`
}

/** Whether the list is filtered. */
export const isNarrowed = ({ search, state }: SignatureListQuery): boolean =>
  search !== '' || state !== undefined
