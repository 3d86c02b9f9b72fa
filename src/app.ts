import type { FastifyInstance } from 'fastify'
import { createFeatures, listBackupParts } from './app-features.ts'
import { type Core, type CoreOptions, createCore } from './core.ts'
import type { BackupPart, Feature, Notify } from './feature.ts'
import type { createBackupFeature } from './features/backups/feature.ts'
import { createJobFeature } from './features/jobs/feature.ts'
import { tellOfJob } from './features/jobs/records.ts'
import { createNotificationRecords } from './features/notifications/records.ts'
import type { SocialNeeds } from './features/social/feature.ts'
import { kindOfToken } from './http/access.ts'
import { createOwnRequests } from './http/own-requests/own-requests.ts'
import { measureBackground } from './platform/background-metrics.ts'
import { measureDisk } from './platform/disk/metrics.ts'
import { createPolling, evaluateConditions } from './platform/poller.ts'
import { createQueue } from './platform/queue.ts'
import { answersRequests, worksInBackground } from './platform/roles/process-roles.ts'
import { measureRoles } from './platform/roles/worker-watch.ts'
import { createServer, type Phase } from './server.ts'
import { createWeb } from './site/server/web.ts'

/** The first admin; `password` only if it was generated and must be shown. */
export interface FirstUser {
  username: string
  password: string | undefined
}

export interface App {
  server: FastifyInstance
  /** Makes and restores backups, for commands. */
  backups: Pick<ReturnType<typeof createBackupFeature>, 'restoring' | 'write'>
  /** Whether the installation has been used. */
  hasUsers(): Promise<boolean>
  /** How the tables of the platform and of all features are backed up and restored. */
  backupParts: readonly BackupPart[]
  /**
   * Creates the first admin when there is no user, passes it to `onFirstUser`, and reports the process as ready. To be
   * called once the server listens, so that a start that fails generates no password. A worker creates none.
   */
  start(options: { onFirstUser(firstUser: FirstUser | undefined): void }): Promise<void>
  /** Starts the pollers and the job queue, as far as the role of the process asks for. */
  startBackgroundWork(): Promise<void>
  /**
   * Reports the process as not ready, and goes on serving requests for `delay` milliseconds. Then stops accepting requests,
   * finishes running ones and jobs, and closes the database connections.
   */
  close(options?: { delay: number }): Promise<void>
}

interface AppOptions extends CoreOptions {
  /** Features beside the product's own, which are used as those are. */
  moreFeatures?: readonly Feature[] | undefined
  /** Social platforms in place of the real ones. */
  socialPlatforms?: SocialNeeds['platforms']
}

/** Builds the whole product. Nothing runs yet but the database. */
export async function buildApp({ moreFeatures, socialPlatforms, ...options }: AppOptions): Promise<App> {
  const core = await createCore(options)
  try {
    return await createApp(core, { moreFeatures, socialPlatforms })
  } catch (error) {
    await core.close()
    throw error
  }
}

/** Builds everything on the core in reading order: features, background work, HTTP. */
async function createApp(
  core: Core,
  { moreFeatures = [], socialPlatforms }: Pick<AppOptions, 'moreFeatures' | 'socialPlatforms'>,
): Promise<App> {
  const { role } = core.config
  const web = await createWeb(core)
  const { notify } = createNotificationRecords()
  const ownRequests = createOwnRequests(core)
  const { features, ...created } = await createFeatures(core, web, {
    ...{ notify, ownRequests, socialPlatforms },
  })
  const { accounts, apiKeys, audit, backups, content, earlyAdopters, reports, seo } = created
  features.push(...moreFeatures)

  const { queue, polling } = createBackground(core, features, notify)
  features.push(createJobFeature({ failedJobs: queue.failed }))
  measureBackground(core.registry, { polling, countJobs: queue.failed.count })
  measureRoles(core.registry, core.reserve.db)
  measureDisk(core.registry, core.dataDir)

  let phase: Phase = 'starting'
  const server = await createServer(core, web, {
    features,
    findSession: (token, isUse) => {
      const kind = kindOfToken(token)
      if (kind === 'session') return accounts.findSession(token, isUse)
      return kind === 'key' ? apiKeys.findSession(token) : reports.findSession(token)
    },
    canRecover: accounts.canRecover,
    actionLog: audit.log,
    publishedTexts: content.publishedTexts,
    submitForm: earlyAdopters.submitForm,
    findMoved: seo.findMoved,
    phase: () => phase,
  })
  ownRequests.answerWith(server)

  return {
    server,
    ...{ backups, hasUsers: accounts.hasUsers },
    backupParts: listBackupParts(features),
    async start({ onFirstUser }) {
      if (answersRequests(role)) {
        onFirstUser(await accounts.ensureFirstUser())
        for (const feature of features) await feature.start?.()
      }
      if (worksInBackground(role)) for (const feature of features) await feature.startBackground?.()
      if (phase === 'starting') phase = 'serving'
    },
    async startBackgroundWork() {
      polling.start()
      await queue.start()
    },
    async close({ delay } = { delay: 0 }) {
      phase = 'stopping'
      await runAll([
        () => server.stopListening(delay),
        async () => {
          for (const feature of features) feature.endResponses?.()
          await Promise.all([server.endConnections(), polling.stop(), queue.stop()])
        },
        () => server.close(),
        () => Promise.all(features.map((feature) => feature.close?.())),
        () => web.quota.close(),
        () => core.close(),
      ])
    },
  }
}

/** The background work of all features, as far as the role of the process asks for it. */
function createBackground(
  { config, db, pool, log, clock, revision }: Core,
  features: readonly Feature[],
  notify: Notify,
) {
  const worksHere = worksInBackground(config.role)
  const queue = createQueue({
    ...{ pool, log, jobs: features.flatMap(({ jobs = [] }) => jobs), runsJobs: worksHere },
    onFailed: (name) => notify(db, [tellOfJob(name, clock.now())]),
    isPaused: revision.isUnderMaintenance,
  })
  const polling = createPolling(
    features.flatMap(({ pollers = [] }) => pollers).filter(({ isOfProcess }) => isOfProcess || worksHere),
    {
      ...{ evaluate: (conditions) => evaluateConditions(db, conditions), clock, log },
      isPaused: revision.isUnderMaintenance,
    },
  )
  return { queue, polling }
}

/** Runs steps one after another, those after a failed one too. @throws the first failure, at the end */
async function runAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
