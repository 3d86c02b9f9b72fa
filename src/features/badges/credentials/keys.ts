import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#platform/clock.ts'
import { findKeyFile, KeyFileError, writeKeyFile } from '#platform/key-files.ts'
import type { Database } from '#platform/postgres.ts'
import { createKeyStore, type SigningKeyRow } from './key-store.ts'
import { toMultikey } from './multikey.ts'

/** A key of this process. */
export interface OwnKey {
  id: string
  createdAt: Date
  privateKey: KeyObject
}

const fileName = /^(key-[0-9a-f]{16})\.pem$/

/**
 * The keys that credentials are signed with. A private key is stored in `folder`, readable by its owner only, until it is
 * retired; what it signed stays valid, because its public half remains in the database. Processes with different folders
 * have different keys.
 */
export function createSigningKeys({ db, clock, folder }: { db: Database; clock: Clock; folder: string }) {
  async function listOwnIds(): Promise<string[]> {
    const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    return files.flatMap((file) => fileName.exec(file)?.[1] ?? [])
  }

  /** The newest key of this folder that is not retired. The files of retired keys are deleted. */
  async function findOwn(from: Database): Promise<OwnKey | undefined> {
    const ids = await listOwnIds()
    if (ids.length === 0) return undefined
    const rows = await createKeyStore(from).findMany(ids)
    for (const { id, retiredAt } of rows) if (retiredAt) await rm(fileOf(id), { force: true })
    const newest = rows.findLast(({ retiredAt }) => retiredAt === null)
    if (!newest) return undefined
    const { id, createdAt } = newest
    return { id, createdAt, privateKey: await readPrivateKey(fileOf(id)) }
  }

  const fileOf = (id: string) => join(folder, `${id}.pem`)

  async function make(transaction: Database): Promise<OwnKey> {
    const { privateKey } = generateKeyPairSync('ed25519')
    const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
    const publicKey = Buffer.from(x, 'base64url')
    const id = `key-${createHash('sha256').update(publicKey).digest('hex').slice(0, 16)}`
    await writeKeyFile(fileOf(id), String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
    const createdAt = clock.now()
    await createKeyStore(transaction).insert({
      ...{ id, publicKeyMultibase: toMultikey(publicKey), createdAt },
    })
    return { id, createdAt, privateKey }
  }

  return {
    /** Reads this process's key, if there is one, so that a start with a damaged file fails. @throws {KeyFileError} */
    async check(): Promise<void> {
      await findOwn(db)
    },

    /**
     * The current key of this process; creates one if there is none. Callers within a transaction pass it, so that they
     * need no second connection.
     */
    async getOwn(from: Database = db): Promise<OwnKey> {
      return (
        (await findOwn(from)) ??
        (await from.transaction(async (transaction) => {
          await createKeyStore(transaction).lock()
          return (await findOwn(transaction)) ?? (await make(transaction))
        }))
      )
    },

    /** Every key that ever signed anything, the oldest first. */
    list: (): Promise<SigningKeyRow[]> => createKeyStore(db).list(),

    /** Retires the keys of all processes and creates a new one; other processes create theirs when they next sign. */
    async rotate(): Promise<void> {
      await db.transaction(async (transaction) => {
        const store = createKeyStore(transaction)
        await store.lock()
        await store.retireAll(clock.now())
        await make(transaction)
      })
      // Deletes the retired private key.
      await findOwn(db)
    },
  }
}
export type SigningKeys = ReturnType<typeof createSigningKeys>

async function readPrivateKey(path: string): Promise<KeyObject> {
  const pem = await findKeyFile(path)
  try {
    if (pem !== undefined) return createPrivateKey(pem)
  } catch (error) {
    throw new KeyFileError(
      `The key file ${path} holds no private key. Put it back from a backup, or delete it to have a new key made.`,
      { cause: error },
    )
  }
  throw new KeyFileError(`The key file ${path} was deleted while it was read. Try again.`)
}
