import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ProblemDetails, problemMediaType } from '#http/problem-details.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { createOperationWriter } from './operations.ts'
import { type ApiPart, groupParts, orderParts } from './parts.ts'

interface DescriptionOptions {
  publicUrl: string
  version: string
  catalogues: Catalogues
  parts: readonly ApiPart[]
}

const description = `The same calls that the site and its admin use.

- **Without an account**: register for the early-adopter programme, read the published texts and documents, and check credentials without asking us.
- **With an account**: sign in at \`POST /api/auth/login\` and send \`Authorization: Bearer <access_token>\`.
- Every refusal is \`application/problem+json\` (RFC 9457) in the language of \`Accept-Language\`.
- Times are ISO 8601 in UTC.`

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** What a route cannot foresee, such as an internal error. */
const anyRefusal = {
  description: 'Any other refusal',
  content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
}

/**
 * Collects the schemas of all routes registered after it. The description is written from them when it is first asked for:
 * examples, refusals and order follow from the routes.
 */
export async function collectOpenapi(server: FastifyInstance, options: DescriptionOptions): Promise<void> {
  const parts = orderParts(options.parts)
  const order = parts.map(({ name }) => name)
  const { describe, responses } = createOperationWriter(options.catalogues)
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Firmeza',
        version: options.version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: options.publicUrl }],
      tags: parts.map(({ name, description }) => ({ name, description })),
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (data) => {
      const { schema, url } = jsonSchemaTransform(data)
      if (schema.hide) return { url, schema }
      return { url, schema: describe({ route: data.route, declared: data.schema, schema }) }
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the API is described with OpenAPI 3')
      const { paths = {}, components } = document.openapiObject
      const { $schema: _, ...problem } = z.toJSONSchema(ProblemDetails)
      const entries = Object.entries(paths).map(([path, operations]) => {
        const tags = methods.flatMap((method) => completeOperation(operations?.[method]))
        return { path, operations, rank: Math.min(...tags.map((tag) => order.indexOf(tag))) }
      })
      entries.sort((one, other) => one.rank - other.rank)
      return Object.assign(document.openapiObject, {
        'x-tagGroups': groupParts(parts),
        paths: Object.fromEntries(entries.map(({ path, operations }) => [path, operations])),
        components: {
          ...components,
          schemas: { Problem: problem },
          responses: { ...responses, Problem: anyRefusal },
        },
      })
    },
  })
}

interface Operation {
  tags?: string[]
  responses?: Record<string, unknown>
  requestBody?: object
  'x-refusals'?: Record<string, unknown>
  'x-body-optional'?: boolean
}

/** Adds to an operation what the plugin has no place for, and returns its tags. */
function completeOperation(operation: Operation | undefined): string[] {
  if (!operation) return []
  const { 'x-refusals': refusals, 'x-body-optional': isBodyOptional } = operation
  delete operation['x-refusals']
  delete operation['x-body-optional']
  operation.responses = {
    ...operation.responses,
    ...refusals,
    default: { $ref: '#/components/responses/Problem' },
  }
  if (operation.requestBody && isBodyOptional)
    operation.requestBody = { ...operation.requestBody, required: false }
  return operation.tags ?? []
}
