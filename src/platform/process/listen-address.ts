import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartError } from '#platform/start-error.ts'

interface ListenAddress {
  port: number
  host: string
}

/**
 * Checks that the address can be listened on, by listening for a moment. @throws {StartError} in a sentence that names the
 * variable to change
 */
export async function checkListenAddress(address: ListenAddress): Promise<void> {
  const server = createServer((socket) => socket.destroy())
  try {
    server.listen({ port: address.port, host: address.host })
    await once(server, 'listening')
  } catch (error) {
    throw explainListenError(error, address)
  }
  server.close()
  await once(server, 'close')
}

/** The `StartError` for an address that cannot be listened on; other errors as they are. */
export function explainListenError(error: unknown, { port, host }: ListenAddress): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  if (error.syscall === 'getaddrinfo') {
    return new StartError(
      `The name ${host} has no address: set HOST to a name or an address of this machine, or to 0.0.0.0 for all of them.`,
    )
  }
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return error
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is taken by another program; set PORT to a free one.`)
    case 'EACCES':
      return new StartError(
        `Port ${port} is closed to this user: set PORT to one above 1023, or give the process the right to open it (CAP_NET_BIND_SERVICE).`,
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new StartError(
        `This machine does not have the address ${host}: set HOST to one that it has, or to 0.0.0.0 for all of them.`,
      )
    default:
      return error
  }
}
