import { reach, readProblem } from '#admin/kit/api/api-client.ts'
import type { Acceptance, Invitation, LoginResponse } from '#features/accounts/contract.ts'

/** What can go wrong. A missing message means that the server gave none. */
type Failure =
  /** The link is invalid, has expired, has been used or was withdrawn. */
  | { status: 'expired' }
  | {
      status: 'refused'
      message: string | undefined
      fields: Partial<Record<'name' | 'password', string>>
    }
  | { status: 'unreachable' }

export type OpenedInvitation = { status: 'open'; invitation: Invitation } | Failure
export type AcceptanceResult = { status: 'accepted'; token: string } | Failure

interface CallOptions {
  fetch: typeof globalThis.fetch
  language: string
}

/** Asks what a link invites to. Never throws. */
export async function openInvitation(token: string, options: CallOptions): Promise<OpenedInvitation> {
  const answer = await post('/api/auth/invitation', { token }, options)
  if ('status' in answer) return answer
  return isInvitation(answer.body) ? { status: 'open', invitation: answer.body } : unreadable
}

/** Accepts an invitation and asks for the token of the new user. Never throws. */
export async function acceptInvitation(
  acceptance: Acceptance,
  options: CallOptions,
): Promise<AcceptanceResult> {
  const answer = await post('/api/auth/invitation/accept', acceptance, options)
  if ('status' in answer) return answer
  return isLoginResponse(answer.body) ? { status: 'accepted', token: answer.body.access_token } : unreadable
}

/** Ends the session that the new one replaces, without waiting for it. */
export function endReplacedSession(token: string, fetch: typeof globalThis.fetch): void {
  const headers = { authorization: `Bearer ${token}` }
  void fetch('/api/auth/logout', { method: 'POST', headers, keepalive: true }).catch(() => {})
}

const unreadable: Failure = { status: 'refused', message: undefined, fields: {} }

async function post(
  path: string,
  body: Record<string, string>,
  { fetch, language }: CallOptions,
): Promise<{ body: unknown } | Failure> {
  try {
    const response = await reach(() =>
      fetch(path, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'accept-language': language,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    )
    if (response.ok) return { body: await response.json() }
    const problem = await readProblem(response)
    if (problem.status === 410) return { status: 'expired' }
    const fields: Partial<Record<'name' | 'password', string>> = {}
    for (const { field, message } of problem.fields) {
      if (field === 'name' || field === 'password') fields[field] ??= message
    }
    return { status: 'refused', message: problem.detail, fields }
  } catch {
    return { status: 'unreachable' }
  }
}

// Without the contract's schemas, so that zod is not loaded before the sign-in.
function isInvitation(value: unknown): value is Invitation {
  if (!isRecord(value)) return false
  const { username, name, role, languages } = value
  return (
    typeof username === 'string' &&
    typeof name === 'string' &&
    (role === 'admin' || role === 'editor' || role === 'viewer') &&
    (languages === null || Array.isArray(languages))
  )
}

function isLoginResponse(value: unknown): value is Pick<LoginResponse, 'access_token'> {
  return isRecord(value) && typeof value.access_token === 'string' && value.access_token !== ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
