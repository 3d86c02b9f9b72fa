import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import type { PasskeyCreation, PasskeyRequest } from '#features/accounts/second-factor/contract.ts'

/** How asking the browser for a passkey ended. */
export type PasskeyOutcome<Answer> = { status: 'answered'; answer: Answer } | { status: PasskeyFailure }

/**
 * `cancelled`: the user has not used one. `known`: this device has one already. `wrong-address`: passkeys of this site work at
 * another address. `failed`: the browser or the device could not do it.
 */
export type PasskeyFailure = 'cancelled' | 'known' | 'wrong-address' | 'failed'

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Has a passkey sign. Never throws. */
export function signWithPasskey(
  request: PasskeyRequest,
): Promise<PasskeyOutcome<AuthenticationResponseJSON>> {
  return ask(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: request })
  })
}

/** Has a passkey made. Never throws. */
export function makePasskey(request: PasskeyCreation): Promise<PasskeyOutcome<RegistrationResponseJSON>> {
  return ask(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: request })
  })
}

async function ask<Answer>(run: () => Promise<Answer>): Promise<PasskeyOutcome<Answer>> {
  try {
    return { status: 'answered', answer: await run() }
  } catch (error) {
    return { status: failureOf(error) }
  }
}

/** What the name of an error of the browser says (WebAuthn Level 3 §5.1.3). */
export function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
  if (name === 'InvalidStateError') return 'known'
  return name === 'SecurityError' ? 'wrong-address' : 'failed'
}
