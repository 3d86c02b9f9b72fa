import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { messages } from '../fake-postgres.ts'

/** A pooler that lends a connection of the database for one transaction, as PgBouncer does in transaction mode. */
export interface TransactionPooler {
  /** The address of the database through the pooler. */
  url: string
  /** How many transactions it has lent a connection for. */
  loans(): number
  close(): Promise<void>
}

/** What PgBouncer 1.18 takes in the first message; it refuses everything else. */
const takenParameters = ['user', 'database', 'client_encoding', 'application_name', 'DateStyle', 'TimeZone']
const [querySent, syncSent, terminated, readyAgain] = ['Q', 'S', 'X', 'Z'].map((type) => type.charCodeAt(0))
const idle = 'I'.charCodeAt(0)

/** A connection of the database, without the client that made it. */
interface Backend {
  client: pg.Client
  socket: Socket
}

/**
 * Starts a pooler in front of the database at `databaseUrl`. Each transaction gets the connection that has rested longest, so that
 * what one leaves on it meets somebody else as soon as it can; nothing is reset.
 */
export async function openTransactionPooler(
  databaseUrl: string,
  { size = 4 } = {},
): Promise<TransactionPooler> {
  const free: Backend[] = []
  const all = new Set<Backend>()
  const waiting: ((backend: Backend) => void)[] = []
  const clients = new Set<Socket>()
  let loans = 0

  async function addBackend(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl })
    client.on('error', () => {})
    await client.connect()
    const { stream } = client.connection
    stream.removeAllListeners('data')
    const backend = { client, socket: stream as Socket }
    all.add(backend)
    giveBack(backend)
  }

  function giveBack(backend: Backend): void {
    const next = waiting.shift()
    if (next) next(backend)
    else free.push(backend)
  }

  function lend(): Promise<Backend> {
    loans++
    const backend = free.shift()
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve))
  }

  /** Forgets a connection whose transaction nobody ends. */
  async function replace(backend: Backend): Promise<void> {
    all.delete(backend)
    backend.socket.destroy()
    await addBackend().catch(() => {})
  }

  const server = createServer({ noDelay: true }, (socket) => {
    clients.add(socket)
    socket.on('close', () => clients.delete(socket)).on('error', () => {})
    void serve(socket, { lend, giveBack, replace }).catch(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), ...Array.from({ length: size }, addBackend)])
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  url.searchParams.delete('host')
  return {
    url: url.href,
    loans: () => loans,
    async close() {
      for (const socket of clients) socket.destroy()
      server.close()
      await once(server, 'close')
      for (const { socket } of all) socket.destroy()
    },
  }
}

interface Lending {
  lend(): Promise<Backend>
  giveBack(backend: Backend): void
  replace(backend: Backend): Promise<void>
}

/** Greets a client as PgBouncer does, and passes on what belongs to one transaction after another. */
async function serve(socket: Socket, { lend, giveBack, replace }: Lending): Promise<void> {
  const split = createSplitter()
  let backend: Backend | undefined
  let lending = Promise.resolve()
  let open = 0
  let isIdle = true
  let stopListening = () => {}

  function link(lent: Backend): void {
    const read = createSplitter()
    const answer = (chunk: Buffer) => {
      for (const message of read(chunk)) {
        socket.write(message)
        if (message[0] !== readyAgain) continue
        open--
        isIdle = message[5] === idle
        if (isIdle && open === 0) unlink()
      }
    }
    lent.socket.on('data', answer)
    stopListening = () => lent.socket.off('data', answer)
    backend = lent
  }

  function unlink(): void {
    if (!backend) return
    stopListening()
    const lent = backend
    backend = undefined
    giveBack(lent)
  }

  async function forward(message: Buffer): Promise<void> {
    if (message[0] === terminated) return void socket.end()
    if (!backend) link(await lend())
    if (message[0] === querySent || message[0] === syncSent) open++
    backend?.socket.write(message)
  }

  await greet(socket)
  socket.on('data', (chunk) => {
    for (const message of split(chunk)) lending = lending.then(() => forward(message))
  })
  socket.on('close', () => {
    lending = lending.then(async () => {
      if (!backend) return
      stopListening()
      await replace(backend)
    })
  })
}

/** Answers the first message of a client. @throws {Error} when it holds what a pooler refuses */
async function greet(socket: Socket): Promise<void> {
  const [first]: Buffer[] = await once(socket, 'data')
  // A length, a version, and then names and values in turn.
  const texts = (first ?? Buffer.alloc(0)).toString('utf8', 8).split('\0')
  const names = texts.filter((_, index) => index % 2 === 0)
  const refused = names.find((name) => name && !takenParameters.includes(name))
  if (refused) {
    socket.end(messages.error('08P01', `unsupported startup parameter: ${refused}`))
    throw new Error(refused)
  }
  socket.write(Buffer.concat([messages.authenticated, messages.key, messages.ready]))
}

/** Returns what cuts chunks into whole messages: a type, a length and a content. */
function createSplitter(): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1)
      if (rest.length < end) break
      whole.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return whole
  }
}
