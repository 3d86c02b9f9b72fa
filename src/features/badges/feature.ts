import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { credentialRoutes } from '#features/badges/credentials/credential-routes.ts'
import { type BadgePageOptions, badgePageRoutes } from './page-routes.ts'
import { bulkAwardPoller } from './poller.ts'
import { createBadgeProgramme, type ProgrammeOptions } from './programme.ts'
import { badgeRoutes } from './routes.ts'

type BadgeNeeds = Pick<ProgrammeOptions, 'leads' | 'noteEvents' | 'postMails' | 'drawSeal'> &
  Pick<BadgePageOptions, 'sendPage' | 'cards'>

/** Badges: verifiable credentials that the team awards to leads. */
export async function createBadgeFeature(core: Core, { sendPage, cards, ...needs }: BadgeNeeds) {
  const { db, clock, translator, siteName, publicUrl, dataDir } = core
  const programme = createBadgeProgramme({
    ...{ db, clock, translator, siteName, publicUrl, keysFolder: join(dataDir, 'keys') },
    ...needs,
  })
  const { badges, bulk } = programme
  await programme.checkKeys()
  return {
    routes: [
      badgeRoutes(programme),
      credentialRoutes(programme),
      badgePageRoutes({ findPublicAward: badges.findPublicAward, sendPage, cards, translator, siteName }),
    ],
    pollers: [bulkAwardPoller(bulk)],
    personalData: {
      describe: async ({ id }, language) => ({ badges: await badges.describeOfLead(id, language) }),
      erase: async (transaction, { id }) => cards.forget(await badges.eraseLead(transaction, id)),
    },
    reissue: badges.reissue,
    close: programme.close,
  } satisfies Feature & Record<string, unknown>
}
