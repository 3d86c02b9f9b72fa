import { sign } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Clock } from '#platform/clock.ts'
import { createForkedProcess } from '#platform/forked-process.ts'
import type { CertificateAnswer, CertificateDocument, ComposeOrder, FinishOrder } from './contract.ts'
import type { DocumentSigner } from './signer.ts'

export interface CertificatePdfs {
  /**
   * Writes a certificate as a signed PDF: an A4 page in the document's language, with the credential attached. Rejects with
   * `Problem('overloaded', 503)` when too many wait, and with `ForkedProcessError` when it fails.
   */
  write(document: CertificateDocument): Promise<Uint8Array>
  /** Ends the process; documents under way are rejected. */
  close(): void
}

const program = fileURLToPath(new URL('drawing/certificate-process.ts', import.meta.url))

/**
 * Sets and signs certificates in a child process, which runs only while there are some: the typesetter and the fonts would
 * multiply the memory of the server. The private key stays here: the process sends what has to be signed.
 */
export function createCertificatePdfs({
  getSigner,
  clock,
}: {
  getSigner(): Promise<DocumentSigner>
  clock: Clock
}): CertificatePdfs {
  const process = createForkedProcess<ComposeOrder | FinishOrder, CertificateAnswer>({
    program,
    title: 'the PDF of a certificate',
    // So that the typesetter does not look for the fonts of the system, of which it uses none.
    env: { FONTCONFIG_FILE: fileURLToPath(new URL('drawing/no-system-fonts.xml', import.meta.url)) },
    memoryLimit: 700,
  })

  async function attempt(document: CertificateDocument): Promise<Uint8Array | undefined> {
    const { privateKey, certificate } = await getSigner()
    const composed = await process.ask({
      ...{ work: 'compose', document, certificate, signingTime: clock.now() },
    })
    if (!('toSign' in composed)) return undefined
    const { ticket, toSign } = composed
    const signature = sign('sha256', toSign, privateKey)
    const finished = await process.ask({ work: 'finish', ticket, signature })
    return 'pdf' in finished ? finished.pdf : undefined
  }

  return {
    async write(document) {
      for (let tries = 0; tries < 3; tries++) {
        const pdf = await attempt(document)
        if (pdf) return pdf
      }
      throw new Error('The process that writes certificates ended again and again')
    },
    close: process.close,
  }
}
