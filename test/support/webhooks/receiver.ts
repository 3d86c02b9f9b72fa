import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

/** A request that a receiver got. */
export interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

export interface WebhookReceiver {
  url: string
  received: Received[]
  /** How it answers from now on; 204 at first. */
  answer(how: (response: ServerResponse, request: Received) => void): void
  close(): Promise<void>
}

/** A program that receives events, such as a CRM. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = []
  let answer: Parameters<WebhookReceiver['answer']>[0] = (response) => response.writeHead(204).end()
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const one = { path: request.url ?? '', headers, body }
    received.push(one)
    answer(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(how) {
      answer = how
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What a request tells, once its signature is verified as receivers do. @throws {WebhookVerificationError} */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers)
}
