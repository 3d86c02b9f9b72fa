import {
  contexts,
  describeIssuer,
  describeStatus,
  type Issuer,
} from '#features/badges/credentials/credential.ts'
import type { Prove, Signable } from '#features/badges/credentials/proof.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { sampleCredentialPath, sampleDate } from './model.ts'

/** The first place of the first status list. The database counts awards from 1, so no award has it and nothing sets it. */
const sampleStatusIndex = 0

/** A credential that anybody can check and change, unsigned. It is no award: its texts say so, and it has no holder. */
function writeSample(issuer: Issuer, language: Language, t: Translate): Signable {
  const { publicUrl, siteName } = issuer
  const id = publicUrl + sampleCredentialPath(language)
  const date = `${sampleDate}T00:00:00Z`
  const name = t('sample:credential.achievement')
  return {
    '@context': contexts,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name,
    issuer: describeIssuer(issuer),
    validFrom: date,
    awardedDate: date,
    credentialSubject: {
      type: ['AchievementSubject'],
      // In clear text, since it names nobody.
      identifier: [
        {
          type: 'IdentityObject',
          hashed: false,
          identityHash: t('sample:credential.holder'),
          identityType: 'name',
        },
      ],
      achievement: {
        id: `${id}#achievement`,
        type: ['Achievement'],
        achievementType: 'Badge',
        inLanguage: language,
        name,
        description: t('sample:credential.description', { name: siteName() }),
        criteria: { narrative: t('sample:credential.criteria') },
      },
    },
    credentialStatus: describeStatus(publicUrl, sampleStatusIndex),
  }
}

interface SampleOptions {
  issuer: Issuer
  /** Signs with the time of the key, so that all processes with the same key sign the same bytes. */
  prove: Prove
  translator(language: Language): Translate
}

/** The sample credentials, one for each language, each signed once for a name of the site. A later key does not make them invalid. */
export function createSampleCredentials({ issuer, prove, translator }: SampleOptions) {
  let signed = new Map<Language, Promise<object>>()
  let signedFor = ''
  return {
    async getSample(language: Language): Promise<object> {
      const siteName = issuer.siteName()
      if (siteName !== signedFor) {
        signedFor = siteName
        signed = new Map()
      }
      const known = signed.get(language)
      if (known) return known
      const draft = writeSample(issuer, language, translator(language))
      const credential = prove([draft]).then(([first = draft]) => first)
      signed.set(language, credential)
      credential.catch(() => signed.delete(language))
      return credential
    },
  }
}
export type SampleCredentials = ReturnType<typeof createSampleCredentials>
