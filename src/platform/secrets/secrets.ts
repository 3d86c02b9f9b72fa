import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureKeyFile, findKeyFile, KeyFileError } from '#platform/key-files.ts'

/** What signs links and tokens, and encrypts rows. */
export interface Secrets {
  readonly current: string
  /** Those before it, which sign and encrypt nothing more, but whose links and rows are still read. */
  readonly earlier: readonly string[]
}

/** Where the secrets are: in the environment, or in files of the data folder. */
export interface SecretPlace {
  /** `SECRET_KEY`. */
  secretKey: string | undefined
  /** `SECRET_KEY_OLD`. */
  oldSecretKeys: readonly string[]
  dataDir: string
}

/** Reads the secrets; makes one in the data folder where there is none. @throws {KeyFileError} */
export async function readSecrets({ secretKey, oldSecretKeys, dataDir }: SecretPlace): Promise<Secrets> {
  if (secretKey !== undefined) return { current: secretKey, earlier: oldSecretKeys }
  const current = await ensureKeyFile(fileOf(dataDir), makeSecret)
  return { current, earlier: [...oldSecretKeys, ...(await readEarlier(dataDir))] }
}

/** Whether there is a secret, so that none will be made. @throws {KeyFileError} */
export async function hasSecret({ secretKey, dataDir }: SecretPlace): Promise<boolean> {
  return secretKey !== undefined || (await findKeyFile(fileOf(dataDir))) !== undefined
}

/** Makes a secret from elsewhere that of the data folder, unless that has one. @throws {KeyFileError} */
export async function adoptSecret(dataDir: string, secret: string): Promise<void> {
  await ensureKeyFile(fileOf(dataDir), () => secret)
}

/**
 * Makes a new secret in the data folder, and keeps the present one among the earlier. At every moment of it both are in one
 * of the files.
 * @throws {KeyFileError}
 */
export async function renewSecret(dataDir: string): Promise<Secrets> {
  const present = await ensureKeyFile(fileOf(dataDir), makeSecret)
  const earlier = [present, ...(await readEarlier(dataDir)).filter((secret) => secret !== present)]
  await replaceFile(earlierFileOf(dataDir), `${earlier.join('\n')}\n`)
  const current = makeSecret()
  await replaceFile(fileOf(dataDir), current)
  return { current, earlier }
}

/** Forgets the earlier secrets of the data folder: links that they have signed no longer work. */
export async function forgetEarlierSecrets(dataDir: string): Promise<void> {
  await replaceFile(earlierFileOf(dataDir), '')
}

const makeSecret = () => randomBytes(32).toString('base64url')
const fileOf = (dataDir: string) => join(dataDir, 'secret-key')
const earlierFileOf = (dataDir: string) => join(dataDir, 'secret-key.old')

async function readEarlier(dataDir: string): Promise<string[]> {
  const path = earlierFileOf(dataDir)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new KeyFileError(`The key file ${path} cannot be read: ${error.message}.`, { cause: error })
  })
  return text.split(/\s+/).filter(Boolean)
}

/** Writes a file that only its owner can read; it exists completely or as it was before. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new KeyFileError(`The key file ${path} cannot be written: ${reason}.`, { cause: error })
  }
}
