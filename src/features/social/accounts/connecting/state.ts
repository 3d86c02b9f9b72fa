import { createHash, randomBytes } from 'node:crypto'

/** A random text of 256 bits that can be part of an address or a cookie. */
export const makeRandom = (): string => randomBytes(32).toString('base64url')

const randomText = /^[\w-]{43}$/

/** Whether a text may be one that `makeRandom` has made. */
export const isRandom = (text: unknown): text is string => typeof text === 'string' && randomText.test(text)

/** The stored digest of a state or of the value of a cookie. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The challenge of a verifier of PKCE (RFC 7636 §4.2, S256). */
export const challengeOf = (verifier: string): string => digestOf(verifier)

/** Where platforms send people back to. No other address gets the cookie. */
export const callbackPath = '/api/social/accounts/callback'

/** The cookie that binds a state to a browser. Each state has its own, so that several accounts can be connected at once. */
export const cookieOf = (state: string): string =>
  `social_${createHash('sha256').update(`cookie ${state}`).digest('hex').slice(0, 16)}`
