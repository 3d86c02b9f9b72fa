import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

const leastLength = 32

/** A key file that cannot be used. The message tells the operator which file it is and what to do. */
export class KeyFileError extends StartError {
  override name = 'KeyFileError'
}

/**
 * The key in a file; undefined when there is no such file.
 * @throws {KeyFileError} when it is too short to be a key, as a full disk can leave it
 */
export async function findKeyFile(path: string): Promise<string | undefined> {
  let key: string
  try {
    key = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new KeyFileError(`The key file ${path} cannot be read: ${reasonOf(error)}.`, { cause: error })
  }
  if (key.trim().length < leastLength) {
    throw new KeyFileError(
      `The key file ${path} holds fewer than ${leastLength} characters and cannot be used; a full disk may have cut it off. Put it back from a backup, or delete it to have a new key made. After the loss of secret-key, links in mails sent so far stop working.`,
    )
  }
  return key
}

/**
 * Writes a key that only its owner can read, unless the file exists. The file exists completely or not at all, also after a
 * crash or on a full disk, and of several simultaneous processes one writes it.
 * @returns whether it was written
 * @throws {KeyFileError} when it cannot be written
 */
export async function writeKeyFile(path: string, key: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}.new`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeSynced(draft, key)
    const isNew = await publish(draft, path)
    await syncFolder(dirname(path))
    return isNew
  } catch (error) {
    throw new KeyFileError(
      `The key file ${path} cannot be written: ${reasonOf(error)}. Make room on the disk or choose another folder with DATA_DIR, and start again.`,
      { cause: error },
    )
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * The key in a file, which is created when there is none. Processes that start at the same time get the same key.
 * @throws {KeyFileError} when it is too short, or cannot be read or written
 */
export async function ensureKeyFile(path: string, makeKey: () => string): Promise<string> {
  const found = await findKeyFile(path)
  if (found !== undefined) return found
  await writeKeyFile(path, makeKey())
  const key = await findKeyFile(path)
  if (key === undefined)
    throw new KeyFileError(`The key file ${path} was deleted while it was made. Start again.`)
  return key
}

async function writeSynced(path: string, key: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Renames a finished draft unless the name is taken; returns whether it did. */
async function publish(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path).catch(async (error) => {
      // Some network and FAT file systems have no links.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error
      await copyFile(draft, path, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function reasonOf(error: unknown): string {
  if (codeOf(error) === 'ENOSPC') return 'the disk is full'
  return error instanceof Error ? error.message : String(error)
}
