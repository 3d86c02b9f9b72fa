import type { LinkValidation } from '#features/signatures/contract.ts'
import type { Language } from '#shared/languages.ts'

/** A signature as the answers about a link describe it. */
export interface ActivatedSignature {
  id: string
  address: string
  activatedAt: string
}

/** What the server says about a link. */
export type LinkCheck =
  | { status: 'valid'; expiresInHours: number }
  | { status: 'activated'; signature: ActivatedSignature }
  | { status: 'refused'; message: string }
  /** No answer, or none about the link. */
  | { status: 'unknown' }

type SignatureData = NonNullable<LinkValidation['signature_data']>

const timeoutMs = 15_000

/** Where the calls about a link go. */
export const signaturePath = (call: 'validate' | 'activate' | 'certificate' | 'progress', token: string) =>
  `/api/signature/${call}/${encodeURIComponent(token)}`

/** The signature in an answer, once it is activated. */
export function findSignature(data: SignatureData | null | undefined): ActivatedSignature | undefined {
  if (!data?.blockchain_address || !data.activated_at) return undefined
  return { id: data.signature_id, address: data.blockchain_address, activatedAt: data.activated_at }
}

/** Asks the server whether a link can activate a signature. Never throws. */
export async function checkLink(
  token: string,
  language: Language,
  send: typeof fetch = fetch,
): Promise<LinkCheck> {
  try {
    const answer = await send(signaturePath('validate', token), {
      headers: { 'accept-language': language },
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) return { status: 'unknown' }
    const link: LinkValidation = await answer.json()
    if (link.valid) return { status: 'valid', expiresInHours: link.expires_in_hours }
    const signature = findSignature(link.signature_data)
    return signature ? { status: 'activated', signature } : { status: 'refused', message: link.message }
  } catch {
    return { status: 'unknown' }
  }
}
