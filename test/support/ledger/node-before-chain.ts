import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** How a node answers instead of passing a call on; undefined passes it on. */
type Behaviour = (response: ServerResponse, method: string) => true | undefined

/** A node before a chain, as providers have them: it counts calls, and misbehaves when it is told to. */
export interface NodeBeforeChain {
  url: string
  /** The methods that were called. */
  calls: string[]
  behave(behaviour?: Behaviour): void
  /** Passes calls on to another chain from now on. */
  change(chainUrl: string): void
  close(): Promise<void>
}

/** Starts a node on a free port whose address holds a key. */
export async function startNodeBeforeChain(chain: string, key: string): Promise<NodeBeforeChain> {
  const calls: string[] = []
  let chainUrl = chain
  let behaviour: Behaviour | undefined
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const { method } = JSON.parse(body || '{}')
    calls.push(method)
    if (behaviour?.(response, method)) return
    const answer = await fetch(chainUrl, {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json' },
    })
    response.setHeader('content-type', 'application/json').end(await answer.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3/${key}`,
    calls,
    behave(how) {
      behaviour = how
    },
    change(url) {
      chainUrl = url
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
