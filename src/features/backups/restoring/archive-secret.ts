import type { Archive } from '#features/backups/archive/archive.ts'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { RestoreError } from './failures.ts'

/**
 * The secrets with which the encrypted rows of an archive are encrypted anew; undefined where they are encrypted under the
 * present one already.
 * @throws {RestoreError} when no secret that is known opens them
 */
export function findRenewal(
  { manifest, secret }: Pick<Archive, 'manifest' | 'secret'>,
  secrets: Secrets,
): Secrets | undefined {
  const opens = (one: string) => identifySecret(one) === manifest.secretId
  if (opens(secrets.current)) return undefined
  if (secrets.earlier.some(opens)) return secrets
  if (secret !== undefined && opens(secret))
    return { current: secrets.current, earlier: [secret, ...secrets.earlier] }
  throw new RestoreError(
    'other_secret',
    'The backup was made under another secret, and does not hold it. Put the SECRET_KEY of that installation (or the content of its file secret-key) into SECRET_KEY_OLD, restart the product, and restore again.',
  )
}
