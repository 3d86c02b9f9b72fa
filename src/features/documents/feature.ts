import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { documentRoutes } from './routes.ts'
import { createDocuments } from './service.ts'

/** The documents that the public site lists. */
export function createDocumentFeature({ db, revision, clock, cache, headers }: Core) {
  const documents = createDocuments({ db, revision, clock })
  return {
    routes: [documentRoutes({ documents, cache, headers })],
    readLibrary: documents.readLibrary,
    /** When what the documents page lists last changed. */
    async findListed(): Promise<{ docs?: Date }> {
      const [newest] = await documents.listNewestFiles()
      return newest ? { docs: new Date(newest.lastModified) } : {}
    },
  } satisfies Feature & Record<string, unknown>
}
