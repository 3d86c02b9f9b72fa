import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describeProblem, findProblem, problemContentType } from '#http/problem-details.ts'
import { privateHeaders } from '#http/security-headers.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'

/** A request of a direct route. */
export interface DirectRequest {
  /** The network that counts as one client. */
  client: string
  message: IncomingMessage
}

/**
 * A POST of JSON that comes with nearly every view of a page, and is therefore answered below Fastify (decision 41). It has
 * a route in Fastify with the same path too, which gets every request that is not plainly valid, and refuses it.
 */
export interface DirectRoute {
  path: string
  /** The body of the answer, which has status 202. */
  answer: string
  /** Takes a body. @returns false when nothing has happened and Fastify has to decide */
  take(body: unknown, request: DirectRequest): Promise<boolean>
}

interface DirectOptions {
  routes: readonly DirectRoute[]
  /** Headers of every response. */
  headers: Record<string, string>
  catalogues: Catalogues
  /** How long a request may wait for the database in all, in milliseconds. */
  databaseWait: number
  /** Whether a request may be answered at once: it has no fault, and the process is not overloaded. */
  isReady(message: IncomingMessage): boolean
  clientOf(message: IncomingMessage): string
  languageOf(message: IncomingMessage): Language
  /** Counts and logs a refusal or failure. */
  note(problem: Problem, error: unknown): void
  /** Measures an answer: its route, its status, and how many seconds it took. */
  measure(route: string, status: number, seconds: number): void
}

const longestBody = 16 * 1024

/** Answers the requests of direct routes; passes all others, and what they cannot take, to `handle`. */
export function answerDirectly(options: DirectOptions, handle: RequestListener): RequestListener {
  const { headers, catalogues, databaseWait, isReady, clientOf, languageOf, note, measure } = options
  const routes = new Map(options.routes.map((route) => [route.path, route]))
  const answerHeaders = { ...headers, ...privateHeaders }

  function send(
    { path }: DirectRoute,
    response: ServerResponse,
    {
      begun,
      status,
      body,
      more,
    }: { begun: number; status: number; body: string; more: Record<string, string> },
  ): void {
    response.writeHead(status, { ...answerHeaders, ...more, 'content-length': Buffer.byteLength(body) })
    response.end(body)
    measure(path, status, (performance.now() - begun) / 1000)
  }

  /** The answer to a failure, as Fastify would give it. */
  function describeFailure(error: unknown, message: IncomingMessage) {
    const problem = findProblem(error) ?? new Problem('internal', 500)
    note(problem, error)
    const { retryAfter } = problem.options
    return {
      status: problem.status,
      body: JSON.stringify(describeProblem(problem, languageOf(message), catalogues)),
      more: {
        'content-type': problemContentType,
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
    }
  }

  /** Reads a body that has arrived together with its head, and takes it. */
  async function takeOrPass(
    route: DirectRoute,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const begun = performance.now()
    const bytes: Buffer | null = message.read(Number(message.headers['content-length']))
    const body = bytes && parse(bytes)
    const request = { client: clientOf(message), message }
    try {
      if (body && (await runWithin(new WaitLimit(databaseWait), () => route.take(body, request)))) {
        send(route, response, { begun, status: 202, body: route.answer, more: jsonHeaders })
        return
      }
    } catch (error) {
      send(route, response, { begun, ...describeFailure(error, message) })
      return
    }
    if (bytes) message.unshift(bytes)
    handle(message, response)
  }

  return (message, response) => {
    const route = message.method === 'POST' ? routes.get(message.url ?? '') : undefined
    if (!route || !isPlain(message) || !isReady(message)) handle(message, response)
    // The body follows its head within the same turn of the event loop.
    else process.nextTick(takeOrPass, route, message, response)
  }
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** Whether a request has a short body of JSON, as it is, and comes from no other site. */
function isPlain({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  return (
    length > 0 &&
    length <= longestBody &&
    headers['content-type'] === 'application/json' &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.authorization === undefined &&
    (headers.origin === undefined || headers.origin.endsWith(`//${headers.host}`))
  )
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
