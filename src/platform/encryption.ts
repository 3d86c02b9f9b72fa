import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** What is stored cannot be decrypted: it was encrypted under another secret or for another place, or was changed. */
export class DecryptionError extends Error {
  override name = 'DecryptionError'
}

/** Encrypts short texts of one purpose, such as the private keys of one table. */
export interface Cipher {
  /** Encrypts a text; `context` names the place where it is stored, such as a row. */
  encrypt(text: string, context: string): string
  /** @throws {DecryptionError} when it was not encrypted by this cipher for this context */
  decrypt(stored: string, context: string): string
}

export interface Encryption {
  /** The cipher of a purpose, such as `accounts.totp`. What one encrypts, none of another purpose decrypts. */
  cipher(purpose: string): Cipher
}

// Tells what is stored from what a later version will encrypt in another way.
const version = 'v1'
const algorithm = 'aes-256-gcm'
const [keyLength, nonceLength, tagLength] = [32, 12, 16]

/**
 * Encrypts what the database must not tell whoever reads a copy of it: AES-256-GCM, with a key for each purpose that is
 * derived from the secret by HKDF (RFC 5869). The context is authenticated, so that no row can be given the text of another.
 * What was encrypted under an earlier secret is still read.
 */
export function createEncryption({ current, earlier }: Secrets): Encryption {
  return {
    cipher(purpose) {
      const keyOf = (secret: string) =>
        Buffer.from(hkdfSync('sha256', secret, '', `encryption ${version} ${purpose}`, keyLength))
      const key = keyOf(current)
      const earlierKeys = earlier.map(keyOf)
      return {
        encrypt(text, context) {
          const nonce = randomBytes(nonceLength)
          const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
          cipher.setAAD(Buffer.from(context))
          const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
          return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`
        },
        decrypt(stored, context) {
          const [prefix, encoded = ''] = stored.split('.')
          const bytes = Buffer.from(encoded, 'base64url')
          if (prefix !== version || bytes.length < nonceLength + tagLength)
            throw new DecryptionError('this is not what was encrypted')
          for (const one of [key, ...earlierKeys]) {
            const text = open(one, bytes, context)
            if (text !== undefined) return text
          }
          throw new DecryptionError('this was encrypted under another key, or changed')
        },
      }
    },
  }
}

/** Decrypts a nonce, a tag and what is encrypted; undefined when another key or context encrypted it. */
function open(key: Buffer, bytes: Buffer, context: string): string | undefined {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
  try {
    const text = decipher.update(bytes.subarray(nonceLength + tagLength))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
