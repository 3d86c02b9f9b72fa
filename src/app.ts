import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import packageJson from '../package.json' with { type: 'json' }
import { adminRoutes } from './admin/server/admin-document.ts'
import type { Config } from './config.ts'
import { forgetEndedJob } from './features/accounts/jobs.ts'
import { createLoginLimiter } from './features/accounts/login-limiter.ts'
import { createPasswordCheck } from './features/accounts/password-rules.ts'
import { createRecovery } from './features/accounts/recovery.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { createAccounts } from './features/accounts/service.ts'
import { createAccountStore } from './features/accounts/store.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { createAudit } from './features/audit/service.ts'
import { credentialRoutes } from './features/badges/credentials/credential-routes.ts'
import { badgePageRoutes } from './features/badges/page-routes.ts'
import { bulkAwardPoller } from './features/badges/poller.ts'
import { createBadgeProgramme } from './features/badges/programme.ts'
import { badgeRoutes } from './features/badges/routes.ts'
import { createCampaignNames } from './features/campaigns/names.ts'
import { campaignPoller } from './features/campaigns/poller.ts'
import { createPreparation } from './features/campaigns/preparation.ts'
import { campaignRoutes } from './features/campaigns/routes.ts'
import { createCampaigns } from './features/campaigns/service.ts'
import { createCampaignStore } from './features/campaigns/store.ts'
import { builtInText } from './features/content/built-in-text.ts'
import { createContentHistory } from './features/content/history/history.ts'
import { contentHistoryRoutes } from './features/content/history/history-routes.ts'
import { createPresence } from './features/content/history/presence.ts'
import { createPictureUses } from './features/content/picture-uses.ts'
import { createPublication } from './features/content/publication.ts'
import { contentRoutes } from './features/content/routes.ts'
import { createSanitizer } from './features/content/sanitizing/sanitizer.ts'
import { createContent } from './features/content/service.ts'
import { createSources } from './features/content/sources.ts'
import { createTranslation } from './features/content/translation/translation.ts'
import { translationRoutes } from './features/content/translation/translation-routes.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { createDocuments } from './features/documents/service.ts'
import { createAudiences } from './features/early-adopters/list/audience.ts'
import { createCorrections } from './features/early-adopters/list/corrections.ts'
import { createNoteEvents } from './features/early-adopters/list/events.ts'
import { badgeHolders } from './features/early-adopters/list/holders.ts'
import { leadRoutes } from './features/early-adopters/list/lead-routes.ts'
import { createLeads } from './features/early-adopters/list/leads.ts'
import { createConsent, createConsentTexts } from './features/early-adopters/registration/consent.ts'
import { confirmationMailPoller } from './features/early-adopters/registration/greetings.ts'
import { createProtection } from './features/early-adopters/registration/protection.ts'
import { createRegistrations } from './features/early-adopters/registration/registration.ts'
import { createEmailChanges } from './features/early-adopters/rights/email-changes.ts'
import { createErasure } from './features/early-adopters/rights/erasure.ts'
import { erasureRoutes } from './features/early-adopters/rights/erasure-routes.ts'
import { retentionJob } from './features/early-adopters/rights/retention.ts'
import { createRights } from './features/early-adopters/rights/rights.ts'
import { createRightsLinks } from './features/early-adopters/rights/rights-links.ts'
import { rightsRoutes } from './features/early-adopters/rights/rights-routes.ts'
import { earlyAdopterRoutes } from './features/early-adopters/routes.ts'
import { createEarlyAdopters } from './features/early-adopters/service.ts'
import { createEarlyAdopterStore } from './features/early-adopters/store.ts'
import { createExports } from './features/early-adopters/transfer/exports.ts'
import { createImports } from './features/early-adopters/transfer/imports.ts'
import { transferRoutes } from './features/early-adopters/transfer/transfer-routes.ts'
import { mailVariables } from './features/mail/contract.ts'
import { settleText } from './features/mail/delivery/letter.ts'
import { createRendering } from './features/mail/delivery/rendering.ts'
import { createMailEngine } from './features/mail/engine.ts'
import { createMailMetrics } from './features/mail/metrics/metrics.ts'
import { mailMetricsRoutes } from './features/mail/metrics/metrics-routes.ts'
import {
  countCampaignMails,
  hasOpenMails,
  holdBackMails,
  isSuppressed,
  wasWritten,
} from './features/mail/outbox/campaign-mails.ts'
import { createPersonalMail } from './features/mail/outbox/personal.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { templateRoutes } from './features/mail/templates/template-routes.ts'
import { createTemplates } from './features/mail/templates/templates.ts'
import { createMailLinks } from './features/mail/tracking/links.ts'
import { createTracking } from './features/mail/tracking/tracking.ts'
import { trackingRoutes } from './features/mail/tracking/tracking-routes.ts'
import { unsubscribeRoutes } from './features/mail/unsubscribe/unsubscribe-routes.ts'
import { createUnsubscribing } from './features/mail/unsubscribe/unsubscribing.ts'
import { createResizer } from './features/media/resizer.ts'
import { mediaRoutes } from './features/media/routes.ts'
import { createMedia } from './features/media/service.ts'
import { forgetPreviewsJob } from './features/previews/jobs.ts'
import { previewRoutes } from './features/previews/routes.ts'
import { createPreviews } from './features/previews/service.ts'
import { releasePoller } from './features/releases/poller.ts'
import { releaseRoutes } from './features/releases/routes.ts'
import { createReleases } from './features/releases/service.ts'
import { createPainter } from './features/seo/painter.ts'
import { seoRoutes } from './features/seo/routes.ts'
import { createShareCards } from './features/seo/share-cards.ts'
import { catalogueRoutes } from './http/catalogue-routes.ts'
import { createClientAddress, createProxyCheck } from './http/client-address.ts'
import { healthRoutes } from './http/health-routes.ts'
import { createQuota } from './http/limits/quota.ts'
import { collectOpenapi, openapiRoutes } from './http/openapi.ts'
import { PageCache } from './http/page-cache.ts'
import { createRequestMetrics } from './http/request-metrics.ts'
import { securityHeaders } from './http/security-headers.ts'
import { securityTxtRoutes } from './http/security-txt.ts'
import { createHttpServer } from './http/server.ts'
import { loadCatalogues } from './platform/catalogues.ts'
import type { Clock } from './platform/clock.ts'
import { createFolderStore } from './platform/files.ts'
import { ensureKeyFile } from './platform/key-files.ts'
import type { Logger } from './platform/log.ts'
import { createMachineTranslation } from './platform/machine-translation.ts'
import { connectPostgres } from './platform/postgres.ts'
import { createQueue, type Queue } from './platform/queue.ts'
import { watchRevision } from './platform/revision.ts'
import { createWorkerPool } from './platform/worker-pool.ts'
import type { SiteFacts } from './site/contract.ts'
import { getPageOfText, publicPages } from './site/routes.ts'
import { assetsFolder, readAssets } from './site/server/assets.ts'
import { createPages, loadMailWriter, loadPageRenderer } from './site/server/pages.ts'

