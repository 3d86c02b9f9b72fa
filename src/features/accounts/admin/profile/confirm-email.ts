import { reach, readProblem } from '#admin/kit/api/api-client.ts'

/** The result of following the link. A missing message means that the server gave none. */
export type ConfirmOutcome =
  | { status: 'done'; email: string }
  | { status: 'refused'; message: string | undefined }
  | { status: 'unreachable' }

interface ConfirmOptions {
  fetch: typeof globalThis.fetch
  language: string
}

/** Confirms an address by the token of its link. Never throws. */
export async function confirmEmail(
  token: string,
  { fetch, language }: ConfirmOptions,
): Promise<ConfirmOutcome> {
  try {
    const response = await reach(() =>
      fetch('/api/auth/email/confirm', {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'accept-language': language,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ token }),
      }),
    )
    if (response.ok) {
      const body: unknown = await response.json()
      const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
      return typeof email === 'string' ? { status: 'done', email } : { status: 'refused', message: undefined }
    }
    const { detail } = await readProblem(response)
    return { status: 'refused', message: detail }
  } catch {
    return { status: 'unreachable' }
  }
}
