import type { PublicPage } from './contract.ts'
import { sitePages } from './routes.ts'

const lists = import.meta.glob<readonly PublicPage[]>('../features/*/site/routes.ts', {
  eager: true,
  import: 'pages',
})

/** All public pages, where Vite bundles the code; the server has them from the features. */
export const publicPages = [...sitePages, ...Object.values(lists).flat()]
