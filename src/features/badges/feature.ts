import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createCanonicalizer } from '#features/badges/credentials/canonicalizer.ts'
import { didOf } from '#features/badges/credentials/credential.ts'
import {
  achievementRoutes,
  badgePictureRoutes,
  credentialRoutes,
} from '#features/badges/credentials/credential-routes.ts'
import { signingKeyRoutes } from '#features/badges/credentials/key-routes.ts'
import { createProver } from '#features/badges/credentials/proof.ts'
import { createStatusListMaker } from '#features/badges/credentials/status-lists.ts'
import { createSampleCredentials } from '#features/badges/sample/sample-credential.ts'
import { createSampleLedger } from '#features/badges/sample/sample-ledger.ts'
import { sampleRoutes } from '#features/badges/sample/sample-routes.ts'
import { createKeyRing } from '#platform/secrets/key-ring.ts'
import { movePemKeys } from '#platform/secrets/pem-keys.ts'
import { createAwarding, createReissue } from './awarding.ts'
import { createBulkAwards } from './bulk.ts'
import { type BadgePageOptions, badgePageRoutes } from './page-routes.ts'
import { badgePermissions } from './permissions.ts'
import { bulkAwardPoller } from './poller.ts'
import type { AnnounceEvents, BadgeLeads, BadgeLedger, NoteLeadEvents, PostMails } from './ports.ts'
import { createBadgePublication, type PublicationOptions } from './publication.ts'
import { createBadgeBackup } from './restoring.ts'
import { awardRoutes, bulkAwardRoutes } from './routes.ts'
import { createBadges } from './service.ts'
import { badgeTextRoutes } from './text-routes.ts'
import { createBadgeTexts } from './texts.ts'
import { badgeAwarded } from './webhook-events.ts'

interface ServiceNeeds extends Pick<PublicationOptions, 'drawSeal'> {
  leads: BadgeLeads
  noteEvents: NoteLeadEvents
  postMails: PostMails
  announce: AnnounceEvents
  ledger: BadgeLedger
}

interface ServiceCore
  extends Pick<
    Core,
    'db' | 'clock' | 'log' | 'translator' | 'siteName' | 'publicUrl' | 'dataDir' | 'encryption'
  > {
  config: Pick<Core['config'], 'signingKeys'>
}

/** The services of the badges; tests build a second process of them. */
export function createBadgeServices(
  core: ServiceCore,
  { leads, noteEvents, postMails, announce, ledger, drawSeal }: ServiceNeeds,
) {
  const { db, clock, translator, siteName, publicUrl, encryption, config } = core
  const issuer = { did: didOf(publicUrl), publicUrl, siteName }
  const purpose = 'badges'
  const keys = createKeyRing({ db, clock, encryption, purpose, fixedKey: config.signingKeys.badges })
  const canonicalizer = createCanonicalizer()
  const signing = { keys, canonicalizer, did: issuer.did }
  const prove = createProver({ ...signing, timeOf: () => clock.now() })
  const makeStatusLists = createStatusListMaker({ issuer, prove, clock })
  const texts = createBadgeTexts({ db, clock, translator, leads })
  const grant = createAwarding({
    ...{ clock, issuer, prove, texts, leads, noteEvents, postMails, announce, ledger },
  })
  return {
    badges: createBadges({ db, clock, issuer, texts, leads, noteEvents, grant, ledger }),
    bulk: createBulkAwards({ db, clock, leads, grant }),
    ...{ grant, texts },
    publication: createBadgePublication({ db, issuer, keys, makeStatusLists, texts, drawSeal }),
    issuing: { did: issuer.did, prove, makeStatusLists },
    samples: createSampleCredentials({
      ...{ issuer, translator },
      prove: createProver({ ...signing, timeOf: ({ createdAt }) => createdAt }),
    }),
    sampleLedger: createSampleLedger({ issuer, keys }),
    reissue: createReissue({ clock, issuer, prove, ledger }),
    async checkKeys(): Promise<void> {
      const { log, dataDir } = core
      const { fixedId } = keys
      const files = await movePemKeys({ db, encryption, purpose, folder: join(dataDir, 'keys'), fixedId })
      if (files.length > 0) log.warn({ files }, 'these files hold keys that the database does not know')
      await keys.check()
    },
    close: canonicalizer.close,
  }
}
export type BadgeServices = ReturnType<typeof createBadgeServices>

type BadgeNeeds = ServiceNeeds & Pick<BadgePageOptions, 'sendPage' | 'cards'>

/** Badges: verifiable credentials that the team awards to leads. */
export async function createBadgeFeature(core: Core, { sendPage, cards, ...needs }: BadgeNeeds) {
  const { translator, siteName, cache, headers } = core
  const services = createBadgeServices(core, needs)
  const { badges, bulk } = services
  await services.checkKeys()
  return {
    permissions: badgePermissions,
    webhookEvents: [badgeAwarded],
    apiParts: [
      {
        name: 'Verification',
        description:
          'Everything that a badge is checked with, without asking us: credentials, keys, status lists, achievements and seals. Any origin may read it.',
        group: 'public',
      },
      {
        name: 'Badges',
        description: 'Awarding and revoking badges, their texts, and the keys that sign them.',
        group: 'team',
      },
    ],
    routes: [
      awardRoutes(services),
      bulkAwardRoutes(services),
      badgeTextRoutes(services),
      signingKeyRoutes(services),
      credentialRoutes(services),
      badgePictureRoutes(services),
      achievementRoutes(services),
      sampleRoutes({ ...services, cache, headers }),
      badgePageRoutes({ findPublicAward: badges.findPublicAward, sendPage, cards, translator, siteName }),
    ],
    pollers: [bulkAwardPoller(bulk)],
    personalData: {
      describe: async ({ id }, language) => ({ badges: await badges.describeOfLead(id, language) }),
      erase: async (transaction, { id }) => cards.forget(await badges.eraseLead(transaction, id)),
    },
    backup: createBadgeBackup(needs),
    reissue: services.reissue,
    /** For the credentials of other features: the same issuer signs them, with the same keys. */
    issuing: services.issuing,
    close: services.close,
  } satisfies Feature & Record<string, unknown>
}