/** What the product calls itself. */
const siteName = 'Firmeza'

/** The first admin; `password` only if it was made up and must be shown. */
export interface FirstUser {
  username: string
  password: string | undefined
}

export interface App {
  server: FastifyInstance
  queue: Queue
  /**
   * Makes the first admin when there is no user, tells `greet` of them, and is ready from then on. To be called once
   * the server listens, so that a password is never made up by a start that fails.
   */
  begin(greet: (firstUser: FirstUser | undefined) => void): Promise<void>
  /** Stops taking requests, finishes what runs, and lets the database go. */
  close(): Promise<void>
}

interface AppOptions {
  config: Config
  log: Logger
  clock: Clock
  /** A database at the newest schema. */
  databaseUrl: string
  /** Where the secret that nobody configured and the pictures drawn so far are kept. */
  dataDir: string
}

/** Builds the whole product by hand, in reading order: platform, features, HTTP. Nothing runs yet but the database. */
export async function buildApp({ config, log, clock, databaseUrl, dataDir }: AppOptions): Promise<App> {
  // Platform
  const postgres = connectPostgres(databaseUrl, { log })
  const { db, pool } = postgres
  const [revision, catalogues, renderer] = await Promise.all([
    watchRevision({ url: databaseUrl, db, log }),
    loadCatalogues(),
    loadPageRenderer(),
  ])
  const registry = new Registry()
  const workers = createWorkerPool()
  const secret =
    config.secretKey ??
    (await ensureKeyFile(join(dataDir, 'secret-key'), () => randomBytes(32).toString('base64url')))

  // Features
  const accountStore = createAccountStore(db)
  const checkNewPassword = createPasswordCheck(siteName)
  const accounts = createAccounts({
    ...{ store: accountStore, clock, limiter: createLoginLimiter(pool) },
    ...{ sessionLimits: config.sessions, checkNewPassword },
  })
  const sources = createSources(catalogues.translator)
  const sanitize = createSanitizer(workers)
  const content = createContent({ db, revision, clock, sources, sanitize })
  const history = createContentHistory({ db, clock, sanitize })
  const presence = createPresence({ db, clock })
  const releases = createReleases({ db, revision, clock, texts: createPublication() })
  const previews = createPreviews({
    ...{ db, clock, siteName, catalogues, publicUrl: config.http.publicUrl },
    publishedTexts: content.publishedTexts,
    async sanitize(html) {
      const clean = await sanitize(html)
      return clean.isBlank ? '' : clean.html
    },
    pageOf: getPageOfText,
  })
  const translation = createTranslation({
    db,
    clock,
    sources,
    sanitize,
    builtIn: (key, language) => builtInText(key, catalogues.translator(language)),
    machine: config.translation && createMachineTranslation(config.translation),
  })
  const media = createMedia({
    ...{ db, clock },
    files: createFolderStore(join(dataDir, 'files')),
    resizer: createResizer(),
    findUses: createPictureUses(db),
  })
  const documents = createDocuments({ db, revision, clock })
  const { translator } = catalogues
  const earlyAdopterStore = createEarlyAdopterStore(db, pool)
  const earlyAdopters = createEarlyAdopters({ store: earlyAdopterStore, translator })
  const consentTexts = createConsentTexts({ translator, siteName })
  const registrations = createRegistrations({
    ...{ db, store: earlyAdopterStore, clock, log, texts: consentTexts },
    protection: createProtection({ clock, secret, limit: config.http.signUpLimit }),
  })
  const noteEvents = createNoteEvents(clock)
  const personalMail = createPersonalMail(clock)
  const consent = createConsent({ db, clock, texts: consentTexts, noteEvents, mail: personalMail })
  const exports = createExports({ store: earlyAdopterStore, translator })
  const imports = createImports({ db, clock, translator, noteEvents })
  const rendering = createRendering({
    ...{ db, translator, siteName, publicUrl: config.http.publicUrl },
    loadWriter: loadMailWriter,
    findCampaignText: createCampaignStore(db).findText,
    company: describeSite(config).company,
  })
  const mailLinks = createMailLinks(secret)
  const unsubscribing = createUnsubscribing({ db, personal: personalMail, consent })
  const rightsLinks = createRightsLinks({ secret, publicUrl: config.http.publicUrl })
  const {
    bounceToken,
    from = { name: siteName, address: config.site.mailboxes.general },
    ...mailConfig
  } = config.mail
  const mailEngine = createMailEngine({
    ...{ db, clock, log, registry, workers, links: mailLinks, from, ...mailConfig },
    publicUrl: config.http.publicUrl,
    host: config.http.host,
    replyTo: config.site.mailboxes.general,
    render: rendering.write,
    async findRightsUrl(leadId, email) {
      const lead = await earlyAdopterStore.find(leadId)
      return lead?.emailKey === email.toLowerCase() ? rightsLinks.urlOf(lead) : undefined
    },
    stopLetters: unsubscribing.stop,
  })
  const { post } = mailEngine.mail
  const templates = createTemplates({ db, clock, rendering, post })
  const audiences = createAudiences({ isSuppressed, wasWritten })
  const campaigns = createCampaigns({
    ...{ db, clock, audiences, publicUrl: config.http.publicUrl },
    mail: {
      count: countCampaignMails,
      settle: (text) => settleText(text, mailVariables.campaign),
      preview: (language, text, actionUrl) => templates.preview('campaign', language, text, actionUrl),
      sendTrial: (trial) => templates.sendTrial({ kind: 'campaign', ...trial }),
    },
  })
  const preparation = createPreparation({
    ...{ db, clock, publicUrl: config.http.publicUrl, nextOf: audiences.next },
    mail: { post, hasOpen: hasOpenMails, holdBack: holdBackMails },
  })
  const tracking = createTracking({
    ...{ db, clock, log, links: mailLinks, publicUrl: config.http.publicUrl },
    noteContact: registrations.noteContact,
  })
  const mailMetrics = createMailMetrics({ db, clock, nameCampaigns: createCampaignNames(db) })
  const recovery = createRecovery({
    ...{ store: accountStore, clock, publicUrl: config.http.publicUrl },
    limiter: createLoginLimiter(pool, 'reset-'),
    checkNewPassword,
    ...{ post, canSend: config.mail.smtpUrl !== undefined },
  })
  const painter = createPainter()
  const programme = createBadgeProgramme({
    ...{ db, clock, translator, noteEvents, siteName },
    postMails: post,
    leads: badgeHolders,
    drawSeal: painter.drawSeal,
    publicUrl: config.http.publicUrl,
    keysFolder: join(dataDir, 'keys'),
  })
  await programme.checkKeys()
  const emailChanges = createEmailChanges({
    ...{ db, clock, noteEvents, post, links: rightsLinks, publicUrl: config.http.publicUrl },
    reissueBadges: programme.badges.reissue,
  })
  const corrections = createCorrections({ db, clock, noteEvents, emailChanges })
  const leads = createLeads({
    ...{ db, clock, translator, consentTexts, corrections, emailChanges, listMails: personalMail.list },
  })
  const badgeCards = createShareCards({ painter, folder: join(dataDir, 'badge-cards'), maxFiles: 500, log })
  const erasures = createErasure({
    ...{ db, clock },
    forget: [
      async (tx, { id }) => badgeCards.forget(await programme.badges.eraseLead(tx, id)),
      personalMail.forget,
      emailChanges.forgetAddress,
    ],
  })
  const rights = createRights({
    ...{ db, clock, links: rightsLinks, texts: consentTexts, consent, erasures, noteEvents, post },
    ...{ corrections, emailChanges },
    keeps: {
      mails: (leadId) => personalMail.describe(db, leadId),
      mailStop: (emailKey) => personalMail.findStop(db, emailKey),
      badges: programme.badges.describeOfLead,
    },
  })
  const shareCards = createShareCards({ painter, folder: join(dataDir, 'share-cards'), log })
  const queue = createQueue({
    pool,
    evaluate: revision.evaluate,
    clock,
    log,
    jobs: [
      forgetEndedJob(accounts),
      forgetPreviewsJob(previews),
      retentionJob({
        ...{ db, clock, erasures, forgetOldMail: personalMail.forgetOld },
        forgetEmailChanges: emailChanges.forgetExpired,
      }),
    ],
    pollers: [
      releasePoller(releases, log),
      bulkAwardPoller(programme.bulk),
      confirmationMailPoller({ db, clock, links: rightsLinks, noteEvents, post }),
      mailEngine.poller,
      campaignPoller(preparation),
    ],
  })

  const audit = createAudit({ db, clock })

  // HTTP
  const { publicUrl } = config.http
  const facts = describeSite(config)
  const headers = securityHeaders({ https: publicUrl.startsWith('https:') })
  const cache = new PageCache(revision, registry)
  const quota = createQuota({ db, clock, log, secret, limit: config.http.apiRateLimit })
  const assets = readAssets()
  const requestMetrics = createRequestMetrics(registry)
  const pages = createPages({
    renderer,
    cache,
    catalogues,
    facts,
    assets: assets.site,
    headers,
    publishedTexts: content.publishedTexts,
    readLibrary: documents.readLibrary,
    register: registrations.register,
    takeQuota: quota.take,
  })
  const server = await createHttpServer({
    log,
    catalogues,
    cache,
    quota,
    clientAddress: createClientAddress(config.http.trustProxy),
    isProxy: createProxyCheck(config.http.trustProxy),
    limits: { perNetwork: config.http.connectionLimit, requestsAtOnce: 8, writeTimeout: 30_000 },
    pagesPerMinute: config.http.pageRateLimit,
    countRefusal: requestMetrics.countRefusal,
    headers,
    findSession: accounts.findSession,
    ...{ actionLog: audit.log, clock },
    findKey: (request) =>
      /^\/(api\/(content|doc)|lang)\//.test(request.url ?? '') ? request.url : pages.findKey(request),
    sendErrorPage: pages.sendError,
  })
  requestMetrics.measure(server)
  let phase: 'starting' | 'serving' | 'stopping' = 'starting'
  const { version } = packageJson
  await collectOpenapi(server, { publicUrl, version })
  await server.register(fastifyStatic, {
    root: assetsFolder,
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  await server.register(openapiRoutes({ script: assets.apiReference, icon: assets.icon, cache, headers }))
  await server.register(
    healthRoutes({ db, registry, metricsToken: config.http.metricsToken, phase: () => phase }),
  )
  await server.register(securityTxtRoutes({ publicUrl, mailbox: facts.mailboxes.general, clock }))
  await server.register(catalogueRoutes({ catalogues, cache, headers }))
  await server.register(accountRoutes({ accounts, recovery }))
  await server.register(auditRoutes({ audit }))
  await server.register(contentRoutes({ content, cache, catalogues, headers }))
  await server.register(contentHistoryRoutes({ history, presence }))
  await server.register(releaseRoutes({ releases }))
  await server.register(
    previewRoutes({
      previews,
      sendPage: pages.sendPreview,
      describeCard: pages.describePreviewCard,
      // Never kept: a picture in the place of the published one would show what is not published.
      drawCard: painter.draw,
    }),
  )
  await server.register(translationRoutes({ translation }))
  await server.register(mediaRoutes(media))
  await server.register(documentRoutes({ documents, cache, headers }))
  await server.register(earlyAdopterRoutes({ earlyAdopters, registrations, catalogues }))
  await server.register(leadRoutes({ leads }))
  await server.register(transferRoutes({ exports, imports }))
  await server.register(erasureRoutes({ erasures }))
  await server.register(
    rightsRoutes({
      ...{ rights, catalogues },
      sendPage: pages.sendPersonal,
      sendNeutralPage: pages.sendNeutral,
    }),
  )
  await server.register(unsubscribeRoutes({ links: mailLinks, unsubscribing, sendPage: pages.sendPersonal }))
  await server.register(badgeRoutes(programme))
  await server.register(credentialRoutes(programme))
  await server.register(
    badgePageRoutes({
      findPublicAward: programme.badges.findPublicAward,
      sendPage: pages.sendPersonal,
      cards: badgeCards,
      translator: catalogues.translator,
      siteName,
    }),
  )
  await server.register(templateRoutes({ templates, approverOf: audit.approverOf }))
  await server.register(campaignRoutes({ campaigns, approverOf: audit.approverOf }))
  await server.register(mailRoutes({ ...mailEngine, bounceToken }))
  await server.register(trackingRoutes({ tracking }))
  await server.register(mailMetricsRoutes({ metrics: mailMetrics, canSend: recovery.canSend }))
  await server.register(
    seoRoutes({
      publicUrl,
      pages: publicPages,
      cache,
      headers,
      shareCards,
      describeCard: (page, language, texts) =>
        renderer.describeCard(page, { language, facts, texts, t: catalogues.translator(language) }),
      describeSite: (language) => ({
        name: facts.name,
        description: catalogues.translator(language)('site:meta.description'),
      }),
      publishedTexts: content.publishedTexts,
      listPublications: content.listPublications,
      findListed: async () => {
        const [newest] = await documents.listNewestFiles()
        return newest ? { docs: new Date(newest.lastModified) } : {}
      },
    }),
  )
  await server.register(
    adminRoutes({
      assets: assets.admin,
      icon: assets.icon,
      catalogues,
      version,
      canRecover: recovery.canSend,
    }),
  )
  await server.register(pages.routes)

  return {
    server,
    queue,
    async begin(greet) {
      greet(await accounts.ensureFirstUser(config.admin))
      await mailEngine.begin()
      if (phase === 'starting') phase = 'serving'
    },
    async close() {
      phase = 'stopping'
      await Promise.all([server.close(), mailEngine.stop(), queue.stop()])
      painter.close()
      programme.close()
      media.close()
      await Promise.all([workers.close(), quota.close()])
      await revision.close()
      await postgres.close()
    },
  }
}

/** What the team says about itself, as the pages read it. */
function describeSite({ http, site }: Config): SiteFacts {
  return {
    publicUrl: http.publicUrl,
    name: siteName,
    company: { name: site.companyName ?? siteName, address: site.companyAddress },
    mailboxes: site.mailboxes,
    socialLinks: [...site.socialLinks],
    ...(site.googleTag && { googleTag: site.googleTag }),
  }
}
