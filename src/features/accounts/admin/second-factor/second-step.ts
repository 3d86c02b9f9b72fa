import type { PasskeyRequest, SecondFactorMethod } from '#features/accounts/second-factor/contract.ts'

/** What a sign-in asks for after the password. */
export interface SecondStepAsked {
  /** Names this sign-in. */
  challenge: string
  /** What can be used, the first of them first. */
  methods: readonly SecondFactorMethod[]
  /** What a passkey has to sign, where `methods` has it. */
  passkey: PasskeyRequest | undefined
}

const known: readonly string[] = ['totp', 'passkey', 'recovery_code'] satisfies SecondFactorMethod[]

/**
 * What a refusal of a right password asks for; undefined for any other refusal. Without the contract's schema, so that zod
 * is not in the first chunk of the sign-in screen.
 */
export function readSecondStep(members: Record<string, unknown>): SecondStepAsked | undefined {
  const { code, challenge, methods, passkey } = members
  if (code !== 'second_factor_required' || typeof challenge !== 'string' || !Array.isArray(methods))
    return undefined
  const request = isPasskeyRequest(passkey) ? passkey : undefined
  const usable = methods.filter(isMethod).filter((method) => method !== 'passkey' || request)
  return usable.length > 0 ? { challenge, methods: usable, passkey: request } : undefined
}

/** What to ask a browser for to sign in without a password; undefined when the server answered something else. */
export function readPasskeyQuestion(
  body: unknown,
): { challenge: string; passkey: PasskeyRequest } | undefined {
  if (typeof body !== 'object' || body === null || !('challenge' in body) || !('passkey' in body))
    return undefined
  const { challenge, passkey } = body
  return typeof challenge === 'string' && isPasskeyRequest(passkey) ? { challenge, passkey } : undefined
}

/** Whether a code of an app is complete, so that it can be sent without a press of a button. */
export function isCompleteCode(code: string): boolean {
  return /^\d{6}$/.test(code.normalize('NFKC').replace(/\s/g, ''))
}

function isMethod(value: unknown): value is SecondFactorMethod {
  return typeof value === 'string' && known.includes(value)
}

// The browser checks the rest before it asks anybody.
function isPasskeyRequest(value: unknown): value is PasskeyRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'challenge' in value &&
    typeof value.challenge === 'string' &&
    'allowCredentials' in value &&
    Array.isArray(value.allowCredentials)
  )
}
