import { randomBytes, randomInt } from 'node:crypto'
import { hashWithSalt } from '#features/accounts/credentials.ts'
import { recoveryCodeCount } from './contract.ts'

// Crockford's base 32, which has no letters that look like digits: 60 bits, stored as passwords are.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

/** New recovery codes, as they are shown. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    return code.replace(/(?<=^(?:.{4})+)(?=.)/g, '-')
  })
}

/** A salt for all recovery codes of a user, so that a typed one is hashed once. */
export function makeCodeSalt(): string {
  return randomBytes(16).toString('base64url')
}

/** The stored hash of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string, salt: string): Promise<string> {
  const typed = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return hashWithSalt(typed, salt)
}
