import type { Translate } from '#admin/kit/texts/texts.ts'
import type { PasskeyFailure } from './passkey.ts'

/** Why no passkey was used, in one sentence. */
export function describePasskeyFailure(failure: PasskeyFailure, t: Translate): string {
  if (failure === 'cancelled') return t('login.passkeys.cancelled')
  if (failure === 'known') return t('login.passkeys.known')
  return t(failure === 'wrong-address' ? 'login.passkeys.wrongAddress' : 'login.passkeys.failed')
}
