import type { Translate } from '#admin/kit/texts/texts.ts'
import type { SignInResult } from './sign-in.ts'

/** Why a sign-in was refused, in one sentence. */
export function describeSignIn(
  result: Exclude<SignInResult, { status: 'signed-in' | 'second-step' }>,
  t: Translate,
): string {
  if (result.status === 'unreachable') return t('login.unreachable')
  if (result.status === 'locked')
    return `${t('login.locked')} ${t('login.wait', { count: Math.ceil(result.seconds) })}`
  return result.fields.password ?? result.message ?? t('login.failed')
}
