import type { MailLinks } from '#features/mail/tracking/links.ts'
import type { Logger } from '#platform/log.ts'
import { startBounceReceiver } from './bounce-receiver.ts'
import type { Bounces } from './bounces.ts'

interface BounceListeningOptions {
  /** Without a port or a domain nothing is received. */
  port: number | undefined
  domain: string | undefined
  host: string
  bounces: Bounces
  links: MailLinks
  log: Logger
  /** Unsubscribes the reader of a mail. */
  unsubscribe(mailId: string): Promise<unknown>
}

/** Listens for returned mails and for mails that unsubscribe, where that is configured. */
export async function startBounceListening(options: BounceListeningOptions) {
  const { port, domain, host, bounces, links, log, unsubscribe } = options
  if (port === undefined || domain === undefined) return undefined
  try {
    return await startBounceReceiver({
      ...{ port, host, domain, bounces, log },
      unsubscribeMails: {
        isOurs: (token) => links.readLink('stop', token) !== undefined,
        async take(token) {
          const link = links.readLink('stop', token)
          if (link) await unsubscribe(link.mailId)
        },
      },
    })
  } catch (error) {
    // Another process on this machine may listen already; the site starts anyway.
    log.warn({ reason: String(error) }, 'the bounce receiver could not be started')
    return undefined
  }
}
