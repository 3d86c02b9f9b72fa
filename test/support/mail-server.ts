import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface ReceivedMail {
  /** The sender and the recipient of the envelope. */
  from: string
  to: string
  raw: string
  messageId: string
}

type Answer = { code: number; text: string } | 'drop' | undefined

/** What the server does instead of accepting everything; each function may return a refusal. */
interface Behaviour {
  rcpt?(address: string): Answer | Promise<Answer>
  /** Called with the whole mail. */
  data?(mail: ReceivedMail): Answer | Promise<Answer>
  /** Called when a mail starts to arrive. */
  dataBegins?(): Answer
}

/** A real SMTP server for tests. It stores the mails that it receives, and misbehaves on request. */
export interface MailServer {
  url: string
  port: number
  mails: ReceivedMail[]
  behave(behaviour: Behaviour): void
  /** Stops as in a crash; `comeBack` listens on the same port again. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** Starts a mail server on a free port. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = {}
  let server: SMTPServer
  let port = 0

  async function listen(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      ...options,
      async onRcptTo({ address }, session, done) {
        answer(await behaviour.rcpt?.(address), session.id, done)
      },
      onData(stream, session, done) {
        const begins = behaviour.dataBegins?.()
        if (begins === 'drop') return drop()
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          const raw = Buffer.concat(chunks).toString()
          const { mailFrom, rcptTo } = session.envelope
          const mail = {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address).join(' '),
            messageId: /^message-id:\s*<(.*)>/im.exec(raw)?.[1] ?? '',
            raw,
          }
          const said = await behaviour.data?.(mail)
          if (said === undefined) mails.push(mail)
          answer(said, session.id, done)
        })
      },
    })
    server.on('error', () => {})
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }

  function answer(said: Answer, _session: string, done: (error?: Error | null) => void): void {
    if (said === 'drop') drop()
    else done(said && Object.assign(new Error(said.text), { responseCode: said.code }))
  }
  function drop(): void {
    for (const socket of sockets) socket.destroy()
  }
  async function goAway(): Promise<void> {
    drop()
    const closed = once(server.server, 'close')
    server.close()
    drop()
    await closed
  }

  await listen()
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    behave(next) {
      behaviour = next
    },
    goAway,
    comeBack: listen,
    close: goAway,
  }
}
