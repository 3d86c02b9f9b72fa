import { createHash, randomInt } from 'node:crypto'
import { recoveryCodeCount } from './contract.ts'

// Crockford's base 32, which has no letters that look like digits: 80 bits, so that a hash tells nothing.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** New recovery codes, as they are shown. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
    return code.replace(/(?<=^(?:.{4})+)(?=.)/g, '-')
  })
}

/** The stored hash of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  const typed = code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return createHash('sha256').update(typed).digest('base64url')
}
