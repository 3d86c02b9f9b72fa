import {
  badgeStatusPath,
  type Issuer,
  writeAchievement,
  writeDidDocument,
} from '#features/badges/credentials/credential.ts'
import { createCredentialStore } from '#features/badges/credentials/credential-store.ts'
import type { MakeStatusLists } from '#features/badges/credentials/status-lists.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { toMultikey } from '#platform/secrets/multikey.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import type { SigningKey } from './contract.ts'
import type { BadgeTexts } from './texts.ts'

interface Seal {
  svg: string
  png: Uint8Array
}

export interface PublicationOptions {
  db: Database
  issuer: Issuer
  keys: KeyRing
  makeStatusLists: MakeStatusLists
  texts: BadgeTexts
  drawSeal(type: BadgeType): Promise<Seal>
}

/** The public data for checking badges: keys, status lists, achievements and pictures. */
export function createBadgePublication(options: PublicationOptions) {
  const { db, issuer, keys, makeStatusLists, texts } = options
  const seals = new Map<BadgeType, Promise<Seal>>()
  const { lastStatusIndex, listVoid } = createCredentialStore(db)
  const lists = makeStatusLists({ path: badgeStatusPath, lastIndex: lastStatusIndex, listVoid })

  return {
    async getDidDocument(): Promise<object> {
      await keys.getCurrent()
      return writeDidDocument(issuer.did, await keys.list())
    },

    async listKeys(): Promise<SigningKey[]> {
      return (await keys.list()).map(({ id, publicKey, createdAt, retiredAt }) => ({
        id: `${issuer.did}#${id}`,
        public_key_multibase: toMultikey(publicKey),
        created_at: createdAt.toISOString(),
        retired_at: retiredAt?.toISOString() ?? null,
        is_fixed: id === keys.fixedId,
      }))
    },

    rotateKeys: keys.rotate,

    /** A signed status list. @throws {Problem} 404 */
    getStatusList: lists.get,

    /** The achievement of a badge, which credentials refer to. */
    async getAchievement(type: BadgeType, language: Language): Promise<object> {
      const text = await texts.read(db, type, language)
      return writeAchievement({ publicUrl: issuer.publicUrl, type, language, text })
    },

    /** A badge's seal, drawn once. */
    async getSeal(type: BadgeType): Promise<Seal> {
      const drawn = seals.get(type) ?? options.drawSeal(type)
      seals.set(type, drawn)
      drawn.catch(() => seals.delete(type))
      return drawn
    },
  }
}
export type BadgePublication = ReturnType<typeof createBadgePublication>
