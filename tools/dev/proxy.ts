import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { refreshPreamblePath, viteBase } from './addresses.ts'

interface Options {
  port: number
  /** Resolves with true once the product is ready, and with false when it could not start. */
  isReady: () => Promise<boolean>
}

/**
 * Adds what hot reload needs to a document that loads sources. Its Content Security Policy is not changed: Vite's scripts
 * come from the same origin, and its style elements have the document's nonce.
 */
export function prepareDocument(html: string, policy: string): string {
  if (!html.includes(`src="${viteBase}src/`)) return html
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const head = [
    ...(nonce ? [`<meta property="csp-nonce" nonce="${nonce}">`] : []),
    `<script type="module" src="${refreshPreamblePath}"></script>`,
  ]
  return html.replace(/<head[^>]*>/, (start) => start + head.join(''))
}

/** Creates the proxy to the product. Requests wait while the product starts. */
export function createProxy({ port, isReady }: Options) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const refuse = (reason: string) => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(`${reason}\n`)
    }
    if (!(await isReady())) return refuse('The server is not running: the terminal says why.')
    const { 'accept-encoding': _, ...headers } = incoming.headers
    const passed = request({
      ...{ host: '127.0.0.1', port, agent: false },
      ...{ method: incoming.method, path: incoming.url, headers: { ...headers, connection: 'close' } },
    })
    passed.once('error', (error) => refuse(error.message))
    passed.once('response', (response) => {
      answer(response, outgoing).catch((error: Error) => refuse(error.message))
    })
    outgoing.once('close', () => passed.destroy())
    incoming.pipe(passed)
  }
}

async function answer(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...headers } = response.headers
  const status = response.statusCode ?? 502
  const policy = headers['content-security-policy']
  if (!headers['content-type']?.startsWith('text/html') || headers['content-length'] === '0') {
    outgoing.writeHead(status, headers)
    response.once('error', () => outgoing.destroy()).pipe(outgoing)
    return
  }
  const { 'content-length': ____, ...others } = headers
  const html = prepareDocument(await text(response), String(policy))
  outgoing.writeHead(status, others).end(html)
}
