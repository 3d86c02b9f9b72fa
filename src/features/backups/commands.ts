import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openArchive } from '#features/backups/archive/reading.ts'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import type { WriteArchive } from '#features/backups/making/ports.ts'
import { proofKeys } from '#features/backups/making/proof-key-store.ts'
import type { RestoreStep } from '#features/backups/restoring/contract.ts'
import type { Restoring } from '#features/backups/restoring/restoring.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import { runInBackground } from '#platform/database/wait-limit.ts'
import { withTemporaryFolder } from '#platform/files/temporary-folder.ts'
import { messageOf } from '#platform/log.ts'
import { type Command, CommandError, type CommandInput, UsageError } from '#platform/process/command.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import { adoptSecret, hasSecret, type SecretPlace } from '#platform/secrets/secrets.ts'

/** What backups store encrypted, for `npm run admin -- rotate-keys`. */
export const encryptedBackupRows: readonly EncryptedRows[] = [proofKeys]

/** The product, built and not listening, for what needs all of its features. */
export interface Product {
  restoring: Pick<Restoring, 'start' | 'store'>
  /** Begins an archive of the present state, encrypted as the settings say. */
  writeBackup(signal: AbortSignal): ReturnType<WriteArchive>
  /** Whether the installation has been used. */
  hasUsers(): Promise<boolean>
  publicUrl: string
  close(): Promise<void>
}

type OpenProduct = () => Promise<Product>

const stepLines: Readonly<Record<RestoreStep, string>> = {
  checking: 'Checking the backup …',
  backing_up: 'Making a backup of the present state …',
  preparing: 'Preparing the data …',
  files: 'Putting back the files …',
  closing: 'Closing the site …',
  replacing: 'Replacing the data …',
}

/** `npm run admin -- backup FILE`: writes one archive of the present state. */
export function backupCommand(openProduct: OpenProduct): Command {
  return {
    name: 'backup',
    parameters: 'FILE',
    summary: 'Writes a backup of everything to a file; - is the standard output. The product may run.',
    async run(parameters) {
      const [file, ...others] = parameters
      if (!file || others.length > 0 || (file.startsWith('-') && file !== '-'))
        throw new UsageError('backup takes one file.')
      return withProduct(openProduct, async (product) => {
        const { bytes, manifest } = product.writeBackup(new AbortController().signal)
        manifest.catch(() => {})
        if (file === '-') {
          await pipeline(bytes, process.stdout, { end: false })
          return []
        }
        const size = await writeWhole(resolve(file), bytes)
        const { tables, files } = await manifest
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        return [`${file} holds ${rows} rows and ${files.count} files in ${size} bytes.`]
      })
    },
  }
}

/** `npm run admin -- restore FILE`: replaces all data, on an empty machine or over an installation. */
export function restoreCommand(openProduct: OpenProduct): Command {
  return {
    name: 'restore',
    parameters: 'FILE [--identity FILE] [--send-again]',
    summary:
      'Replaces everything by what a backup holds; - is the standard input. Works on an empty machine, too. --identity names the file with the key of an encrypted backup; --send-again sends mails and posts that were due.',
    makesDatabase: true,
    async run(parameters, input) {
      const asked = readParameters(parameters)
      const identity = asked.identity === undefined ? undefined : await readIdentity(asked.identity)
      return withReadableFile(asked.file, input, async (path) => {
        const { size } = await stat(path)
        const openFile = async () => createReadStream(path)
        await takeSecret(openFile, identity, input.secretPlace)
        return withProduct(openProduct, async (product) => {
          const replacesData = await product.hasUsers()
          const started = await product.restoring.start({
            open: openFile,
            hold: async () => {},
            ...{ size, identity, backupId: null, userId: null },
            sendsAgain: asked.sendsAgain,
            replacesData,
            onStep: (step) => input.report(stepLines[step]),
          })
          if (!started) throw new CommandError('A restore is already running: wait until it has ended.')
          await started.done
          return [
            'The backup is restored. Everyone is signed out.',
            `Sign in at ${product.publicUrl}/login with the name and the password of ${replacesData ? 'now' : 'then'}. If the product is not running, start it first.`,
          ]
        })
      })
    },
  }
}

async function withProduct<Result>(openProduct: OpenProduct, work: (product: Product) => Promise<Result>) {
  const product = await openProduct()
  try {
    return await runInBackground(() => work(product))
  } finally {
    await product.close()
  }
}

function readParameters(parameters: readonly string[]) {
  const rest = [...parameters]
  const sendsAgain = takeOut(rest, '--send-again', 1).length > 0
  const [, identity] = takeOut(rest, '--identity', 2)
  const [file, ...others] = rest
  if (!file || others.length > 0 || (file.startsWith('-') && file !== '-'))
    throw new UsageError('restore takes one file, and what stands behind it.')
  return { file, identity, sendsAgain }
}

function takeOut(parameters: string[], name: string, count: number): string[] {
  const at = parameters.indexOf(name)
  if (at < 0) return []
  const taken = parameters.splice(at, count)
  if (taken.length < count) throw new UsageError(`${name} needs the name of a file.`)
  return taken
}

/** The private key of age in a file as `age-keygen` writes it. @throws {CommandError} */
async function readIdentity(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}.`)
  })
  const identity = text.split(/\s+/).find((word) => word.startsWith('AGE-SECRET-KEY-'))
  if (!identity) throw new CommandError(`${path} holds no key that begins with AGE-SECRET-KEY-1.`)
  return identity
}

/** Runs work on a file that can be read several times. @throws {CommandError} when it is not there */
async function withReadableFile<Result>(
  file: string,
  { input }: CommandInput,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (file !== '-') {
    const facts = await stat(file).catch((error: unknown) => {
      throw new CommandError(`${file} cannot be read: ${messageOf(error)}.`)
    })
    if (!facts.isFile()) throw new CommandError(`${file} is not a file.`)
    return work(file)
  }
  return withTemporaryFolder('restore', async (folder) => {
    const path = join(folder, 'archive')
    await pipeline(input, createWriteStream(path, { mode: 0o600 }))
    return work(path)
  })
}

/**
 * Has a machine without a secret use that of the backup, before the product makes one.
 * @throws {CommandError} when it does not hold one, and none is known that opens it
 */
async function takeSecret(
  openFile: () => Promise<Readable>,
  identity: string | undefined,
  place: SecretPlace,
): Promise<void> {
  if (await hasSecret(place)) return
  const archive = await openArchive(openFile, {
    identities: identity === undefined ? [] : [identity],
    knownMigrations: listMigrations(),
  })
  try {
    const { secretId } = archive.manifest
    if (archive.secret !== undefined) await adoptSecret(place.dataDir, archive.secret)
    else if (!place.oldSecretKeys.some((secret) => identifySecret(secret) === secretId))
      throw new CommandError(
        `The backup does not hold the secret of its installation. Put the file secret-key of that installation into ${place.dataDir}, or its SECRET_KEY into this environment, and restore again.`,
      )
  } finally {
    await archive.close()
  }
}

/** Writes a file that exists completely or not at all. Returns its size. */
async function writeWhole(path: string, bytes: Readable): Promise<number> {
  const draft = `${path}.part`
  try {
    const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw new CommandError(`${draft} cannot be written: ${messageOf(error)}.`)
    })
    await pipeline(bytes, file.createWriteStream({ flush: true }))
    await rename(draft, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
    return (await stat(path)).size
  } catch (error) {
    if (!(error instanceof CommandError)) await rm(draft, { force: true })
    throw error
  }
}
