import { randomBytes } from 'node:crypto'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type CacheOptions, sendCached } from './page-cache.ts'
import { ProblemDetails } from './problem-details.ts'
import { defineRoutes } from './routes.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** Collects the schemas of all routes registered after it. */
export async function collectOpenapi(
  server: FastifyInstance,
  { publicUrl, version }: { publicUrl: string; version: string },
) {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Firmeza',
        version,
        description:
          'Every refusal is `application/problem+json` (RFC 9457) in the language of `Accept-Language`. Times are ISO 8601 in UTC.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        responses: {
          Problem: {
            description: 'A refusal',
            content: { 'application/problem+json': { schema: z.toJSONSchema(ProblemDetails) as object } },
          },
        },
      },
    },
    transform: (data) => {
      const { schema, url } = jsonSchemaTransform(data)
      const { access = 'public', expects } = data.route.config ?? {}
      const security = access === 'public' || access === 'optional' ? [] : [{ bearer: [] }]
      return { url, schema: { ...schema, security, ...(expects && { consumes: [expects] }) } }
    },
    transformObject: (document) => {
      const { openapiObject } = 'openapiObject' in document ? document : { openapiObject: {} }
      for (const path of Object.values(openapiObject.paths ?? {})) {
        for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
          const responses = path?.[method]?.responses
          if (responses) responses.default = { $ref: '#/components/responses/Problem' }
        }
      }
      return openapiObject
    },
  })
}

/** Settings of the reference: without its vendor's services, and without requests to other hosts. */
const referenceSettings = {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  // "Ask AI", "Generate MCP", "Open API client", and the toolbar with "Share" and "Deploy".
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
}

interface OpenapiOptions extends CacheOptions {
  script: string
  icon: string
}

/** The description at `/api/openapi.json` and, for people, the interactive reference at `/api`. */
export const openapiRoutes = ({ script, icon, ...cacheOptions }: OpenapiOptions) =>
  defineRoutes((server) => {
    const config = { access: 'public' } as const
    server.get('/api/openapi.json', { config, schema: { hide: true } }, (request, reply) =>
      sendCached(cacheOptions, request, reply, '/api/openapi.json', async () => ({
        headers: { 'content-type': 'application/json; charset=utf-8', 'referrer-policy': 'no-referrer' },
        body: JSON.stringify(server.instance.swagger()),
      })),
    )

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
<title>Firmeza API</title>
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
