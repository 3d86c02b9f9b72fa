import type { Core } from '#core.ts'
import type { Feature, FindDeleted, Notify, PersonalDataSource } from '#feature.ts'
import { createCohorts } from '#features/early-adopters/funnel/cohorts.ts'
import { leadRoutes, timelineRoutes } from '#features/early-adopters/list/lead-routes.ts'
import { createLeadSearch } from '#features/early-adopters/list/lead-search.ts'
import { createLeads, type LeadOptions } from '#features/early-adopters/list/leads.ts'
import { noteRoutes } from '#features/early-adopters/list/note-routes.ts'
import { createLeadNotes } from '#features/early-adopters/list/notes.ts'
import { createTimeline } from '#features/early-adopters/list/timeline.ts'
import { type ConsentOptions, createConsent } from '#features/early-adopters/records/consent.ts'
import { type ConsentTexts, createConsentTexts } from '#features/early-adopters/records/consent-texts.ts'
import { createBotCheck } from '#features/early-adopters/registration/bot-check.ts'
import { confirmationMailPoller } from '#features/early-adopters/registration/confirmation-mails.ts'
import { createFindPagePath } from '#features/early-adopters/registration/page-path.ts'
import { createPlainForm, type PlainFormOptions } from '#features/early-adopters/registration/plain-form.ts'
import { createRegistrations } from '#features/early-adopters/registration/registration.ts'
import { createSignUpStore } from '#features/early-adopters/registration/sign-up-store.ts'
import { createTeamMails } from '#features/early-adopters/registration/team-mails.ts'
import { createLeadBackup } from '#features/early-adopters/restoring/restoring.ts'
import { createCorrections } from '#features/early-adopters/rights/corrections.ts'
import { emailChangeRoutes } from '#features/early-adopters/rights/email-change-routes.ts'
import { createEmailChanges } from '#features/early-adopters/rights/email-changes.ts'
import {
  createEmailConfirmations,
  type EmailConfirmationOptions,
} from '#features/early-adopters/rights/email-confirmations.ts'
import { createErasure } from '#features/early-adopters/rights/erasure.ts'
import { erasureRoutes } from '#features/early-adopters/rights/erasure-routes.ts'
import { createSendLink } from '#features/early-adopters/rights/link-mails.ts'
import { createPersonalDataReader } from '#features/early-adopters/rights/personal-data.ts'
import { type RetentionOptions, retentionJob } from '#features/early-adopters/rights/retention.ts'
import { createRights } from '#features/early-adopters/rights/rights.ts'
import { rightsActionRoutes } from '#features/early-adopters/rights/rights-action-routes.ts'
import type { RightsRouteOptions } from '#features/early-adopters/rights/rights-pages.ts'
import { linkRequestRoutes, personalDataRoutes } from '#features/early-adopters/rights/rights-routes.ts'
import { savedFilterRoutes } from '#features/early-adopters/saved-filters/saved-filter-routes.ts'
import { createSavedFilters } from '#features/early-adopters/saved-filters/saved-filters.ts'
import { tagRoutes } from '#features/early-adopters/tags/tag-routes.ts'
import { createTags } from '#features/early-adopters/tags/tags.ts'
import { exportRoutes } from '#features/early-adopters/transfer/export-routes.ts'
import { createExports } from '#features/early-adopters/transfer/exports.ts'
import { importRoutes } from '#features/early-adopters/transfer/import-routes.ts'
import { createImports } from '#features/early-adopters/transfer/imports.ts'
import type { ApiPart } from '#http/openapi/parts.ts'
import type { Routes } from '#http/routes.ts'
import type { Database } from '#platform/postgres.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'
import { siteSettings } from '#site/settings.ts'
import { createLeadNotifications } from './notifications.ts'
import { leadPermissions } from './permissions.ts'
import type { MailSteps, SignatureSteps } from './ports.ts'
import type { LeadRecords } from './records.ts'
import { earlyAdopterRoutes } from './routes.ts'
import { createEarlyAdopters } from './service.ts'
import { createEarlyAdopterStore } from './store.ts'
import { leadCreated } from './webhook-events.ts'

interface EarlyAdopterNeeds
  extends Pick<EmailConfirmationOptions, 'post' | 'reissueBadges' | 'endActivationLinks'>,
    Pick<LeadOptions, 'listMails' | 'findNames'>,
    Pick<PlainFormOptions, 'checkRateLimit' | 'findCountry'>,
    Pick<RetentionOptions, 'deleteOldMail'>,
    Pick<RightsRouteOptions, 'sendPage' | 'sendNeutralPage'> {
  leads: LeadRecords
  findDeleted: FindDeleted
  announce: (transaction: Database, events: readonly WebhookEvent[]) => Promise<void>
  notify: Notify
  /** What is done for those who have just joined the programme, in the transaction that confirms it. */
  welcome: (transaction: Database, leadIds: readonly string[]) => Promise<void>
  suppression: ConsentOptions['mail']
  /** How far mails have come with leads. */
  mailSteps: MailSteps
  /** How far they have come with their signatures. */
  signatureSteps: SignatureSteps
  /** The public pages, of which one may be named as where somebody came from. */
  pages: readonly { path: string }[]
  /** What all features store about leads, this one included. Called once they are all built. */
  listPersonalData(): readonly PersonalDataSource[]
}

const apiParts: ApiPart[] = [
  {
    name: 'Registration',
    description: 'Joining the early-adopter programme, as the form of the site does.',
    group: 'public',
  },
  {
    name: 'Early adopters',
    description: 'The people in the programme: list, corrections, notes, export, import, erasure.',
    group: 'team',
  },
]

