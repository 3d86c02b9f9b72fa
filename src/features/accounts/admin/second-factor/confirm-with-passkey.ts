import type { ApiClient } from '#admin/kit/api/api-client.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { PasskeyQuestion } from '#features/accounts/second-factor/contract.ts'
import { describePasskeyFailure } from './describe-passkey-failure.ts'
import { signWithPasskey } from './passkey.ts'

/**
 * Confirms with a passkey who is signed in. Returns why no passkey was used, in one sentence, if none was.
 * @throws {ApiError} when the server refused
 */
export async function confirmWithPasskey(api: ApiClient, t: Translate): Promise<string | undefined> {
  const { challenge, passkey } = await api.send('POST', '/api/auth/confirm-passkey/options', PasskeyQuestion)
  const outcome = await signWithPasskey(passkey)
  if (outcome.status !== 'answered') return describePasskeyFailure(outcome.status, t)
  const body = { challenge, response: outcome.answer }
  await api.command('POST', '/api/auth/confirm-passkey', { body })
  return undefined
}
