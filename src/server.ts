import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { adminRoutes } from './admin/server/admin-document.ts'
import type { Core } from './core.ts'
import type { Feature } from './feature.ts'
import { cataloguePart, catalogueRoutes } from './http/catalogue-routes.ts'
import { createClientAddress, createProxyCheck } from './http/client-address.ts'
import { healthRoutes } from './http/health-routes.ts'
import { mostConnections } from './http/limits/open-files.ts'
import { collectOpenapi } from './http/openapi/description.ts'
import { apiReferenceRoutes } from './http/openapi/reference-routes.ts'
import { apiSettings } from './http/public-api/settings.ts'
import { createRequestMetrics } from './http/request-metrics.ts'
import type { Routes } from './http/routes.ts'
import { pdfWorkerPolicy } from './http/security-headers.ts'
import { securityTxtRoutes } from './http/security-txt.ts'
import { createHttpServer, type HttpServerOptions } from './http/server.ts'
import { createWriteCheck } from './platform/disk/write-check.ts'
import { answersRequests } from './platform/roles/process-roles.ts'
import { assetsFolder } from './site/server/assets.ts'
import { createMissingPages, type MissingPageOptions } from './site/server/missing-pages.ts'
import { type PageRouteOptions, pageRoutes } from './site/server/page-routes.ts'
import type { Web } from './site/server/web.ts'
import { siteSettings } from './site/settings.ts'

/** The state of the process. */
export type Phase = 'starting' | 'serving' | 'stopping'

interface ServerOptions
  extends Pick<HttpServerOptions, 'findSession' | 'actionLog'>,
    Pick<PageRouteOptions, 'publishedTexts' | 'submitForm'>,
    Pick<MissingPageOptions, 'findMoved'> {
  features: readonly Feature[]
  /** Whether a link to a new password can be sent. */
  canRecover: boolean
  phase(): Phase
}

const { version } = packageJson

/** Builds the HTTP server with the routes of all features. It does not listen yet. */
export async function createServer(core: Core, web: Web, options: ServerOptions): Promise<FastifyInstance> {
  const { config, log, clock, catalogues, registry, publicUrl, cache, edge, headers, revision } = core
  const { get } = core.settings
  const { pages, quota } = web
  const requestMetrics = createRequestMetrics(registry)
  const answers = answersRequests(config.role)
  const server = await createHttpServer({
    ...{ log, catalogues, cache, edge, quota, headers, clock, revision },
    clientAddress: createClientAddress(config.http.trustProxy),
    isProxy: createProxyCheck(config.http.trustProxy),
    limits: {
      perNetwork: config.http.connectionLimit,
      total: mostConnections(),
      requestsAtOnce: 8,
      writeTimeout: 30_000,
      // Most proxies keep idle connections for 60 seconds.
      proxyIdleTime: 60_000,
    },
    databaseWait: core.databaseWait,
    pagesPerMinute: config.http.pageRateLimit,
    countRefusal: requestMetrics.countRefusal,
    measureDirect: requestMetrics.measureDirect,
    directRoutes: answers ? options.features.flatMap(({ directRoutes = [] }) => directRoutes) : [],
    answersOthers: answers,
    findSession: options.findSession,
    actionLog: options.actionLog,
    defaultLanguage: () => get(siteSettings.defaultLanguage),
    isApiOpen: () => get(apiSettings.enableApi),
    listOrigins: () => get(apiSettings.corsOrigins),
    isDebugging: () => get(apiSettings.debugMode),
    // Responses other than pages are cached under their address.
    findKey: (request) => (answers ? (pages.findKey(request) ?? request.url) : undefined),
    sendErrorPage: createMissingPages({ sendError: pages.sendError, findMoved: options.findMoved }),
  })
  requestMetrics.measure(server)
  await collectOpenapi(server, {
    ...{ publicUrl, version, catalogues },
    parts: [...options.features.flatMap(({ apiParts = [] }) => apiParts), cataloguePart],
  })
  await server.register(fastifyStatic, {
    ...{ root: assetsFolder, prefix: '/assets/', decorateReply: false },
    ...{ preCompressed: true, immutable: true, maxAge: '1y', index: false },
    setHeaders(reply, path) {
      if (/\/pdf\.worker[^/]*$/.test(path)) reply.header('content-security-policy', pdfWorkerPolicy)
      // The only one whose name does not change with what it says.
      if (path.includes('/licences.txt')) reply.header('cache-control', 'no-cache')
    },
  })
  for (const routes of collectRoutes(core, web, options)) await server.register(routes)
  return server
}

/** All routes, those of the public pages last. */
function collectRoutes(core: Core, { assets, pages }: Web, options: ServerOptions): Routes[] {
  const { config, clock, catalogues, registry, publicUrl, facts, cache, headers, dataDir, checks } = core
  const { features, phase } = options
  return [
    apiReferenceRoutes({
      ...{ script: assets.apiReference, icon: assets.icon, siteName: core.siteName },
      ...{ cache, headers },
    }),
    healthRoutes({
      ...{ db: checks, registry, metricsToken: config.http.metricsToken, phase },
      isUnderMaintenance: core.revision.isUnderMaintenance,
      findWriteFault: createWriteCheck({ db: checks, folder: config.data.databaseUrl ? undefined : dataDir }),
    }),
    securityTxtRoutes({ publicUrl, mailbox: () => facts().mailboxes.general, clock }),
    catalogueRoutes({ catalogues, cache, headers }),
    ...features.flatMap(({ routes = [] }) => routes),
    adminRoutes({
      assets: assets.admin,
      icon: assets.icon,
      ...{ catalogues, publicUrl, version, describeSite: core.facts },
      canRecover: options.canRecover,
    }),
    pageRoutes({
      ...{ pages, cache, catalogues },
      sources: features.flatMap(({ pageSources = [] }) => pageSources),
      publishedTexts: options.publishedTexts,
      submitForm: options.submitForm,
    }),
  ]
}
