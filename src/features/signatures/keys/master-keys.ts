import { createHash, randomBytes } from 'node:crypto'
import type { MasterKeyState } from '#features/signatures/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { type Cipher, DecryptionError } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createMasterKeyStore, type MasterKeyRow, masterKeyContext } from './master-key-store.ts'

interface MasterKeyOptions {
  db: Database
  clock: Clock
  /** Encrypts the rows. */
  cipher: Cipher
  /** The key of the environment, 32 bytes in hex, which wins over the stored ones. */
  fixed: string | undefined
}

/** The master key of an epoch. */
export interface MasterKey {
  epoch: number
  seed: Uint8Array
}

/** Tells whether a master key is a certain one, without telling it. */
const fingerprintOf = (seed: Uint8Array) =>
  createHash('sha256').update('master key').update(seed).digest('hex').slice(0, 32)

/** Makes the functions that find and begin epochs. */
function createEpochs({ clock, cipher }: MasterKeyOptions, fixedSeed: Uint8Array | undefined) {
  /** Whether a row is of what this process is to derive from. */
  const isUsable = (row: MasterKeyRow) =>
    fixedSeed ? row.fingerprint === fingerprintOf(fixedSeed) : row.seed !== null

  async function begin(transaction: Database, last: MasterKeyRow | undefined): Promise<MasterKeyRow> {
    const epoch = (last?.epoch ?? 0) + 1
    const seed = fixedSeed ?? randomBytes(32)
    const row = {
      ...{ epoch, createdAt: clock.now(), fingerprint: fingerprintOf(seed) },
      seed: fixedSeed ? null : cipher.encrypt(Buffer.from(seed).toString('hex'), masterKeyContext(epoch)),
    }
    await createMasterKeyStore(transaction).insert(row)
    return { ...row, retiredAt: null }
  }

  /** The row of the present epoch; begins one where there is none for this process. */
  async function getRow(from: Database): Promise<MasterKeyRow> {
    const row = await createMasterKeyStore(from).findCurrent()
    if (row && isUsable(row)) return row
    return from.transaction(async (transaction) => {
      const store = createMasterKeyStore(transaction)
      await store.lock()
      const last = await store.findCurrent()
      return last && isUsable(last) ? last : begin(transaction, last)
    })
  }

  return { isUsable, begin, getRow }
}

/**
 * The master keys that the keys of signatures are derived from, one for each epoch. The one of the last epoch is used. A new
 * epoch begins when an admin says so, when the environment brings another key, and when it brings none any more.
 */
export function createMasterKeys(options: MasterKeyOptions) {
  const { db, cipher, fixed } = options
  const fixedSeed = fixed === undefined ? undefined : Buffer.from(fixed, 'hex')
  const { isUsable, begin, getRow } = createEpochs(options, fixedSeed)

  /** @throws {DecryptionError} */
  function read({ epoch, seed }: MasterKeyRow): Uint8Array {
    if (fixedSeed) return fixedSeed
    return Buffer.from(cipher.decrypt(seed ?? '', masterKeyContext(epoch)), 'hex')
  }

  /** Whether the next activation can use a key: this one, or that of the epoch that it begins. */
  function isReadable(row: MasterKeyRow): boolean {
    if (!isUsable(row)) return true
    try {
      return read(row).length === 32
    } catch (error) {
      if (error instanceof DecryptionError) return false
      throw error
    }
  }

  /** The present epoch. It begins none where there is one: reading changes nothing. */
  async function describe(): Promise<MasterKeyState> {
    const row = (await createMasterKeyStore(db).findCurrent()) ?? (await getRow(db))
    return {
      epoch: row.epoch,
      created_at: row.createdAt.toISOString(),
      fixed: fixedSeed !== undefined,
      epochs: await createMasterKeyStore(db).count(),
      is_readable: isReadable(row),
    }
  }

  return {
    describe,

    /** Begins an epoch if the key of this process has none, so that no activation has to. */
    async prepare(): Promise<void> {
      await getRow(db)
    },

    /**
     * The master key of the present epoch. Callers within a transaction pass it.
     * @throws {Problem} 503 when it was encrypted under a secret that this process does not know
     */
    async getCurrent(from: Database): Promise<MasterKey> {
      const row = await getRow(from)
      try {
        return { epoch: row.epoch, seed: read(row) }
      } catch (error) {
        if (error instanceof DecryptionError) throw new Problem('master_key_unreadable', 503)
        throw error
      }
    },

    /**
     * Begins an epoch with a new key; what earlier ones signed stays valid.
     * @throws {Problem} 409 while the environment holds the key
     */
    async rotate(): Promise<MasterKeyState> {
      if (fixedSeed) throw new Problem('master_key_fixed', 409)
      await db.transaction(async (transaction) => {
        const store = createMasterKeyStore(transaction)
        await store.lock()
        await begin(transaction, await store.findCurrent())
      })
      return describe()
    },
  }
}
export type MasterKeys = ReturnType<typeof createMasterKeys>
