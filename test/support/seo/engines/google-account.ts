import { createVerify, generateKeyPairSync } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { sendJson } from './http-simulator.ts'

/** An error of Google's interfaces. */
export const googleError = (
  code: number,
  message: string,
  more: { status?: string; reason?: string } = {},
) => ({
  error: {
    ...{ code, message, errors: [{ message, domain: 'global', reason: more.reason ?? 'forbidden' }] },
    ...(more.status && { status: more.status }),
  },
})

/** A service account of Google with its key, and the tokens that are given for it. */
export function createGoogleAccount() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const client_email = 'firmeza@project.iam.gserviceaccount.com'
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const tokens = new Set<string>()

  /** Whether a form asks for a token with an assertion that the account has signed for what we do (RFC 7523). */
  function isSigned(form: URLSearchParams): boolean {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const { iss, scope, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
    return (
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url') &&
      iss === client_email &&
      scope === 'https://www.googleapis.com/auth/webmasters' &&
      aud === 'https://oauth2.googleapis.com/token' &&
      exp > Date.now() / 1000
    )
  }

  return {
    /** Its key file. */
    file: JSON.stringify({ type: 'service_account', client_email, private_key }),
    /** Answers who asks for a token. */
    answer(response: ServerResponse, body: string): void {
      if (isSigned(new URLSearchParams(body))) {
        const access_token = crypto.randomUUID()
        tokens.add(access_token)
        sendJson(response, 200, { access_token, expires_in: 3599, token_type: 'Bearer' })
      } else {
        const error_description = 'Invalid JWT Signature.'
        sendJson(response, 400, { error: 'invalid_grant', error_description })
      }
    },
    knows: ({ authorization = '' }: IncomingHttpHeaders) => tokens.has(authorization.replace(/^Bearer /, '')),
    /** No token is valid any more. */
    revoke: () => tokens.clear(),
  }
}
