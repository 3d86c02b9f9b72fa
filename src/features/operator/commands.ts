import type { Clock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import type { Database } from '#platform/postgres.ts'
import { type Command, CommandError, UsageError } from '#platform/process/command.ts'
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
