import type { SearchConsoleEndpoints } from '#features/seo/search-console/google/api.ts'
import { createSearchConsole } from '#features/seo/search-console/search-console.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import type { Clock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres } from '#platform/postgres.ts'
import type { SettingDefinition } from '#shared/setting.ts'
import { pollIfDue } from '../poll.ts'
import { testSite } from './submission-engine.ts'

interface EngineOptions {
  databaseUrl: string
  clock: Clock
  endpoints: SearchConsoleEndpoints
  listed: () => ListedAddress[]
  publicUrl?: string
  /** The credentials, by the keys of their settings. */
  credentials?: Record<string, string>
  /** How long Google may take, in milliseconds. */
  timeout?: number
}

/** The part of a server process that asks Google, with its own connections; it polls when it is told to. */
export function startSearchConsoleEngine(options: EngineOptions) {
  const { databaseUrl, clock, endpoints, listed, publicUrl = testSite, timeout = 5_000 } = options
  const credentials: Record<string, unknown> = { ...options.credentials }
  const log = createLog('silent')
  const { db, close } = connectPostgres(databaseUrl, { log, max: 4 })
  const get = <Value>(setting: SettingDefinition<Value>): Value =>
    setting.schema.safeParse(credentials[setting.key]).data ?? setting.default({ domain: 'example.org' })
  let noteChange = () => {}
  const part = createSearchConsole({
    ...{ db, clock, log, publicUrl, settings: { get }, language: () => 'es' },
    listAddresses: async () => listed(),
    findFindings: async () => new Map(),
    revision: {
      onChange(listener) {
        noteChange = listener
        return () => {}
      },
    },
    google: { endpoints, timeout, trustedHosts: new Set(['127.0.0.1']) },
  })

  /** Begins what is due, without waiting for it. */
  async function start(): Promise<void> {
    for (const poller of part.pollers) await pollIfDue(poller, { db, now: clock.now() })
  }
  return {
    db,
    ...{ inspections: part.inspections, states: part.states, asking: part.asking },
    ...{ figures: part.figures, jobs: part.jobs, start },
    /** The site has changed. */
    change: () => noteChange(),
    /** Sets a credential, or removes it. */
    set(setting: SettingDefinition, value: string | undefined) {
      credentials[setting.key] = value
    },
    /** Does what is due. */
    async poll(): Promise<void> {
      await start()
      await part.drain()
    },
    async close(): Promise<void> {
      await part.close()
      await close()
    },
  }
}
export type SearchConsoleEngine = ReturnType<typeof startSearchConsoleEngine>
