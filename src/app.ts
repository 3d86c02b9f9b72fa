import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import packageJson from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'
import { forgetEndedJob } from './features/accounts/jobs.ts'
import { createLoginLimiter } from './features/accounts/login-limiter.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { createAccounts } from './features/accounts/service.ts'
import { createAccountStore } from './features/accounts/store.ts'
import { contentRoutes } from './features/content/routes.ts'
import { createContent } from './features/content/service.ts'
import { earlyAdopterRoutes } from './features/early-adopters/routes.ts'
import { createEarlyAdopters } from './features/early-adopters/service.ts'
import { createEarlyAdopterStore } from './features/early-adopters/store.ts'
import { adminRoutes } from './http/admin-document.ts'
import { assetsFolder, readAssets } from './http/assets.ts'
import { catalogueRoutes } from './http/catalogue-routes.ts'
import { createClientAddress } from './http/client-address.ts'
import { healthRoutes } from './http/health-routes.ts'
import { collectOpenapi, openapiRoutes } from './http/openapi.ts'
import { PageCache } from './http/page-cache.ts'
import { createPages, loadPageRenderer } from './http/pages.ts'
import { createQuota } from './http/quota.ts'
import { measureRequests } from './http/request-metrics.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createHttpServer } from './http/server.ts'
import { loadCatalogues } from './platform/catalogues.ts'
import type { Clock } from './platform/clock.ts'
import type { Logger } from './platform/log.ts'
import { connectPostgres } from './platform/postgres.ts'
import { createQueue, type Queue } from './platform/queue.ts'
import { watchRevision } from './platform/revision.ts'

/** What the product calls itself. */
const siteName = 'Firmeza'

/** The first admin; `password` only if it was made up and must be shown. */
export interface FirstUser {
  username: string
  password: string | undefined
}

export interface App {
  server: FastifyInstance
  queue: Queue
  /**
   * Makes the first admin when there is no user, tells `greet` of them, and is ready from then on. To be called once
   * the server listens, so that a password is never made up by a start that fails.
   */
  begin(greet: (firstUser: FirstUser | undefined) => void): Promise<void>
  /** Stops taking requests, finishes what runs, and lets the database go. */
  close(): Promise<void>
}

interface AppOptions {
  config: Config
  log: Logger
  clock: Clock
  /** A database at the newest schema. */
  databaseUrl: string
  /** Where a secret that nobody configured is kept. */
  dataDir: string
}

/** Builds the whole product by hand, in reading order: platform, features, HTTP. Nothing runs yet but the database. */
export async function buildApp({ config, log, clock, databaseUrl, dataDir }: AppOptions): Promise<App> {
  // Platform
  const postgres = connectPostgres(databaseUrl, { log })
  const { db, pool } = postgres
  const [revision, catalogues, renderer] = await Promise.all([
    watchRevision({ url: databaseUrl, db, log }),
    loadCatalogues(),
    loadPageRenderer(),
  ])
  const registry = new Registry()
  const secret = config.secretKey ?? readSecret(dataDir)

  // Features
  const accounts = createAccounts({ store: createAccountStore(db), clock, limiter: createLoginLimiter(pool) })
  const content = createContent({ db, revision, clock })
  const earlyAdopters = createEarlyAdopters({
    store: createEarlyAdopterStore(db, pool),
    clock,
    translator: catalogues.translator,
    siteName,
  })
  const queue = createQueue({ pool, log, jobs: [forgetEndedJob(accounts)] })

  // HTTP
  const { publicUrl } = config.http
  const headers = securityHeaders({ https: publicUrl.startsWith('https:') })
  const cache = new PageCache(revision, registry)
  const quota = createQuota({ db, clock, log, secret, limit: config.http.apiRateLimit })
  const assets = readAssets()
  const pages = createPages({
    renderer,
    cache,
    catalogues,
    facts: { publicUrl, name: siteName, ...config.site, socialLinks: [...config.site.socialLinks] },
    assets: assets.site,
    headers,
    publishedTexts: content.publishedTexts,
    register: earlyAdopters.register,
    takeQuota: quota.take,
  })
  const server = await createHttpServer({
    log,
    catalogues,
    cache,
    quota,
    clientAddress: createClientAddress(config.http.trustProxy),
    headers,
    findSession: accounts.findSession,
    findKey: (request) =>
      /^\/(api\/content|lang)\//.test(request.url ?? '') ? request.url : pages.findKey(request),
    sendErrorPage: pages.sendError,
  })
  measureRequests(server, registry)
  let phase: 'starting' | 'serving' | 'stopping' = 'starting'
  const { version } = packageJson
  await collectOpenapi(server, { publicUrl, version })
  await server.register(fastifyStatic, {
    root: assetsFolder,
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  await server.register(openapiRoutes({ script: assets.apiReference, icon: assets.icon }))
  await server.register(
    healthRoutes({ db, registry, metricsToken: config.http.metricsToken, phase: () => phase }),
  )
  await server.register(catalogueRoutes({ catalogues, cache, headers }))
  await server.register(accountRoutes({ accounts }))
  await server.register(contentRoutes({ content, cache, catalogues, headers }))
  await server.register(earlyAdopterRoutes({ earlyAdopters, catalogues }))
  await server.register(adminRoutes({ assets: assets.admin, icon: assets.icon, catalogues, version }))
  await server.register(pages.routes)

  return {
    server,
    queue,
    async begin(greet) {
      greet(await accounts.ensureFirstUser(config.admin))
      if (phase === 'starting') phase = 'serving'
    },
    async close() {
      phase = 'stopping'
      await Promise.all([server.close(), queue.stop()])
      await quota.close()
      await revision.close()
      await postgres.close()
    },
  }
}

/** The secret of this installation: made once, readable by its owner only. */
function readSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}
