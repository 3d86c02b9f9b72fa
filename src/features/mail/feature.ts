import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { startBounceListening } from '#features/mail/bounces/bounce-listening.ts'
import { bounceRoutes } from '#features/mail/bounces/bounce-routes.ts'
import { createBounces } from '#features/mail/bounces/bounces.ts'
import { type ComposingOptions, createComposing } from '#features/mail/delivery/composing.ts'
import { createSender } from '#features/mail/delivery/sender.ts'
import { measureSender } from '#features/mail/delivery/sender-metrics.ts'
import { mailMessageRoutes } from '#features/mail/messages/message-routes.ts'
import { createMessageSearch } from '#features/mail/messages/message-search.ts'
import { createMailMessages } from '#features/mail/messages/messages.ts'
import { createMailMetrics, type MetricsOptions } from '#features/mail/metrics/metrics.ts'
import { mailMetricsRoutes } from '#features/mail/metrics/metrics-routes.ts'
import { createQueueStateStore, readUnfinished } from '#features/mail/outbox/queue-state-store.ts'
import { createMailQueue, type MailQueueOptions } from '#features/mail/outbox/queue-store.ts'
import { createMailBackup, type MailRestoringOptions } from '#features/mail/restoring/restoring.ts'
import { suppressionRoutes } from '#features/mail/suppression/suppression-routes.ts'
import { createSuppressions } from '#features/mail/suppression/suppression-store.ts'
import { loadMailWriter } from '#features/mail/templates/load-writer.ts'
import { cleanMailText } from '#features/mail/templates/mail-text.ts'
import { createRendering, type RenderingOptions } from '#features/mail/templates/rendering.ts'
import {
  type TemplateRouteOptions,
  templateEditingRoutes,
  templateRoutes,
} from '#features/mail/templates/template-routes.ts'
import { createTemplateSearch } from '#features/mail/templates/template-search.ts'
import { createTemplates, type TemplateOptions } from '#features/mail/templates/templates.ts'
import { createCampaignLinks } from '#features/mail/tracking/campaign-links.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { createTracking, type TrackingOptions } from '#features/mail/tracking/tracking.ts'
import { trackingRoutes } from '#features/mail/tracking/tracking-routes.ts'
import { mailPart } from '#features/mail/transfer/mail-part.ts'
import {
  type UnsubscribeRouteOptions,
  unsubscribeRoutes,
} from '#features/mail/unsubscribe/unsubscribe-routes.ts'
import { createUnsubscribing, type UnsubscribingOptions } from '#features/mail/unsubscribe/unsubscribing.ts'
import { createMailer } from '#platform/mailer.ts'
import type { Language } from '#shared/languages.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import type { SiteFacts } from '#site/contract.ts'
import type { MailText } from './contract.ts'
import { mailPermissions, mailsChanged } from './permissions.ts'
import type { MailRecords } from './records.ts'

/** How many mails are sent at once. */
const concurrency = 5

type MailCore = Pick<
  Core,
  | 'db'
  | 'reserve'
  | 'clock'
  | 'log'
  | 'registry'
  | 'signals'
  | 'workers'
  | 'secrets'
  | 'publicUrl'
  | 'siteName'
> & {
  config: { mail: Core['config']['mail']; http: Pick<Core['config']['http'], 'host'> }
  facts(): Pick<SiteFacts, 'mailboxes'>
}

interface ServiceNeeds
  extends Pick<ComposingOptions, 'render' | 'findRightsUrl'>,
    Pick<MailQueueOptions, 'sendableCampaigns'> {
  records: Pick<MailRecords, 'outbox'>
  /** Unsubscribes the recipient of a mail who has sent an unsubscribe mail. */
  unsubscribe(mailId: string): Promise<unknown>
}

