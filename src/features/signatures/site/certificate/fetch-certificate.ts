import type { Certificate } from '#features/signatures/contract.ts'
import { signaturePath } from '#features/signatures/site/link/link-check.ts'
import type { Language } from '#shared/languages.ts'

/** The certificate of an activated signature. @throws when it cannot be had */
export async function fetchCertificate(
  token: string,
  language: Language,
  send: typeof fetch = fetch,
): Promise<Certificate> {
  const answer = await send(signaturePath('certificate', token), {
    headers: { 'accept-language': language },
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
  if (!answer.ok) throw new Error(`There is no certificate: ${answer.status}`)
  return answer.json()
}
