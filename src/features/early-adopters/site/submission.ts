import type { BotSignals, RegistrationInput } from '#features/early-adopters/contract.ts'
import type { Language } from '#shared/languages.ts'
import type { Puzzle } from './proof.ts'
import type { FormValues } from './validation.ts'

/** What became of a registration. */
export type Outcome =
  | { status: 'registered' }
  /** `message` and `errors` are the server's sentences; without any, something failed that it could not explain. */
  | { status: 'refused'; message?: string; errors: Record<string, string> }

const timeoutMs = 30_000

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

function findPuzzle(body: unknown): Puzzle | undefined {
  const { code, challenge, rounds, bits } = (body ?? {}) as Partial<Puzzle & { code: string }>
  return code === 'proof_required' && challenge && rounds && bits ? { challenge, rounds, bits } : undefined
}

/**
 * Sends a registration. When the server requires a proof of work, solves the puzzle and sends it again. Never throws: a
 * lost connection is a refusal without a reason.
 */
export async function sendRegistration(
  values: FormValues & Pick<RegistrationInput, 'kind' | 'page'>,
  language: Language,
  signals: BotSignals = {},
  send: typeof fetch = fetch,
): Promise<Outcome> {
  try {
    const answer = await send('/api/early-adopters', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ ...values, ...signals }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.ok) return { status: 'registered' }
    const body: unknown = await answer.json()
    const puzzle = signals.proof ? undefined : findPuzzle(body)
    if (puzzle) {
      const { solvePuzzle } = await import('./proof.ts')
      const nonces = await solvePuzzle(puzzle, values.email.trim())
      const proof = { challenge: puzzle.challenge, nonces }
      return await sendRegistration(values, language, { ...signals, proof }, send)
    }
    const { detail, errors } = readProblem(body)
    // An internal error is not shown to the visitor.
    return { status: 'refused', errors, ...(detail && answer.status !== 500 && { message: detail }) }
  } catch {
    return { status: 'refused', errors: {} }
  }
}
