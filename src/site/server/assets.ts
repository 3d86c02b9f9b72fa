import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SiteAssets } from '#site/contract.ts'

const dist = new URL('../../../dist/client/', import.meta.url)

/** The folder of the built files, served under `/assets/`. */
export const assetsFolder = fileURLToPath(new URL('assets/', dist))

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}

/** Where the files of the client build are. */
export interface Assets {
  site: SiteAssets
  apiReference: string
  icon: string
  admin: { script: string; styles: string[]; preloads: string[] }
}

/** Reads the manifests of the client builds. @throws when they have not been made. */
export function readAssets(): Assets {
  const read = (name: string): Record<string, ManifestEntry> =>
    JSON.parse(readFileSync(new URL(name, dist), 'utf8'))
  const manifest = { ...read('manifest.json'), ...read('manifest-admin.json') }
  const get = (name: string) => {
    const entry = manifest[name]
    if (!entry) throw new Error(`${name} is missing from the build; run npm run build`)
    return entry
  }
  const withImports = (entry: ManifestEntry): ManifestEntry[] => [
    entry,
    ...(entry.imports ?? []).map(get).flatMap(withImports),
  ]
  const islands = Object.fromEntries(
    Object.entries(manifest).flatMap(([name, { file }]) => {
      const [, feature, part] = /^src\/features\/([^/]+)\/site\/(?:([^/]+)\/)?island\.tsx?$/.exec(name) ?? []
      return feature ? [[part ? `${feature}-${part}` : feature, `/${file}`]] : []
    }),
  )
  const files = readdirSync(assetsFolder)
  const getFile = (pattern: RegExp) => {
    const file = files.find((name) => pattern.test(name))
    if (!file) throw new Error(`${pattern} is missing from the build; run npm run build`)
    return `/assets/${file}`
  }
  const [admin, ...imported] = withImports(get('src/admin/main.tsx'))
  const all = [...new Set([admin, ...imported])].filter((entry) => entry !== undefined)
  return {
    site: {
      ...islands,
      'certificate-checker': getFile(/^certificate-checker-.*\.js$/),
      islands: `/${get('src/site/islands/loader.ts').file}`,
      timings: `/${get('src/site/islands/timings.ts').file}`,
      events: `/${get('src/site/islands/events.ts').file}`,
      consent: `/${get('src/site/consent/choices.ts').file}`,
      'consent-loader': `/${get('src/site/consent/loader.ts').file}`,
    },
    apiReference: getFile(/^api-reference-.*\.js$/),
    icon: getFile(/^seal-.*\.svg$/),
    admin: {
      script: `/${admin?.file}`,
      styles: [...new Set(all.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
      preloads: all.filter((entry) => entry !== admin).map(({ file }) => `/${file}`),
    },
  }
}
