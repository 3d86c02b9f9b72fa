import { PDF, type Signer } from '@libpdf/core'

export interface SignatureOptions {
  /** The signer's certificate (X.509, DER), for an ECDSA key. */
  certificate: Uint8Array
  reason: string
  /** What the signer's clock says. */
  signingTime: Date
  /** Returns the ECDSA signature over the SHA-256 of data, as DER. */
  sign(data: Uint8Array): Promise<Uint8Array>
}

/**
 * Signs a document with PAdES at level B-B (ETSI EN 319 142-1): the signature covers all of the file but itself, and is
 * appended, so that what was written before stays as it was.
 */
export async function signPdf(document: Uint8Array, options: SignatureOptions): Promise<Uint8Array> {
  const { certificate, reason, signingTime, sign } = options
  const signer: Signer = { certificate, keyType: 'EC', signatureAlgorithm: 'ECDSA', sign }
  const pdf = await PDF.load(document)
  const { bytes } = await pdf.sign({
    ...{ signer, reason, signingTime },
    fieldName: 'Issuer',
    subFilter: 'ETSI.CAdES.detached',
    level: 'B-B',
    digestAlgorithm: 'SHA-256',
    // More than twice what the signature and the certificate take.
    estimatedSize: 4096,
  })
  return bytes
}
