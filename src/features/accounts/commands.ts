import { removeSecondFactor } from '#features/accounts/second-factor/factor-store.ts'
import { totpSecrets } from '#features/accounts/second-factor/totp-store.ts'
import { createUserCommand } from '#features/accounts/team/create-user.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Command, CommandError, UsageError } from '#platform/process/command.ts'
import { NewPassword } from './contract.ts'
import { hashPassword, keyOf, makePassword } from './credentials.ts'
import { resetByOperator, secondFactorDisabledByOperator } from './model.ts'
import { createPasswordCheck, type PasswordOwner } from './password-rules.ts'
import { estimateHere } from './password-strength.ts'
import { deleteLoginAttempts } from './session-store.ts'
import { createUserStore, listUserNames } from './store.ts'
import type { UserRow } from './table.ts'

interface AccountCommandOptions {
  clock: Clock
  /** Records an action in the transaction that does it. */
  record(transaction: Database, action: { userId: string; action: string; at: Date }): Promise<void>
}

const mostNames = 10
/** The name that no password may be made of; commands know no settings. */
const productName = 'Firmeza'

/** The columns of accounts whose texts are encrypted. */
export const encryptedAccountRows = [totpSecrets]

/** The commands about users. */
export function createAccountCommands({ clock, record }: AccountCommandOptions): Command[] {
  const checkNewPassword = createPasswordCheck(() => productName, estimateHere)

  async function readPassword(readInput: () => Promise<string>, owner: PasswordOwner): Promise<string> {
    const password = (await readInput()).replace(/\r?\n$/, '')
    if (!NewPassword.safeParse(password).success) {
      throw new CommandError(
        'A password has 12 to 1,000 characters, or a few less if it is hard to guess. Nothing was changed.',
      )
    }
    if (await checkNewPassword(password, owner)) {
      throw new CommandError(
        'This password is one of the most common ones, or made of the name of the user or the product, or shorter than 12 characters and not strong. Nothing was changed.',
      )
    }
    return password
  }

  return [
    createUserCommand({ clock, record, readPassword }),
    {
      name: 'reset-password',
      parameters: 'NAME [--stdin]',
      summary:
        'sets a new password for a user, ends their sessions and all waiting times after failed sign-ins; prints the password once, or reads it from standard input',
      async run(parameters, { db, readInput }) {
        const options = parameters.filter((parameter) => parameter.startsWith('--'))
        const [username, ...more] = parameters.filter((parameter) => !parameter.startsWith('--'))
        if (!username || more.length > 0 || options.some((option) => option !== '--stdin')) {
          throw new UsageError('reset-password needs the name of one user.')
        }
        const user = await getUser(db, username)
        const given = options.length > 0 ? await readPassword(readInput, user) : undefined
        const password = given ?? makePassword()
        const passwordHash = await hashPassword(password)
        const now = clock.now()
        await db.transaction(async (transaction) => {
          await createUserStore(transaction).setPassword(user.id, passwordHash, now)
          // They are stored as hashes, which do not tell whose they are.
          await deleteLoginAttempts(transaction)
          await record(transaction, { userId: user.id, action: resetByOperator, at: now })
        })
        return [
          given === undefined
            ? `The new password of "${user.username}" is ${password}`
            : `"${user.username}" has the new password.`,
          'All sessions of this user have ended, and so have the waiting times after failed sign-ins.',
          ...(given === undefined ? ['This password is shown once: keep it.'] : []),
        ]
      },
    },
    disableTwoFactor({ clock, record }),
  ]
}

/** The command for a user who has lost their second factor, where no admin can help them. */
function disableTwoFactor({ clock, record }: AccountCommandOptions): Command {
  return {
    name: 'disable-two-factor',
    parameters: 'NAME',
    summary:
      'removes the authenticator app, the passkeys and the recovery codes of a user who has lost them, and ends their sessions; the password stays',
    async run([username, ...more], { db }) {
      if (!username || more.length > 0) throw new UsageError('disable-two-factor needs the name of one user.')
      const user = await getUser(db, username)
      const now = clock.now()
      const isRemoved = await db.transaction(async (transaction) => {
        const action = { userId: user.id, action: secondFactorDisabledByOperator, at: now }
        const wasThere = await removeSecondFactor(transaction, user.id, now)
        if (wasThere) await record(transaction, action)
        return wasThere
      })
      return isRemoved
        ? [
            `"${user.username}" signs in with the password alone again.`,
            'All sessions of this user have ended.',
          ]
        : [`"${user.username}" has no second factor. Nothing was changed.`]
    },
  }
}

async function getUser(db: Database, username: string): Promise<UserRow> {
  const user = await createUserStore(db).findByName(keyOf(username))
  if (user) return user
  const names = await listUserNames(db, mostNames + 1)
  const shown = names.slice(0, mostNames).map((name) => `"${name}"`)
  const more = names.length > mostNames ? ' and others' : ''
  throw new CommandError(
    `There is no user named "${username}". ${names.length > 0 ? `There is ${shown.join(', ')}${more}.` : 'There are no users yet: start the server once.'}`,
  )
}
