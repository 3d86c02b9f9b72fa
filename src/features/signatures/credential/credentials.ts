import { describeCertificate, networkOf } from '#features/signatures/activation.ts'
import type { CredentialIssuing, SignatureLedger } from '#features/signatures/ports.ts'
import type { SignatureRow } from '#features/signatures/store.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { writeCertificateCredential } from './credential.ts'
import { createStatusStore, statusIndexOf } from './status-store.ts'

/** The path of the status lists of signatures, which their number follows. */
const statusPath = '/credentials/signatures/status/'

interface CredentialOptions {
  db: Database
  log: Logger
  issuing: CredentialIssuing
  ledger: SignatureLedger
  siteName(): string
  publicUrl: string
}

/** Certificates as verifiable credentials. They are written anew whenever they are asked for, and never stored. */
export function createCertificateCredentials(options: CredentialOptions) {
  const { db, log, issuing, ledger, siteName, publicUrl } = options
  const lists = issuing.makeStatusLists({ path: statusPath, ...createStatusStore(db) })

  async function prove(entry: string) {
    const known = await ledger.proveEntry(entry)
    if (known) return known
    // Asked for in the second in which it was recorded: the file is kept for good, and should have it.
    try {
      await ledger.sequence()
    } catch (error) {
      // A ledger that takes nothing is reported elsewhere; what the certificate states is signed all the same.
      log.error({ err: error }, 'a certificate is written without the proof of its entry')
    }
    return ledger.proveEntry(entry)
  }

  return {
    /** The credential of an activated signature, and what it certifies. @throws {Problem} 404 for any other */
    async write(row: SignatureRow) {
      const name = siteName()
      const anchor = row.ledgerEntry === null ? undefined : await ledger.findAnchor(row.ledgerEntry)
      const certificate = describeCertificate(row, networkOf(name, anchor))
      if (!certificate) throw new Problem('certificate_not_found', 404)
      const draft = writeCertificateCredential({
        ...{ certificate, issuer: { did: issuing.did, name, publicUrl } },
        status: lists.describe(statusIndexOf(row)),
        ...{ evidence: await prove(certificate.ledger_entry), anchor },
      })
      const [credential] = await issuing.prove([draft])
      if (!credential) throw new Error('a credential was not signed')
      return { certificate, credential, anchor }
    },

    /** Which certificates are revoked or erased, as a signed list of bits. @throws {Problem} 404 */
    getStatusList: lists.get,
  }
}
export type CertificateCredentials = ReturnType<typeof createCertificateCredentials>
