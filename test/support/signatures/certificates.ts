import type { CertificateDocument } from '#features/signatures/pdf/contract.ts'

const ids = {
  certificate: '0b9d7c1e-4b7f-4d35-9a53-7b2e0c1f6a52',
  signature: '5f0a3a1c-77a4-4c8e-8f0d-2f7a9b1c3d4e',
  entry: '8c2f6f3e-5a0b-4a51-8f6d-3b1c0a9d7e64',
}
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const activatedAt = '2026-11-28T14:05:09.000Z'

/** A certificate of a signature, as the ledger would record it, for documents in tests. */
export function certificateDocument(
  changes: Partial<CertificateDocument['certificate']> = {},
  others: Partial<CertificateDocument> = {},
): CertificateDocument {
  return {
    certificate: {
      certificate_id: ids.certificate,
      signature_id: ids.signature,
      blockchain_address: address,
      activated_at: activatedAt,
      full_name: 'Wilhelmina Ashworth',
      organization: 'Harbour & Lane Archives',
      position: 'Head of Records',
      network: 'Firmeza ledger',
      statement: {
        ...{ type: 'activation', certificate: ids.certificate, signature: ids.signature, address },
        holder: '3f'.repeat(32),
        activated_at: activatedAt,
      },
      statement_signature: 'ab'.repeat(64),
      public_key: `02${'cd'.repeat(32)}`,
      ledger_entry: ids.entry,
      revoked_at: null,
      revoke_reason: null,
      ...changes,
    },
    language: 'en',
    verifyUrl: `https://example.org/en/verify/${ids.certificate}`,
    siteName: 'Firmeza',
    credential: { type: 'activation', certificate: ids.certificate },
    ...others,
  }
}
