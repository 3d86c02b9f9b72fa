import type { Logger } from '#platform/log.ts'
import { limitConnections } from './bounce-connections.ts'
import { type Bounces, mostRead } from './bounces.ts'

// Large enough for bounces that quote whole mails; only the beginning is read.
const largest = 1_000_000
const defaultLimits = { perNetwork: 4, total: 20, longest: 60_000 }

interface BounceReceiverOptions {
  port: number
  host: string
  /** The domain that mails are returned to. */
  domain: string
  bounces: Bounces
  /** Called for mails to an unsubscribe address. */
  unsubscribeMails: {
    isOurs(token: string): boolean
    take(token: string): Promise<void>
  }
  log: Logger
  /** How many connections there may be, and for how many milliseconds each. */
  limits?: typeof defaultLimits
}

/** Why a mail is accepted, by the address it is sent to. */
interface Purpose {
  kind: 'bounce' | 'stop'
  token: string
}

/**
 * A mail server that accepts only returned mails and unsubscribe mails, each at a signed address from one of our
 * mails. It relays nothing and has no accounts.
 */
export async function startBounceReceiver(options: BounceReceiverOptions) {
  const { port, host, domain, bounces, unsubscribeMails, log, limits = defaultLimits } = options
  const { SMTPServer } = await import('smtp-server')
  const pattern = new RegExp(`^(bounce|stop)\\+([0-9a-f]+)@${domain.replaceAll('.', '\\.')}$`, 'i')

  function purposeOf(address: string): Purpose | undefined {
    const [, name = '', token] = pattern.exec(address) ?? []
    if (token === undefined) return undefined
    const kind = name.toLowerCase() === 'stop' ? 'stop' : 'bounce'
    return (kind === 'stop' ? unsubscribeMails : bounces).isOurs(token) ? { kind, token } : undefined
  }

  const server = new SMTPServer({
    name: domain,
    banner: 'takes returned mails only',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largest,
    socketTimeout: 30_000,
    closeTimeout: 5_000,
    onRcptTo({ address }, session, done) {
      if (!purposeOf(address)) return done(refusal(550, '5.1.1 no mail was sent from this address'))
      connections.markBusy(session)
      done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size - chunk.length < mostRead) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (size > largest) return done(refusal(552, '5.3.4 this message is too large'))
        const raw = Buffer.concat(chunks)
        const purposes = session.envelope.rcptTo.flatMap(({ address }) => purposeOf(address) ?? [])
        // The content of an unsubscribe mail is not read: its address is enough.
        const taken = purposes.map(({ kind, token }) =>
          kind === 'stop' ? unsubscribeMails.take(token) : bounces.take(raw, token),
        )
        Promise.all(taken).then(
          () => done(),
          (error: unknown) => {
            log.error({ err: error }, 'a returned mail could not be taken in')
            done(refusal(451, '4.3.0 try again later'))
          },
        )
      })
    },
  })
  const connections = limitConnections(server.server, limits)
  server.on('error', (error) =>
    log.warn({ reason: error.message }, 'a conversation about a returned mail broke off'),
  )
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
