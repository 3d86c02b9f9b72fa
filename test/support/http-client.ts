import assert from 'node:assert/strict'
import { type Agent, request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import type { z } from 'zod'
import { ProblemDetails } from '#http/problem-details.ts'

/** A request. No headers are sent except those given here and those needed for the body. */
export interface Ask {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as a browser sends a form. */
  form?: Record<string, string | string[]>
  /** Sent unchanged. */
  body?: string | Buffer
  /** Keeps connections alive for many requests; otherwise each request has its own connection. */
  agent?: Agent
}

/** A complete response. */
export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  /** The body, parsed by the schema of its contract; fails the test when it does not match. */
  read<T>(schema: z.ZodType<T>): T
  /** The body as problem details (RFC 9457), with a sentence in `detail`. */
  problem(): ProblemDetails
}

export type Send = (path: string, ask?: Ask) => Promise<Reply>

/** Fails the test when a reply is not what was to be expected of its address. */
export type CheckReply = (
  request: { method: string; path: string },
  reply: Pick<Reply, 'status' | 'headers' | 'text'>,
) => void

/**
 * Sends requests to a server. Unlike `fetch` it adds no `Accept-Language`, may set `Host`, follows no redirect and
 * reads a response that arrives before the body is fully sent. Every reply goes through `check`.
 */
export function createHttpClient(
  origin: string,
  always: Record<string, string> = {},
  check: CheckReply = () => {},
): Send {
  return async (path, ask = {}) => {
    const { body, type } = bodyOf(ask)
    const headers = {
      ...(type && { 'content-type': type }),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...always,
      ...ask.headers,
    }
    const method = ask.method ?? (body === undefined ? 'GET' : 'POST')
    const { hostname, port } = new URL(origin)
    const options: RequestOptions = { hostname, port, path, method, headers, agent: ask.agent ?? false }
    const reply = await exchange(options, body)
    check({ method, path }, reply)
    return reply
  }
}

function exchange(options: RequestOptions, body: string | Buffer | undefined): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let hasAnswer = false
    const request = httpRequest(options, (response) => {
      hasAnswer = true
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve(replyOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks))),
      )
    })
    // A server that refuses a body closes the connection while it is still being sent; its response is used.
    request.on('error', (error) => {
      if (!hasAnswer) reject(error)
    })
    request.end(body)
  })
}

function bodyOf({ json, form, body }: Ask): { body?: string | Buffer; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  if (form) {
    const pairs = Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    )
    return { body: new URLSearchParams(pairs).toString(), type: 'application/x-www-form-urlencoded' }
  }
  return body === undefined ? {} : { body }
}

function replyOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Reply {
  const text = bytes.toString('utf8')
  return {
    status,
    headers,
    bytes,
    text,
    read: (schema) => schema.parse(JSON.parse(text)),
    problem() {
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
      const problem = ProblemDetails.parse(JSON.parse(text))
      assert.equal(problem.status, status)
      return problem
    },
  }
}
