import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the endpoint. */
export interface TranslationRequest {
  authorization: string | undefined
  model: string
  system: string
  html: string
}

/** How the endpoint answers: with a translation, or by writing the response itself. */
export type TranslationAnswer = string | ((response: ServerResponse) => void)

/** A server that translates, with the protocol of chat completions. */
export interface TranslationEndpoint {
  url: string
  /** The requests so far. */
  requests: TranslationRequest[]
  /** Sets how requests are answered; at first every word is translated to capitals. */
  answer(by: (request: TranslationRequest) => TranslationAnswer): void
  close(): Promise<void>
}

/** An HTML text with every word in capitals and its elements unchanged. */
export function shout(html: string): string {
  return html.replace(/(<[^>]*>)|(&[a-z0-9#]+;)|([^<&]+)/gi, (_, tag, entity, words) =>
    words === undefined ? (tag ?? entity) : words.toUpperCase(),
  )
}

/** A chat completion that contains a text. */
export function completionOf(content: unknown, finishReason = 'stop'): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
  })
}

/** Starts the endpoint on a free port. */
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
