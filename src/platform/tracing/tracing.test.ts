import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { createLog } from '#platform/log.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import { findTracer, inSpan, setTracer } from './spans.ts'

const Value = z.looseObject({ stringValue: z.string().optional(), intValue: z.number().optional() })
const SentSpan = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.looseObject({ key: z.string(), value: Value })),
  status: z.looseObject({ code: z.number().optional() }),
})
const Sent = z.looseObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: z.array(z.looseObject({ key: z.string(), value: Value })) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(SentSpan) })),
    }),
  ),
})

/** A collector that takes traces by OTLP over HTTP, as JSON, and keeps them. */
async function startCollector() {
  const sent: z.infer<typeof Sent>[] = []
  const requests: { url: string | undefined; authorization: string | undefined }[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    requests.push({ url: request.url, authorization: request.headers.authorization })
    const body = await json(request)
    if (status === 200) sent.push(Sent.parse(body))
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sent,
    spans: () =>
      sent.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    answerWith(next: number) {
      status = next
    },
    close: () => server.close(),
  }
}

const attributeOf = (span: z.infer<typeof SentSpan> | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

describe('with a collector', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let product: TestApp
  const traceId = 'ab'.repeat(16)
  const traceparent = `00-${traceId}-${'cd'.repeat(8)}-01`

  before(async () => {
    collector = await startCollector()
    product = await startTestApp({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-test',
        OTEL_SERVICE_NAME: 'site-of-the-test',
        TRUST_PROXY: 'loopback',
      },
    })
  })
  after(() => collector.close())

  test('requests and the statements below them are sent, without addresses and values', async () => {
    const signedIn = await product.signIn()
    await signedIn('/api/early-adopters?search=very-private')
    await product.send('/api/early-adopters', { json: registrationOf() })
    await product.send('/no/such/page-of-nobody', { headers: { traceparent } })
    await product.close()

    assert.deepEqual(collector.requests[0], { url: '/v1/traces', authorization: 'Bearer of-the-test' })
    const resource = collector.sent[0]?.resourceSpans[0]?.resource.attributes ?? []
    assert.equal(resource.find(({ key }) => key === 'service.name')?.value.stringValue, 'site-of-the-test')

    const spans = collector.spans()
    const list = spans.find(({ name }) => name === 'GET /api/early-adopters')
    assert.equal(attributeOf(list, 'http.route'), '/api/early-adopters')
    assert.equal(attributeOf(list, 'http.response.status_code'), 200)
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === list?.spanId)
    assert.ok(statements.some((span) => attributeOf(span, 'db.operation.name') === 'SELECT'))
    assert.ok(statements.every((span) => span.traceId === list?.traceId))
    assert.ok(spans.some(({ name }) => name === 'POST /api/auth/login'))
    assert.ok(spans.some((span) => attributeOf(span, 'db.operation.name') === 'INSERT'))

    const missing = spans.find((span) => span.traceId === traceId && span.kind === 2)
    assert.equal(missing?.parentSpanId, 'cd'.repeat(8), 'it belongs to the trace of the proxy')
    const all = JSON.stringify(collector.sent)
    for (const secret of ['very-private', '@example', 'page-of-nobody'])
      assert.ok(!all.includes(secret), secret)
    assert.equal(findTracer(), undefined)
  })
})

test('a trace that a stranger names is not followed', async () => {
  const collector = await startCollector()
  const product = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  const traceId = 'ef'.repeat(16)
  await product.send('/api/auth/me', { headers: { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` } })
  await product.close()
  assert.ok(collector.spans().some(({ name }) => name === 'GET /api/auth/me'))
  assert.ok(!collector.spans().some((span) => span.traceId === traceId))
  collector.close()
})

test('a start that fails ends its tracing', async () => {
  const collector = await startCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const product = await startTestApp({ env })
  // Another secret than that of the process that runs.
  const other = { ...env, SECRET_KEY: 'another secret than that of the tests' }
  const first = findTracer()
  await assert.rejects(startTestApp({ env: other, databaseUrl: product.databaseUrl }))
  assert.notEqual(first, undefined)
  assert.equal(findTracer(), undefined)
  await product.close()
  collector.close()
})

test('a share of none sends nothing, and a collector that refuses disturbs nobody', async () => {
  const collector = await startCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const silent = await startTestApp({ env: { ...env, OTEL_TRACES_SAMPLER_ARG: '0' } })
  assert.equal((await silent.send('/es/')).status, 200)
  await silent.close()
  assert.equal(collector.requests.length, 0)

  collector.answerWith(400)
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  const product = await startTestApp({ env, log })
  assert.equal((await product.send('/es/')).status, 200)
  await product.close()
  assert.ok(collector.requests.length > 0)
  assert.ok(lines.some((line) => line.includes('traces cannot be sent')))
  collector.close()
})

test('work outside of requests is traced by its name, and a failure by its kind', async () => {
  const begun: string[] = []
  const ended: unknown[] = []
  setTracer({
    begin: ({ name }) => {
      begun.push(name)
      return { within: (work) => work(), end: (outcome) => void ended.push(outcome?.fault) }
    },
  })
  try {
    assert.equal(
      await inSpan(
        () => ({ name: 'a', kind: 'internal' }),
        async () => 1,
      ),
      1,
    )
    const fault = new Error('broken')
    await assert.rejects(
      inSpan(
        () => ({ name: 'b', kind: 'internal' }),
        () => Promise.reject(fault),
      ),
      fault,
    )
    assert.deepEqual(
      [begun, ended],
      [
        ['a', 'b'],
        [undefined, fault],
      ],
    )
  } finally {
    setTracer(undefined)
  }
  const describe = () => assert.fail('nothing is described without a collector')
  assert.equal(await inSpan(describe, async () => 2), 2)
})

test('nothing of OpenTelemetry is loaded unless there is a collector', async () => {
  const lazy = new Set(['src/platform/tracing/exporter.ts', 'src/platform/tracing/statements.ts'])
  for (const file of globSync('src/**/*.ts')) {
    if (lazy.has(file) || file.endsWith('.test.ts')) continue
    const text = readFileSync(file, 'utf8')
    assert.doesNotMatch(text, /from '@opentelemetry/, file)
    assert.doesNotMatch(text, /^import (?!type).*tracing\/(exporter|statements)\.ts'/m, file)
  }
})
