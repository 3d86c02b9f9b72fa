import { hkdfSync } from 'node:crypto'

/** What identifies a secret in an archive, without telling anything of it. */
export function identifySecret(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'backup secret id', 16)).toString('hex')
}
