import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** For how long a process that refused a connection is asked for nothing. */
const restMilliseconds = 1_000

interface Process {
  port: number
  /** When it may be asked again. */
  restsUntil: number
}

/**
 * A proxy that gives requests to several processes in turn, as nginx does with the configuration that we ship: it keeps connections
 * to them, asks the next one when a process takes no connection, and repeats nothing that a process may have begun.
 */
export async function startBalancer(ports: readonly number[]) {
  const processes = ports.map((port): Process => ({ port, restsUntil: 0 }))
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  /** All of them, the next in turn first and those that rest last. */
  function order(): Process[] {
    turn++
    const now = performance.now()
    const turned = processes.map((_, index) => processes[(turn + index) % processes.length] as Process)
    return turned.toSorted((one, other) => Number(one.restsUntil > now) - Number(other.restsUntil > now))
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    for (const process of order()) {
      const passed = await pass(incoming, response, { body, port: process.port, agent })
      if (passed === 'done') return
      process.restsUntil = performance.now() + restMilliseconds
      if (passed === 'begun') break
    }
    response.writeHead(502).end()
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await once(server, 'close')
    },
  }
}

interface Passing {
  body: Buffer
  port: number
  agent: Agent
}

/** Passes a request on. `refused` when the process has taken no connection, `begun` when it may have begun to work on it. */
function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  { body, port, agent }: Passing,
): Promise<'done' | 'refused' | 'begun'> {
  const { method, url, headers } = incoming
  const { connection: _, ...kept } = headers
  return new Promise((resolve) => {
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers: kept, agent })
    passed.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'begun'),
    )
    passed.on('response', (reply) => {
      const { connection: _, ...headers } = reply.headers
      response.writeHead(reply.statusCode ?? 502, headers)
      reply.pipe(response)
      reply.once('end', () => resolve('done'))
      reply.once('error', () => response.destroy())
    })
    passed.end(body)
  })
}
