import { join } from 'node:path'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { createEdgeRules, type EdgeRules } from './http/edge/edge-headers.ts'
import { PageCache } from './http/page-cache.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type Catalogues, loadCatalogues, type Translate } from './platform/catalogues.ts'
import type { Clock } from './platform/clock.ts'
import { isBackedUp } from './platform/database/maintenance.ts'
import { measureDatabase } from './platform/database/metrics.ts'
import { createReads } from './platform/database/replica/reads.ts'
import { createSignals, type Signals } from './platform/database/signals.ts'
import { createEncryption, type Encryption } from './platform/encryption.ts'
import { keepWhileBackedUp } from './platform/files/kept-store.ts'
import { type LimitedFileStore, limitFiles } from './platform/files/limited-store.ts'
import { openFiles } from './platform/files/open-files.ts'
import type { Logger } from './platform/log.ts'
import {
  connectPostgres,
  connectReplica,
  type Database,
  type DatabaseLimits,
  type Postgres,
} from './platform/postgres.ts'
import { createRevision, type Revision } from './platform/revision.ts'
import { checkMarks, marksOf } from './platform/secrets/secret-marks.ts'
import { readSecrets, type Secrets } from './platform/secrets/secrets.ts'
import { createLiveSettings, type LiveSettings } from './platform/settings/live-settings.ts'
import { settingPurpose } from './platform/settings/stored-secret.ts'
import { createWorkerPool, type WorkerPool } from './platform/worker-pool.ts'
import type { Language } from './shared/languages.ts'
import type { SiteFacts } from './site/contract.ts'
import { siteSettings, unregistered } from './site/settings.ts'

/** What every feature receives. */
export interface Core {
  config: Config
  log: Logger
  clock: Clock
  db: Database
  pool: Pool
  /**
   * For heavy reads of figures and exports: a replica if there is one, which may show what was true `DATABASE_READ_LAG` seconds ago.
   * Never for what somebody may have just changed and looks at, and never for changes.
   */
  reads: Database
  /** Connections that remain when requests hold all the others. */
  reserve: Postgres['reserve']
  /** A connection for checks of health, which nobody else holds. */
  checks: Database
  /** The address of the database past a pooler, for what needs a session: LISTEN, a snapshot over several COPY. */
  directUrl: string
  /** How long a request may wait for the database, in milliseconds. */
  databaseWait: number
  revision: Revision
  /** Tells what has changed in the database, whichever process has changed it. */
  signals: Signals
  catalogues: Catalogues
  translator(language: Language): Translate
  /** The metrics of this process. */
  registry: Registry
  workers: WorkerPool
  /** What signs links and tokens. */
  secrets: Secrets
  /** Encrypts private keys and tokens that are rows, under the current secret. */
  encryption: Encryption
  /** Uploaded files and what is made of them. */
  files: LimitedFileStore
  /** The folder for files that are not in the database. */
  dataDir: string
  /** The origin of every absolute link, without a trailing slash. */
  publicUrl: string
  settings: LiveSettings
  /** The name of the site. */
  siteName(): string
  /** Where the product writes to the team. */
  teamMailbox(): string
  /** What the site says about itself now. */
  facts(): SiteFacts
  /** Cached responses of public routes. */
  cache: PageCache
  /** What responses tell a cache in front of the product; undefined when there is none. */
  edge: EdgeRules | undefined
  /** Headers of every response. */
  headers: Record<string, string>
  /** Ends the workers and closes the database connections, also when the workers fail to end. */
  close(): Promise<void>
}

export interface CoreOptions {
  config: Config
  log: Logger
  clock: Clock
  /** A database with the newest schema, behind a pooler if the configuration has an address past one. */
  databaseUrl: string
  /** The folder of the generated secret and the files. */
  dataDir: string
  /** Shorter limits of the database, for tests. */
  databaseLimits?: DatabaseLimits & { request: number }
}

// With what else a request takes, it is answered in less than nine seconds.
const databaseWait = 8_300

