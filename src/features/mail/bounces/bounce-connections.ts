import type { Server, Socket } from 'node:net'
import { clientNetwork } from '#http/client-address.ts'

interface ConnectionLimits {
  /** From one IPv4 address or IPv6 /64. */
  perNetwork: number
  total: number
  /** Milliseconds that a connection may last. */
  longest: number
}

interface Connection {
  network: string
  /** Whether it has named one of our signed addresses. */
  isBusy: boolean
}

/** A session of the mail server. */
interface Peer {
  remoteAddress: string
  remotePort: number
}

/**
 * Limits how many connections a mail server has and how long they last. When there are too many, the oldest that has not
 * yet named one of our addresses is closed; if all have, the new one is refused.
 */
export function limitConnections(server: Server, { perNetwork, total, longest }: ConnectionLimits) {
  // In the order of their arrival.
  const connections = new Map<Socket, Connection>()

  function end(socket: Socket, reply: string): void {
    connections.delete(socket)
    if (socket.destroyed) return
    socket.end(`${reply}\r\n`, () => socket.destroy())
    // The peer may not read the response.
    setTimeout(() => socket.destroy(), 1_000).unref()
  }

  /** Closes a connection when there are too many. Returns whether there is room for a new one. */
  function makeRoom(crowd: [Socket, Connection][], size: number): boolean {
    if (crowd.length < size) return true
    const [idle] = crowd.find(([, { isBusy }]) => !isBusy) ?? []
    if (idle) end(idle, '421 4.3.2 others are waiting, try again later')
    return idle !== undefined
  }

  server.on('connection', (socket: Socket) => {
    // A refused connection may be reset before the mail server handles it.
    socket.on('error', () => {})
    const network = clientNetwork(socket.remoteAddress ?? '')
    const neighbours = [...connections].filter(([, connection]) => connection.network === network)
    if (!makeRoom(neighbours, perNetwork) || !makeRoom([...connections], total)) {
      end(socket, '421 4.3.2 too many connections, try again later')
      return
    }
    connections.set(socket, { network, isBusy: false })
    const timer = setTimeout(() => end(socket, '421 4.4.2 this took too long'), longest)
    socket.once('close', () => {
      clearTimeout(timer)
      connections.delete(socket)
    })
  })

  return {
    /** Marks a connection as having named one of our addresses. */
    markBusy({ remoteAddress, remotePort }: Peer): void {
      const network = clientNetwork(remoteAddress)
      for (const [socket, connection] of connections) {
        if (socket.remotePort === remotePort && connection.network === network) connection.isBusy = true
      }
    },
  }
}
