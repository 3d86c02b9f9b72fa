/** The purpose of the cipher of platforms' tokens. Their context is the id of the account. */
export const tokenPurpose = 'social.tokens'
/** The purpose of the cipher of PKCE's verifiers. Their context is the id of the connection. */
export const verifierPurpose = 'social.verifiers'
