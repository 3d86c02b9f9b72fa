import type { Core } from './core.ts'
import { encryptedRows } from './encrypted-rows.ts'
import type { BackupPart, Feature, FindDeleted, Notify, TransferPart } from './feature.ts'
import { createAccountFeature } from './features/accounts/feature.ts'
import { type AnalyticsNeeds, createAnalyticsFeature } from './features/analytics/feature.ts'
import { createApiKeyFeature } from './features/api-keys/feature.ts'
import { recordDone } from './features/audit/commands.ts'
import { createAuditFeature } from './features/audit/feature.ts'
import { createAuditRecords } from './features/audit/records.ts'
import { type BackupNeeds, createBackupFeature } from './features/backups/feature.ts'
import { createBadgeFeature } from './features/badges/feature.ts'
import { createCampaignFeature } from './features/campaigns/feature.ts'
import { createCampaignRecords } from './features/campaigns/records.ts'
import { createCommentFeature } from './features/comments/feature.ts'
import { createContentFeature } from './features/content/feature.ts'
import { createDashboardFeature } from './features/dashboard/feature.ts'
import { createDocumentFeature, type DocumentNeeds } from './features/documents/feature.ts'
import { createEarlyAdopterFeature } from './features/early-adopters/feature.ts'
import { createLeadRecords, type LeadRecords } from './features/early-adopters/records.ts'
import { createEdgeCacheFeature } from './features/edge-cache/feature.ts'
import { createGuideFeature } from './features/guides/feature.ts'
import { createLedgerFeature } from './features/ledger/feature.ts'
import { createLedgerRecords, type LedgerRecords } from './features/ledger/records.ts'
import { createLiveFeature } from './features/live/feature.ts'
import { createMailFeature } from './features/mail/feature.ts'
import { createMailRecords, type MailRecords } from './features/mail/records.ts'
import { createMediaFeature } from './features/media/feature.ts'
import { createNotificationFeature } from './features/notifications/feature.ts'
import { createOperatorFeature } from './features/operator/feature.ts'
import { createPreviewFeature } from './features/previews/feature.ts'
import { createReleaseFeature } from './features/releases/feature.ts'
import { createReportFeature } from './features/reports/feature.ts'
import { createSearchFeature } from './features/search/feature.ts'
import { createSearchRecords } from './features/search/records.ts'
import { createSeoFeature, type SeoNeeds } from './features/seo/feature.ts'
import { createSettingFeature } from './features/settings/feature.ts'
import { createSignatureFeature } from './features/signatures/feature.ts'
import { createSocialFeature, type SocialNeeds } from './features/social/feature.ts'
import { createStorageFeature } from './features/storage/feature.ts'
import { createWebhookFeature } from './features/webhooks/feature.ts'
import { type Announce, createWebhookRecords } from './features/webhooks/records.ts'
import { createClientCountry } from './http/client-country.ts'
import type { OwnRequests } from './http/own-requests/own-requests.ts'
import { createCountries } from './platform/countries/countries.ts'
import { platformBackup } from './platform/secrets/restoring-store.ts'
import type { CreateTextSearch } from './shared/search/text-source.ts'
import { getPageOfText } from './site/routes.ts'
import type { Web } from './site/server/web.ts'

interface FeatureNeeds {
  /** Social platforms in place of the real ones. */
  socialPlatforms: SocialNeeds['platforms']
  notify: Notify
  ownRequests: OwnRequests
}

