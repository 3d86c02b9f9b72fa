import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { BackupPart, Feature } from '#feature.ts'
import { identifySecret } from '#features/backups/archive/secret-id.ts'
import { writeArchive } from '#features/backups/archive/writing.ts'
import { createDestinations } from '#features/backups/destinations/destinations.ts'
import { createHeldBackupStore } from '#features/backups/making/held-store.ts'
import { createMaker } from '#features/backups/making/maker.ts'
import type { MakingPlan, ProveArchive, WriteArchive } from '#features/backups/making/ports.ts'
import { proofKeyPurpose } from '#features/backups/making/proof-key-store.ts'
import { createTelling, type TellingOptions } from '#features/backups/making/telling.ts'
import { createPageProof } from '#features/backups/proving/page-proof.ts'
import { type ProofStep, proveArchive } from '#features/backups/proving/proving.ts'
import { createRestoring } from '#features/backups/restoring/restoring.ts'
import { restoreProgressRoutes, restoreRoutes } from '#features/backups/restoring/routes.ts'
import type { RestoringOptions } from '#features/backups/restoring/steps.ts'
import { archiveUploadRoutes } from '#features/backups/restoring/upload.ts'
import type { Plan } from '#features/backups/schedule/schedule.ts'
import { createScheduling } from '#features/backups/schedule/scheduling.ts'
import type { ApiPart } from '#http/openapi/parts.ts'
import { createScratchDatabases, removeLeftDatabases } from '#platform/embedded-postgres/scratch-database.ts'
import { messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import { isDrawn } from '#shared/files/drawn-files.ts'
import { siteSettings } from '#site/settings.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { backupsChanged } from './contract.ts'
import { createDeletionStore } from './deletion-store.ts'
import { createDownloadLinks } from './download-links.ts'
import { downloadRoutes } from './download-routes.ts'
import { measureBackups } from './metrics.ts'
import { backupNotifications } from './notifications.ts'
import { backupPermissions } from './permissions.ts'
import { createRetention } from './retention.ts'
import { backupChangeRoutes, backupRoutes } from './routes.ts'
import { createBackupService } from './service.ts'
import { backupSettings, listBackupRules, listKeys } from './settings.ts'
import { createBackupStock } from './stock.ts'
import { createBackupStore } from './store.ts'
import { backupCompleted, backupFailed } from './webhook-events.ts'

export interface BackupNeeds extends Pick<TellingOptions, 'notify' | 'announce'> {
  /** What features say of their tables. */
  listParts(): readonly BackupPart[]
  /** The encrypted columns of all features. */
  encryptedRows: RestoringOptions['encryptedRows']
  /** Records in the audit log what was restored. */
  record: RestoringOptions['record']
  /** Removes the stored files that no row names. */
  removeUnnamedFiles(): Promise<void>
}

const apiParts: ApiPart[] = [
  { name: 'Backups', description: 'Copies of the whole installation, each proven.', group: 'team' },
  { name: 'Maintenance', description: 'How far a restore is, while nothing else answers.', group: 'public' },
]

/** Makes, proves and keeps backups. */
export function createBackupFeature(core: Core, needs: BackupNeeds) {
  const { notify, announce, listParts } = needs
  const { clock, config, db, log, settings, secrets, registry } = core
  const store = createBackupStore(db)
  const withScratchDatabase = createScratchDatabases({ dataDir: core.dataDir, log })
  const { write, prove, close: closeArchives } = openArchives(core, { listParts, withScratchDatabase })
  const destinations = createDestinations(
    {
      folder: config.backups.dir ?? join(core.dataDir, 'backups'),
      objectStore: config.backups.objectStore,
    },
    log,
  )
  const { plan, planMaking, retentionDays } = readPlans(settings)
  const telling = createTelling({ db, clock, notify, announce })
  const retention = createRetention({
    ...{ destinations, clock, log },
    store: createDeletionStore(db),
    retention: retentionDays,
    tellOfLeftovers: telling.tellOfLeftovers,
  })
  const maker = createMaker({
    ...{ destinations, write, prove, planMaking, clock, log },
    store: createHeldBackupStore(db),
    findLastSize: async () => (await store.findLastSized())?.size ?? undefined,
    finish: telling.finish,
    // Files that were deleted while it was written stay no longer.
    afterwards: () => Promise.all([retention.run(), needs.removeUnnamedFiles()]),
    cipher: core.encryption.cipher(proofKeyPurpose),
  })
  const scheduling = createScheduling({
    ...{ db, clock, plan, createStore: createBackupStore },
    tellOfOverdue: telling.tellOfOverdue,
  })
  const kept = { store, destinations, maker, clock }
  const service = createBackupService({ ...kept, retention, scheduling, plan, retentionDays })
  const stock = createBackupStock({ ...kept, service, planMaking })
  const restoring = createRestoring({
    ...{ db, clock, log, secrets, stock, listParts, withScratchDatabase },
    ...{ databaseUrl: core.directUrl, files: core.files, revision: core.revision },
    ...{ encryptedRows: needs.encryptedRows, record: needs.record },
  })
  const clear = () => clearScratch(core)
  measureBackups({ registry, store: createBackupStore(core.reserve.db), clock })
  return {
    ...{ permissions: backupPermissions, liveTopics: [backupsChanged] },
    backup: { untouched: ['backups', 'backup_schedule', 'restores'] },
    settings: Object.values(backupSettings),
    settingRules: listBackupRules(config.backups.objectStore !== undefined),
    notifications: backupNotifications,
    webhookEvents: [backupCompleted, backupFailed],
    routes: [
      backupRoutes({ service }),
      backupChangeRoutes({ service }),
      downloadRoutes({ service, clock, links: createDownloadLinks({ secrets }) }),
      restoreRoutes({ restoring, stock, siteName: core.siteName }),
      restoreProgressRoutes({ restoring, clock, isClosed: core.revision.isUnderMaintenance }),
      archiveUploadRoutes({ stock }),
    ],
    pollers: listPollers({ maker, retention, scheduling, clear }),
    apiParts,
    /** Restores archives that are no backups of this installation. */
    restoring,
    /** Begins an archive of the present state that is kept elsewhere. */
    write: (signal: AbortSignal) => {
      const { recipients, includesSecret } = planMaking()
      return write({ recipients, includesSecret, signal })
    },
    // Restores are made by whoever was asked, also without work in the background. The start waits for nothing of it.
    async start() {
      void clear()
    },
    async close() {
      await restoring.close()
      await maker.stop()
      closeArchives()
    },
  } satisfies Feature & Record<string, unknown>
}

/** Removes the databases of proofs and restores that were killed. */
const clearScratch = ({ dataDir, log }: Pick<Core, 'dataDir' | 'log'>): Promise<void> =>
  removeLeftDatabases(dataDir).catch((error: unknown) => {
    log.warn({ reason: messageOf(error) }, 'what killed proofs and restores have left could not be removed')
  })

interface Work {
  maker: ReturnType<typeof createMaker>
  retention: ReturnType<typeof createRetention>
  scheduling: ReturnType<typeof createScheduling>
  clear(): Promise<void>
}

const listPollers = ({ maker, retention, scheduling, clear }: Work): Poller[] => [
  maker.poller,
  { name: 'backups-schedule', everySeconds: 30, poll: scheduling.keep },
  {
    name: 'backups-watch',
    everySeconds: 3600,
    async poll() {
      await clear()
      await retention.run()
      await scheduling.watch()
    },
  },
]

/** How much of a proof is done when a step begins, of one whose rows take most of the time. */
const proofSteps: Record<ProofStep, number> = {
  open: 0,
  load: 0.15,
  compare: 0.5,
  migrate: 0.8,
  render: 0.85,
}

/** Writes and proves archives of this installation. */
function openArchives(
  core: Core,
  {
    listParts,
    withScratchDatabase,
  }: Pick<BackupNeeds, 'listParts'> & Pick<RestoringOptions, 'withScratchDatabase'>,
) {
  const { config, secrets, files, clock, directUrl, publicUrl } = core
  const pages = createPageProof()
  const write: WriteArchive = ({ recipients, includesSecret, signal }) =>
    writeArchive({
      ...{ databaseUrl: directUrl, files, leavesOutFile: isDrawn, clock, recipients, signal },
      leftOut: listParts().flatMap(({ emptied = [], untouched = [] }) => [...emptied, ...untouched]),
      secret: includesSecret ? secrets.current : undefined,
      secretId: identifySecret(secrets.current),
      site: { name: core.siteName(), url: publicUrl },
      productVersion: packageJson.version,
    })
  const prove: ProveArchive = async (open, { identity, signal, onProgress }) => {
    await proveArchive({
      ...{ open, withScratchDatabase, config, signal, provePages: pages.prove },
      onStep: (step) => onProgress(proofSteps[step]),
      identities: identity === undefined ? [] : [identity],
      secrets: [secrets.current, ...secrets.earlier],
    })
  }
  return { write, prove, close: pages.close }
}

/** How backups are to be made, as the settings say now. */
function readPlans(settings: Core['settings']) {
  const plan = (): Plan => ({
    frequency: settings.get(backupSettings.frequency),
    time: settings.get(backupSettings.time),
    weekday: settings.get(backupSettings.weekday),
    monthDay: settings.get(backupSettings.monthDay),
    timeZone: settings.get(siteSettings.timeZone),
  })
  const planMaking = (): MakingPlan => {
    const recipients = listKeys(settings.get(backupSettings.keys))
    const chosen = settings.get(backupSettings.destination)
    return {
      destinations: chosen === 'both' ? ['folder', 'store'] : [chosen],
      recipients,
      includesSecret: recipients.length > 0 && settings.get(backupSettings.includesSecret),
    }
  }
  const retentionDays = () => Number(settings.get(backupSettings.retention))
  return { plan, planMaking, retentionDays }
}
