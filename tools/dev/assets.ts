// Replaces src/site/server/assets.ts: browsers load the sources from Vite.
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Assets } from '#site/server/assets.ts'
import { apiReferencePath, viteBase } from './addresses.ts'

/** The folder for `/assets/`, which is not requested here. */
export const assetsFolder = import.meta.dirname

/** The addresses of the sources. */
export function readAssets(): Assets {
  const islands = globSync('src/features/*/site/island.tsx').map((file) => [
    basename(dirname(dirname(file))),
    viteBase + file,
  ])
  return {
    site: {
      ...Object.fromEntries(islands),
      islands: `${viteBase}src/site/islands/loader.ts`,
      consent: `${viteBase}src/site/consent/choices.ts`,
      timings: `${viteBase}src/site/islands/timings.ts`,
      events: `${viteBase}src/site/islands/events.ts`,
      'consent-loader': `${viteBase}src/site/consent/loader.ts`,
    },
    apiReference: apiReferencePath,
    icon: `${viteBase}src/site/assets/seal.svg`,
    admin: { script: `${viteBase}src/admin/main.tsx`, styles: [], preloads: [] },
  }
}
