import { globSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { keepAddresses, writeAscii } from './tools/server-bundle.ts'

/** The files of features that begin a bundle of their own, by what each bundle is called. */
function listEntries(pattern: string, nameOf = (feature: string) => feature): Record<string, string> {
  const files = globSync(pattern)
  return Object.fromEntries(files.map((file) => [nameOf(file.split('/')[2] ?? ''), file]))
}

const sharedByScreens =
  /src\/(admin\/kit\/(?!rich-text|chart|form\/(chip-field|search-select))|shared\/|features\/[^/]+\/(contract|model|permissions)\.ts)/

// The first browsers that know popovers, which the menus need, and `light-dark()`: what they know is left as it is written.
const styledBrowsers = [
  ['chrome', 123],
  ['firefox', 125],
  ['safari', 18],
] as const

// Four builds (tools/build.ts runs them all). `dist/client` is what browsers load: the site's loader and its islands
// and, by a build of its own (the mode `admin`), the admin; so neither ever waits for code of the other. So is the script of
// the checker that visitors save (the mode `checker`), which is one file. `dist/server` is
// what Node runs: the product, and the site's pages as a module that it loads.
// `npm run dev` builds nothing (tools/dev.ts): packages stay what Node loads.
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), ...(isSsrBuild ? [keepAddresses(), writeAscii()] : [])],
  publicDir: false,
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      targets: Object.fromEntries(styledBrowsers.map(([name, version]) => [name, version * 2 ** 16])),
    },
  },
  // All packages are in the bundle but native ones, one that finds a file of its own by its path (piscina), and one that
  // `pg` asks for and does without.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: ['@node-rs/argon2', 'pg-native', 'piscina'] },
  }),
  // The pages' module holds React itself: its production build, whatever the server's environment says.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2023',
    cssTarget: styledBrowsers.map(([name, version]) => `${name}${version}`),
    emptyOutDir: mode !== 'admin' && mode !== 'checker',
    // Every browser that the pages are made for knows modulepreload; the polyfill would be most of the loader.
    modulePreload: mode !== 'checker' && { polyfill: false },
    reportCompressedSize: false,
    // What screens weigh is held by bench/.
    chunkSizeWarningLimit: 1000,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          // Names and lines stay, so that a stack can be read; comments would only be kept in memory.
          minify: false,
          cssMinify: 'lightningcss',
          // Fonts and pictures of the pages; tools/build.ts puts them beside the client's files.
          ssrEmitAssets: true,
          assetsInlineLimit: 0,
          rolldownOptions: {
            input: {
              main: 'src/main.ts',
              'admin-commands': 'src/admin-commands.ts',
              'proof-process': 'src/proof-process.ts',
              render: 'src/site/render.tsx',
              ...listEntries('src/features/*/mails/render.tsx', (feature) => `${feature}-mails`),
            },
            output: {
              ...{ entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
              // What speaks to object stores is one file, read only where there is one.
              codeSplitting: { groups: [{ name: 's3', test: /node_modules\/@(aws-sdk|smithy)\// }] },
            },
          },
        }
      : {
          outDir: 'dist/client',
          manifest: mode === 'admin' ? 'manifest-admin.json' : mode !== 'checker' && 'manifest.json',
          assetsInlineLimit: 0,
          rolldownOptions:
            mode === 'admin'
              ? {
                  input: { admin: 'src/admin/main.tsx' },
                  // What the sign-in needs comes as one file instead of twenty: sooner, and better compressed. So does
                  // what several screens share, but for what is large and of use to few.
                  output: {
                    codeSplitting: {
                      groups: [
                        { name: 'sign-in', test: /src\/admin\/main\.tsx$/, priority: 2 },
                        { name: 'kit', test: sharedByScreens, minShareCount: 3, priority: 1 },
                        { name: 'shell', test: /src\/admin\/layout\/shell\.tsx$/ },
                        { name: 'charts', test: /src\/admin\/kit\/chart\/(?!chart-files)|node_modules\/d3-/ },
                        { name: 'notices', test: /src\/admin\/layout\/notice-list\.tsx$/ },
                      ],
                    },
                  },
                }
              : mode === 'checker'
                ? {
                    // One file, which visitors save as part of a page that works without this site.
                    input: listEntries(
                      'src/features/*/site/verify/saved/main.tsx',
                      () => 'certificate-checker',
                    ),
                    output: { codeSplitting: false },
                  }
                : {
                    // The consent loader calls what the consent entry exports.
                    preserveEntrySignatures: 'exports-only',
                    input: {
                      islands: 'src/site/islands/loader.ts',
                      timings: 'src/site/islands/timings.ts',
                      events: 'src/site/islands/events.ts',
                      ...listEntries('src/features/*/site/island.tsx'),
                      ...listEntries(
                        'src/features/*/site/verify/island.ts',
                        (feature) => `${feature}-verify`,
                      ),
                      ...listEntries(
                        'src/features/*/site/sample/island.tsx',
                        (feature) => `${feature}-sample`,
                      ),
                      consent: 'src/site/consent/choices.ts',
                      'consent-loader': 'src/site/consent/loader.ts',
                    },
                  },
        }),
  },
}))
