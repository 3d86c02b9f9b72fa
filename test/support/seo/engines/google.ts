import { createVerify, generateKeyPairSync } from 'node:crypto'
import { type EngineSimulator, sendJson, startSimulator } from './http-simulator.ts'

interface GoogleOptions {
  /** The property that the service account may change. */
  property: string
}

export interface GoogleSimulator extends EngineSimulator {
  /** The key file of a service account that it knows. */
  account: string
  /** What is wrong with the sitemap, from now on. */
  find(problems: { errors: number; warnings: number }): void
}

/** Google's tokens and the sitemaps of Search Console (https://developers.google.com/webmaster-tools/v1/sitemaps), in one server. */
export async function startGoogle({ property }: GoogleOptions): Promise<GoogleSimulator> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const client_email = 'firmeza@project.iam.gserviceaccount.com'
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const tokens = new Set<string>()
  const submitted = new Map<string, string>()
  let problems = { errors: 0, warnings: 0 }
  const refuse = (code: number, message: string) => ({ error: { code, message, errors: [{ message }] } })

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

  const simulator = await startSimulator((response, { method, url, headers, body }) => {
    if (url.pathname === '/token') {
      if (!isSigned(new URLSearchParams(body)))
        return sendJson(response, 400, {
          error: 'invalid_grant',
          error_description: 'Invalid JWT Signature.',
        })
      const access_token = crypto.randomUUID()
      tokens.add(access_token)
      return sendJson(response, 200, { access_token, expires_in: 3599, token_type: 'Bearer' })
    }
    if (!tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return sendJson(response, 401, refuse(401, 'Request had invalid authentication credentials.'))
    const [, site = '', feed = ''] =
      /^\/webmasters\/v3\/sites\/([^/]+)\/sitemaps\/([^/]+)$/.exec(url.pathname)?.map(decodeURIComponent) ??
      []
    if (site !== property)
      return sendJson(
        response,
        403,
        refuse(403, `User does not have sufficient permission for site '${site}'.`),
      )
    if (method === 'PUT') {
      submitted.set(feed, new Date().toISOString())
      response.writeHead(204).end()
      return
    }
    const lastSubmitted = submitted.get(feed)
    if (!lastSubmitted) return sendJson(response, 404, refuse(404, 'Not found'))
    sendJson(response, 200, {
      ...{ path: feed, lastSubmitted, lastDownloaded: lastSubmitted, isPending: false, type: 'sitemap' },
      ...{ errors: String(problems.errors), warnings: String(problems.warnings) },
    })
  })
  return {
    ...simulator,
    account: JSON.stringify({ type: 'service_account', client_email, private_key }),
    find(found) {
      problems = found
    },
  }
}
