import { z } from 'zod'
import type { Ask, Send } from '../http-client.ts'

/** The part of JSON Schema that the description of the API uses. */
export interface Schema {
  type?: string | undefined
  format?: string | undefined
  enum?: unknown[] | undefined
  minimum?: number | undefined
  maxLength?: number | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
  propertyNames?: Schema | undefined
  additionalProperties?: Schema | boolean | undefined
}
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    minimum: z.number().optional(),
    maxLength: z.number().optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    anyOf: z.array(Schema).optional(),
    propertyNames: Schema.optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
  }),
)
const Operation = z.object({
  parameters: z
    .array(z.object({ in: z.string(), name: z.string(), required: z.boolean(), schema: Schema }))
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
})
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** An operation in the description of the API. */
export interface Route {
  name: string
  method: string
  path: string
  operation: z.infer<typeof Operation>
}

/** Every operation in the description of the API. */
export async function readRoutes(send: Send): Promise<Route[]> {
  const { paths } = (await send('/api/openapi.json')).read(Description)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const verb = method.toUpperCase()
      return { name: `${verb} ${path}`, method: verb, path, operation }
    }),
  )
}

/** Valid values, by field name, where the schema does not determine one. */
const examples: Record<string, string> = {
  email: 'somebody@example.org',
  action_url: 'https://example.org/',
  source: 'a'.repeat(22),
}

/** A valid value of a schema. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, name)
  if (schema.enum) return schema.enum.includes('es') ? 'es' : schema.enum[0]
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (schema.format === 'date-time') return '2030-01-01T00:00:00Z'
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})]
  if (typeof schema.additionalProperties === 'object')
    return { [keyOf(schema)]: exampleOf(schema.additionalProperties) }
  if (schema.properties) {
    const required = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(required.map(([key, part]) => [key, exampleOf(part, key)]))
  }
  return schema.type === 'null' ? null : (examples[name] ?? 'Una prueba')
}
const keyOf = ({ propertyNames }: Schema) => String(exampleOf(propertyNames ?? {}))

interface TextField {
  path: string[]
  schema: Schema
}

/** Every string in a schema, with its path. */
export function textsOf(schema: Schema, path: string[] = []): TextField[] {
  if (schema.type === 'string' && !schema.enum) return [{ path, schema }]
  const { properties = {}, items, anyOf = [], additionalProperties } = schema
  return [
    ...Object.entries(properties).flatMap(([name, part]) => textsOf(part, [...path, name])),
    ...(items ? textsOf(items, [...path, '0']) : []),
    ...anyOf.flatMap((part) => textsOf(part, path)),
    ...(typeof additionalProperties === 'object'
      ? textsOf(additionalProperties, [...path, keyOf(schema)])
      : []),
  ]
}

/** A body with the text at a path replaced. */
export function withText(body: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(body)) return [withText(body[0], rest, text)]
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(body)
  return { ...fields, [name]: withText(fields[name], rest, text) }
}

/** The address of a route with values for its parameters. */
export function addressOf({ path, operation }: Route, values: Record<string, string> = {}): string {
  const parts = new Map(operation.parameters.map((parameter) => [parameter.name, parameter]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? String(exampleOf(parts.get(name)?.schema ?? {}))),
  )
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.name in values))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(values[name] ?? String(exampleOf(schema)))}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

export const formType = 'application/x-www-form-urlencoded'

/** A request with a body of a type. */
export function askOf({ method }: Pick<Route, 'method'>, body: unknown, type: string): Ask {
  const headers = { 'content-type': type }
  if (type !== formType) return { method, body: JSON.stringify(body), headers }
  const pairs = Object.entries(z.record(z.string(), z.unknown()).parse(body)).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
  return { method, body: new URLSearchParams(pairs).toString(), headers }
}
