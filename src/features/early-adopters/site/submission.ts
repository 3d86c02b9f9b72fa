import type { Language } from '#shared/languages.ts'
import type { FormValues } from './validation.ts'

/** What became of a registration. */
export type Outcome =
  | { status: 'registered' }
  /** `message` and `errors` are the server's sentences; without any, something failed that it could not explain. */
  | { status: 'refused'; message?: string; errors: Record<string, string> }

const patience = 30_000

interface ReadProblem {
  detail?: string
  errors: Record<string, string>
}

function readProblem(body: unknown): ReadProblem {
  if (typeof body !== 'object' || body === null) return { errors: {} }
  const errors: Record<string, string> = {}
  if ('errors' in body && Array.isArray(body.errors)) {
    for (const error of body.errors) {
      const [field = ''] = String(error?.field).split('.')
      if (typeof error?.message === 'string') errors[field] ??= error.message
    }
  }
  return { errors, ...('detail' in body && typeof body.detail === 'string' && { detail: body.detail }) }
}

/** Sends a registration and tells what came of it. Never throws: a lost connection is a refusal without a reason. */
export async function sendRegistration(
  values: FormValues,
  language: Language,
  send: typeof fetch = fetch,
): Promise<Outcome> {
  try {
    const answer = await send('/api/early-adopters', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(patience),
    })
    if (answer.ok) return { status: 'registered' }
    const { detail, errors } = readProblem(await answer.json())
    // What broke on the server is not the visitor's to read; a refusal for cause is.
    return { status: 'refused', errors, ...(detail && answer.status !== 500 && { message: detail }) }
  } catch {
    return { status: 'refused', errors: {} }
  }
}
