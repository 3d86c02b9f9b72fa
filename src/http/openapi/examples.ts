import { exampleValues } from './example-values.ts'

/** The part of JSON Schema that zod writes for our schemas. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  minItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  pattern?: string
  maximum?: number
  $schema?: string
}

const formats: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  // Times in requests have to be in the future.
  'date-time': '2030-01-15T09:00:00.000Z',
  date: '2030-01-01',
  uri: 'https://example.org/',
  email: 'ana@example.org',
}

/**
 * An example of what a schema describes, from the examples of its parts (`.meta({ examples })` in the contracts) and from
 * what is usual for a format or a field. A request has what is required and what has an example of its own; a response has
 * everything.
 */
export function exampleOf(schema: JsonSchema, of: 'request' | 'response', field = ''): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined && of === 'request') return schema.default
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, of, field)
  const type = [schema.type].flat()[0]
  if (type === 'object') return objectExample(schema, of, field)
  if (type === 'array') return schema.items ? [exampleOf(schema.items, of, field)] : []
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return formats[schema.format ?? ''] ?? exampleValues[field] ?? field
}

function objectExample(
  schema: JsonSchema,
  of: 'request' | 'response',
  field: string,
): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema
  const shown = Object.entries(properties).filter(
    ([name, part]) => of === 'response' || required.includes(name) || hasExample(part),
  )
  const example = Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part, of, name)]))
  if (shown.length > 0 || typeof additionalProperties !== 'object') return example
  return { [String(exampleOf(propertyNames ?? {}, of, 'field'))]: exampleOf(additionalProperties, of, field) }
}

/** Whether a part was given an example, also as one of its choices. */
function hasExample({ examples, anyOf = [] }: JsonSchema): boolean {
  return examples !== undefined || anyOf.some(hasExample)
}