/** The early-adopter programme: registration, the team's list, people's rights over their data. */
export function createEarlyAdopterFeature(core: Core, needs: EarlyAdopterNeeds) {
  const { db, reads, pool, clock, log, secrets, publicUrl, siteName, catalogues, translator, config } = core
  const { listMails, findNames, post, listPersonalData, mailSteps: mail, findDeleted } = needs
  const { reissueBadges, endActivationLinks, sendPage, sendNeutralPage } = needs
  const { checkRateLimit, findCountry, announce, notify, welcome } = needs
  const { links, noteEvents } = needs.leads
  const findPagePath = createFindPagePath(needs.pages)
  const texts = createConsentTexts({ db, translator, siteName })
  const { register, noteContact } = createRegistrations({
    ...{ db, clock, log, texts },
    store: createSignUpStore(pool),
    findPagePath,
    checkForBot: createBotCheck({ clock, secret: secrets.current, limit: config.http.signUpLimit }),
  })
  const consent = createConsent({ db, clock, texts, noteEvents, mail: needs.suppression })
  const changeNeeds = { db, clock, noteEvents, post, links, publicUrl }
  const emailChanges = createEmailChanges(changeNeeds)
  const corrections = createCorrections({ ...changeNeeds, emailChanges })
  const timeZone = () => core.settings.get(siteSettings.timeZone)
  const store = createEarlyAdopterStore(db, { timeZone, mailSteps: mail })
  const cohorts = createCohorts({ db, reads, steps: { mail, signatures: needs.signatureSteps }, timeZone })
  const erasures = createErasure({ db, clock, keepCounts: cohorts.keepCounts, listPersonalData })
  const leads = createLeads({
    ...{ db, clock, translator, consentTexts: texts, corrections, emailChanges },
    ...{ listMails, findNames },
  })
  const rights = createRights({
    ...{ db, links, consent, erasures, noteEvents, corrections, emailChanges },
    emailConfirmations: createEmailConfirmations({ ...changeNeeds, reissueBadges, endActivationLinks }),
    readPersonalData: createPersonalDataReader({ db, texts, emailChanges, listPersonalData }),
  })
  const rightsPages = { rights, sendPage, sendNeutralPage }
  return {
    permissions: leadPermissions,
    webhookEvents: [leadCreated],
    notifications: createLeadNotifications({ findNames: needs.leads.findNames, translator }),
    ...{ search: [createLeadSearch({ store })], apiParts },
    routes: [
      earlyAdopterRoutes({
        earlyAdopters: createEarlyAdopters({ store, translator }),
        ...{ register, catalogues, findCountry },
      }),
      leadRoutes({ leads }),
      ...createListRoutes(core, needs),
      importRoutes({
        imports: createImports({ db, clock, translator, noteEvents, findPagePath }),
        workers: core.workers,
      }),
      erasureRoutes({ erasures }),
      linkRequestRoutes({
        sendLink: createSendLink({ db, clock, links, post }),
        ...{ catalogues, sendPage, sendNeutralPage },
      }),
      personalDataRoutes({ ...rightsPages, catalogues }),
      rightsActionRoutes(rightsPages),
      emailChangeRoutes(rightsPages),
    ],
    pollers: [
      confirmationMailPoller({
        ...{ db, clock, links, noteEvents, post, publicUrl, announce, notify, welcome },
        writeTeamMail: createTeamMails({ translator, publicUrl, siteName, mailbox: core.teamMailbox }),
      }),
    ],
    jobs: [
      retentionJob({
        ...{ db, clock, deleteOldMail: needs.deleteOldMail },
        deleteErasedCohorts: cohorts.deleteErasedBefore,
        deleteExpiredEmailChanges: emailChanges.deleteExpired,
      }),
    ],
    // The lead's own row and what belongs to it go with the lead.
    personalData: { erase: emailChanges.deleteByAddress },
    backup: createLeadBackup({ clock, findDeleted, eraseAgain: erasures.eraseAgain }),
    ...{ consent, noteContact },
    listCohorts: cohorts.list,
    submitForm: createPlainForm({ catalogues, register, checkRateLimit, findCountry }).submit,
    start: () => keepConsentTexts(core, texts),
  } satisfies Feature & Record<string, unknown>
}

/** The routes of what the team keeps about people in the list, and of the exports. */
function createListRoutes(core: Core, { listMails, findNames, mailSteps }: EarlyAdopterNeeds): Routes[] {
  const { db, reads, clock, settings, translator } = core
  const timeZone = () => settings.get(siteSettings.timeZone)
  const exportStore = createEarlyAdopterStore(reads, { timeZone, mailSteps })
  return [
    timelineRoutes({ timeline: createTimeline({ db, listMails, findNames }) }),
    noteRoutes({ notes: createLeadNotes({ db, clock, findNames }) }),
    savedFilterRoutes({ savedFilters: createSavedFilters({ db, clock, findNames }) }),
    tagRoutes({ tags: createTags({ db }) }),
    exportRoutes({ exports: createExports({ store: exportStore, translator }) }),
  ]
}

/** Stores the sentences that people agree to, now and whenever the site gets another name. */
async function keepConsentTexts({ revision, log }: Core, texts: ConsentTexts): Promise<void> {
  await texts.store()
  revision.onChange(() => {
    if (texts.areStored()) return
    texts.store().catch((error) => log.error({ err: error }, 'the consent sentences were not stored'))
  })
}
