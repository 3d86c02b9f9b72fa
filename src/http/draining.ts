import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

// How long a connection may take to send a request that was on its way when the socket closed, in milliseconds.
const longestWait = 1_000
const shortestWait = 200
// A turn of the event loop as short as this, in milliseconds, has found next to nothing to do.
const shortTurn = 0.2

/** Lets a server end without losing a request that a proxy has sent or is about to send. */
export function createDraining() {
  const servers = new Set<Server>()
  const sockets = new Set<Socket>()
  const closing: Promise<void>[] = []
  let isDraining = false
  let idleGrace = 0

  function closeIdle(): void {
    for (const server of servers) server.closeIdleConnections()
  }

  function closeAll(): void {
    for (const server of servers) server.closeAllConnections()
  }

  function closeUnused(): void {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return {
    attach(server: Server): void {
      servers.add(server)
      server.on('connection', (socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
    },

    /** Whether responses must tell clients to send no further request on their connection. */
    isDraining: () => isDraining,

    /** Accepts connections for `delay` milliseconds more, so that a balancer can notice that this process stops. */
    async stopListening(delay: number): Promise<void> {
      const listening = [...servers].filter((server) => server.listening)
      if (listening.length === 0) return
      const lastPart = Math.min(delay / 2, longestWait)
      isDraining = true
      await sleep(delay - lastPart)
      // Closing the socket can only lose a connection that is being made. A proxy that keeps connections makes none while it
      // has enough of them, so it is allowed to keep some again.
      isDraining = false
      await sleep(lastPart)
      idleGrace = Math.max(lastPart, shortestWait)
      for (const server of listening) {
        closing.push(isClosed(server))
        await closeListener(server)
      }
      isDraining = true
    },

    /** Resolves once no connection is left, after `limit` milliseconds at the latest. */
    async endConnections(limit: number): Promise<void> {
      const begun = performance.now()
      let isOver = false
      const closed = Promise.all(closing).then(() => {
        isOver = true
      })
      const late = setTimeout(closeAll, limit)
      for (let pause = idleGrace; ; pause = 50) {
        await Promise.race([closed, sleep(pause)])
        if (isOver) break
        // What has arrived is read first: a connection with a request is not idle.
        await findQuietTurn()
        closeIdle()
        if (performance.now() - begun > longestWait) closeUnused()
      }
      clearTimeout(late)
    },
  }
}

/**
 * Resolves in a turn of the event loop that has found next to nothing to do, so that nothing that has arrived is unread. On a
 * busy machine it waits for `isQuiet` alone, and not for ever.
 */
async function findQuietTurn(isQuiet = () => true): Promise<void> {
  const begun = performance.now()
  for (let last = begun; ; ) {
    await nextTurn()
    const now = performance.now()
    const isShort = now - last < shortTurn || now - begun > longestWait
    last = now
    if ((isQuiet() && isShort) || now - begun > 3 * longestWait) return
  }
}

const isClosed = (server: Server) => new Promise<void>((resolve) => server.once('close', resolve))

/**
 * Stops listening, and leaves the connections as they are. The kernel resets connections that wait to be accepted, together
 * with the requests on them: so this waits for a turn of the event loop that has found none.
 */
async function closeListener(server: Server): Promise<void> {
  let accepted = 0
  const count = () => accepted++
  server.on('connection', count)
  await findQuietTurn(() => {
    const isQuiet = accepted === 0
    accepted = 0
    return isQuiet
  })
  server.off('connection', count)
  // The method of HTTP servers would close idle connections at once.
  NetServer.prototype.close.call(server)
}
