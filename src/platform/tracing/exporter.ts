// Sends traces by OTLP over HTTP. Loaded only when there is somewhere to send them (src/core.ts).
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from '#platform/log.ts'
import type { TracingConfig } from '#shared/tracing/tracing-config.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { type ActiveTracer, type SpanDescription, setTracer } from './spans.ts'
import { traceStatements } from './statements.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const exportTimeout = 5_000
// Of what is left when the process stops.
const stopTimeout = 2_000
const timeBetweenWarnings = 60_000

/** Begins to trace this process; the result ends it, once what was measured has been sent or two seconds have passed. */
export function startTracing(config: TracingConfig, log: Logger): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: exportTimeout,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': packageJson.version,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: warnOfFaults(exporter, log), exportTimeoutMillis: exportTimeout }),
    ],
  })
  const tracer = createTracer(provider)
  setTracer(tracer)
  const stopTracingStatements = traceStatements(tracer)
  return {
    async stop() {
      setTracer(undefined)
      stopTracingStatements()
      const limit = AbortSignal.timeout(stopTimeout)
      const isOver = new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve()))
      await Promise.race([provider.shutdown().catch(() => {}), isOver])
    },
  }
}

function createTracer(provider: TracerProvider): ActiveTracer {
  const active = new AsyncLocalStorage<Context>()
  const tracer = provider.getTracer('firmeza')
  return {
    isActive: () => trace.getSpan(active.getStore() ?? ROOT_CONTEXT)?.isRecording() === true,
    begin({ name, kind, attributes = {}, traceparent }: SpanDescription) {
      const parent = contextOf(traceparent) ?? active.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent)
      return {
        within: (work) => active.run(trace.setSpan(parent, span), work),
        end({ attributes: more, fault } = {}) {
          if (more) span.setAttributes({ ...more })
          if (fault !== undefined) {
            // Its kind only: messages may quote what people typed.
            span.setAttribute('error.type', nameOf(fault))
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
  }
}

function nameOf(fault: unknown): string {
  const { code } = fault instanceof Error ? (fault as NodeJS.ErrnoException) : {}
  if (typeof code === 'string') return code
  return fault instanceof Error ? fault.name : String(fault)
}

/** The trace that a request says it belongs to (W3C Trace Context, «traceparent»). */
function contextOf(traceparent: string | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(traceparent ?? '') ?? []
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const span = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(span) ? trace.setSpanContext(ROOT_CONTEXT, span) : undefined
}

/** The exporter, whose faults are logged now and then and otherwise forgotten. */
function warnOfFaults(exporter: SpanExporter, log: Logger): SpanExporter {
  let nextWarning = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && performance.now() >= nextWarning) {
          nextWarning = performance.now() + timeBetweenWarnings
          log.warn({ reason: result.error?.message }, 'traces cannot be sent, and are dropped')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
