import type { Certificate } from '#features/signatures/contract.ts'

/** The facts that the text file states, in the order of its lines. */
export const certificateLines = [
  'certificateId',
  'signatureId',
  'network',
  'issuedAt',
  'fullName',
  'organization',
  'position',
] as const

export interface CertificateTexts {
  title: string
  /** That it is a demo certificate, not a real PDF. */
  note: string
  labels: Record<(typeof certificateLines)[number], string>
}

/** The certificate as a plain text file: a title, a line for each fact, and what the file is. */
export function writeCertificate(
  certificate: Certificate,
  { title, note, labels }: CertificateTexts,
): string {
  const facts: Record<(typeof certificateLines)[number], string> = {
    certificateId: certificate.certificate_id,
    signatureId: certificate.signature_id,
    network: isolate(certificate.network),
    issuedAt: certificate.activated_at,
    fullName: isolate(certificate.full_name),
    organization: isolate(certificate.organization),
    position: isolate(certificate.position),
  }
  const lines = certificateLines.map((fact) => `${labels[fact]}: ${facts[fact]}`)
  return `${[title, '', ...lines, '', note].join('\n')}\n`
}

/**
 * A value on one line, in its own direction (Unicode UAX #9): it can neither add a line nor turn round what stands beside it.
 */
function isolate(value: string): string {
  const line = value
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
  return `\u2068${line.trim()}\u2069`
}
