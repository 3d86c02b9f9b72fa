import type { PublicPage } from './contract.ts'
import { listPublicPages } from './routes.ts'

const lists = import.meta.glob<readonly PublicPage[]>('../features/*/site/routes.ts', {
  eager: true,
  import: 'pages',
})

/** All public pages, for code that Vite bundles; the server gets them from the features. */
export const publicPages = listPublicPages(Object.values(lists).flat())
