import { reach, readProblem } from '#admin/kit/api/api-client.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import { type SignInOptions, type StepResult, sendStep } from '#features/accounts/admin/sign-in.ts'
import { describePasskeyFailure } from './describe-passkey-failure.ts'
import { signWithPasskey } from './passkey.ts'
import { readPasskeyQuestion } from './second-step.ts'

/** Signs in with a passkey instead of name and password. Never throws. */
export async function signInWithPasskey({
  t,
  ...options
}: SignInOptions & { t: Translate }): Promise<StepResult> {
  const { fetch, language } = options
  const headers = { accept: 'application/json', 'accept-language': language }
  try {
    const response = await reach(() => fetch('/api/auth/login/passkey/options', { method: 'POST', headers }))
    if (!response.ok) {
      const { status, retryAfter, detail } = await readProblem(response)
      if (status === 429 && retryAfter) return { status: 'locked', seconds: retryAfter }
      return { status: 'refused', message: detail, isOver: true }
    }
    const question = readPasskeyQuestion(await response.json())
    if (!question) return { status: 'refused', message: undefined, isOver: true }
    const outcome = await signWithPasskey(question.passkey)
    if (outcome.status !== 'answered')
      return { status: 'refused', message: describePasskeyFailure(outcome.status, t), isOver: true }
    const answer = { challenge: question.challenge, response: outcome.answer }
    return await sendStep('/api/auth/login/passkey', answer, options)
  } catch {
    return { status: 'unreachable' }
  }
}