/** Builds the features, each after those whose functions it needs. */
export async function createFeatures(core: Core, web: Web, needs: FeatureNeeds) {
  const { notify, ownRequests, socialPlatforms } = needs
  const { pages, renderer, quota } = web
  const findCountry = createClientCountry({ ...core.config.http, findCountry: createCountries(core.dataDir) })
  const features: Feature[] = []
  // Mail orders and accounts come first: nearly every feature sends mails or shows the names of users.
  const mails = createMailRecords(core)
  const listPermissions = () => features.flatMap(({ permissions = {} }) => Object.values(permissions))
  const { findDeleted } = createAuditRecords()
  const accounts = createAccountFeature(core, {
    ...{ post: mails.post, notify, listPermissions, findDeleted },
    // Pictures need the features of the site, which need the accounts.
    cutSquares: (bytes, sizes) => media.cutSquares(bytes, sizes),
  })
  const settings = createSettingFeature(core, {
    ...{ listDefinitions: () => listSettings(features), findNames: accounts.findNames },
    listRules: () => features.flatMap(({ settingRules = [] }) => settingRules),
  })
  // The lower halves of features that need each other: they depend on no other feature.
  const leads = createLeadRecords(core)
  const campaignRecords = createCampaignRecords(core)
  const ledgerRecords = createLedgerRecords(core)

  const apiKeys = createApiKeyFeature(core, { ...accounts, listPermissions })
  const audit = createAuditFeature(core, { listUsers: accounts.listUsers, notify, ledger: ledgerRecords })
  const { announce } = createWebhookRecords(core)
  const { createTextSearch } = createSearchRecords(core)
  const { content, documents, media, previews, releases, seo } = createSiteFeatures(core, {
    ...{ web, accounts, campaignRecords, announce, notify, createTextSearch, ownRequests },
    changeSettings: settings.change,
    listTransferParts: () => features.flatMap(({ transfer = [] }) => transfer),
    // Visits need the documents, whose pages are counted.
    findVisits: () => analytics,
  })
  const { ledger, badges, signatures } = await createProofFeatures(core, {
    ...{ web, leads, mails, ledgerRecords, announce, notify, seo },
    sendPage: pages.sendPersonal,
  })
  const earlyAdopters = createEarlyAdopterFeature(core, {
    ...{ leads, announce, notify, findCountry, findDeleted },
    pages: renderer.publicPages,
    findNames: accounts.findNames,
    ...{ post: mails.post, suppression: mails.personal, mailSteps: mails.steps },
    ...{ listMails: mails.personal.list, deleteOldMail: mails.personal.deleteOld },
    ...{ reissueBadges: badges.reissue, endActivationLinks: signatures.endLinks },
    ...{ welcome: signatures.inviteNewLeads, signatureSteps: signatures.steps },
    listPersonalData: () => features.flatMap(({ personalData = [] }) => personalData),
    sendPage: pages.sendPersonal,
    sendNeutralPage: pages.sendNeutral,
    checkRateLimit: quota.take,
  })
  const { mail, campaigns } = createMailingFeatures(core, {
    ...{ mails, campaignRecords, leads, earlyAdopters, audit, accounts, media, notify, createTextSearch },
    sendPage: pages.sendPersonal,
  })
  // In this order the API is described, and people read what is stored about them.
  features.push(earlyAdopters, content, documents, badges, signatures, ledger)
  features.push(accounts, apiKeys, audit, mail, campaigns)
  const { analytics, dashboard, reports } = createFigureFeatures(core, features, {
    ...{ pages: renderer.publicPages, hasItem: documents.hasPage, findCountry },
    ...{ accounts, earlyAdopters, post: mails.post, findDeleted },
  })
  const social = createSocialFeature(core, {
    ...{ notify, announce, changeSettings: settings.change, findMember: accounts.findMember },
    ...{ findNames: accounts.findNames, fitPicture: media.fitPicture },
    platforms: socialPlatforms,
  })
  features.push(analytics, dashboard, reports, releases, previews, media, seo, social)
  features.push(createEdgeCacheFeature(core, { pages: renderer.publicPages, notify, record: recordDone }))
  const { storage, backups } = createKeepingFeatures(core, features, { notify, announce })
  features.push(
    ...[settings, backups, storage],
    ...createCollectingFeatures(core, features, { accounts, post: mails.post, notify, findDeleted }),
  )
  core.settings.checkFixed(listSettings(features))
  return { accounts, apiKeys, audit, backups, content, earlyAdopters, reports, seo, features }
}

interface MailingNeeds {
  mails: MailRecords
  campaignRecords: ReturnType<typeof createCampaignRecords>
  leads: LeadRecords
  earlyAdopters: ReturnType<typeof createEarlyAdopterFeature>
  audit: ReturnType<typeof createAuditFeature>
  accounts: ReturnType<typeof createAccountFeature>
  media: ReturnType<typeof createMediaFeature>
  sendPage: Web['pages']['sendPersonal']
  notify: Notify
  createTextSearch: CreateTextSearch
}

