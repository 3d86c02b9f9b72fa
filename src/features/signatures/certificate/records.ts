import type { CertificateRecord } from '#features/signatures/contract.ts'
import type { SignatureLedger } from '#features/signatures/ports.ts'
import { createSignatureStore } from '#features/signatures/store.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'

interface RecordOptions {
  db: Database
  ledger: Pick<SignatureLedger, 'proveEntry' | 'findAnchor'>
}

/** What anybody checks certificates with. */
export function createCertificateRecords({ db, ledger }: RecordOptions) {
  return {
    /** The record of a certificate; it does not name the holder. @throws {Problem} 404, 410 once they were erased */
    async get(certificateId: string): Promise<CertificateRecord> {
      const row = await createSignatureStore(db).findByCertificate(certificateId)
      if (!row) throw new Problem('certificate_not_found', 404)
      const { statement, statementSignature, publicKey, ledgerEntry } = row
      if (row.erasedAt || !statement || !statementSignature || !publicKey || !ledgerEntry)
        throw new Problem('gone', 410)
      const [proof, anchor] = await Promise.all([
        ledger.proveEntry(ledgerEntry),
        ledger.findAnchor(ledgerEntry),
      ])
      return {
        ...{ certificate_id: certificateId, signature_id: row.id, statement },
        ...{ statement_signature: statementSignature, public_key: publicKey },
        revoked_at: row.revokedAt?.toISOString() ?? null,
        revoke_reason: row.revokeReason,
        ...{ ledger: proof ?? null, anchor: anchor ?? null },
      }
    },
  }
}
export type CertificateRecords = ReturnType<typeof createCertificateRecords>
