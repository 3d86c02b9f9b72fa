import { Readable } from 'node:stream'

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
 * of this mail.
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
  /** `smtp:` or `smtps:`; may contain user, password and TLS options. */
  url: string
  dkim: Dkim | undefined
  connections: number
}

/** Hands mails to a mail server. */
export interface Mailer {
  /** Hands over a mail. Never throws: failures are results too. */
  send(envelope: Envelope, raw: Buffer): Promise<Handover>
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
export function createMailer({ url, dkim, connections }: MailerOptions): Mailer {
  let transport: ReturnType<typeof connect> | undefined

  async function connect() {
    const { createTransport } = await import('nodemailer')
    const { hostname, username, searchParams } = new URL(url)
    // A password must not be sent in plain text when an attacker has removed STARTTLS.
    const requireTLS = username !== '' && !isLoopback(hostname) && !searchParams.has('ignoreTLS')
    return createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: 20_000,
      greetingTimeout: 30_000,
      // A server may take ten minutes to accept a complete mail (RFC 5321 §4.5.3.2.6); an earlier retry would send it
      // twice.
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

// Nothing that a library or a server might parse as two addresses or as a command.
const isOneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** Turns an error of nodemailer into a result. */
function describeFailure(error: unknown): Exclude<Handover, { kind: 'sent' }> {
  const { message, code, command, response, responseCode } = error as Error & {
    code?: string
    command?: string
    response?: string
    responseCode?: number
  }
  const said = response ?? message
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

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
