import { Readable } from 'node:stream'

/** A mail to be sent, header by header. */
export interface Message {
  /** Without its brackets; the same for the same mail however often it is tried. */
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

/** Whom a mail goes to, and whom it comes back to. */
export interface Envelope {
  from: string
  to: string
}

/**
 * What became of a mail that was handed over. `trouble`: the conversation broke off or never began, which may have had
 * nothing to do with this mail.
 */
export type Handover =
  | { kind: 'sent'; response: string }
  | { kind: 'refused'; isPermanent: boolean; isRecipient: boolean; response: string }
  | { kind: 'trouble'; response: string }

export interface Dkim {
  domain: string
  selector: string
  privateKey: string
}

interface MailerOptions {
  /** `smtp:` or `smtps:`; user, password and options of TLS may stand in it. */
  url: string
  dkim: Dkim | undefined
  connections: number
}

/** Writes mails out and hands them to a mail server. */
export interface Mailer {
  /** Hands over a mail. Never throws: what went wrong is an answer too. */
  send(envelope: Envelope, raw: Buffer): Promise<Handover>
  /** Whether the server can be talked to; if not, why. */
  check(): Promise<{ isReady: true } | { isReady: false; reason: string }>
  /** Breaks off what is under way. */
  close(): void
}

/** A mail as it goes over the wire (RFC 5322), in a form that every server can pass on. */
export async function composeMessage(message: Message): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    // nodemailer writes to the objects that it is given. These may be frozen, as the configuration is.
    ...structuredClone(message),
    messageId: `<${message.messageId}>`,
    // What it holds is data: it is never to be fetched from an address or read from a file.
    disableUrlAccess: true,
    disableFileAccess: true,
  })
    .compile()
    .build()
}

// What must not be changed on the way, with both fields of one-click unsubscribing (RFC 8058 §4).
const signedFields = [
  ...['from', 'reply-to', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type'],
  ...['content-language', 'auto-submitted', 'precedence', 'feedback-id'],
  ...['list-unsubscribe', 'list-unsubscribe-post'],
]

/** A few connections to a mail server, made when there is something to send. */
export function createMailer({ url, dkim, connections }: MailerOptions): Mailer {
  let transport: ReturnType<typeof connect> | undefined

  async function connect() {
    const { createTransport } = await import('nodemailer')
    const { hostname, username, searchParams } = new URL(url)
    // A password must not go over the net for all to read, because somebody in between left STARTTLS out.
    const requireTLS = username !== '' && !isLoopback(hostname) && !searchParams.has('ignoreTLS')
    return createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: 20_000,
      greetingTimeout: 30_000,
      // A server may take ten minutes over a mail that it has got whole (RFC 5321 §4.5.3.2.6); to ask again sooner is
      // to send it twice.
      socketTimeout: 10 * 60_000,
      ...(requireTLS && { requireTLS }),
      ...(dkim && {
        dkim: {
          ...{ domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
          headerFieldNames: signedFields.join(':'),
        },
      }),
    })
  }

  return {
    async send({ from, to }, raw) {
      if (!isOneAddress.test(to)) {
        return { kind: 'refused', isPermanent: true, isRecipient: false, response: 'not an e-mail address' }
      }
      transport ??= connect()
      try {
        const open = await transport
        const { response } = await open.sendMail({ envelope: { from, to: [to] }, raw: Readable.from([raw]) })
        return { kind: 'sent', response }
      } catch (error) {
        return describeFailure(error)
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

// Nothing that a library or a server might take for two, or for a command.
const isOneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** What nodemailer says of a failure, in our words. */
function describeFailure(error: unknown): Exclude<Handover, { kind: 'sent' }> {
  const { message, code, command, response, responseCode } = error as Error & {
    code?: string
    command?: string
    response?: string
    responseCode?: number
  }
  const said = response ?? message
  if (responseCode !== undefined && /^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '')) {
    // A sender that is refused is refused for every mail: that is for whoever runs the server to mend, and can wait.
    const isPermanent = responseCode >= 500 && command !== 'MAIL FROM'
    return { kind: 'refused', isPermanent, isRecipient: command === 'RCPT TO', response: said }
  }
  if (responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')) {
    // It was not even offered: no server could do anything with such an address or mail.
    return { kind: 'refused', isPermanent: true, isRecipient: false, response: said }
  }
  return { kind: 'trouble', response: said }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
