import type { Feature, TransferPart } from '#feature.ts'
import type { RecordPublication } from '#features/content/publication-record.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import type { StoredFileSource } from '#shared/files/stored-files.ts'
import type { FindNames } from '#shared/user.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createTransferArrivals, folderOf } from './arrivals.ts'
import { contentExportRoutes, transferTag } from './export-routes.ts'
import { createContentExports } from './exports.ts'
import { contentImportOrderRoutes, contentImportRoutes, contentImportUploadRoutes } from './import-routes.ts'
import { createImportStore } from './import-store.ts'
import { createContentImports } from './imports.ts'
import { forgetArchivesJob } from './jobs.ts'
import { createTransferRunning, transferPoller } from './running.ts'
import { createTextPart } from './text-part.ts'

export interface TransferNeeds {
  db: Database
  files: FileStore
  clock: Clock
  log: Logger
  revision: Pick<Revision, 'publish'>
  catalogues: Catalogues
  publicUrl: string
  siteName(): string
  sanitize: Sanitizer
  recordPublication: RecordPublication
  findNames: FindNames
  /** The parts of all features. */
  listParts(): readonly TransferPart[]
}

/** The content of the site as a whole: its export, and its import into another installation. */
export function createContentTransfer(needs: TransferNeeds) {
  const { db, files, clock, log, revision, catalogues, publicUrl, siteName, findNames, listParts } = needs
  const common = { db, files, clock, parts: listParts }
  const arrivals = createTransferArrivals(common)
  const imports = createContentImports({ ...common, catalogues, arrivals, findNames })
  const exports = createContentExports({
    ...{ db, files, sources: listParts },
    describe: () => ({
      productVersion: packageJson.version,
      site: { name: siteName(), url: publicUrl },
      now: clock.now(),
    }),
  })
  return {
    transfer: [createTextPart(needs)],
    routes: [
      contentExportRoutes({ exports }),
      contentImportRoutes({ imports, arrivals }),
      contentImportOrderRoutes({ imports, arrivals }),
      contentImportUploadRoutes({ imports, arrivals }),
    ],
    apiParts: [
      {
        name: transferTag,
        description: 'The content of the site as an archive, from one installation to another.',
        group: 'team' as const,
      },
    ],
    pollers: [transferPoller(createTransferRunning({ ...common, arrivals, revision, log }))],
    jobs: [forgetArchivesJob({ imports })],
    storedFiles: [storedArchives(db)],
  } satisfies Feature
}

/** The files of archives that were not imported yet. */
function storedArchives(db: Database): StoredFileSource {
  return {
    prefix: 'transfers/',
    async list() {
      const rows = await createImportStore(db).listFiles()
      return {
        needed: [],
        possible: rows.flatMap(({ id, files }) => files.map((path) => `${folderOf(id)}${path}`)),
      }
    },
  }
}
