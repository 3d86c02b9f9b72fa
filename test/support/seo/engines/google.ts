import { createGoogleAccount, googleError } from './google-account.ts'
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
  const account = createGoogleAccount()
  const submitted = new Map<string, string>()
  let problems = { errors: 0, warnings: 0 }

  const simulator = await startSimulator((response, { method, url, headers, body }) => {
    if (url.pathname === '/token') return account.answer(response, body)
    if (!account.knows(headers))
      return sendJson(response, 401, googleError(401, 'Request had invalid authentication credentials.'))
    const [, site = '', feed = ''] =
      /^\/webmasters\/v3\/sites\/([^/]+)\/sitemaps\/([^/]+)$/.exec(url.pathname)?.map(decodeURIComponent) ??
      []
    if (site !== property)
      return sendJson(
        response,
        403,
        googleError(403, `User does not have sufficient permission for site '${site}'.`),
      )
    if (method === 'PUT') {
      submitted.set(feed, new Date().toISOString())
      response.writeHead(204).end()
      return
    }
    const lastSubmitted = submitted.get(feed)
    if (!lastSubmitted) return sendJson(response, 404, googleError(404, 'Not found'))
    sendJson(response, 200, {
      ...{ path: feed, lastSubmitted, lastDownloaded: lastSubmitted, isPending: false, type: 'sitemap' },
      ...{ errors: String(problems.errors), warnings: String(problems.warnings) },
    })
  })
  return {
    ...simulator,
    account: account.file,
    find(found) {
      problems = found
    },
  }
}
