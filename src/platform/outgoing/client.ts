import * as http from 'node:http'
import * as https from 'node:https'
import { inSpan, type SpanDescription } from '#platform/tracing/spans.ts'
import { faultOf, OutgoingFault } from './fault.ts'
import { findUrlFault, hostOf, lookupPublic } from './public-address.ts'

/** A request to an address that somebody has typed in. */
export interface OutgoingRequest {
  url: URL
  method: 'GET' | 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body?: string
  /** How long the whole exchange may take, in milliseconds. */
  timeout: number
  /** How much of the answer's body is read. */
  mostBytes: number
  signal?: AbortSignal
}

/** An answer, whatever its status. Redirects are answers too: they are not followed. */
export interface OutgoingAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /** The body, or its beginning. */
  body: string
  isComplete: boolean
}

export interface OutgoingClient {
  /** @throws {OutgoingFault} when there is no answer, or the address may not be called */
  send(request: OutgoingRequest): Promise<OutgoingAnswer>
  close(): void
}

/**
 * A client for addresses that people type in. It calls public ones by HTTPS alone, so that nobody reaches the network of the
 * server through it (OWASP, Server-Side Request Forgery), but for `trustedHosts`. Connections are kept for further requests.
 */
export function createOutgoingClient({
  trustedHosts,
}: {
  trustedHosts: ReadonlySet<string>
}): OutgoingClient {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }

  async function send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    if (findUrlFault(request.url, trustedHosts)) throw new OutgoingFault('private_address')
    const timeout = AbortSignal.timeout(request.timeout)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    const isTrusted = trustedHosts.has(hostOf(request.url))
    try {
      return await inSpan(
        () => describeCall(request),
        () => exchange(request, { signal, agents, isTrusted }),
      )
    } catch (error) {
      throw timeout.aborted ? new OutgoingFault('timeout', { cause: error }) : faultOf(error)
    }
  }

  return {
    send,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/** Whom a request is for, and nothing else of its address. */
function describeCall({ method, url }: OutgoingRequest): SpanDescription {
  const attributes = { 'http.request.method': method, 'server.address': url.hostname }
  return { name: method, kind: 'client', attributes }
}

interface ExchangeOptions {
  signal: AbortSignal
  agents: { http: http.Agent; https: https.Agent }
  isTrusted: boolean
}

/** Sends a request, once more when its kept connection had ended meanwhile. */
async function exchange(request: OutgoingRequest, options: ExchangeOptions): Promise<OutgoingAnswer> {
  const { url, method, headers, body } = request
  const { signal, agents, isTrusted } = options
  const isSecure = url.protocol === 'https:'
  const call = (isSecure ? https : http).request(url, {
    method,
    // No compression, so that `mostBytes` limits what is decoded too.
    headers: {
      'accept-encoding': 'identity',
      ...headers,
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    },
    agent: isSecure ? agents.https : agents.http,
    signal,
    ...(!isTrusted && { lookup: lookupPublic }),
  })
  try {
    return await new Promise<OutgoingAnswer>((resolve, reject) => {
      call.once('error', reject)
      call.once('response', (response) => readAnswer(response, request.mostBytes).then(resolve, reject))
      call.end(body)
    })
  } catch (error) {
    const wasEnded = call.reusedSocket && faultOf(error).fault === 'disconnected' && !signal.aborted
    if (!wasEnded) throw error
    return exchange(request, options)
  }
}

async function readAnswer(response: http.IncomingMessage, mostBytes: number): Promise<OutgoingAnswer> {
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes.subarray(0, mostBytes - length))
    length += bytes.length
    // Leaving the loop ends the connection.
    if (length > mostBytes) break
  }
  const body = new TextDecoder().decode(Buffer.concat(chunks))
  return { status, headers, body, isComplete: length <= mostBytes }
}
