import type { Core } from '#core.ts'
import { createQuota } from '#http/limits/quota.ts'
import { readAssets } from './assets.ts'
import { createPages } from './pages.ts'
import { loadPageRenderer } from './renderer.ts'

/** What the public site and the API share: the built files, the pages and the hourly quota of clients. */
export async function createWeb({ config, db, clock, log, secret, cache, catalogues, facts, headers }: Core) {
  const assets = readAssets()
  const renderer = await loadPageRenderer()
  return {
    assets,
    renderer,
    pages: createPages({ renderer, cache, catalogues, facts, assets: assets.site, headers, clock }),
    quota: createQuota({ db, clock, log, secret, limit: config.http.apiRateLimit }),
  }
}
export type Web = Awaited<ReturnType<typeof createWeb>>
