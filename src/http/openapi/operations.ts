import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Access } from '#http/access.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { exampleOf, type JsonSchema } from './examples.ts'
import { createRefusalWriter, listRefusals, nameRefusal, type RouteFacts } from './refusals.ts'
import { tidySchema } from './schemas.ts'

/** What is described of a route: its declaration, and its schemas as JSON Schema. */
export interface DescribedRoute {
  route: RouteOptions
  /** As it was declared, in zod. */
  declared: FastifySchema | undefined
  schema: FastifySchema
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A body that the route accepts, for the description of the API, where it is a file of text without a schema. */
    bodyExample?: string
  }
}

const outcomes: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted: it is done in the background',
  204: 'Done; the answer has no body',
}

const listHeaders = {
  'X-Total-Count': { type: 'integer', description: 'How many entries there are on all pages.' },
  Link: { type: 'string', description: 'The first, the previous and the next page (RFC 8288).' },
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Describes operations: their examples and refusals follow from the declarations of their routes. */
export function createOperationWriter(catalogues: Catalogues) {
  const write = createRefusalWriter(catalogues)
  const responses: Record<string, ReturnType<typeof write>> = {}

  /** The refusals of a route by status, each a reference to one of `responses`. */
  function referRefusals(facts: RouteFacts) {
    const references = [...listRefusals(facts)].map(([status, codes]) => {
      const name = nameRefusal(codes, facts.expects)
      responses[name] ??= write(status, codes, facts.expects)
      return [String(status), { $ref: `#/components/responses/${name}` }] as const
    })
    return Object.fromEntries(references)
  }

  return {
    /** All refusals that were referred to so far, by name. */
    responses,

    describe({ route, declared, schema }: DescribedRoute) {
      const {
        access = 'public',
        languages,
        expects,
        refusals = {},
        rateLimit,
        isVital = false,
        isPublicApi = false,
        bodyExample,
      } = route.config ?? {}
      const { body, querystring, params, response, ...rest } = schema
      const facts: RouteFacts = {
        ...{ access, refusals, isVital, isPublicApi },
        isLimitedToLanguages: typeof languages === 'function',
        isLimited: rateLimit !== 'own' && (rateLimit !== undefined || route.url.startsWith('/api/')),
        expects: expects ?? (body ? 'application/json' : undefined),
        hasParameters: params !== undefined,
        hasQuery: querystring !== undefined,
      }
      return {
        ...rest,
        ...describeScope(access),
        security: access === 'public' || access === 'optional' ? [] : [{ bearer: [] }],
        ...(facts.expects && {
          consumes: [facts.expects],
          body: describeBody(facts.expects, schema, bodyExample),
        }),
        ...(isSchema(querystring) && { querystring: describeParameters(querystring) }),
        ...(isSchema(params) && { params: describeParameters(params) }),
        ...(isSchema(response) && {
          response: describeAnswers(
            response as Record<string, unknown>,
            isSchema(querystring) && isPaged(querystring),
          ),
        }),
        'x-refusals': referRefusals(facts),
        'x-body-optional': declared?.body instanceof z.ZodType && declared.body.safeParse(undefined).success,
      }
    },
  }
}

/** The scope that an API key needs for a call; `null` where none will do. Not for calls that everyone may make. */
function describeScope(access: Access): { 'x-scope'?: string | null } {
  if (access === 'public' || access === 'optional') return {}
  const permission = 'permission' in access ? access.permission : access
  return { 'x-scope': permission.allowsKeys ? permission.action : null }
}

/** A body in every content type that the route takes. Files have no schema of their own. */
function describeBody(
  expects: string,
  { body, consumes = [expects] }: FastifySchema,
  example: string | undefined,
) {
  if (isSchema(body)) {
    const tidy = tidySchema(body)
    return { ...tidy, examples: [exampleOf(tidy, 'request')] }
  }
  const file = { type: 'string', format: 'binary' }
  const form = { type: 'object', properties: { file }, required: ['file'] }
  return {
    content: Object.fromEntries(
      consumes.map((type) => {
        const text = example === undefined ? file : { type: 'string', examples: [example] }
        return [type, { schema: type === 'multipart/form-data' ? form : text }]
      }),
    ),
  }
}

/** The parameters of a path or a query, each with its example where it is needed. */
function describeParameters(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [], ...rest } = tidySchema(schema)
  const described = Object.entries(properties).map(([name, part]) => {
    const example = required.includes(name) ? [exampleOf(part, 'request', name)] : part.examples
    return [name, { ...part, ...(example && { examples: example }) }]
  })
  return { ...rest, required, properties: Object.fromEntries(described) }
}

const isPaged = ({ properties = {} }: JsonSchema) => 'limit' in properties && 'offset' in properties

/** The answers to requests that succeed, with their examples. */
function describeAnswers(answers: Record<string, unknown>, isList: boolean) {
  const described = Object.entries(answers).map(([status, answer]) => {
    const description = outcomes[status] ?? status
    // Zod has several ways to say that there is none.
    if (status === '204') return [status, { type: 'null', 'x-response-description': description }]
    if (!isSchema(answer)) return [status, { description }]
    if ('content' in answer)
      return [status, { description, content: describeContent(Object(answer.content)) }]
    const tidy = tidySchema(answer)
    return [
      status,
      {
        ...tidy,
        examples: [exampleOf(tidy, 'response')],
        ...(isList && { headers: listHeaders }),
        'x-response-description': description,
      },
    ]
  })
  return Object.fromEntries(described)
}

/** A response in several content types. Files have no example. */
function describeContent(content: Record<string, { schema?: unknown }>) {
  const described = Object.entries(content).map(([type, { schema }]) => {
    const tidy = isSchema(schema) ? tidySchema(schema) : {}
    const example = tidy.format === 'binary' ? {} : { example: exampleOf(tidy, 'response') }
    return [type, { schema: tidy, ...example }]
  })
  return Object.fromEntries(described)
}
