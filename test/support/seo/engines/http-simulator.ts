import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that a simulated engine got. */
export interface EngineRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** How a simulated engine answers; it may never do so. */
export type EngineHandler = (response: ServerResponse, request: EngineRequest) => void | Promise<void>

/** A small HTTP server that speaks the protocol of a search engine, and answers with faults when told to. */
export interface EngineSimulator {
  origin: string
  received: EngineRequest[]
  /** Answers everything in another way from now on; as the protocol says without one. */
  answer(how?: EngineHandler): void
  close(): Promise<void>
}

/** Starts a simulator on a free port; `protocol` is how the engine answers when nothing is wrong. */
export async function startSimulator(protocol: EngineHandler): Promise<EngineSimulator> {
  const received: EngineRequest[] = []
  let answer = protocol
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const { method = '', headers } = request
    const one = { method, url: new URL(request.url ?? '', 'http://engine'), headers, body }
    received.push(one)
    await answer(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(how = protocol) {
      answer = how
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Answers with a status and a text. */
export const sayAlways =
  (status: number, body = '', headers: Record<string, string> = {}): EngineHandler =>
  (response) => {
    response.writeHead(status, headers).end(body)
  }

/** Ends the connection without an answer. */
export const reset: EngineHandler = (response) => {
  response.socket?.destroy()
}

/** An answer of many megabytes. */
export const flood: EngineHandler = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = 'x'.repeat(1_000_000)
  const write = () => {
    if (!response.destroyed) response.write(piece, () => setImmediate(write))
  }
  write()
}
