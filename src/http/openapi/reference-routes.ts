import { randomBytes } from 'node:crypto'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { contentSecurityPolicy } from '#http/security-headers.ts'
import { escapeMarkup } from '#shared/markup.ts'

/** Settings of the reference: without its vendor's services, and without links or requests to other hosts. */
const referenceSettings = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  // "Ask AI", "Generate MCP", "Open API client", and the toolbar with "Share" and "Deploy".
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  hideModels: true,
  defaultOpenAllTags: true,
  // There is no setting for the link to the vendor's site.
  customCss: 'a[href*="scalar.com"] { display: none }',
}

interface ReferenceOptions extends CacheOptions {
  script: string
  icon: string
  siteName(): string
}

/** The description at `/api/openapi.json` and, for people, the interactive reference at `/api`. */
export const apiReferenceRoutes = ({ script, icon, siteName, ...cacheOptions }: ReferenceOptions) =>
  defineRoutes((server) => {
    const config = { access: 'public', isPublicApi: true } as const
    server.get('/api/openapi.json', { config, schema: { hide: true } }, (request, reply) =>
      sendCached(cacheOptions, request, reply, '/api/openapi.json', async () => ({
        headers: { 'content-type': 'application/json; charset=utf-8', 'referrer-policy': 'no-referrer' },
        body: JSON.stringify(nameDescription(server.instance.swagger(), siteName())),
      })),
    )

    server.get('/api/', { config, schema: { hide: true } }, (_request, reply) => reply.redirect('/api', 301))

    server.get('/api', { config, schema: { hide: true } }, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy({
          'script-src': "'self'",
          'style-src': `'self' 'nonce-${nonce}'`,
          'img-src': "'self' data: blob:",
          'font-src': "'self' data:",
          'connect-src': "'self'",
          'worker-src': 'blob:',
        }),
      })
      return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta property="csp-nonce" content="${nonce}">
<title>${escapeMarkup(siteName())} API</title>
<link rel="icon" href="${icon}" type="image/svg+xml">
</head>
<body>
<script id="api-reference" data-configuration='${JSON.stringify(referenceSettings)}'></script>
<script src="${script}"></script>
</body>
</html>
`
    })
  })

/** The description with the site's name as its title. */
function nameDescription<Document extends { info?: object }>(document: Document, title: string) {
  return { ...document, info: { ...document.info, title } }
}
