import type { Access } from '#http/access.ts'
import { describeProblem, problemMediaType } from '#http/problem-details.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { exampleVariables } from './example-values.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Refusals that only the route's service knows of, for the description of the API: codes of `errors.json` by status.
     * Those that follow from access, limits and schemas are added to them.
     */
    refusals?: Readonly<Record<number, readonly string[]>>
  }
}

/** What is known of a route from its declaration. */
export interface RouteFacts {
  access: Access
  /** Whether users who are limited to languages are refused others. */
  isLimitedToLanguages: boolean
  /** The content type of its body; undefined when it takes none. */
  expects: string | undefined
  hasParameters: boolean
  hasQuery: boolean
  refusals: Readonly<Record<number, readonly string[]>>
  /** Whether its calls are counted. */
  isLimited: boolean
  isVital: boolean
  /** Whether admins can close it. */
  isPublicApi: boolean
}

interface ResponseObject {
  description: string
  headers?: Record<string, object>
  content: Record<string, { schema: object; examples: Record<string, { value: object }> }>
}

const retryAfter = { description: 'Seconds until another attempt makes sense.', schema: { type: 'integer' } }
const headers: Record<number, Record<string, object>> = {
  401: { 'WWW-Authenticate': { description: 'The scheme of the token.', schema: { type: 'string' } } },
  429: { 'Retry-After': retryAfter },
  503: { 'Retry-After': retryAfter },
}
const exampleField: RefusedField = { field: 'language', code: 'language_unknown' }

/** The refusals that a route can give, by status: codes of `errors.json`. */
export function listRefusals(route: RouteFacts): Map<number, string[]> {
  const { access, expects, refusals } = route
  const permission =
    typeof access === 'string' ? undefined : 'permission' in access ? access.permission : access
  const derived: [number, string | false | undefined][] = [
    [400, expects === 'application/json' ? 'invalid_json' : 'bad_request'],
    [401, permission && 'unauthorized'],
    [401, permission?.allowsKeys && 'api_key_refused'],
    [403, permission?.allowsKeys && 'key_scope_missing'],
    [403, permission?.allowsKeys === false && 'not_for_keys'],
    [403, permission && permission.least !== 'viewer' && 'forbidden'],
    [403, route.isLimitedToLanguages && 'language_not_yours'],
    [403, permission?.recentPassword && 'password_confirmation_required'],
    [403, route.isPublicApi && 'api_closed'],
    [404, route.hasParameters && 'not_found'],
    [413, expects && 'payload_too_large'],
    [415, expects && 'unsupported_media_type'],
    [422, (route.hasQuery || expects === 'application/json') && 'validation_failed'],
    [429, route.isLimited && 'rate_limited'],
    [503, !route.isVital && 'overloaded'],
  ]
  const declared = Object.entries(refusals).flatMap(([status, codes]) =>
    codes.map((code): [number, string] => [Number(status), code]),
  )
  const all = new Map<number, string[]>()
  for (const [status, code] of [...declared, ...derived].sort(([one], [other]) => one - other)) {
    if (!code) continue
    const codes = all.get(status) ?? []
    if (!codes.includes(code)) all.set(status, [...codes, code])
  }
  return all
}

/** Writes refusals for the description, with the answers that the server gives in English as their examples. */
export function createRefusalWriter(catalogues: Catalogues) {
  const t = catalogues.translator('en')

  return (status: number, codes: readonly string[], expects = 'application/json'): ResponseObject => {
    const exampleOf = (code: string) => {
      const problem = new Problem(code, status, {
        params: { ...exampleVariables, expected: expects },
        ...(status in headers && status !== 401 && { retryAfter: 10 }),
        ...(code === 'validation_failed' && { fields: [exampleField] }),
        ...(code === 'password_confirmation_required' && { extra: { code } }),
      })
      return { value: describeProblem(problem, 'en', catalogues) }
    }
    return {
      description: t(`errors:title.${status}`),
      ...(headers[status] && { headers: headers[status] }),
      content: {
        [problemMediaType]: {
          schema: { $ref: '#/components/schemas/Problem' },
          examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code)])),
        },
      },
    }
  }
}

/** The name of a refusal among the components of the description, such as `NotFound` or `BadgeHeldOrBadgeNotHeld`. */
export function nameRefusal(codes: readonly string[], expects: string | undefined): string {
  const isOther = codes.includes('unsupported_media_type') && expects && expects !== 'application/json'
  const words = codes.map((code) => `_${code}`).join('_or')
  return `${words}${isOther ? `_for_${expects}` : ''}`.replace(/[^a-z0-9]+([a-z0-9])/g, (_, first: string) =>
    first.toUpperCase(),
  )
}
