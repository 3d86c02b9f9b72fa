import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Two builds (tools/build.ts runs both): `dist/client` is what browsers load (the admin, the site's loader and its
// islands), `dist/server` is the site's pages as one module that the server loads.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: false,
  css: { transformer: 'lightningcss' },
  ssr: { noExternal: true },
  // The pages' module holds React itself: its production build, whatever the server's environment says.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    target: 'es2023',
    emptyOutDir: true,
    // Every browser that the pages are made for knows modulepreload; the polyfill would be most of the loader.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          minify: false,
          cssMinify: 'lightningcss',
          // Fonts and pictures of the pages; tools/build.ts puts them beside the client's files.
          ssrEmitAssets: true,
          assetsInlineLimit: 0,
        }
      : {
          outDir: 'dist/client',
          manifest: 'manifest.json',
          assetsInlineLimit: 0,
          rolldownOptions: {
            input: {
              admin: 'src/admin/main.tsx',
              islands: 'src/site/islands/loader.ts',
              'early-adopters': 'src/features/early-adopters/site/island.tsx',
            },
          },
        }),
  },
}))
