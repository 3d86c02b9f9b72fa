import { z } from 'zod'
import { type Cipher, DecryptionError } from '#platform/encryption.ts'

/** The purpose of the cipher of secret settings. */
export const settingPurpose = 'settings'

/** A secret setting as it is stored. */
export const StoredSecret = z.strictObject({
  encrypted: z.string(),
  /** What it was encrypted for: its setting, and the address that it may be sent to. */
  place: z.string(),
})
export type StoredSecret = z.infer<typeof StoredSecret>

/** Encrypts a secret for a place, where alone it can be read. */
export function storeSecret(cipher: Cipher, text: string, place: string): StoredSecret {
  return { encrypted: cipher.encrypt(text, place), place }
}

/** @throws {DecryptionError} when it was stored for another place, or is nothing that was stored as a secret */
export function readSecret(cipher: Cipher, stored: unknown, place: string): string {
  const { data } = StoredSecret.safeParse(stored)
  if (!data) throw new DecryptionError('this was not encrypted')
  return cipher.decrypt(data.encrypted, place)
}
