import type { Logger } from '#platform/log.ts'
import type { Bounces } from './bounces.ts'

// Larger than any notification; the rest of what it quotes is not needed.
const largest = 1_000_000

interface BounceReceiverOptions {
  port: number
  host: string
  /** The domain that mails are returned to. */
  domain: string
  bounces: Bounces
  log: Logger
}

/**
 * A mail server that takes nothing but what comes back, each to the address that its mail was sent from. It passes
 * nothing on and knows no passwords.
 */
export async function startBounceReceiver({ port, host, domain, bounces, log }: BounceReceiverOptions) {
  const { SMTPServer } = await import('smtp-server')
  const pattern = new RegExp(`^bounce\\+([0-9a-f]+)@${domain.replaceAll('.', '\\.')}$`, 'i')
  const tokenOf = (address: string) => pattern.exec(address)?.[1]
  const server = new SMTPServer({
    name: domain,
    banner: 'takes returned mails only',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largest,
    maxClients: 20,
    socketTimeout: 30_000,
    onRcptTo({ address }, _session, done) {
      const token = tokenOf(address)
      const isOurs = token !== undefined && bounces.isOurs(token)
      done(isOurs ? null : refusal(550, '5.1.1 no mail was sent from this address'))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= largest) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (size > largest) return done(refusal(552, '5.3.4 this message is too large'))
        const raw = Buffer.concat(chunks)
        const tokens = session.envelope.rcptTo.flatMap(({ address }) => tokenOf(address) ?? [])
        Promise.all(tokens.map((token) => bounces.take(raw, token))).then(
          () => done(),
          (error: unknown) => {
            log.error({ err: error }, 'a returned mail could not be taken in')
            done(refusal(451, '4.3.0 try again later'))
          },
        )
      })
    },
  })
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
