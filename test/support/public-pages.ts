import { globSync } from 'node:fs'
import type { PublicPage } from '#site/contract.ts'
import { listPublicPages } from '#site/routes.ts'

const files = globSync('../../src/features/*/site/routes.ts', { cwd: import.meta.dirname }).sort()
const modules: { pages: readonly PublicPage[] }[] = await Promise.all(
  files.map((file) => import(new URL(file, import.meta.url).href)),
)

/** All public pages: the site's own and those of the features. */
export const publicPages = listPublicPages(modules.flatMap(({ pages }) => pages))
