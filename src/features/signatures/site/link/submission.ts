import type { ActivationResult } from '#features/signatures/contract.ts'
import {
  type ActivationField,
  activationFields,
  type TypedActivation,
} from '#features/signatures/page/contract.ts'
import type { Language } from '#shared/languages.ts'
import {
  type ActivatedSignature,
  checkLink,
  findSignature,
  type LinkCheck,
  signaturePath,
} from './link-check.ts'

/** What became of an activation. */
export type Outcome =
  | { status: 'activated'; signature: ActivatedSignature }
  /** `message` and `errors` are the server's sentences; `link` is what it says about the link since. */
  | {
      status: 'refused'
      message?: string
      errors: Partial<Record<ActivationField, string>>
      link: LinkCheck
    }
  /** No answer came: whether the server has acted is not known. */
  | { status: 'unreachable' }

const timeoutMs = 30_000

interface Refusal {
  message?: string
  errors: Partial<Record<ActivationField, string>>
}

function readRefusal(body: unknown): Refusal {
  const { message, detail, errors } = Object(body) as Record<string, unknown>
  const sentence = [message, detail].find((one) => typeof one === 'string' && one !== '')
  const refused: Refusal['errors'] = {}
  for (const error of Array.isArray(errors) ? errors : []) {
    const field = activationFields.find((one) => one === error?.field)
    if (field && typeof error.message === 'string') refused[field] ??= error.message
  }
  return { errors: refused, ...(typeof sentence === 'string' && { message: sentence }) }
}

async function readBody(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch {
    return undefined
  }
}

/**
 * Activates a signature. Never throws. Where it is refused, asks what has become of the link: an earlier attempt of which no
 * answer came may have activated it.
 */
export async function sendActivation(
  token: string,
  values: TypedActivation,
  language: Language,
  send: typeof fetch = fetch,
): Promise<Outcome> {
  let answer: Response
  try {
    answer = await send(signaturePath('activate', token), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(values),
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    return { status: 'unreachable' }
  }
  const body = await readBody(answer)
  if (answer.ok) {
    const signature = findSignature((body as ActivationResult | undefined)?.signature_data)
    return signature ? { status: 'activated', signature } : { status: 'unreachable' }
  }
  // An internal error says nothing to people.
  const refusal = answer.status === 500 ? { errors: {} } : readRefusal(body)
  if (Object.keys(refusal.errors).length > 0)
    return { status: 'refused', ...refusal, link: { status: 'unknown' } }
  const link = await checkLink(token, language, send)
  if (link.status === 'activated') return link
  return { status: 'refused', ...refusal, link }
}