/** The features that write mails. */
function createMailingFeatures(core: Core, needs: MailingNeeds) {
  const { mails, campaignRecords, leads, earlyAdopters, audit, accounts, media, notify } = needs
  const { sendPage, createTextSearch } = needs
  const mail = createMailFeature(core, {
    records: mails,
    findCampaignText: campaignRecords.findText,
    nameCampaigns: campaignRecords.nameCampaigns,
    sendableCampaigns: campaignRecords.sendable,
    keepCampaigns: campaignRecords.keepStarted,
    findRightsUrl: leads.findRightsUrl,
    consent: earlyAdopters.consent,
    noteContact: earlyAdopters.noteContact,
    approverOf: audit.approverOf,
    listUsers: accounts.listUsers,
    ...{ sendPage, createTextSearch },
  })
  const campaigns = createCampaignFeature(core, {
    audiences: leads.audiences(mails.campaignMails),
    mail: { post: mails.post, ...mails.campaignMails, ...mail.campaignTexts },
    findPictures: media.prepareForMail,
    approverOf: audit.approverOf,
    ...{ notify, createTextSearch },
  })
  return { mail, campaigns }
}

interface ProofNeeds {
  web: Web
  ledgerRecords: LedgerRecords
  leads: LeadRecords
  mails: MailRecords
  announce: Announce
  notify: Notify
  seo: ReturnType<typeof createSeoFeature>
  sendPage: Web['pages']['sendPersonal']
}

/** The features of what anyone can check: the ledger, badges and signatures. */
async function createProofFeatures(core: Core, needs: ProofNeeds) {
  const { web, leads, mails, ledgerRecords, announce, notify, seo, sendPage } = needs
  const ledger = await createLedgerFeature(core, {
    ...{ notify, record: ledgerRecords.record },
    readText: web.pages.readText,
    describeFacts: () => JSON.stringify(web.facts()),
  })
  const outlets = { noteEvents: leads.noteEvents, postMails: mails.post, announce }
  const badges = await createBadgeFeature(core, {
    ...{ leads: leads.badgeLeads, ...outlets, ledger: ledgerRecords, sendPage },
    drawSeal: seo.drawSeal,
    cards: seo.createCards({ folder: 'badge-cards', maxFiles: 500 }),
  })
  const signatures = createSignatureFeature(core, {
    ...{ leads: leads.signatureLeads(mails.steps), ...outlets, notify, sendPage },
    recordInLedger: ledgerRecords.record,
    forgetInLedger: ledgerRecords.forget,
    ...{ ledger, issuing: badges.issuing },
  })
  return { ledger, badges, signatures }
}

interface FigureNeeds extends Omit<AnalyticsNeeds, 'findNames'> {
  findDeleted: FindDeleted
  accounts: ReturnType<typeof createAccountFeature>
  post: MailRecords['post']
  earlyAdopters: ReturnType<typeof createEarlyAdopterFeature>
}

/** The features of what the team measures. */
function createFigureFeatures(
  core: Core,
  features: readonly Feature[],
  { accounts, post, findDeleted, earlyAdopters: { listCohorts }, ...needs }: FigureNeeds,
) {
  const { findNames, findActiveUsers, listRecipients } = accounts
  const analytics = createAnalyticsFeature(core, { ...needs, findNames })
  const listSources = () => features.flatMap(({ timeline = [] }) => timeline)
  const dashboard = createDashboardFeature(core, { ...analytics.figures, listCohorts, listSources })
  const reports = createReportFeature(core, {
    ...{ findNames, findActiveUsers, listRecipients, post, findDeleted },
    ...{ readVisits: analytics.figures.read, readMetrics: dashboard.readMetrics },
  })
  return { analytics, dashboard, reports }
}

/** How the tables of the platform and of all features are backed up and restored. */
export const listBackupParts = (features: readonly Feature[]): BackupPart[] => [
  platformBackup,
  ...features.flatMap(({ backup = [] }) => backup),
]

const listSettings = (features: readonly Feature[]) => features.flatMap(({ settings = [] }) => settings)

interface CollectingNeeds {
  accounts: ReturnType<typeof createAccountFeature>
  post: MailRecords['post']
  notify: Notify
  findDeleted: FindDeleted
}

