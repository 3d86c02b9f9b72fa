import type { Notify } from '#feature.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { type EngineEndpoints, realEndpoints } from '#features/seo/submission/engines/endpoints.ts'
import { createExchange } from '#features/seo/submission/engines/exchange.ts'
import { createSearchEngines } from '#features/seo/submission/engines/search-engines.ts'
import { createKeyStore } from '#features/seo/submission/key-store.ts'
import { createSubmissionSender } from '#features/seo/submission/sending/sender.ts'
import { createSubmissions } from '#features/seo/submission/service.ts'
import { submissionSettings } from '#features/seo/submission/settings.ts'
import type { Clock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import { connectPostgres } from '#platform/postgres.ts'
import type { NewNotification } from '#shared/notifications/type.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import { pollIfDue } from '../poll.ts'

/** The site of the tests: it must look public. */
export const testSite = 'https://www.example.org'

interface EngineOptions {
  databaseUrl: string
  clock: Clock
  endpoints: Partial<EngineEndpoints>
  listed: () => ListedAddress[]
  publicUrl?: string
  /** The credentials, by the keys of their settings. */
  credentials?: Record<string, string>
  hasSitemap?: () => boolean
  /** How long an engine may take, in milliseconds. */
  timeout?: number
}

/** The part of a server process that submits to search engines, with its own connections; it polls when it is told to. */
export function startSubmissionEngine(options: EngineOptions) {
  const { databaseUrl, clock, endpoints, listed, publicUrl = testSite, hasSitemap = () => true } = options
  const { timeout = 20_000 } = options
  const credentials: Record<string, unknown> = { ...options.credentials }
  const log = createLog('silent')
  const { db, close } = connectPostgres(databaseUrl, { log, max: 4 })
  const client = createOutgoingClient({ trustedHosts: new Set(['127.0.0.1']) })
  const keys = createKeyStore(db, clock)
  const get = <Value>(setting: SettingDefinition<Value>): Value =>
    setting.schema.safeParse(credentials[setting.key]).data ?? setting.default({ domain: 'example.org' })
  const engines = createSearchEngines({
    exchange: createExchange({ client, clock, timeout, userAgent: 'Firmeza/test' }),
    ...{ clock, publicUrl, settings: { get }, ensureKey: keys.ensure },
    endpoints: { ...realEndpoints, ...endpoints },
  })
  const isPublic = !publicUrl.includes('localhost')
  const told: NewNotification[] = []
  const notify: Notify = async (_transaction, news) => {
    told.push(...news)
  }
  const sender = createSubmissionSender({ db, clock, log, engines, isPublic, notify })
  const submissions = createSubmissions({
    ...{ db, clock, publicUrl, engines, keys, isPublic, hasSitemap },
    isAutomatic: () => get(submissionSettings.autoSubmit),
    listAddresses: async () => listed(),
    findGoogleIndex: async () => new Map(),
  })
  const start = () => pollIfDue(sender.poller, { db, now: clock.now() })
  return {
    db,
    submissions,
    keys,
    /** What the team was told. */
    told,
    /** Sets a credential, or removes it. */
    set(setting: SettingDefinition, value: string | undefined) {
      credentials[setting.key] = value
    },
    /** Starts to send what is due, without waiting for it. */
    start,
    /** Sends what is due. */
    async poll(): Promise<void> {
      await start()
      await sender.drain()
    },
    stop: sender.stop,
    async close(): Promise<void> {
      await sender.stop()
      client.close()
      await close()
    },
  }
}
export type SubmissionEngine = ReturnType<typeof startSubmissionEngine>
