import { InvitationDraft, mostUsers } from '#features/accounts/contract.ts'
import { hashPassword, keyOf, makePassword } from '#features/accounts/credentials.ts'
import { createdByOperator } from '#features/accounts/model.ts'
import type { PasswordOwner } from '#features/accounts/password-rules.ts'
import { lockUsers } from '#features/accounts/user-lock-store.ts'
import { isNameTaken } from '#features/accounts/user-name-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Command, CommandError, UsageError } from '#platform/process/command.ts'
import { nameText } from '#shared/text.ts'
import { createTeamUserStore } from './user-store.ts'

interface CreateUserOptions {
  clock: Clock
  /** Records an action in the transaction that does it. */
  record(transaction: Database, action: { userId: string; action: string; at: Date }): Promise<void>
  /** Reads a password that the operator has chosen, and refuses one that is easy to guess. */
  readPassword(readInput: () => Promise<string>, owner: PasswordOwner): Promise<string>
}

/** The command that adds a user who can sign in at once. */
export function createUserCommand({ clock, record, readPassword }: CreateUserOptions): Command {
  return {
    name: 'create-user',
    parameters: 'NAME --role admin|editor|viewer [--languages ar,fr] [--email ADDRESS] [--stdin]',
    summary:
      'adds a user, an editor perhaps limited to some languages; prints the password once, or reads it from standard input',
    async run(parameters, { db, readInput }) {
      const { username, role, languages, email, readsPassword } = readParameters(parameters)
      const owner = { username, name: username, email }
      const given = readsPassword ? await readPassword(readInput, owner) : undefined
      const password = given ?? makePassword()
      const passwordHash = await hashPassword(password)
      await db.transaction(async (transaction) => {
        const store = createTeamUserStore(transaction)
        await lockUsers(transaction)
        for (const name of [username, ...(email === null ? [] : [email])]) {
          if (!(await isNameTaken(transaction, keyOf(name)))) continue
          throw new CommandError(`Somebody already signs in with "${name}". Nothing was changed.`)
        }
        if ((await store.count()) >= mostUsers) {
          throw new CommandError(`The team already has ${mostUsers} users, which is the most there can be.`)
        }
        const now = clock.now()
        const { id } = await store.insert({
          ...{ username, usernameKey: keyOf(username), name: username, role, languages, passwordHash },
          ...{ email, emailKey: email && keyOf(email), createdAt: now },
        })
        await record(transaction, { userId: id, action: createdByOperator, at: now })
      })
      if (given !== undefined) return [`"${username}" can sign in with the password that you gave.`]
      return [`The password of "${username}" is ${password}`, 'This password is shown once: keep it.']
    },
  }
}

/** @throws {UsageError} */
function readParameters(parameters: readonly string[]) {
  const names: string[] = []
  const options = new Map<string, string>()
  for (let at = 0; at < parameters.length; at++) {
    const parameter = parameters[at] ?? ''
    if (!parameter.startsWith('--')) names.push(parameter)
    else if (parameter === '--stdin') options.set(parameter, '')
    else options.set(parameter, parameters[++at] ?? '')
  }
  const known = ['--role', '--languages', '--email', '--stdin']
  const unknown = [...options.keys()].find((option) => !known.includes(option))
  if (unknown) throw new UsageError(`create-user has no option "${unknown}".`)
  const [username, ...more] = names
  const name = nameText(120).min(1).safeParse(username)
  if (!name.success || more.length > 0) throw new UsageError('create-user needs the name of one user.')
  const email = options.get('--email')
  const access = InvitationDraft.safeParse({
    role: options.get('--role'),
    languages: options.get('--languages')?.split(',') ?? null,
    email: email ?? 'nobody@example.org',
    language: 'en',
  })
  if (!access.success) {
    const [field] = access.error.issues.map(({ path }) => path[0])
    throw new UsageError(`create-user needs a valid --${String(field)}.`)
  }
  return {
    ...{ username: name.data, role: access.data.role, languages: access.data.languages },
    ...{ email: email ?? null, readsPassword: options.has('--stdin') },
  }
}
