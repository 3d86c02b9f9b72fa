import type { JsonSchema } from './examples.ts'

/**
 * A schema as the description shows it: without the patterns of formats, which say the same again, without the limits of
 * JavaScript's whole numbers, and with the keys of a record of known names as its properties.
 */
export function tidySchema(schema: JsonSchema): JsonSchema {
  const { $schema: _, properties, items, additionalProperties, propertyNames, ...rest } = schema
  if (rest.format) delete rest.pattern
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  const named = properties ?? listProperties(schema)
  for (const name of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (rest[name]) rest[name] = rest[name].map(tidySchema)
  }
  return {
    ...rest,
    ...(named && {
      properties: Object.fromEntries(Object.entries(named).map(([name, part]) => [name, tidySchema(part)])),
    }),
    ...(items && { items: tidySchema(items) }),
    ...(named && !properties
      ? { additionalProperties: false }
      : {
          ...(propertyNames && { propertyNames: tidySchema(propertyNames) }),
          ...(additionalProperties !== undefined && {
            additionalProperties:
              typeof additionalProperties === 'object'
                ? tidySchema(additionalProperties)
                : additionalProperties,
          }),
        }),
  }
}

/** The properties of a record whose keys are listed. */
function listProperties({ propertyNames, additionalProperties }: JsonSchema) {
  if (!propertyNames?.enum || typeof additionalProperties !== 'object') return undefined
  return Object.fromEntries(propertyNames.enum.map((name) => [String(name), additionalProperties]))
}
