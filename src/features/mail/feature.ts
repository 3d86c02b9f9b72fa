import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createMailMetrics, type MetricsOptions } from '#features/mail/metrics/metrics.ts'
import { mailMetricsRoutes } from '#features/mail/metrics/metrics-routes.ts'
import { loadMailWriter } from '#features/mail/templates/load-writer.ts'
import { cleanMailText } from '#features/mail/templates/mail-text.ts'
import { createRendering, type RenderingOptions } from '#features/mail/templates/rendering.ts'
import { type TemplateRouteOptions, templateRoutes } from '#features/mail/templates/template-routes.ts'
import { createTemplates, type TemplateOptions } from '#features/mail/templates/templates.ts'
import { createMailLinks } from '#features/mail/tracking/links.ts'
import { createTracking, type TrackingOptions } from '#features/mail/tracking/tracking.ts'
import { trackingRoutes } from '#features/mail/tracking/tracking-routes.ts'
import {
  type UnsubscribeRouteOptions,
  unsubscribeRoutes,
} from '#features/mail/unsubscribe/unsubscribe-routes.ts'
import { createUnsubscribing, type UnsubscribingOptions } from '#features/mail/unsubscribe/unsubscribing.ts'
import type { Language } from '#shared/languages.ts'
import type { MailText } from './contract.ts'
import { createMailEngine, type MailEngineOptions } from './engine.ts'
import { mailVariables } from './model.ts'
import type { MailRecords } from './records.ts'
import { mailRoutes } from './routes.ts'

interface MailNeeds
  extends Pick<RenderingOptions, 'findCampaignText'>,
    Pick<MailEngineOptions, 'findRightsUrl'>,
    Pick<UnsubscribingOptions, 'consent'>,
    Pick<UnsubscribeRouteOptions, 'sendPage'>,
    Pick<TemplateRouteOptions, 'approverOf'>,
    Pick<TrackingOptions, 'noteContact'>,
    Pick<MetricsOptions, 'nameCampaigns'>,
    Pick<TemplateOptions, 'listUsers'>,
    Pick<MailEngineOptions, 'sendableCampaigns'> {
  records: MailRecords
  /** The users of these ids; ids of nobody are left out. */
  listUsers(ids: readonly string[]): Promise<{ id: string; name: string; email: string | null }[]>
}

/** Writing, sending and tracking mails, and what comes back of them. */
export function createMailFeature(core: Core, needs: MailNeeds) {
  const { db, clock, log, registry, workers, config, translator, siteName, publicUrl, secret, facts } = core
  const { post, personal } = needs.records
  const { findCampaignText, findRightsUrl, consent, sendPage, approverOf, noteContact } = needs
  const {
    bounceToken,
    from = { name: siteName, address: facts.mailboxes.general },
    ...mailConfig
  } = config.mail
  const rendering = createRendering({
    ...{ db, translator, siteName, publicUrl, findCampaignText, loadWriter: loadMailWriter },
    company: facts.company,
  })
  const links = createMailLinks(secret)
  const unsubscribing = createUnsubscribing({ db, personal, consent })
  const engine = createMailEngine({
    ...{ db, clock, log, registry, workers, links, from, publicUrl, findRightsUrl, ...mailConfig },
    ...{ host: config.http.host, replyTo: facts.mailboxes.general },
    sendableCampaigns: needs.sendableCampaigns,
    render: rendering.write,
    unsubscribe: unsubscribing.unsubscribe,
  })
  const templates = createTemplates({ db, clock, rendering, post, listUsers: needs.listUsers })
  const tracking = createTracking({ db, clock, log, links, publicUrl, noteContact })
  const metrics = createMailMetrics({ db, clock, nameCampaigns: needs.nameCampaigns })
  return {
    routes: [
      unsubscribeRoutes({ links, unsubscribing, sendPage }),
      templateRoutes({ templates, approverOf }),
      mailRoutes({ ...engine, bounceToken }),
      trackingRoutes({ tracking }),
      mailMetricsRoutes({ metrics, canSend: mailConfig.smtpUrl !== undefined }),
    ],
    pollers: [engine.poller],
    /** The text of a campaign: checked, shown as a mail, and sent as a test. */
    campaignTexts: {
      settle: (text: MailText) => cleanMailText(text, mailVariables.campaign),
      preview: (language: Language, text: MailText, actionUrl: string | undefined) =>
        templates.preview('campaign', language, text, actionUrl),
      sendTestMail: (trial: Omit<Parameters<typeof templates.sendTestMail>[0], 'kind'>) =>
        templates.sendTestMail({ kind: 'campaign', ...trial }),
    },
    start: engine.begin,
    close: engine.stop,
  } satisfies Feature & Record<string, unknown>
}
