import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { ProblemDetails, problemMediaType } from '#http/problem-details.ts'
import type { CheckReply } from '../http-client.ts'

const Response = z.object({
  $ref: z.string().optional(),
  content: z
    .record(z.string(), z.object({ schema: z.looseObject({ format: z.string().optional() }) }))
    .optional(),
})
const Operation = z.object({ responses: z.record(z.string(), Response) })
const Description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ responses: z.record(z.string(), Response) }),
})

/** Statuses that answer for the connection or for a cache, whatever the operation. */
const ofAnyOperation = [304, 408, 431]

// All products of a process have the same routes.
const shared: DescriptionCache = {}

interface DescriptionCache {
  description?: ReturnType<typeof openDescription>
}

/**
 * Checks answers to operations in the API's description: the status must be described there, and so must be the content
 * type; a body of JSON must fit its schema. The description is read at the first such answer.
 */
export function createAnswerCheck(
  server: { swagger(): unknown },
  cache: DescriptionCache = shared,
): CheckReply {
  return ({ method, path }, reply) => {
    const description = cache.description ?? openDescription(server.swagger())
    cache.description = description
    const operation = description.find(method, path)
    if (!operation || ofAnyOperation.includes(reply.status)) return
    const what = `${method} ${operation.path}: ${reply.status}`
    const described = operation.responses[reply.status] ?? (reply.status >= 500 ? anyRefusal : undefined)
    assert.ok(described, `${what} is not in the description of the API: ${reply.text.slice(0, 300)}`)
    const type = String(reply.headers['content-type'] ?? '').split(';')[0] ?? ''
    const { content = {} } = described
    if (Object.keys(content).length === 0) return assert.equal(reply.text, '', `${what} has a body`)
    const media = content[type]
    assert.ok(media, `${what} is described as ${Object.keys(content)}, not as ${type}`)
    // HEAD has no body, and files have no schema.
    if (method === 'HEAD' || media.schema.format === 'binary') return
    if (type === problemMediaType) return void ProblemDetails.parse(JSON.parse(reply.text))
    const validate = description.validatorOf(media.schema)
    const body: unknown = type === 'text/plain' ? reply.text : JSON.parse(reply.text)
    assert.ok(validate(body), `${what}: ${JSON.stringify(validate.errors)}`)
  }
}

const anyRefusal: z.infer<typeof Response> = { content: { [problemMediaType]: { schema: {} } } }

function openDescription(document: unknown) {
  const { paths, components } = Description.parse(document)
  // Each schema is compiled for a few answers: optimizing it takes longer than it saves.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } })
  addFormats.default(ajv)
  const validators = new Map<object, ValidateFunction>()
  const patterns = Object.entries(paths)
    .map(([path, operations]) => ({
      path,
      operations,
      pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
    // Addresses without parameters go before those that they fit too.
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)

  return {
    find(method: string, address: string) {
      const [pathname = ''] = address.split('?')
      const found = patterns.find(({ pattern }) => pattern.test(pathname))
      const operation = found?.operations[method === 'HEAD' ? 'get' : method.toLowerCase()]
      if (!found || !operation) return undefined
      const responses = Object.entries(operation.responses).map(([status, response]) => [
        status,
        components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response,
      ])
      return { path: found.path, responses: Object.fromEntries(responses) as Operation['responses'] }
    },
    validatorOf(schema: object): ValidateFunction {
      const validate = validators.get(schema) ?? ajv.compile(schema)
      validators.set(schema, validate)
      return validate
    },
  }
}
type Operation = z.infer<typeof Operation>
