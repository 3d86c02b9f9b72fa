import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a machine was asked. */
export interface TranslationRequest {
  authorization: string | undefined
  model: string
  system: string
  html: string
}

/** How the machine answers: a translation, or whatever it does to the response itself. */
export type TranslationAnswer = string | ((response: ServerResponse) => void)

/** A machine that translates by the protocol of chat completions, as a server of its own. */
export interface TranslationEndpoint {
  url: string
  /** What it was asked so far. */
  requests: TranslationRequest[]
  /** Answers each request by this from now on; at first it gives every word in capitals. */
  answer(by: (request: TranslationRequest) => TranslationAnswer): void
  close(): Promise<void>
}

/** Gives every word of an HTML text in capitals, with its elements as they are. */
export function shout(html: string): string {
  return html.replace(/(<[^>]*>)|(&[a-z0-9#]+;)|([^<&]+)/gi, (_, tag, entity, words) =>
    words === undefined ? (tag ?? entity) : words.toUpperCase(),
  )
}

/** What a chat completion looks like around a text. */
export function completionOf(content: unknown, finishReason = 'stop'): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
  })
}

/** Starts a machine on a port of its own. */
export async function startTranslationEndpoint(): Promise<TranslationEndpoint> {
  const requests: TranslationRequest[] = []
  let respond: (request: TranslationRequest) => TranslationAnswer = ({ html }) => shout(html)
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    const { model, messages } = JSON.parse(body)
    const asked = {
      authorization: request.headers.authorization,
      model,
      system: messages[0].content,
      html: messages[1].content,
    }
    requests.push(asked)
    const answer = respond(asked)
    if (typeof answer === 'function') answer(response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(completionOf(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    answer(by) {
      respond = by
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
