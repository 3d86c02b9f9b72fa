import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import type { PageSource } from '#site/routes.ts'
import { readLibraryQuery } from './model.ts'
import { documentPermissions } from './permissions.ts'
import { documentRoutes } from './routes.ts'
import { createDocuments } from './service.ts'

/** The documents that the public site lists. */
export function createDocumentFeature({ db, revision, clock, cache, headers }: Core) {
  const documents = createDocuments({ db, revision, clock })
  const docsPage: PageSource<'docs'> = {
    name: 'docs',
    async load(variant, language) {
      const choice = readLibraryQuery(variant, language)
      return { ...choice, ...(await documents.readLibrary(choice)) }
    },
    // The page shows the error and a button to try again.
    describeFailure: (variant, language, failure) => ({ ...readLibraryQuery(variant, language), failure }),
    async findLastChange() {
      const [newest] = await documents.listNewestFiles()
      return newest && new Date(newest.lastModified)
    },
  }
  return {
    permissions: documentPermissions,
    apiParts: [
      { name: 'Documents', description: 'The public documents, by language.', group: 'public' },
      { name: 'Document overview', description: 'The newest documents, for the dashboard.', group: 'team' },
    ],
    routes: [documentRoutes({ documents, cache, headers })],
    pageSources: [docsPage],
  } satisfies Feature
}
