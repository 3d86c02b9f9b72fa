import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import { type Cipher, DecryptionError, type Encryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { StartError } from '#platform/start-error.ts'
import { Problem } from '#shared/problem.ts'
import { idOfKey, publicHalfOf } from './key-id.ts'
import { readMultikey, toMultikey } from './multikey.ts'
import { createSigningKeyStore, type SigningKeyRow, signingKeyPurpose } from './signing-key-store.ts'
import type { KeyPurpose } from './table.ts'

/** An Ed25519 key to sign with. */
export interface SigningKey {
  id: string
  createdAt: Date
  /** 32 bytes. */
  publicKey: Uint8Array
  privateKey: KeyObject
}

/** What everybody may know of a key. */
export interface PublicSigningKey {
  id: string
  /** 32 bytes. */
  publicKey: Uint8Array
  createdAt: Date
  /** From then on it signs nothing new; what it signed before stays valid. */
  retiredAt: Date | null
}

/** The keys of an installation for one purpose: one that signs, and those that signed before. */
export interface KeyRing {
  /** The id of the key that the environment fixes. */
  readonly fixedId: string | undefined
  /**
   * Makes sure at the start that the current key can be used, and that it is the one that the environment fixes.
   * @throws {StartError} when it cannot be decrypted
   */
  check(): Promise<void>
  /**
   * The current key of all processes; creates one if there is none. Callers within a transaction pass it, so that they need
   * no second connection.
   */
  getCurrent(from?: Database): Promise<SigningKey>
  /** Every key that ever signed anything, the oldest first. */
  list(): Promise<PublicSigningKey[]>
  /**
   * Retires the current key, deletes its private half and makes a new one.
   * @throws {Problem} 409 while the environment fixes the key
   */
  rotate(): Promise<void>
}

interface KeyRingOptions {
  db: Database
  clock: Clock
  encryption: Encryption
  purpose: KeyPurpose
  /** The private key that the environment fixes, as PEM. */
  fixedKey: string | undefined
}

// What the operator is told of a purpose.
const words: Record<KeyPurpose, { variable: string; signed: string }> = {
  badges: { variable: 'BADGE_SIGNING_KEY', signed: 'badges' },
  ledger: { variable: 'LEDGER_SIGNING_KEY', signed: 'the ledger' },
}

/**
 * The keys of a purpose. A private key is a row, encrypted for it, unless the environment fixes the key: then only the public
 * half is stored. Which key is current is read each time, so that all processes see a rotation; it is decrypted once.
 */
export function createKeyRing({ db, clock, encryption, purpose, fixedKey }: KeyRingOptions): KeyRing {
  const cipher = encryption.cipher(signingKeyPurpose)
  const fixed = fixedKey === undefined ? undefined : describeKey(createPrivateKey(fixedKey))
  let lastUsed: SigningKey | undefined

  async function findFixed(from: Database, id: string): Promise<SigningKeyRow | undefined> {
    const row = await createSigningKeyStore(from, purpose).find(id)
    if (!row || row.purpose === purpose) return row
    throw new StartError(
      `${words[purpose].variable} holds a key that has signed ${words[row.purpose].signed}: set another one.`,
    )
  }

  async function findCurrent(from: Database): Promise<SigningKey | undefined> {
    if (fixed) {
      const row = await findFixed(from, fixed.id)
      return row && { ...fixed, createdAt: row.createdAt }
    }
    const row = await createSigningKeyStore(from, purpose).findCurrent()
    if (!row) return undefined
    if (lastUsed?.id !== row.id) lastUsed = decryptKey(row, cipher)
    return lastUsed
  }

  /** Makes the fixed or a new key the current one. Needs the lock. */
  async function make(transaction: Database): Promise<SigningKey> {
    const store = createSigningKeyStore(transaction, purpose)
    const key = fixed ?? describeKey(generateKeyPairSync('ed25519').privateKey)
    const { id, publicKey, privateKey } = key
    const createdAt = clock.now()
    await store.retireAllBut(id, createdAt)
    await store.insert({
      ...{ id, publicKeyMultibase: toMultikey(publicKey), createdAt },
      privateKey: fixed ? null : cipher.encrypt(writePem(privateKey), id),
    })
    return { ...key, createdAt }
  }

  /** Keeps other processes from adding or retiring keys meanwhile. */
  const withLock = <Result>(from: Database, work: (transaction: Database) => Promise<Result>) =>
    from.transaction(async (transaction) => {
      await createSigningKeyStore(transaction, purpose).lock()
      return work(transaction)
    })

  return {
    fixedId: fixed?.id,

    async check() {
      if (!fixed) {
        await findCurrent(db)
        return
      }
      const { id } = fixed
      await withLock(db, async (transaction) => {
        if (!(await findFixed(transaction, id))) return make(transaction)
        const store = createSigningKeyStore(transaction, purpose)
        await store.retireAllBut(id, clock.now())
        return store.reinstate(id)
      })
    },

    getCurrent: async (from = db) =>
      (await findCurrent(from)) ??
      (await withLock(from, async (transaction) => (await findCurrent(transaction)) ?? make(transaction))),

    list: async () =>
      (await createSigningKeyStore(db, purpose).list()).map(
        ({ id, publicKeyMultibase, createdAt, retiredAt }) => ({
          ...{ id, publicKey: readMultikey(publicKeyMultibase), createdAt, retiredAt },
        }),
      ),

    async rotate() {
      if (fixed) throw new Problem('key_fixed', 409, { params: { variable: words[purpose].variable } })
      await withLock(db, make)
    },
  }
}

/** @throws {StartError} when it was encrypted under a secret that is not known */
function decryptKey(
  { id, purpose, createdAt, privateKey: stored }: SigningKeyRow,
  cipher: Cipher,
): SigningKey {
  try {
    return { ...describeKey(createPrivateKey(cipher.decrypt(stored ?? '', id))), id, createdAt }
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    const { variable, signed } = words[purpose]
    throw new StartError(
      `The key that signs ${signed} was encrypted under another secret. Put the earlier SECRET_KEY, or the file secret-key, back, or name it in SECRET_KEY_OLD. If it is lost, set ${variable} to a new key, which retires this one: openssl genpkey -algorithm ed25519`,
      { cause: error },
    )
  }
}

function describeKey(privateKey: KeyObject): Omit<SigningKey, 'createdAt'> {
  const publicKey = publicHalfOf(privateKey)
  return { id: idOfKey(publicKey), publicKey, privateKey }
}

const writePem = (privateKey: KeyObject) => String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
