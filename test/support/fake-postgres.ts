import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Something that speaks the protocol of PostgreSQL, as far as a test wants it to. */
export interface FakePostgres {
  url: string
  /** Connections so far. */
  connections(): number
  close(): Promise<void>
}

interface Conversation {
  /** What it does when a client has sent its startup message. */
  onStartup(socket: Socket): void
  /** What it answers to a query. */
  onQuery?(socket: Socket, query: string): void
}

/** A message of the protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** The messages of the protocol that tests need. */
export const messages = {
  authenticated: message('R', int32(0)),
  /** The number by which a client could cancel its queries. */
  key: message('K', Buffer.concat([int32(7), int32(7)])),
  ready: message('Z', Buffer.from('I')),
  error: (code: string, text: string) => message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`)),
  /** One row with one column of text. */
  row(column: string, value: string): Buffer {
    const description = Buffer.alloc(18)
    description.writeInt32BE(25, 6)
    description.writeInt16BE(-1, 10)
    return Buffer.concat([
      message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from(`${column}\0`), description])),
      message('D', Buffer.concat([Buffer.from([0, 1]), int32(Buffer.byteLength(value)), Buffer.from(value)])),
      message('C', Buffer.from('SELECT 1\0')),
    ])
  },
}

/** Starts a server that behaves as a PostgreSQL in trouble would. */
export async function openFakePostgres({ onStartup, onQuery }: Conversation): Promise<FakePostgres> {
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.once('data', () => {
      onStartup(socket)
      socket.on('data', (bytes) => {
        if (bytes[0] === 'Q'.charCodeAt(0)) onQuery?.(socket, bytes.toString('utf8', 5, bytes.length - 1))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://someone:secret@127.0.0.1:${(server.address() as AddressInfo).port}/site`,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
