import {
  type Issuer,
  writeAchievement,
  writeDidDocument,
  writeStatusList,
} from '#features/badges/credentials/credential.ts'
import { createCredentialStore } from '#features/badges/credentials/credential-store.ts'
import type { Prove } from '#features/badges/credentials/proof.ts'
import { encodeList, placeOf, rangeOf } from '#features/badges/credentials/status-list.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { toMultikey } from '#platform/secrets/multikey.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { SigningKey } from './contract.ts'
import type { BadgeTexts } from './texts.ts'

interface Seal {
  svg: string
  png: Uint8Array
}

export interface PublicationOptions {
  db: Database
  clock: Clock
  issuer: Issuer
  keys: KeyRing
  prove: Prove
  texts: BadgeTexts
  drawSeal(type: BadgeType): Promise<Seal>
}

/** The public data for checking badges: keys, status lists, achievements and pictures. */
export function createBadgePublication(options: PublicationOptions) {
  const { db, clock, issuer, keys, prove, texts } = options
  const seals = new Map<BadgeType, Promise<Seal>>()
  const lists = new Map<number, { encodedList: string; credential: Promise<object> }>()

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

    /**
     * A signed status list. The bits are read at each request, since another process may have revoked a badge; the list
     * is signed again only when one has changed. @throws {Problem} 404
     */
    async getStatusList(list: number): Promise<object> {
      const store = createCredentialStore(db)
      if (list > placeOf(await store.lastStatusIndex()).list) throw new Problem('not_found', 404)
      const { from, to } = rangeOf(list)
      const encodedList = await encodeList((await store.listVoid(from, to)).map((index) => index - from))
      const cached = lists.get(list)
      if (cached?.encodedList === encodedList) return cached.credential
      const draft = writeStatusList(issuer, { list, encodedList, at: clock.now() })
      const credential = prove([draft]).then(([signed = draft]) => signed)
      lists.set(list, { encodedList, credential })
      credential.catch(() => lists.delete(list))
      return credential
    },

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
