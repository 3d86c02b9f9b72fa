import type { Core } from '#core.ts'
import type { Feature, PersonalDataSource } from '#feature.ts'
import { leadRoutes } from '#features/early-adopters/list/lead-routes.ts'
import { createLeads, type LeadOptions } from '#features/early-adopters/list/leads.ts'
import {
  type ConsentOptions,
  createConsent,
  createConsentTexts,
} from '#features/early-adopters/records/consent.ts'
import { confirmationMailPoller } from '#features/early-adopters/registration/confirmation-mails.ts'
import { createPlainForm, type PlainFormOptions } from '#features/early-adopters/registration/plain-form.ts'
import { createProtection } from '#features/early-adopters/registration/protection.ts'
import { createRegistrations } from '#features/early-adopters/registration/registration.ts'
import { createCorrections } from '#features/early-adopters/rights/corrections.ts'
import { createEmailChanges, type EmailChangeOptions } from '#features/early-adopters/rights/email-changes.ts'
import { createErasure } from '#features/early-adopters/rights/erasure.ts'
import { erasureRoutes } from '#features/early-adopters/rights/erasure-routes.ts'
import { type RetentionOptions, retentionJob } from '#features/early-adopters/rights/retention.ts'
import { createRights } from '#features/early-adopters/rights/rights.ts'
import { type RightsRouteOptions, rightsRoutes } from '#features/early-adopters/rights/rights-routes.ts'
import { createExports } from '#features/early-adopters/transfer/exports.ts'
import { createImports } from '#features/early-adopters/transfer/imports.ts'
import { transferRoutes } from '#features/early-adopters/transfer/transfer-routes.ts'
import type { LeadRecords } from './records.ts'
import { earlyAdopterRoutes } from './routes.ts'
import { createEarlyAdopters } from './service.ts'
import { createEarlyAdopterStore } from './store.ts'

interface EarlyAdopterNeeds
  extends Pick<EmailChangeOptions, 'post' | 'reissueBadges'>,
    Pick<LeadOptions, 'listMails' | 'findNames'>,
    Pick<PlainFormOptions, 'checkRateLimit'>,
    Pick<RetentionOptions, 'forgetOldMail'>,
    Pick<RightsRouteOptions, 'sendPage' | 'sendNeutralPage'> {
  leads: LeadRecords
  suppression: ConsentOptions['mail']
  /** What other features store about leads. */
  personalData: readonly PersonalDataSource[]
}

/** The early-adopter programme: registration, the team's list, people's rights over their data. */
export function createEarlyAdopterFeature(core: Core, needs: EarlyAdopterNeeds) {
  const { db, pool, clock, log, secret, publicUrl, siteName, catalogues, translator, config } = core
  const { post, personalData, reissueBadges, sendPage, sendNeutralPage, checkRateLimit } = needs
  const { links, noteEvents } = needs.leads
  const store = createEarlyAdopterStore(db, pool)
  const texts = createConsentTexts({ translator, siteName })
  const registrations = createRegistrations({
    ...{ db, store, clock, log, texts },
    protection: createProtection({ clock, secret, limit: config.http.signUpLimit }),
  })
  const consent = createConsent({ db, clock, texts, noteEvents, mail: needs.suppression })
  const emailChanges = createEmailChanges({ db, clock, noteEvents, post, links, publicUrl, reissueBadges })
  const corrections = createCorrections({ db, clock, noteEvents, emailChanges })
  const erasures = createErasure({
    ...{ db, clock },
    personalData: [...personalData, { erase: emailChanges.forgetAddress }],
  })
  const leads = createLeads({
    ...{ db, clock, translator, consentTexts: texts, corrections, emailChanges },
    listMails: needs.listMails,
    findNames: needs.findNames,
  })
  const rights = createRights({
    ...{
      db,
      clock,
      links,
      texts,
      consent,
      erasures,
      noteEvents,
      post,
      corrections,
      emailChanges,
      personalData,
    },
  })
  return {
    routes: [
      earlyAdopterRoutes({
        earlyAdopters: createEarlyAdopters({ store, translator }),
        ...{ registrations, catalogues },
      }),
      leadRoutes({ leads }),
      transferRoutes({
        exports: createExports({ store, translator }),
        imports: createImports({ db, clock, translator, noteEvents }),
      }),
      erasureRoutes({ erasures }),
      rightsRoutes({ rights, catalogues, sendPage, sendNeutralPage }),
    ],
    pollers: [confirmationMailPoller({ db, clock, links, noteEvents, post })],
    jobs: [
      retentionJob({
        ...{ db, clock, erasures, forgetOldMail: needs.forgetOldMail },
        forgetEmailChanges: emailChanges.forgetExpired,
      }),
    ],
    consent,
    submitForm: createPlainForm({ catalogues, register: registrations.register, checkRateLimit }).submit,
    noteContact: registrations.noteContact,
  } satisfies Feature & Record<string, unknown>
}
