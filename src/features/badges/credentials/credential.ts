import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { BadgeText } from '#features/badges/contract.ts'
import { toMultikey } from '#platform/secrets/multikey.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { type Language, languages } from '#shared/languages.ts'
import { type Signable, toSeconds } from './proof.ts'
import { placeOf } from './status-list.ts'

/** The path of the status lists of badges, which their number follows. */
export const badgeStatusPath = '/credentials/status/'

const vcContext = 'https://www.w3.org/ns/credentials/v2'
/** The contexts of a credential. */
export const contexts = [vcContext, 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']

/** Who issues: the site itself. */
export interface Issuer {
  did: string
  publicUrl: string
  siteName(): string
}

/** The did of a site (did:web): its host, with a port written as the method demands. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

interface AchievementOptions {
  publicUrl: string
  type: BadgeType
  language: Language
  text: BadgeText
}

const achievementUrl = (publicUrl: string, type: BadgeType, language: Language) =>
  `${publicUrl}/credentials/achievements/${type}/${language}`

/**
 * The achievement of a badge in one language. In Open Badges, an achievement has one language and refers to those in
 * other languages as related.
 */
export function describeAchievement({ publicUrl, type, language, text }: AchievementOptions) {
  return {
    id: achievementUrl(publicUrl, type, language),
    type: ['Achievement'],
    achievementType: 'Badge',
    inLanguage: language,
    name: text.name,
    description: text.description,
    criteria: { narrative: text.criteria },
    image: {
      ...{ id: `${publicUrl}/credentials/seals/${type}.png`, type: 'Image', caption: text.name },
    },
    related: languages
      .filter((other) => other !== language)
      .map((other) => ({
        ...{ id: achievementUrl(publicUrl, type, other), type: ['Related'], inLanguage: other },
      })),
  }
}

/** The same as a document of its own. */
export function writeAchievement(options: AchievementOptions) {
  return { '@context': contexts, ...describeAchievement(options) }
}

interface CredentialOptions {
  award: { id: string; badgeType: BadgeType; statusIndex: number; awardedAt: Date }
  holder: { email: string; language: Language }
  text: BadgeText
  /** When this edition of it is written. */
  issuedAt: Date
}

/**
 * An Open Badges 3.0 credential, unsigned. It identifies its holder by a salted hash of the address: whoever knows the
 * address can check it, and nobody else learns anything. Of two editions of a credential, the one with the later
 * `validFrom` counts; `awardedDate` stays (Open Badges 3.0 §B.1.2).
 */
export function writeCredential(
  issuer: Issuer,
  { award, holder, text, issuedAt }: CredentialOptions,
): Signable {
  const { publicUrl } = issuer
  const salt = randomBytes(16).toString('base64url')
  const hash = createHash('sha256')
    .update(emailKeyOf(holder.email) + salt)
    .digest('hex')
  return {
    '@context': contexts,
    id: `${publicUrl}/credentials/${award.id}.json`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: text.name,
    issuer: describeIssuer(issuer),
    validFrom: toSeconds(issuedAt),
    awardedDate: toSeconds(award.awardedAt),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          hashed: true,
          identityHash: `sha256$${hash}`,
          identityType: 'emailAddress',
          salt,
        },
      ],
      achievement: describeAchievement({
        ...{ publicUrl, text, type: award.badgeType, language: holder.language },
      }),
    },
    credentialStatus: describeStatus(publicUrl, award.statusIndex),
  }
}

/** The issuer as credentials name it. */
export function describeIssuer({ did, publicUrl, siteName }: Issuer) {
  return { id: did, type: ['Profile'], name: siteName(), url: publicUrl }
}

/** Where the status of a credential is listed, by default among those of badges. */
export function describeStatus(publicUrl: string, statusIndex: number, path = badgeStatusPath) {
  const { list, position } = placeOf(statusIndex)
  const statusList = `${publicUrl}${path}${list}`
  return {
    id: `${statusList}#${position}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(position),
    statusListCredential: statusList,
  }
}

const Written = z.object({
  credentialSubject: z.object({
    achievement: z.object({
      inLanguage: z.enum(languages),
      name: z.string(),
      description: z.string(),
      criteria: z.object({ narrative: z.string() }),
    }),
  }),
})

/** The achievement and the language of one of our credentials. */
export function readWrittenText(credential: object): { language: Language; text: BadgeText } {
  const { inLanguage, name, description, criteria } = Written.parse(credential).credentialSubject.achievement
  return { language: inLanguage, text: { name, description, criteria: criteria.narrative } }
}

/** A status list as a credential, unsigned (W3C Bitstring Status List §3.1). */
export function writeStatusList(
  did: string,
  { url, encodedList, at }: { url: string; encodedList: string; at: Date },
): Signable {
  return {
    '@context': [vcContext],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: did,
    validFrom: toSeconds(at),
    credentialSubject: {
      ...{ id: `${url}#list`, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
    },
  }
}

/** The did document of a site: every key that ever signed for it (did:web; DID 1.0 §5). */
export function writeDidDocument(did: string, keys: { id: string; publicKey: Uint8Array }[]) {
  const methods = keys.map(({ id, publicKey }) => ({
    id: `${did}#${id}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: toMultikey(publicKey),
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}