/** Connects to the database and creates what all features share. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { config, log } = options
  if (!config.tracing) return connectCore(options)
  // Nothing of it is loaded otherwise.
  const { startTracing } = await import('./platform/tracing/exporter.ts')
  const tracing = startTracing(config.tracing, log)
  try {
    const core = await connectCore(options)
    return { ...core, close: () => core.close().finally(tracing.stop) }
  } catch (error) {
    await tracing.stop()
    throw error
  }
}

async function connectCore(options: CoreOptions): Promise<Core> {
  const { config, log, clock, databaseUrl, dataDir, databaseLimits: limits } = options
  // Files come first: a failure leaves no connection open. The pool connects when it is first used.
  const [catalogues, secrets, files] = await Promise.all([
    loadCatalogues(),
    readSecrets({ ...config.secrets, dataDir }),
    openFiles(config.data, { folder: join(dataDir, 'files'), log }),
  ])
  const { listenUrl } = config.data
  const postgres = connectPostgres(databaseUrl, {
    ...{ log, isPooled: listenUrl !== undefined, ...(limits && { limits }) },
  })
  const directUrl = listenUrl ?? databaseUrl
  const { db, pool, reserve, checks } = postgres
  const { publicUrl } = config.http
  const context = { domain: new URL(publicUrl).hostname }
  const encryption = createEncryption(secrets)
  const settings = createLiveSettings({
    ...{ environment: config.fixedSettings, context, clock, log },
    cipher: encryption.cipher(settingPurpose),
  })
  const signals = createSignals(pool)
  const secretMarks = marksOf(secrets)
  const revision = await createRevision({
    secretMarks,
    ...{ url: directUrl, role: config.role, db, pool, log, load: settings.load, onSignal: signals.receive },
  })
  await checkMarks(checks, secretMarks).catch(async (error) => {
    await Promise.all([revision.close(), postgres.close()])
    throw error
  })
  const workers = createWorkerPool()
  const registry = new Registry()
  const edge = config.edgeCache && createEdgeRules(config.edgeCache.kind, { isCounted: !!config.googleTag })
  measureDatabase(registry, postgres)
  const { readUrl, readLag: mostLag } = config.data
  const replica = readUrl === undefined ? undefined : connectReplica(readUrl, { log })
  const reads = replica && createReads({ replica, primary: postgres, mostLag, log, registry })
  return {
    ...{ config, log, clock, db, pool, reserve, checks, revision, catalogues, workers, secrets, dataDir },
    ...{ settings, encryption, signals, directUrl, reads: reads?.db ?? db },
    files: limitFiles(
      keepWhileBackedUp(files, () => isBackedUp(db)),
      { quota: config.data.storageQuota, clock },
    ),
    siteName: () => settings.get(siteSettings.siteName),
    teamMailbox: () => settings.get(siteSettings.adminEmail) || settings.get(siteSettings.contactEmail),
    databaseWait: limits?.request ?? databaseWait,
    translator: catalogues.translator,
    ...{ registry, publicUrl, edge },
    cache: new PageCache(revision, registry, { clock, quality: config.http.pageCompression, edge }),
    headers: securityHeaders({ https: publicUrl.startsWith('https:') }),
    facts: () => describeSite(config, settings),
    async close() {
      try {
        await workers.close()
      } finally {
        await Promise.all([revision.close(), reads?.close()])
        await postgres.close()
      }
    },
  }
}

/** What the site says about itself, on every page. */
function describeSite({ http, googleTag, chain }: Config, { get }: LiveSettings): SiteFacts {
  const name = get(siteSettings.companyName)
  const register = get(siteSettings.companyRegister)
  const governingLaw = get(siteSettings.governingLaw)
  const codeHost = get(siteSettings.codeHost)
  return {
    publicUrl: http.publicUrl,
    name: get(siteSettings.siteName),
    taglines: get(siteSettings.siteTagline),
    company: {
      ...(name && { name }),
      address: get(siteSettings.companyAddress),
      ...(register && register !== unregistered && { register }),
      ...(governingLaw && { governingLaw }),
    },
    mailboxes: {
      privacy: get(siteSettings.privacyEmail),
      legal: get(siteSettings.legalEmail),
      support: get(siteSettings.supportEmail),
      general: get(siteSettings.contactEmail),
    },
    ...(codeHost && { codeHost }),
    socialLinks: get(siteSettings.socialProfiles),
    timeZone: get(siteSettings.timeZone),
    ...(googleTag && { googleTag }),
    ...(chain && { anchorsLedger: true }),
  }
}