/** The services that send mails and receive bounces; tests build them with their own texts. */
export function createMailServices(core: MailCore, needs: ServiceNeeds) {
  const { db, reserve, clock, log, registry, signals, workers, publicUrl, siteName, config, facts } = core
  const { sendableCampaigns } = needs
  const { smtpUrl, dkim, bounceDomain, bouncePort } = config.mail
  const links = createMailLinks(core.secrets)
  const suppressions = createSuppressions({ db, clock })
  const bounces = createBounces({ db, clock, log, workers, links, suppressions })
  const { compose, preview } = createComposing({
    ...{
      links,
      campaignLinks: createCampaignLinks({ db }),
      publicUrl,
      bounceDomain,
      render: needs.render,
      findRightsUrl: needs.findRightsUrl,
    },
    from: () => config.mail.from ?? { name: siteName(), address: facts().mailboxes.general },
    replyTo: () => facts().mailboxes.general,
    receivesUnsubscribes: bouncePort !== undefined && bounceDomain !== undefined,
  })
  const sender = createSender({
    ...{ clock, log, registry, suppressions, compose, concurrency },
    onChange: () => signals.announce(mailsChanged.name),
    queue: createMailQueue({ db, sendableCampaigns }),
    mailer:
      smtpUrl === undefined ? undefined : createMailer({ url: smtpUrl, dkim, connections: concurrency, log }),
  })
  measureSender({
    ...{ registry, clock, isServerReachable: sender.isServerReachable },
    store: createQueueStateStore({ db: reserve.db, sendableCampaigns }),
  })
  const canSend = smtpUrl !== undefined
  let receiver: Awaited<ReturnType<typeof startBounceListening>>
  return {
    ...{ links, suppressions, bounces, canSend },
    messages: createMailMessages({
      ...{ db, outbox: needs.records.outbox, suppressions, links, publicUrl, preview, canSend },
    }),
    pollers: sender.pollers,
    isServerReachable: sender.isServerReachable,
    drain: sender.drain,
    /** Listens for returned mails, where that is configured. */
    async startBackground(): Promise<void> {
      receiver = await startBounceListening({
        ...{ port: bouncePort, domain: bounceDomain, host: config.http.host },
        ...{ bounces, links, log, unsubscribe: needs.unsubscribe },
      })
    },
    async close(): Promise<void> {
      await Promise.all([sender.stop(), receiver?.close()])
    },
  }
}

interface MailNeeds
  extends Omit<ServiceNeeds, 'records' | 'render' | 'unsubscribe'>,
    Pick<RenderingOptions, 'findCampaignText'>,
    Pick<UnsubscribingOptions, 'consent'>,
    Pick<UnsubscribeRouteOptions, 'sendPage'>,
    Pick<TemplateRouteOptions, 'approverOf'>,
    Pick<TrackingOptions, 'noteContact'>,
    Pick<MetricsOptions, 'nameCampaigns'>,
    Pick<MailRestoringOptions, 'keepCampaigns'>,
    Pick<TemplateOptions, 'listUsers'> {
  records: MailRecords
  createTextSearch: CreateTextSearch
}

/** Mails: templates, sending, tracking, bounces and metrics. */
export function createMailFeature(core: Core, needs: MailNeeds) {
  const { db, clock, log, config, translator, publicUrl, facts } = core
  const { post, personal, personalData } = needs.records
  const { findCampaignText, consent, sendPage, approverOf, noteContact, createTextSearch } = needs
  const rendering = createRendering({
    ...{ db, translator, publicUrl, findCampaignText, loadWriter: loadMailWriter },
    describeSite: facts,
  })
  const unsubscribing = createUnsubscribing({ db, personal, consent })
  const services = createMailServices(core, {
    ...needs,
    ...{ render: rendering.write, unsubscribe: unsubscribing.unsubscribe },
  })
  const { links, canSend } = services
  const templates = createTemplates({ db, clock, rendering, post, listUsers: needs.listUsers })
  const tracking = createTracking({ db, clock, log, links, publicUrl, noteContact })
  const metrics = createMailMetrics({ db, clock, nameCampaigns: needs.nameCampaigns })
  return {
    permissions: mailPermissions,
    liveTopics: [mailsChanged],
    search: [
      createTemplateSearch({ db, translator, builtIn: rendering.builtIn, createTextSearch }),
      createMessageSearch({ db, translator }),
    ],
    apiParts: [
      {
        name: 'Mail',
        description: 'The mails of the product: templates, deliveries, excluded addresses, metrics.',
        group: 'team',
      },
    ],
    routes: [
      unsubscribeRoutes({ links, unsubscribing, sendPage }),
      templateRoutes({ templates }),
      templateEditingRoutes({ templates, approverOf }),
      mailMessageRoutes(services),
      suppressionRoutes(services),
      bounceRoutes({ bounces: services.bounces, bounceToken: config.mail.bounceToken }),
      trackingRoutes({ tracking }),
      mailMetricsRoutes({
        metrics,
        canSend,
        isServerReachable: services.isServerReachable,
        readUnfinished: () => readUnfinished(db),
      }),
    ],
    pollers: Object.values(services.pollers),
    personalData,
    backup: createMailBackup({ clock, keepCampaigns: needs.keepCampaigns }),
    transfer: [mailPart],
    /** The text of a campaign: checked, previewed, and sent as a test mail. */
    campaignTexts: {
      checkText: (text: MailText) => cleanMailText(text, 'campaign'),
      preview: (language: Language, text: MailText, actionUrl: string | undefined) =>
        templates.preview('campaign', language, text, actionUrl),
      sendTestMail: (testMail: Omit<Parameters<typeof templates.sendTestMail>[0], 'kind'>) =>
        templates.sendTestMail({ kind: 'campaign', ...testMail }),
    },
    startBackground: services.startBackground,
    close: services.close,
  } satisfies Feature & Record<string, unknown>
}
