import type pg from 'pg'
import { StartError } from '#platform/start-error.ts'

/** The variables that name a database. */
export type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'DATABASE_READ_URL'

type Address = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>
type Reason = (address: Partial<Address>, message: string) => string

const unknownHost: Reason = ({ host }) => `the host "${host}" is unknown`
const noAnswer: Reason = ({ host, port }) => `${host}, port ${port}, does not answer`
const noSocket: Reason = ({ host }) => `no PostgreSQL can be reached in the folder ${host}`
const untrusted: Reason = (_, message) => `its TLS certificate is not trusted (${message})`

/** Failures that the operator can correct, by the code of Node or the SQLSTATE. */
const reasons: Readonly<Record<string, Reason>> = {
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: ({ host, port }) => `nothing listens at ${host}, port ${port}`,
  ENOENT: noSocket,
  EACCES: noSocket,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ERR_TLS_CERT_ALTNAME_INVALID: untrusted,
  CERT_HAS_EXPIRED: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  '28P01': ({ user }) => `the user "${user}" or the password is wrong`,
  '28000': ({ user }, message) =>
    `PostgreSQL refuses the user "${user}" (${message})${/no encryption|SSL off/.test(message) ? '; it may ask for TLS, which sslmode=verify-full in the address turns on' : ''}`,
  '3D000': ({ database }) => `there is no database "${database}"`,
  '42501': ({ user }, message) => `the user "${user}" lacks a right (${message})`,
  '25006': () => 'it is read-only',
  '53300': (_, message) => `it has no free connection (${message})`,
  '57P03': (_, message) => `it is not ready (${message})`,
}

/** Messages of `pg` for failures without a code. */
const messages: readonly (readonly [RegExp, Reason])[] = [
  [/^timeout expired$/, noAnswer],
  [/does not support SSL/, () => 'it does not offer TLS, which the address asks for'],
  [/password must be a (non-empty )?string/, ({ user }) => `the user "${user}" needs a password`],
  [/^Connection terminated/, () => 'the connection was closed'],
]

/** Why a database cannot be used, for a sentence; undefined when it is nothing that the operator can correct. */
export function findReason(failure: unknown, address: Partial<Address>): string | undefined {
  for (let cause = failure; cause instanceof Error; cause = cause.cause) {
    const { code, message }: NodeJS.ErrnoException = cause
    const reason = reasons[code ?? ''] ?? messages.find(([pattern]) => pattern.test(message))?.[1]
    if (reason) return reason(address, message)
  }
  return undefined
}

/**
 * The start error for a failure of the database, without its password. Undefined when the failure is not one that the
 * operator can correct.
 */
export function explainStartFailure(
  failure: unknown,
  address: Partial<Address> | undefined,
  variable?: DatabaseVariable,
): StartError | undefined {
  for (let cause = failure; cause instanceof Error; cause = cause.cause)
    if (cause instanceof StartError) return cause
  const reason = findReason(failure, address ?? {})
  return reason === undefined ? undefined : unusable(reason, variable)
}

/** The start error for a database that cannot be used for a reason. */
export function unusable(reason: string, variable: DatabaseVariable = 'DATABASE_URL'): StartError {
  return new StartError(`The database that ${variable} names cannot be used: ${reason}.`)
}
