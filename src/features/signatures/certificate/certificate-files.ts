import type { Visitor } from '#features/signatures/activation.ts'
import type { CertificateCredentials } from '#features/signatures/credential/credentials.ts'
import type { CertificatePdfs } from '#features/signatures/pdf/certificate-pdfs.ts'
import { createSignatureStore, type SignatureRow } from '#features/signatures/store.ts'
import { createBoundedQueue } from '#platform/bounded-queue.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'

/** How many files are made at once, and how many may wait: each keeps a processor busy for up to a second. */
const turns = { concurrency: 2, maxWaiting: 10, retryAfter: 10 }

interface CertificateFileOptions {
  db: Database
  /** The signature that a used link opens. */
  getActivated(token: string, visitor: Visitor): Promise<SignatureRow>
  credentials: CertificateCredentials
  pdfs: Pick<CertificatePdfs, 'write'>
  siteName(): string
  publicUrl: string
}

/** A file of a certificate, and the id of the certificate, which names it. */
interface CertificateFile<Content> {
  id: string
  content: Content
}

/** Certificates as files that are made for one reader and kept nowhere. */
export function createCertificateFiles(options: CertificateFileOptions) {
  const { db, getActivated, credentials, pdfs, siteName, publicUrl } = options
  const queue = createBoundedQueue(turns)

  const writePdf = (row: SignatureRow, language: Language): Promise<CertificateFile<Uint8Array>> =>
    queue.run(async () => {
      const { certificate, credential, anchor } = await credentials.write(row)
      const { certificate_id: id } = certificate
      const content = await pdfs.write({
        ...{ certificate, credential, language, siteName: siteName() },
        verifyUrl: `${publicUrl}/verify/${id}`,
        ...(anchor && { anchoredIn: anchor.chain }),
      })
      return { id, content }
    })

  return {
    /** @throws {Problem} 404, 429 to a client that guesses, 503 when too many wait */
    async getCredential(token: string, visitor: Visitor): Promise<CertificateFile<object>> {
      const row = await getActivated(token, visitor)
      const { certificate, credential } = await queue.run(() => credentials.write(row))
      return { id: certificate.certificate_id, content: credential }
    },

    /** A signed PDF with the credential in it. @throws {Problem} 404, 429 to a client that guesses, 503 when too many wait */
    async getPdf(token: string, visitor: Visitor, language: Language): Promise<CertificateFile<Uint8Array>> {
      return writePdf(await getActivated(token, visitor), language)
    },

    /** The same for the team. @throws {Problem} 404, 410 once the holder was erased, 503 when too many wait */
    async getPdfOfSignature(id: string, language: Language): Promise<CertificateFile<Uint8Array>> {
      const row = await createSignatureStore(db).find(id)
      if (!row) throw new Problem('signature_not_found', 404)
      if (row.erasedAt) throw new Problem('gone', 410)
      return writePdf(row, language)
    },

    getStatusList: credentials.getStatusList,
    close: () => queue.close(new Error('the server stops')),
  }
}
export type CertificateFiles = ReturnType<typeof createCertificateFiles>