/** The features that no other needs, most of which serve what the others declare: events, notifications, search, topics. */
function createCollectingFeatures(
  core: Core,
  features: readonly Feature[],
  { accounts, post, notify, findDeleted }: CollectingNeeds,
): Feature[] {
  const { findNames, listRecipients } = accounts
  return [
    createCommentFeature(core, { ...accounts, notify }),
    createGuideFeature(core),
    createOperatorFeature(core),
    createWebhookFeature(core, {
      listEvents: () => features.flatMap(({ webhookEvents = [] }) => webhookEvents),
      ...{ findNames, notify, findDeleted },
    }),
    createNotificationFeature(core, {
      listSources: () => features.flatMap(({ notifications = [] }) => notifications),
      listTasks: () => features.flatMap(({ tasks = [] }) => tasks),
      ...{ listRecipients, post },
    }),
    createSearchFeature(core, { listSources: () => features.flatMap(({ search = [] }) => search) }),
    createLiveFeature(core, {
      findSession: (token) => accounts.findSession(token, false),
      listTopics: () => features.flatMap(({ liveTopics = [] }) => liveTopics),
    }),
  ]
}

/** The features that keep what all others store. */
function createKeepingFeatures(
  core: Core,
  features: readonly Feature[],
  tell: Pick<BackupNeeds, 'notify' | 'announce'>,
) {
  const storage = createStorageFeature(core, {
    listSources: () => features.flatMap(({ storedFiles = [] }) => storedFiles),
    notify: tell.notify,
  })
  const backups = createBackupFeature(core, {
    ...{ ...tell, encryptedRows, record: recordDone },
    listParts: () => listBackupParts(features),
    removeUnnamedFiles: storage.removeUnnamed,
  })
  return { storage, backups }
}

interface SiteNeeds {
  web: Web
  accounts: ReturnType<typeof createAccountFeature>
  campaignRecords: ReturnType<typeof createCampaignRecords>
  announce: Announce
  notify: Notify
  createTextSearch: CreateTextSearch
  changeSettings: SeoNeeds['changeSettings']
  listTransferParts(): readonly TransferPart[]
  ownRequests: OwnRequests
  findVisits(): Pick<DocumentNeeds, 'sumViews' | 'readSection'>
}

/** The features of what the site says: its texts, pictures and documents, and how search engines see them. */
function createSiteFeatures(core: Core, needs: SiteNeeds) {
  const { web, accounts, campaignRecords, announce, notify, createTextSearch, findVisits } = needs
  const { pages, renderer, facts } = web
  const content = createContentFeature(core, {
    ...{ findNames: accounts.findNames, listTeam: accounts.listTeam, announce, createTextSearch },
    listTransferParts: needs.listTransferParts,
  })
  const media = createMediaFeature(core, {
    findUses: async (digest) => [
      ...(await content.findPictureUses(digest)),
      ...(await campaignRecords.findPictureUses(digest)),
      // Pages are shared with pictures.
      ...seo.findPictureUses(digest),
    ],
    replaceInTexts: content.replacePicture,
  })
  const documents = createDocumentFeature(core, {
    ...{
      findNames: accounts.findNames,
      announce,
      createTextSearch,
      sumViews: (paths) => findVisits().sumViews(paths),
      readSection: (section, period) => findVisits().readSection(section, period),
      sendPage: pages.sendItem,
      sendSearch: pages.sendPersonal,
    },
    // Cards are drawn for search engines, which need the documents.
    drawCard: (card, name) => documentCards.getPicture(card, name),
  })
  const releases = createReleaseFeature(core, { publisher: content.publisher, notify })
  const seo = createSeoFeature(core, {
    pages: renderer.publicPages,
    sources: documents.pageSources,
    publishedTexts: content.publishedTexts,
    listPublications: content.listPublications,
    changeSettings: needs.changeSettings,
    hasPicture: media.has,
    readPicture: media.readWide,
    describeResult: (page, language, texts) =>
      renderer.describeSearchResult(page, { language, facts: facts(), texts, t: core.translator(language) }),
    checks: {
      ...needs.ownRequests,
      findScreens: documents.findScreens,
      findNames: accounts.findNames,
      notify,
    },
    describeCard: (page, language, texts) =>
      renderer.describeCard(page, { language, facts: facts(), texts, t: core.translator(language) }),
  })
  const documentCards = seo.createCards({ folder: 'document-cards', maxFiles: 2_000 })
  const previews = createPreviewFeature(core, {
    publishedTexts: content.publishedTexts,
    describeSearchResult: (key, language, texts) =>
      renderer.describeSearchResult(getPageOfText(key), {
        ...{ language, facts: facts(), texts },
        t: core.translator(language),
      }),
    sanitize: content.sanitize,
    pages: { send: pages.sendPreview, describeCard: pages.describePreviewCard, drawCard: seo.drawCard },
    findNames: accounts.findNames,
  })
  return { content, documents, media, previews, releases, seo }
}
