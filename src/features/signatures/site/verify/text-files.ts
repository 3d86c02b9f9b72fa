import type { CertificateTexts } from '#features/signatures/site/certificate/certificate-text.ts'
import type { TextsOf } from '#features/signatures/site/verify/files/text-file.ts'

/** The part of a catalogue that the text file is written with. */
export interface FileWords {
  fields: { signature: string; fullName: string; organization: string; position: string }
  certificate: {
    file: { title: string; note: string; certificateId: string; network: string; issuedAt: string }
  }
  revoked: { revokedAt: string; reason: string }
}

/** The words of the text file of a catalogue, for a site with a name. */
export const textsOf =
  ({ fields, certificate: { file }, revoked }: FileWords): TextsOf =>
  (siteName): CertificateTexts => ({
    title: file.title.replaceAll('{{name}}', siteName),
    note: file.note,
    labels: {
      certificateId: file.certificateId,
      signatureId: fields.signature,
      network: file.network,
      issuedAt: file.issuedAt,
      fullName: fields.fullName,
      organization: fields.organization,
      position: fields.position,
      revokedAt: revoked.revokedAt,
      reason: revoked.reason,
    },
  })
