import { createPrivateKey } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encryption } from '#platform/encryption.ts'
import { findKeyFile, KeyFileError } from '#platform/key-files.ts'
import type { Database } from '#platform/postgres.ts'
import { idOfKey, publicHalfOf } from './key-id.ts'
import { createSigningKeyStore, signingKeyPurpose } from './signing-key-store.ts'
import type { KeyPurpose } from './table.ts'

interface PemKeyOptions {
  db: Database
  encryption: Encryption
  purpose: KeyPurpose
  folder: string
  /** The key that the environment fixes, whose variable may name its file. */
  fixedId: string | undefined
}

const fileName = /^(key-[0-9a-f]{16})\.pem$/

/**
 * Moves private keys that versions before this one stored in files into their rows. A file is removed once its key is stored
 * or retired. It may be interrupted at any moment, and several processes may do it at once.
 * @returns the files of keys that this database does not know, which stay
 * @throws {KeyFileError} when a key that is still in use cannot be read, or its file not be removed
 */
export async function movePemKeys(options: PemKeyOptions): Promise<string[]> {
  const { db, encryption, purpose, folder, fixedId } = options
  const cipher = encryption.cipher(signingKeyPurpose)
  const fileOf = (id: string) => join(folder, `${id}.pem`)
  const ids = (await listKeyIds(folder)).filter((id) => id !== fixedId)
  if (ids.length === 0) return []
  const known = await db.transaction(async (transaction) => {
    const store = createSigningKeyStore(transaction, purpose)
    await store.lock()
    const rows = await store.findMany(ids)
    for (const { id, retiredAt, privateKey } of rows) {
      if (retiredAt !== null || privateKey !== null) continue
      const pem = await findPem(fileOf(id), id)
      if (pem !== undefined) await store.storePrivateKey(id, cipher.encrypt(pem, id))
    }
    return new Set(rows.map(({ id }) => id))
  })
  for (const id of known) await removeKeyFile(fileOf(id))
  return ids.filter((id) => !known.has(id)).map(fileOf)
}

async function listKeyIds(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new KeyFileError(`The folder ${folder} of key files cannot be read: ${error.message}.`, {
      cause: error,
    })
  })
  return files.flatMap((file) => fileName.exec(file)?.[1] ?? [])
}

/** The key in a file; undefined when there is none any more. @throws {KeyFileError} when it holds another key, or none */
async function findPem(path: string, id: string): Promise<string | undefined> {
  const pem = await findKeyFile(path)
  if (pem === undefined) return undefined
  try {
    if (idOfKey(publicHalfOf(createPrivateKey(pem))) === id) return pem
  } catch (error) {
    throw damaged(path, error)
  }
  throw damaged(path)
}

const damaged = (path: string, cause?: unknown) =>
  new KeyFileError(
    `The key file ${path} does not hold its private key. Put it back from a backup, or delete it to have a new key made.`,
    { cause },
  )

async function removeKeyFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch((error: Error) => {
    throw new KeyFileError(
      `The key file ${path} is no longer needed, since its key is in the database, and cannot be removed: ${error.message}. Remove it.`,
      { cause: error },
    )
  })
}
