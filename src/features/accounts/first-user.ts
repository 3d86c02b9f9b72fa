import type { Database } from '#platform/postgres.ts'
import { StartError } from '#platform/start-error.ts'
import { hashPassword, keyOf, makePassword } from './credentials.ts'
import type { PasswordCheck } from './password-rules.ts'
import { hasUsers, insertFirstUser } from './store.ts'

interface FirstUserOptions {
  db: Database
  checkNewPassword: PasswordCheck
}

/** The configured first admin. */
interface FirstAdmin {
  username: string
  password: string | undefined
  email: string | undefined
}

/**
 * Creates the first user, an admin, when there is none. Returns the password if it was generated, to be shown once.
 * @throws {StartError} when the configured password is too easy to guess
 */
export async function ensureFirstUser(
  { db, checkNewPassword }: FirstUserOptions,
  { username, password, email }: FirstAdmin,
): Promise<{ username: string; password: string | undefined } | undefined> {
  if (await hasUsers(db)) return undefined
  const owner = { username, name: 'Admin', email: email ?? null }
  if (password !== undefined && (await checkNewPassword(password, owner))) {
    throw new StartError(
      'ADMIN_PASSWORD is too easy to guess: one of the most common passwords, or made of the name of the product or of the admin, or shorter than 12 characters and not strong. Set another one, or none to have one generated.',
    )
  }
  const chosen = password ?? makePassword()
  const isNew = await insertFirstUser(db, {
    username,
    usernameKey: keyOf(username),
    name: owner.name,
    role: 'admin',
    passwordHash: await hashPassword(chosen),
    ...(email && { email, emailKey: keyOf(email) }),
  })
  return isNew ? { username, password: password ? undefined : chosen } : undefined
}
