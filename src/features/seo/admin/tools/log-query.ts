import {
  type EngineName,
  engines,
  type SubmissionState,
  submissionStates,
} from '#features/seo/submission/contract.ts'

/** Which submissions are shown. */
export interface ShownSubmissions {
  search: string
  page: number
  engine: EngineName | undefined
  state: SubmissionState | undefined
}

/** Reads the filters of the log from an address. */
export function readLogQuery(params: URLSearchParams): ShownSubmissions {
  return {
    search: params.get('search') ?? '',
    page: 1,
    engine: engines.find((engine) => engine === params.get('engine')),
    state: submissionStates.find((state) => state === params.get('state')),
  }
}

/** The filters as the API and the address know them. */
export function narrow({ search, engine, state }: ShownSubmissions): Record<string, string> {
  return { ...(search && { search }), ...(engine && { engine }), ...(state && { state }) }
}

/** Writes the filters of the log into an address. */
export const writeLogQuery = (shown: ShownSubmissions) => new URLSearchParams(narrow(shown))
