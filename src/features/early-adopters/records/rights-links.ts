import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { z } from 'zod'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { Language } from '#shared/languages.ts'

/** The lead of a link. Raising the epoch makes all earlier links invalid. */
export interface LinkHolder {
  id: string
  linkEpoch: number
}

const SealedChange = z.object({ leadId: z.uuid(), changeId: z.uuid() })
/** Which change of address a link confirms. */
export type SealedChange = z.infer<typeof SealedChange>

const idLength = 16
const nonceLength = 12
const tagLength = 16

/**
 * The personal links of early adopters. Nothing of them is stored: a token is the person's id and a code over it and
 * the epoch of their links, which only this installation can make.
 */
export function createRightsLinks({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const keysOf = (purpose: string): [Buffer, ...Buffer[]] => [
    keyOf(secrets.current, purpose),
    ...secrets.earlier.map((secret) => keyOf(secret, purpose)),
  ]
  const rightsKeys = keysOf('rights link')
  const emailKeys = keysOf('email change')

  function tokenBy(rightsKey: Buffer, { id, linkEpoch }: LinkHolder): string {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
    const code = createHmac('sha256', rightsKey).update(bytes).update(`${linkEpoch}`).digest()
    return Buffer.concat([bytes, code.subarray(0, tagLength)]).toString('base64url')
  }

  const tokenOf = (holder: LinkHolder) => tokenBy(rightsKeys[0], holder)

  return {
    tokenOf,

    /** The personal link of a lead to the page of their data. */
    urlOf(lead: LinkHolder & { language: Language }): string {
      return `${publicUrl}/${lead.language}/rights/${tokenOf(lead)}`
    },

    /** The id in a token, which is not verified until `isFor`. */
    findId(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== idLength + tagLength) return undefined
      const hex = bytes.toString('hex', 0, idLength)
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },

    /** Whether a token is valid for this lead. */
    isFor(token: string, lead: LinkHolder): boolean {
      const given = Buffer.from(token)
      return rightsKeys.some((key) => {
        const right = Buffer.from(tokenBy(key, lead))
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },

    /** Encrypts a change of address, so that its link reveals no address and cannot be forged. */
    sealEmailChange(change: SealedChange): string {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', emailKeys[0], nonce)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(change)), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    /** The change of address in a token; undefined when it was not made here. */
    findEmailChange(token: string): SealedChange | undefined {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length <= nonceLength + tagLength) return undefined
      for (const key of emailKeys) {
        const change = unseal(key, bytes)
        if (change) return change
      }
      return undefined
    },
  }
}
export type RightsLinks = ReturnType<typeof createRightsLinks>

/** What a key has sealed; undefined when another one did. */
function unseal(key: Buffer, bytes: Buffer): SealedChange | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength))
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const opened = [decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]
    return SealedChange.parse(JSON.parse(Buffer.concat(opened).toString()))
  } catch {
    return undefined
  }
}
