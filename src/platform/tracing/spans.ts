// What the product calls to be traced. Without an address to send traces to, none of it does anything, and nothing that knows
// OpenTelemetry is loaded.

/** What a span says, by the names of OpenTelemetry's semantic conventions. Never a value that people typed, nor an address. */
export type Attributes = Readonly<Record<string, string | number>>

export interface SpanDescription {
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** The header of that name of a request that belongs to a trace of others (W3C Trace Context). */
  traceparent?: string | undefined
}

/** A piece of work that is being measured. */
export interface Span {
  /** Runs what belongs to it: spans that begin there are below it. */
  within<T>(work: () => T): T
  /** Ends it; with a fault when it failed. */
  end(outcome?: { attributes?: Attributes; fault?: unknown }): void
}

export interface Tracer {
  begin(description: SpanDescription): Span
}

/** A tracer that also knows whether the running work is part of a trace that is sent. */
export interface ActiveTracer extends Tracer {
  isActive(): boolean
}

let tracer: Tracer | undefined

/** Sets what spans of this process are given to; undefined for nothing. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** What traces are given to in this process, if anything. */
export function findTracer(): Tracer | undefined {
  return tracer
}

/** Runs work as a span of its own, or just runs it. `describe` is only called for a span. */
export async function inSpan<T>(describe: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()
  const span = tracer.begin(describe())
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (fault) {
    span.end({ fault })
    throw fault
  }
}
