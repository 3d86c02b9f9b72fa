import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy of a database whose connections a test can break. */
export interface DatabaseProxy {
  /** The address of the database through the proxy. */
  url: string
  /** Closes every connection and refuses new ones, as when the database is down. */
  cut(): Promise<void>
  /** Forwards nothing and closes nothing, as when the network drops packets. */
  freeze(): void
  /** Forwards again. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy of the database at `databaseUrl`. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const port = target.port || '5432'
  const folder = target.searchParams.get('host')
  const sockets = new Set<Socket>()
  let isFrozen = false
  let server: Server | undefined

  function forward(near: Socket): void {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (isFrozen) from.pause()
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (chunk) => to.write(chunk))
      if (isFrozen) from.pause()
    }
  }

  async function listen(listenOn: number): Promise<number> {
    server = createServer(forward).listen(listenOn, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function cut(): Promise<void> {
    const closing = server
    server = undefined
    const closed = closing && once(closing, 'close')
    closing?.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const ownPort = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(ownPort)
  url.searchParams.delete('host')
  return {
    url: url.href,
    cut,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    async restore() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
      if (!server) await listen(ownPort)
    },
    close: cut,
  }
}
