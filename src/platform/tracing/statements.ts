import pg from 'pg'
import type { ActiveTracer, SpanDescription } from './spans.ts'

const longestText = 2_000

/**
 * Traces the statements of all connections that belong to a trace; returns what ends that. Values are parameters, which are not
 * part of the text; what is written into it nevertheless is left out.
 */
export function traceStatements(tracer: ActiveTracer): () => void {
  const original = pg.Client.prototype.query
  // The shapes of its parameters are those of pg: a text or a description, then values, then perhaps a callback.
  pg.Client.prototype.query = function trace(this: pg.Client, ...parameters: unknown[]) {
    const text = tracer.isActive() ? textOf(parameters[0]) : undefined
    if (text === undefined) return Reflect.apply(original, this, parameters)
    const span = tracer.begin(describeStatement(text))
    const last = parameters.at(-1)
    if (typeof last === 'function') {
      const callback = (fault: unknown, result: unknown) => {
        span.end(fault ? { fault } : {})
        last(fault, result)
      }
      return Reflect.apply(original, this, [...parameters.slice(0, -1), callback])
    }
    const answer: unknown = Reflect.apply(original, this, parameters)
    if (answer instanceof Promise)
      answer.then(
        () => span.end(),
        (fault: unknown) => span.end({ fault }),
      )
    else span.end()
    return answer
  } as typeof original
  return () => {
    pg.Client.prototype.query = original
  }
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const isDescription = typeof query === 'object' && query !== null && 'text' in query
  return isDescription && typeof query.text === 'string' ? query.text : undefined
}

/** What is told of a statement. */
export function describeStatement(text: string): SpanDescription {
  const plain = withoutValues(text).replace(/\s+/g, ' ').trim()
  const [operation = 'query'] = /^\w+/.exec(plain) ?? []
  return {
    name: operation.toUpperCase(),
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation.toUpperCase(),
      'db.query.text': plain.slice(0, longestText),
    },
  }
}

/** Texts and numbers that a statement holds itself, as question marks. Its parameters ($1) and names ("a1") stay. */
function withoutValues(text: string): string {
  const literal =
    /"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[eE]?'(?:[^'\\]|''|\\[\s\S])*'|(?<![\w$.])\d+(?:\.\d+)?\b/g
  return text.replace(literal, (found) => (found.startsWith('"') ? found : '?'))
}
