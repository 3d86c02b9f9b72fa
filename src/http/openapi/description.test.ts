import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { z } from 'zod'
import { adminPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { addressOf, askOf, readRoutes } from '../../../test/support/hostile/route-texts.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { apiGroups } from './parts.ts'

const Media = z.object({
  example: z.unknown().optional(),
  schema: z.looseObject({ format: z.string().optional() }),
})
const Content = z.record(z.string(), Media).default({})
const Refusals = z.record(
  z.string(),
  z.object({
    examples: z.record(z.string(), z.object({ value: z.object({ detail: z.string() }) })).default({}),
  }),
)
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.tuple([z.string()]),
  security: z.array(z.unknown()),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content })),
})
const Description = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  'x-tagGroups': z.array(z.object({ name: z.string(), tags: z.array(z.string()) })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ responses: z.record(z.string(), z.object({ content: Refusals })) }),
})

let app: TestApp
let text = ''
let description: z.infer<typeof Description>
let operations: (z.infer<typeof Operation> & { name: string })[] = []

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://firmeza.example' } })
  const reply = await app.send('/api/openapi.json')
  text = reply.text
  description = reply.read(Description)
  operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  )
})
after(() => app.close())

describe('the description of the API', () => {
  test('has no fault that a linter finds', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
    const file = join(folder, 'openapi.json')
    await writeFile(file, text)
    // So that it does not ask for newer versions of itself.
    const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const lint = [
      'node_modules/@redocly/cli/bin/cli.js',
      'lint',
      '--format=json',
      '--config=redocly.yaml',
      file,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, lint, { env }).catch((error) => error)
    await rm(folder, { recursive: true })
    const { problems } = z.object({ problems: z.array(z.looseObject({})) }).parse(JSON.parse(stdout))
    assert.deepEqual(problems, [])
  })

  test('names every operation once, in one part that has a sentence', () => {
    const ids = operations.map(({ operationId }) => operationId)
    assert.ok(ids.length > 100)
    assert.deepEqual(
      ids.filter((id) => !/^[a-z]+([A-Z][a-z]*)+$/.test(id)),
      [],
    )
    assert.equal(new Set(ids).size, ids.length)
    const used = new Set(operations.flatMap(({ tags }) => tags))
    assert.deepEqual(description.tags.map(({ name }) => name).toSorted(), [...used].sort())
    for (const tag of description.tags) assert.match(tag.description, /^[A-Z].*\.$/)
  })

  test('begins with what everyone may call, then signing in, then the team', () => {
    const groups = description['x-tagGroups']
    assert.deepEqual(
      groups.map(({ name }) => name),
      Object.values(apiGroups),
    )
    assert.deepEqual(
      groups.flatMap(({ tags }) => tags),
      description.tags.map(({ name }) => name),
    )
    const [open, , team] = groups
    assert.deepEqual(open?.tags.slice(0, 4), ['Registration', 'Published texts', 'Documents', 'Verification'])
    for (const { name, tags, security } of operations) {
      const [tag] = tags
      if (open?.tags.includes(tag)) assert.deepEqual(security, [], name)
      if (team?.tags.includes(tag)) assert.notDeepEqual(security, [], name)
    }
    // A path is where the first of its operations belongs.
    const ranks = Object.values(description.paths).map((path) =>
      Math.min(
        ...Object.values(path).map(({ tags }) => description.tags.findIndex(({ name }) => name === tags[0])),
      ),
    )
    assert.deepEqual(
      ranks,
      ranks.toSorted((one, other) => one - other),
    )
  })

  test('has an example of every body and every answer that is no file', () => {
    for (const { name, requestBody, responses } of operations) {
      const described = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.entries(part?.content ?? {}),
      )
      for (const [type, { example, schema }] of described) {
        if (
          schema.format === 'binary' ||
          type === 'multipart/form-data' ||
          type === 'application/problem+json'
        )
          continue
        assert.notEqual(example, undefined, `${name} ${type}`)
      }
    }
  })

  test('has examples that the server accepts', async () => {
    const admin = await app.signIn()
    // Test mails go to the user's own address.
    const profile = { name: 'Ana', email: 'admin@example.org', password: adminPassword }
    assert.equal((await admin('/api/auth/profile', { method: 'PUT', json: profile })).status, 200)
    const senders: Send[] = [app.send, admin]
    // What ends a session, needs a file, names a connected account or goes on for ever has no place here.
    const left = /auth|media|live|social\/posts$/
    for (const route of await readRoutes(app.send)) {
      const operation = operations.find(({ name }) => name === `${route.method.toLowerCase()} ${route.path}`)
      if (!operation || left.test(route.path)) continue
      const send = senders[operation.security.length] ?? app.send
      const [[type, { example }] = ['', {}]] = Object.entries(operation.requestBody?.content ?? {})
      const { method } = route
      const ask =
        typeof example === 'string'
          ? { method, body: example, headers: { 'content-type': type } }
          : type
            ? askOf(route, example, type)
            : { method }
      const reply = await send(addressOf(route), ask)
      const isAccepted = reply.status < 300 || [404, 409, 410].includes(reply.status)
      // A release of texts that there are not yet.
      assert.ok(isAccepted || reply.problem().errors === undefined, `${operation.name}: ${reply.text}`)
    }
  })

  test('has refusals with the sentences that the server answers', () => {
    assert.ok(Object.keys(description.components.responses).length > 20)
    for (const { content } of Object.values(description.components.responses)) {
      for (const [code, { value }] of Object.entries(content['application/problem+json']?.examples ?? {})) {
        assert.match(value.detail, /^[A-Z][^{}]* [^{}]*$/, code)
      }
    }
  })

  test('names the public address', () => {
    assert.equal(description.servers[0].url, 'https://firmeza.example')
  })
})
