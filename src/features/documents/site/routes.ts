import { readLibraryQuery, writeLibraryQuery } from '#features/documents/model.ts'
import type { PublicPage } from '#site/contract.ts'

export const pages: readonly PublicPage[] = [
  {
    name: 'docs',
    path: '/docs',
    metadata: 'documents:meta',
    reads: [],
    kind: 'CollectionPage',
    writeVariant: (query, language) => writeLibraryQuery(readLibraryQuery(query, language), language),
    itemPath: /^\/docs\/[a-z0-9-]+$/,
    formerPaths: ['/doc'],
  },
]
