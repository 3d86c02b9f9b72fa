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

/** What it states below them of a signature that was revoked. */
export const revocationLines = ['revokedAt', 'reason'] as const

export type Fact = (typeof certificateLines)[number] | (typeof revocationLines)[number]

/** What the text file is written of. */
export type CertificateFacts = Pick<
  Certificate,
  'certificate_id' | 'signature_id' | 'network' | 'activated_at' | 'full_name' | 'organization' | 'position'
> &
  Partial<Pick<Certificate, 'revoked_at' | 'revoke_reason'>>

export interface CertificateTexts {
  title: string
  /** That it is a demo certificate, not a real PDF. */
  note: string
  labels: Record<Fact, string>
}

/** Letters that are written from right to left: of Hebrew, Arabic and the scripts beside them in Unicode. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The certificate as a plain text file: a title, a line for each fact, of a revoked one also that, and what the file is. */
export function writeCertificate(
  certificate: CertificateFacts,
  { title, note, labels }: CertificateTexts,
): string {
  const facts: Record<Fact, string> = {
    certificateId: certificate.certificate_id,
    signatureId: certificate.signature_id,
    network: certificate.network,
    issuedAt: certificate.activated_at,
    fullName: certificate.full_name,
    organization: certificate.organization,
    position: certificate.position,
    revokedAt: certificate.revoked_at ?? '',
    reason: certificate.revoke_reason ?? '',
  }
  const revocation = certificate.revoked_at ? revocationLines.filter((fact) => facts[fact] !== '') : []
  const lines = [...certificateLines, ...revocation].map((fact) => writeLine(labels[fact], facts[fact]))
  return `${[title, '', ...lines, '', note].join('\n')}\n`
}

/**
 * A fact on one line. Its value can neither add a line nor turn round what stands beside it: where letters run from right to
 * left, it is isolated (Unicode UAX #9).
 */
function writeLine(label: string, value: string): string {
  const plain = toPlainLine(value)
  const isMixed = rightToLeft.test(label + plain)
  return `${label}: ${isMixed ? `\u2068${plain}\u2069` : plain}`
}

/** A value without line ends, control characters and direction marks. */
export const toPlainLine = (value: string): string =>
  value
    .toWellFormed()
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
