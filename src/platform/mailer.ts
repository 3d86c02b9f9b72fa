import { pipeline, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Logger } from './log.ts'

/** A mail to be sent, header by header. */
export interface Message {
  /** Without its brackets; the same for each attempt to send the mail. */
  messageId: string
  date: Date
  from: Mailbox
  replyTo: string
  to: Mailbox
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

export interface Mailbox {
  name: string
  address: string
}

/** The SMTP envelope: the recipient, and the return address. */
export interface Envelope {
  from: string
  to: string
}

/**
 * The result of handing a mail over. `trouble`: the connection broke off or was not made, which need not have been because
 * of this mail. `withheld`: the caller did not let it end, so the server has no whole mail.
 */
export type Handover =
  | { kind: 'withheld' }
  | { kind: 'sent'; response: string }
  | { kind: 'refused'; isPermanent: boolean; isRecipient: boolean; response: string }
  | { kind: 'trouble'; response: string }

export interface Dkim {
  domain: string
  selector: string
  privateKey: string
}

/** Whether a mail may end now, that is, be sent. It may make the mail wait. */
type MayEnd = () => Promise<boolean>

interface MailerOptions {
  /** `smtp:` or `smtps:`; may contain user, password and TLS options. */
  url: string
  dkim: Dkim | undefined
  connections: number
  log: Logger
}

/** Hands mails to a mail server. */
export interface Mailer {
  /**
   * Hands over a mail. Before the dot that ends it, after which the server may have accepted it, `mayEnd` is awaited. Never
   * throws: failures are results too.
   */
  send(envelope: Envelope, raw: Buffer, mayEnd?: MayEnd): Promise<Handover>
  /** Whether the server can be reached; if not, why. */
  check(): Promise<{ isReady: true } | { isReady: false; reason: string }>
  /** Closes all connections. */
  close(): void
}

/** A mail as it is sent (RFC 5322), in an encoding that every server accepts. */
export async function composeMessage(message: Message): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    // nodemailer modifies its arguments, and these may be frozen, as the configuration is.
    ...structuredClone(message),
    messageId: `<${message.messageId}>`,
    // The content is data: nothing may be fetched from an address or read from a file.
    disableUrlAccess: true,
    disableFileAccess: true,
  })
    .compile()
    .build()
}

// The header fields that DKIM signs, with both fields of one-click unsubscription (RFC 8058 §4).
const signedFields = [
  ...['from', 'reply-to', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
  ...['content-language', 'auto-submitted', 'precedence', 'feedback-id'],
  ...['list-unsubscribe', 'list-unsubscribe-post'],
]

/** Creates a mailer with a few connections, which are made when there is something to send. */
export function createMailer({ url, dkim, connections, log }: MailerOptions): Mailer {
  const ends = new WeakMap<Buffer, MayEnd>()
  let transport: ReturnType<typeof connect> | undefined

  async function connect() {
    const { createTransport } = await import('nodemailer')
    const { hostname, username, searchParams } = new URL(url)
    // A password must not be sent in plain text when an attacker has removed STARTTLS.
    const requireTLS = username !== '' && !isLoopback(hostname) && !searchParams.has('ignoreTLS')
    const open = createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: 20_000,
      greetingTimeout: 30_000,
      // A server may take ten minutes to accept a complete mail (RFC 5321 §4.5.3.2.6); an earlier retry would send it
      // twice.
      socketTimeout: 10 * 60_000,
      ...(requireTLS && { requireTLS }),
    })
    // Without a listener it would end the process.
    open.on('error', (error) => log.warn({ reason: error.message }, 'a connection to the mail server failed'))
    open.use('stream', ({ data, message }, done) => {
      const mayEnd = Buffer.isBuffer(data.raw) ? ends.get(data.raw) : undefined
      if (mayEnd) message?.processFunc((content) => pipeline(content, holdEnd(mayEnd), () => {}))
      done()
    })
    return open
  }

  return {
    async send({ from, to }, content, mayEnd = async () => true) {
      if (!isOneAddress.test(to)) {
        return { kind: 'refused', isPermanent: true, isRecipient: false, response: 'not an e-mail address' }
      }
      transport ??= connect()
      let isWithheld = false
      try {
        const open = await transport
        const raw = dkim ? await sign(content, dkim) : content
        ends.set(raw, async () => {
          isWithheld = !(await mayEnd())
          return !isWithheld
        })
        const { response } = await open.sendMail({ envelope: { from, to: [to] }, raw })
        return { kind: 'sent', response }
      } catch (error) {
        return isWithheld ? { kind: 'withheld' } : describeFailure(error)
      }
    },

    async check() {
      transport ??= connect()
      try {
        await (await transport).verify()
        return { isReady: true }
      } catch (error) {
        return { isReady: false, reason: describeFailure(error).response }
      }
    },

    close() {
      void transport?.then((open) => open.close())
      transport = undefined
    },
  }
}

/** The mail with its signature, made before the server waits for it. */
async function sign(raw: Buffer, { domain, selector, privateKey }: Dkim): Promise<Buffer> {
  const { default: Signer } = await import('nodemailer/lib/dkim')
  const signer = new Signer({
    ...{ domainName: domain, keySelector: selector, privateKey },
    headerFieldNames: signedFields.join(':'),
  })
  return buffer(signer.sign(raw))
}

/** Passes on a mail as it is read, and its end once it may end. */
function holdEnd(mayEnd: MayEnd): Transform {
  return new Transform({
    // Nothing is read ahead, so that the end is reached when the server has been sent all the rest.
    readableHighWaterMark: 1,
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush(done) {
      mayEnd().then((may) => done(may ? null : new Error('withheld')), done)
    },
  })
}

// Nothing that a library or a server might parse as two addresses or as a command.
const isOneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** Turns an error of nodemailer into a result. */
function describeFailure(error: unknown): Exclude<Handover, { kind: 'sent' | 'withheld' }> {
  const { message, code, command, response, responseCode } = error as Error & {
    code?: string
    command?: string
    response?: string
    responseCode?: number
  }
  const said = response ?? explain(message)
  if (responseCode !== undefined && /^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '')) {
    // A refused sender is refused for every mail: the operator has to correct that, so the mail is tried again.
    const isPermanent = responseCode >= 500 && command !== 'MAIL FROM'
    return { kind: 'refused', isPermanent, isRecipient: command === 'RCPT TO', response: said }
  }
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    // It was not sent: no server could accept such an address or mail.
    return { kind: 'refused', isPermanent: true, isRecipient: false, response: said }
  }
  return { kind: 'trouble', response: said }
}

/** What an error of the library means, when the server said nothing. */
function explain(message: string): string {
  if (/^Reached maximum number of retries|^Connection closed unexpectedly/.test(message))
    return 'the server closed the connection without a word'
  if (message.includes('wrong version number'))
    return 'no TLS on this port: smtps:// is for servers that speak it from the start, smtp:// for all others'
  return message
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
