import { reach, readProblem } from '#admin/kit/api/api-client.ts'
import { readSecondStep, type SecondStepAsked } from '#features/accounts/admin/second-factor/second-step.ts'
import type { LoginForm, LoginResponse } from '#features/accounts/contract.ts'

/** How an attempt to sign in ended. A missing message means that the server gave none. */
export type SignInResult =
  | { status: 'signed-in'; token: string }
  /** The password is right, and a second factor is asked for. */
  | { status: 'second-step'; asked: SecondStepAsked }
  | { status: 'refused'; message: string | undefined; fields: Partial<Record<keyof LoginForm, string>> }
  | { status: 'locked'; seconds: number }
  | { status: 'unreachable' }

/** How a later step of a sign-in, or one without a password, ended. */
export type StepResult =
  | Exclude<SignInResult, { status: 'second-step' | 'refused' }>
  /** `isOver`: the sign-in has to begin again. */
  | { status: 'refused'; message: string | undefined; isOver: boolean }

export interface SignInOptions {
  fetch: typeof globalThis.fetch
  language: string
}

/** Asks the server for a token (form-encoded). Never throws. */
export async function signIn(form: LoginForm, { fetch, language }: SignInOptions): Promise<SignInResult> {
  try {
    const response = await reach(() =>
      fetch('/api/auth/login', {
        method: 'POST',
        headers: { accept: 'application/json', 'accept-language': language },
        body: new URLSearchParams({ username: form.username, password: form.password }),
      }),
    )
    if (response.ok) {
      const body: unknown = await response.json()
      if (isLoginResponse(body)) return { status: 'signed-in', token: body.access_token }
      return { status: 'refused', message: undefined, fields: {} }
    }
    const problem = await readProblem(response)
    if (problem.status === 429 && problem.retryAfter) return { status: 'locked', seconds: problem.retryAfter }
    const asked = readSecondStep(problem.members)
    if (asked) return { status: 'second-step', asked }
    const fields: Partial<Record<keyof LoginForm, string>> = {}
    for (const { field, message } of problem.fields) {
      if (field === 'username' || field === 'password') fields[field] ??= message
    }
    return { status: 'refused', message: problem.detail, fields }
  } catch {
    return { status: 'unreachable' }
  }
}

/** Sends what a second factor, or a passkey alone, has answered. Never throws. */
export async function sendStep(
  path: '/api/auth/login/second-factor' | '/api/auth/login/passkey',
  answer: unknown,
  { fetch, language }: SignInOptions,
): Promise<StepResult> {
  try {
    const response = await reach(() =>
      fetch(path, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'accept-language': language,
          'content-type': 'application/json',
        },
        body: JSON.stringify(answer),
      }),
    )
    if (response.ok) {
      const body: unknown = await response.json()
      if (isLoginResponse(body)) return { status: 'signed-in', token: body.access_token }
      return { status: 'refused', message: undefined, isOver: false }
    }
    const problem = await readProblem(response)
    if (problem.status === 429 && problem.retryAfter) return { status: 'locked', seconds: problem.retryAfter }
    const message = problem.fields[0]?.message ?? problem.detail
    return { status: 'refused', message, isOver: problem.members.code === 'challenge_expired' }
  } catch {
    return { status: 'unreachable' }
  }
}

// Without the contract's schema, so that zod is not in the first chunk of the sign-in screen.
function isLoginResponse(value: unknown): value is Pick<LoginResponse, 'access_token'> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'access_token' in value &&
    typeof value.access_token === 'string' &&
    value.access_token !== ''
  )
}

/** Whole seconds left of a wait that ends at `until`, both in milliseconds; 0 once it is over. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}
