const terms = 'https://www.w3.org/ns/credentials/issuer-dependent#'
const json = (name: string) => ({ '@id': `${terms}${name}`, '@type': '@json' })

/**
 * The terms of a certificate. They are in the credential itself, so that it can be checked without us; whoever checks one
 * requires exactly these. What has a signature or a hash of its own is a JSON literal, which keeps every part and the order.
 */
export const signatureTerms = {
  SignatureCertificate: `${terms}SignatureCertificate`,
  LedgerInclusion: `${terms}LedgerInclusion`,
  certificateId: `${terms}certificateId`,
  organization: `${terms}organization`,
  position: `${terms}position`,
  blockchainAddress: `${terms}blockchainAddress`,
  statement: json('statement'),
  statementSignature: `${terms}statementSignature`,
  publicKey: `${terms}publicKey`,
  entry: json('entry'),
}

/** The term of a credential whose entry is in a public chain: a context of its own, since most have none. */
export const anchorTerms = { anchor: json('anchor') }

/** The contexts of the credential of a certificate. */
export const certificateContexts = ['https://www.w3.org/ns/credentials/v2', signatureTerms]
/** Those of one whose entry is in a public chain. */
export const anchoredContexts = [...certificateContexts, anchorTerms]
