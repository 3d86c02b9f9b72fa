import pg from 'pg'
import type { Clock } from '#platform/clock.ts'
import { CopyError, type CopyProgress } from '#platform/database/copying/copy.ts'
import { moveDatabase } from '#platform/database/copying/move.ts'
import { unmarkMovedAt } from '#platform/database/moved-mark.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { type Command, CommandError, type CommandInput, UsageError } from '#platform/process/command.ts'
import { listLiveProcesses } from '#platform/revision.ts'
import { type EncryptedRows, renewEncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import {
  forgetEarlierSecrets,
  readSecrets,
  renewSecret,
  type SecretPlace,
  type Secrets,
} from '#platform/secrets/secrets.ts'
import { secretRenewedByOperator } from './model.ts'

interface RotationOptions {
  clock: Clock
  /** The encrypted columns of all features. */
  columns: readonly EncryptedRows[]
  record(transaction: Database, action: { userId: null; action: string; at: Date }): Promise<void>
}

/** `npm run admin -- rotate-keys`: replaces the secret, and encrypts everything under the new one. */
export function rotateKeysCommand({ clock, columns, record }: RotationOptions): Command {
  return {
    name: 'rotate-keys',
    parameters: '[--forget]',
    summary:
      'Makes a new secret and encrypts everything under it. Links in mails sent so far go on working, unless --forget ends them.',
    async run(parameters, { db, secretPlace }) {
      if (parameters.some((one) => one !== '--forget'))
        throw new UsageError('rotate-keys takes only --forget.')
      const forgets = parameters.includes('--forget')
      const isInEnvironment = secretPlace.secretKey !== undefined
      const secrets = isInEnvironment ? await readRenewed(secretPlace) : await renewFile(db, secretPlace)
      const encryption = createEncryption(secrets)
      const { renewed, unreadable } = await db.transaction(async (transaction) => {
        await record(transaction, { userId: null, action: secretRenewedByOperator, at: clock.now() })
        return renewEncryptedRows(transaction, encryption, columns)
      })
      if (forgets && !isInEnvironment) await forgetEarlierSecrets(secretPlace.dataDir)
      return [
        `${renewed} stored keys and tokens are encrypted under the new secret.`,
        ...(unreadable > 0
          ? [`${unreadable} cannot be read by any known secret and were left as they are.`]
          : []),
        nextStep(isInEnvironment, forgets),
      ]
    },
  }
}

/** `npm run admin -- move-database ADDRESS`: moves everything into another PostgreSQL, or back into the embedded one. */
export function moveDatabaseCommand(): Command {
  return {
    name: 'move-database',
    parameters: 'ADDRESS | embedded | --undo',
    summary:
      'Copies everything into an empty PostgreSQL (postgres://user:password@host:5432/name), or into the embedded one, compares each row, and closes the present database, which stays as it is. The product must not run. --undo opens it again.',
    opensMoved: true,
    async run(parameters, input) {
      const [to, ...others] = parameters
      if (to === undefined || others.length > 0) throw new UsageError('move-database takes one address.')
      if (to === '--undo') {
        if (!(await unmarkMovedAt(input.databaseUrl)))
          throw new CommandError('The data of this database was not moved.')
        return ['This database is open again. What was written elsewhere since is not in it.']
      }
      if (to !== 'embedded') return move(to, describeAddress(to), input)
      if (input.usesEmbedded)
        throw new CommandError(
          'The embedded database is the present one: set DATABASE_URL to move back from it.',
        )
      const { dataDir } = input.secretPlace
      const embedded = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
      try {
        return await move(embedded.url, `the embedded database in ${embedded.dataDir}`, input)
      } finally {
        await embedded.stop()
      }
    },
  }
}

async function move(targetUrl: string, place: string, input: CommandInput): Promise<string[]> {
  const { databaseUrl: sourceUrl, objectStore, report, secretPlace } = input
  try {
    const { tables, rows } = await moveDatabase({ sourceUrl, targetUrl, place, onProgress: tell(report) })
    const isEmbedded = place.startsWith('the embedded')
    return [
      `${tables} tables with ${rows} rows are in ${place}, each row compared.`,
      isEmbedded
        ? `Now remove DATABASE_URL, set DATA_DIR=${secretPlace.dataDir}, and start the product.`
        : `Now set DATABASE_URL to that address, ${place} (and DATABASE_LISTEN_URL and DATABASE_READ_URL to what belongs to it, if you use them), and start the product.`,
      objectStore
        ? 'Files have not moved: they are in the store of S3_URL as before.'
        : `Files have not moved: keep DATA_DIR, ${secretPlace.dataDir}, with the files and the secret in it.`,
      'The database of before is unchanged, and the product does not start on it any more. "npm run admin -- move-database --undo", with the settings of before, opens it again.',
    ]
  } catch (error) {
    // Without its cause, which would be explained as one of the present database.
    if (error instanceof CopyError) throw new CommandError(error.message)
    throw error
  }
}

/** An address without its password. @throws {UsageError} when it is none */
function describeAddress(address: string): string {
  if (!/^postgres(ql)?:\/\/./.test(address) || !URL.canParse(address))
    throw new UsageError(
      'move-database takes an address such as postgres://user:password@host:5432/name; characters such as % and @ in the password are written %25 and %40.',
    )
  const { user, host, port, database } = readAddress(address)
  return host.startsWith('/')
    ? `postgres://${user}@/${database}?host=${host}`
    : `postgres://${user}@${host}:${port}/${database}`
}

/** @throws {UsageError} also for a file of certificates that is not there */
function readAddress(address: string): pg.Client {
  try {
    return new pg.Client(address)
  } catch (error) {
    throw new UsageError(`The address cannot be used: ${messageOf(error)}.`)
  }
}

/** Prints at most one line each second. */
function tell(report: CommandInput['report']): (progress: CopyProgress) => void {
  let told = 0
  return ({ tables: { done, total }, rows }) => {
    if (Date.now() - told < 1_000 && done < total) return
    told = Date.now()
    report(`${done} of ${total} tables, ${rows} rows …`)
  }
}

function nextStep(isInEnvironment: boolean, forgets: boolean): string {
  if (!isInEnvironment)
    return forgets
      ? 'The earlier secrets are forgotten. Start the product again.'
      : 'Start the product again. The earlier secret is kept in secret-key.old for the links of mails.'
  return forgets
    ? 'Now remove SECRET_KEY_OLD and restart every process: links in mails sent so far end with that.'
    : 'Keep SECRET_KEY_OLD for as long as links in mails sent so far are to work.'
}

/** The secrets of an environment in which the operator has put a new one. @throws {CommandError} */
async function readRenewed(place: SecretPlace): Promise<Secrets> {
  if (place.oldSecretKeys.length > 0) return readSecrets(place)
  throw new CommandError(
    'SECRET_KEY is set by you: put a new value there and the present one in SECRET_KEY_OLD, restart every process of the product, and call this again.',
  )
}

/** Replaces the secret in the data folder. @throws {CommandError} while the product runs */
async function renewFile(db: Database, { dataDir, oldSecretKeys }: SecretPlace): Promise<Secrets> {
  if ((await listLiveProcesses(db)).length > 0)
    throw new CommandError('Stop the product first: while it runs it knows only the present secret.')
  const { current, earlier } = await renewSecret(dataDir)
  return { current, earlier: [...oldSecretKeys, ...earlier] }
}
