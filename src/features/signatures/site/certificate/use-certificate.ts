import { useEffect, useState } from 'react'
import type { Certificate } from '#features/signatures/contract.ts'
import type { Language } from '#shared/languages.ts'
import { fetchCertificate } from './fetch-certificate.ts'

/** The certificate of a link's signature, once it is there. Where it cannot be had, only the console says so. */
export function useCertificate(token: string, language: Language): Certificate | undefined {
  const [certificate, setCertificate] = useState<Certificate>()
  useEffect(() => {
    let isCurrent = true
    fetchCertificate(token, language).then(
      (found) => {
        if (isCurrent) setCertificate(found)
      },
      // biome-ignore lint/suspicious/noConsole: it concerns nobody but who looks for its cause
      (error: unknown) => console.error(error),
    )
    return () => {
      isCurrent = false
    }
  }, [token, language])
  return certificate
}
