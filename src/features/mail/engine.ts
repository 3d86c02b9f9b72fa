import type { Registry } from 'prom-client'
import { startBounceReceiver } from '#features/mail/bounces/bounce-receiver.ts'
import { createBounces } from '#features/mail/bounces/bounces.ts'
import { createComposing } from '#features/mail/delivery/composing.ts'
import { createSender } from '#features/mail/delivery/sender.ts'
import type { MailInput, RenderedMail } from '#features/mail/mails/sheet.ts'
import { createMailMessages } from '#features/mail/messages/messages.ts'
import { createOutbox } from '#features/mail/outbox/outbox.ts'
import { createMailQueue, type MailQueueOptions } from '#features/mail/outbox/queue-store.ts'
import { createMailStore } from '#features/mail/outbox/store.ts'
import { createSuppressions } from '#features/mail/suppression/suppression-store.ts'
import type { MailLinks } from '#features/mail/tracking/links.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import { createMailer, type Dkim, type Mailbox } from '#platform/mailer.ts'
import type { Database } from '#platform/postgres.ts'
import type { WorkerPool } from '#platform/worker-pool.ts'

export interface MailEngineOptions {
  db: Database
  clock: Clock
  log: Logger
  registry: Registry
  workers: WorkerPool
  links: MailLinks
  publicUrl: string
  from: Mailbox
  replyTo: string
  /** Undefined keeps every mail in the outbox. */
  smtpUrl: string | undefined
  dkim: Dkim | undefined
  bounceDomain: string | undefined
  bouncePort: number | undefined
  /** The address that returned mails are listened for on. */
  host: string
  /** The ids of campaigns whose mails may be sent, as a subquery. */
  sendableCampaigns: MailQueueOptions['sendableCampaigns']
  render(mail: MailInput): Promise<RenderedMail>
  /** The link of a lead, when that is still their address. */
  findRightsUrl(leadId: string, email: string): Promise<string | undefined>
  /** Stops the letters to the reader of a mail, who asks for it by mail. */
  unsubscribe(mailId: string): Promise<unknown>
}

/** How many mails are handed over at once. */
const concurrency = 5

/** Everything that orders, sends and takes back mails. */
export function createMailEngine(options: MailEngineOptions) {
  const {
    db,
    clock,
    log,
    registry,
    workers,
    links,
    publicUrl,
    smtpUrl,
    dkim,
    bounceDomain,
    bouncePort,
    host,
  } = options
  const outbox = createOutbox({ clock })
  const suppressions = createSuppressions({ db, clock })
  const takesStops = bouncePort !== undefined && bounceDomain !== undefined
  const composing = createComposing({ ...options, takesStops })
  const bounces = createBounces({ db, clock, log, workers, links, suppressions })
  const sender = createSender({
    ...{ clock, log, registry, suppressions, concurrency, compose: composing.compose },
    store: createMailStore(db),
    queue: createMailQueue({ db, sendableCampaigns: options.sendableCampaigns }),
    mailer:
      smtpUrl === undefined ? undefined : createMailer({ url: smtpUrl, dkim, connections: concurrency }),
  })
  let receiver: Awaited<ReturnType<typeof startBounceReceiver>> | undefined

  return {
    post: outbox.post,
    messages: createMailMessages({
      ...{ db, outbox, suppressions, links, publicUrl, preview: composing.preview },
      canSend: smtpUrl !== undefined,
    }),
    suppressions,
    bounces,
    /** Every second, in every process: sends what is due. */
    poller: sender.poller,
    drain: sender.drain,

    /** Listens for mails that come back, where that is asked for. */
    async begin(): Promise<void> {
      if (bouncePort === undefined || bounceDomain === undefined) return
      try {
        receiver = await startBounceReceiver({
          ...{ port: bouncePort, host, domain: bounceDomain, bounces, log },
          stops: {
            isOurs: (token) => links.readLink('stop', token) !== undefined,
            async take(token) {
              const link = links.readLink('stop', token)
              if (link) await options.unsubscribe(link.mailId)
            },
          },
        })
      } catch (error) {
        // As when another process on this machine does it already: the site must not stand still for that.
        log.warn({ reason: String(error) }, 'returned mails are not listened for')
      }
    },

    async stop(): Promise<void> {
      await Promise.all([sender.stop(), receiver?.close()])
    },
  }
}
