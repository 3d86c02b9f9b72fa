import { createCanonizer } from '#features/badges/credentials/canonizer.ts'
import { didOf } from '#features/badges/credentials/credential.ts'
import { createSigningKeys } from '#features/badges/credentials/keys.ts'
import { createProver } from '#features/badges/credentials/proof.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { type BulkOptions, createBulkAwards } from './bulk.ts'
import { createBadgePublication, type PublicationOptions } from './publication.ts'
import { type BadgeOptions, createBadges } from './service.ts'
import { type BadgeTextOptions, createBadgeTexts } from './texts.ts'

export interface ProgrammeOptions
  extends Pick<BadgeOptions, 'db' | 'clock' | 'noteEvents' | 'postMails'>,
    Pick<PublicationOptions, 'drawSeal'> {
  translator(language: Language): Translate
  leads: BadgeOptions['leads'] & BulkOptions['leads'] & Pick<BadgeTextOptions, 'countHolders'>
  publicUrl: string
  siteName: string
  /** Where this process keeps its private keys. */
  keysFolder: string
}

/** All of the badges, put together. */
export function createBadgeProgramme(options: ProgrammeOptions) {
  const { db, clock, leads, publicUrl, siteName } = options
  const issuer = { did: didOf(publicUrl), publicUrl, siteName }
  const keys = createSigningKeys({ db, clock, folder: options.keysFolder })
  const canonizer = createCanonizer()
  const prove = createProver({ keys, canonizer, clock, did: issuer.did })
  const texts = createBadgeTexts({
    ...{ db, clock },
    translator: options.translator,
    countHolders: leads.countHolders,
  })
  const badges = createBadges({
    ...{ db, clock, issuer, prove, texts, leads },
    noteEvents: options.noteEvents,
    postMails: options.postMails,
  })
  const bulk = createBulkAwards({ db, clock, leads, grant: badges.grant })
  const publication = createBadgePublication({
    ...{ db, clock, issuer, keys, prove, texts },
    drawSeal: options.drawSeal,
  })
  return { badges, bulk, texts, publication, checkKeys: keys.check, close: canonizer.close }
}
export type BadgeProgramme = ReturnType<typeof createBadgeProgramme>
