import { readFile } from 'node:fs/promises'
import { foldText } from '#shared/fold-text.ts'
import { Problem } from '#shared/problem.ts'
import type { IsStrong } from './password-strength.ts'

/** The future owner of a password. */
export interface PasswordOwner {
  username: string
  name: string
  email: string | null
}

/** Why a password is refused: a code of `errors.json`. */
export type PasswordRefusal = 'password_common' | 'password_personal' | 'password_weak'

/** Returns why a password may not be chosen, or undefined. */
export type PasswordCheck = (password: string, owner: PasswordOwner) => Promise<PasswordRefusal | undefined>

/** From this length on, in characters, a password need not be strong by the estimate. */
const longEnough = 12
const shortestWord = 3
const longestAddition = 8
const commonPasswords = new URL('common-passwords.txt', import.meta.url)

/**
 * The rules for a new password (NIST SP 800-63B-4 §3.1.1.2): not one of the most common ones, and not the site's name or
 * the owner's own name or address, in any case and with up to eight digits or signs added. One of fewer than twelve
 * characters has to be strong by an estimate.
 */
export function createPasswordCheck(siteName: () => string, isStrong: IsStrong): PasswordCheck {
  return async (password, owner) => {
    const folded = foldText(password)
    const words = listOwnWords(owner, siteName())
    if (isMadeOf(folded, words)) return 'password_personal'
    if (await isCommon(folded)) return 'password_common'
    if ([...password].length >= longEnough || (await isStrong(password, words))) return undefined
    return 'password_weak'
  }
}

/** @throws {Problem} 422 for the field `password`, when the check refuses it */
export async function requireGoodPassword(
  check: PasswordCheck,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const code = await check(password, owner)
  if (code) throw new Problem('validation_failed', 422, { fields: [{ field: 'password', code }] })
}

async function isCommon(folded: string): Promise<boolean> {
  if (new Set(folded).size === 1) return true
  // Read each time: passwords are rarely chosen, and a cached list would stay in memory.
  const list = `\n${await readFile(commonPasswords, 'utf8')}`
  const isListed = (word: string) => word.length >= 8 && list.includes(`\n${word}\n`)
  return !/[\n#]/.test(folded[0] ?? '') && (isListed(folded) || isListed(stripAdditions(folded)))
}

/** The words of the site and the owner, the longest first. */
function listOwnWords({ username, name, email }: PasswordOwner, siteName: string): string[] {
  const addresses = [username, email ?? ''].filter((text) => text.includes('@'))
  const whole = [siteName, username, name, ...addresses, ...addresses.map((text) => text.split('@')[0] ?? '')]
  const words = whole.flatMap((text) => [foldText(text), ...foldText(text).split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(words)].filter((word) => word.length >= shortestWord).sort((a, b) => b.length - a.length)
}

/** Whether a password consists of these words and a few digits and signs. */
function isMadeOf(folded: string, words: string[]): boolean {
  let rest = folded
  for (const word of words) rest = rest.replaceAll(word, '')
  return rest.length < folded.length && rest.length <= longestAddition && !/\p{L}/u.test(rest)
}

/** A password without the digits and signs around it. */
function stripAdditions(folded: string): string {
  const letters = [...folded]
  const isLetter = (letter: string) => /\p{L}/u.test(letter)
  return letters.slice(letters.findIndex(isLetter), letters.findLastIndex(isLetter) + 1).join('')
}
