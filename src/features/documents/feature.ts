import type { Core } from '#core.ts'
import type { BackupPart, Feature } from '#feature.ts'
import { createDownloadCounter } from '#features/documents/delivery/download-counter.ts'
import { createFileLinks } from '#features/documents/delivery/file-links.ts'
import { documentFileRoutes } from '#features/documents/delivery/file-routes.ts'
import {
  type DocumentPageOptions,
  documentPageRoutes,
  documentSearchRoutes,
  type SearchPageOptions,
} from '#features/documents/delivery/page-routes.ts'
import { createPublishedFiles } from '#features/documents/delivery/published-files.ts'
import {
  documentBulkRoutes,
  documentEditingRoutes,
  documentReadingRoutes,
  documentStateRoutes,
} from '#features/documents/editing/document-routes.ts'
import { createDocuments, type DocumentOptions } from '#features/documents/editing/documents.ts'
import { documentVersionRoutes } from '#features/documents/editing/version-routes.ts'
import { createFamilies } from '#features/documents/family/families.ts'
import { familyRoutes } from '#features/documents/family/family-routes.ts'
import { documentFigureRoutes } from '#features/documents/figures/figure-routes.ts'
import { createDocumentFigures, type DocumentFigureOptions } from '#features/documents/figures/figures.ts'
import { createLibrary, createScreenFinder, type PublicLibrary } from '#features/documents/library/library.ts'
import { libraryRoutes } from '#features/documents/library/library-routes.ts'
import { createExamination, type ExaminationOptions } from '#features/documents/processing/examination.ts'
import { processingPoller } from '#features/documents/processing/poller.ts'
import { createProcessing } from '#features/documents/processing/processing.ts'
import { createPdfReader } from '#features/documents/processing/reader.ts'
import { createDocumentSearch } from '#features/documents/search/search.ts'
import { createDocumentPart } from '#features/documents/transfer/document-part.ts'
import { createArrivals } from '#features/documents/upload/arrivals.ts'
import { brokenUploadPoller } from '#features/documents/upload/poller.ts'
import { uploadRoutes } from '#features/documents/upload/upload-routes.ts'
import { createUploads } from '#features/documents/upload/uploads.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import type { CreateTextSearch } from '#shared/search/text-source.ts'
import type { PageSource } from '#site/routes.ts'
import { siteSettings } from '#site/settings.ts'
import { documentsChanged } from './contract.ts'
import { binJob } from './jobs.ts'
import { readDocumentPath, readLibraryQuery } from './model.ts'
import { createPanelSearch } from './panel-search.ts'
import { documentPermissions } from './permissions.ts'
import { documentSettings } from './settings.ts'
import { createDocumentStore } from './store.ts'
import { storedDocumentFiles } from './stored-files.ts'
import { documentPublished } from './webhook-events.ts'

export type DocumentNeeds = Pick<DocumentOptions, 'findNames' | 'announce' | 'sumViews'> &
  Pick<DocumentFigureOptions, 'readSection'> &
  Pick<DocumentPageOptions, 'sendPage' | 'drawCard'> &
  Pick<SearchPageOptions, 'sendSearch'> & { createTextSearch: CreateTextSearch }

const backup: BackupPart = { emptied: ['document_uploads'] }

