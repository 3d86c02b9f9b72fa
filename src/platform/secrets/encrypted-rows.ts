import { DecryptionError, type Encryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'

/** A stored text that is encrypted, and what it is bound to. */
export interface EncryptedText {
  context: string
  stored: string
}

/** A column of a feature whose texts are encrypted. */
export interface EncryptedRows {
  /** The purpose of their cipher. */
  readonly purpose: string
  list(db: Database): Promise<EncryptedText[]>
  /** Stores another text, unless it was changed meanwhile. */
  replace(db: Database, text: EncryptedText, renewed: string): Promise<void>
}

/** How many texts were encrypted anew, and how many cannot be read by any secret that is known. */
export interface Renewal {
  renewed: number
  unreadable: number
}

/** Encrypts all texts under the current secret. It may run again, and beside processes that know both secrets. */
export async function renewEncryptedRows(
  db: Database,
  encryption: Encryption,
  columns: readonly EncryptedRows[],
): Promise<Renewal> {
  const result = { renewed: 0, unreadable: 0 }
  for (const { purpose, list, replace } of columns) {
    const cipher = encryption.cipher(purpose)
    for (const text of await list(db)) {
      try {
        await replace(db, text, cipher.encrypt(cipher.decrypt(text.stored, text.context), text.context))
        result.renewed++
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error
        result.unreadable++
      }
    }
  }
  return result
}
