import { reach, readProblem } from '#admin/kit/api/api-client.ts'

/** The result of a step of the password recovery. A missing message means that the server gave none. */
export type RecoveryOutcome =
  | { status: 'done' }
  /** The link is invalid or has expired. */
  | { status: 'expired'; message: string | undefined }
  | { status: 'refused'; message: string | undefined }
  | { status: 'unreachable' }

interface RecoveryOptions {
  fetch: typeof globalThis.fetch
  language: string
}

/** Asks for a link. Never throws. */
export function askForLink(username: string, options: RecoveryOptions): Promise<RecoveryOutcome> {
  return post('/api/auth/forgot', { username }, options)
}

/** Chooses a new password by a link. Never throws. */
export function choosePassword(
  recovery: { token: string; password: string },
  options: RecoveryOptions,
): Promise<RecoveryOutcome> {
  return post('/api/auth/reset', recovery, options)
}

async function post(
  path: string,
  body: Record<string, string>,
  { fetch, language }: RecoveryOptions,
): Promise<RecoveryOutcome> {
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
    if (response.ok) return { status: 'done' }
    const { status, detail, fields } = await readProblem(response)
    if (status === 410) return { status: 'expired', message: detail }
    return { status: 'refused', message: fields[0]?.message ?? detail }
  } catch {
    return { status: 'unreachable' }
  }
}