/** The library of PDF documents: their files, the reading of them, and the public list. */
export function createDocumentFeature(
  core: Core,
  { sendPage, sendSearch, drawCard, createTextSearch, readSection, ...needs }: DocumentNeeds,
) {
  const { db, revision, clock, cache, headers, files, settings, secrets, catalogues } = core
  const library = createLibrary({ db, siteLanguage: () => settings.get(siteSettings.defaultLanguage) })
  const links = createFileLinks(secrets)
  const uploads = createUploads({ db, files, clock, settings })
  const documents = createDocuments({ db, revision, files, clock, links, ...needs })
  const examining = createExamining(core)
  const processing = createProcessing({ ...examining, db, revision, clock })
  const timeZone = () => settings.get(siteSettings.timeZone)
  const isOn = () => settings.get(documentSeoSettings.tracksDownloads)
  const downloads = createDownloadCounter({ db, clock, timeZone, isOn })
  const published = createPublishedFiles({ db, revision })
  return {
    ...{ permissions: documentPermissions, backup },
    settings: Object.values(documentSettings),
    liveTopics: [documentsChanged],
    search: [createPanelSearch({ db, translator: core.translator, createTextSearch })],
    webhookEvents: [documentPublished],
    timeline: [
      {
        ...{ kind: 'documents', permission: documentPermissions.read },
        list: createDocumentStore(db).listPublications,
      },
    ],
    tasks: [
      {
        name: 'documents.upload',
        permission: documentPermissions.upload,
        path: '/admin/documents/upload',
        isDone: () => createDocumentStore(db).hasAny(),
      },
    ],
    apiParts: [
      { name: 'Documents', description: 'The public documents, by language.', group: 'public' },
      { name: 'Document overview', description: 'The newest documents, for the dashboard.', group: 'team' },
      { name: 'Document library', description: 'Documents in every state, with their files.', group: 'team' },
    ],
    routes: [
      libraryRoutes({ library, cache, headers }),
      documentFileRoutes({
        ...{ db, files, links, clock, publicUrl: core.publicUrl },
        published,
        countDownload: downloads.count,
      }),
      documentSearchRoutes({ search: createDocumentSearch({ db, library }), sendSearch }),
      documentPageRoutes({ library, sendPage, drawCard, siteName: core.siteName }),
      uploadRoutes({ uploads, documents }),
      documentFigureRoutes({ figures: createDocumentFigures({ db, clock, timeZone, readSection }) }),
      documentReadingRoutes({ documents }),
      documentEditingRoutes({ documents }),
      documentBulkRoutes({ documents, catalogues }),
      documentStateRoutes({ documents }),
      documentVersionRoutes({ documents }),
      familyRoutes({ families: createFamilies({ db, revision }), documents }),
    ],
    pollers: [
      processingPoller(processing),
      brokenUploadPoller(uploads),
      { name: 'document-downloads', everySeconds: 5, isOfProcess: true, poll: downloads.store },
    ],
    jobs: [binJob({ documents, clock })],
    storedFiles: [storedDocumentFiles(db)],
    transfer: [createTransferredPart(core, examining, needs)],
    /** Whether a path is that of the page of a public document. */
    hasPage: async (path: string) => {
      const slug = readDocumentPath(path)
      return slug !== undefined && (await published.find(slug)) !== undefined
    },
    findScreens: createScreenFinder(db),
    pageSources: [createDocsPage(library)],
    async close() {
      processing.close()
      await downloads.close()
    },
  } satisfies Feature & Record<string, unknown>
}

/** What finds out whether a file may be served. */
const createExamining = ({ files, settings }: Core): ExaminationOptions => ({
  ...{ files, reader: createPdfReader() },
  refusesDangers: () => settings.get(documentSettings.safety) === 'refuse',
})

/** The documents as content that is carried to another installation. */
const createTransferredPart = (
  { db, files, clock }: Core,
  examining: ExaminationOptions,
  { announce }: Pick<DocumentNeeds, 'announce'>,
) =>
  createDocumentPart({
    ...{ arrivals: createArrivals({ db, files, clock }), examine: createExamination(examining), announce },
  })

/** The server's part of the documentation page. */
function createDocsPage(library: PublicLibrary): PageSource<'docs'> {
  return {
    name: 'docs',
    async load(variant, language) {
      const choice = readLibraryQuery(variant, language)
      return { ...choice, ...(await library.readLibrary(choice, language)) }
    },
    // The page shows the error and a button to try again.
    describeFailure: (variant, language, failure) => ({ ...readLibraryQuery(variant, language), failure }),
    countItems: library.countPages,
    listItems: library.listPages,
    async findLastChange() {
      const [newest] = await library.listNewestFiles()
      return newest && new Date(newest.lastModified)
    },
  }
}
