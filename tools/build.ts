// Builds what browsers load and the site's pages, into dist/.
import { createHash } from 'node:crypto'
import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { readApiReference } from './api-reference.ts'
import { writeLicences } from './release/bundle-licences.ts'

const assets = 'dist/client/assets'

await build({ logLevel: 'warn' })
await build({ logLevel: 'warn', mode: 'admin' })
await build({ logLevel: 'warn', mode: 'checker' })
await build({ logLevel: 'warn', build: { ssr: true } })

// The pages name their fonts and pictures by the server build's hashes; browsers fetch them from the client's folder.
cpSync('dist/server/assets', assets, { recursive: true })
rmSync('dist/server/assets', { recursive: true })

// The API reference as a file: the plugin would keep its four megabytes in the server's memory.
const script = await readApiReference()
const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
writeFileSync(join(assets, `api-reference-${hash}.js`), script)

// What pdf.js fetches when a document needs it: fonts that documents do not bring along, tables of letters, decoders of pictures.
// Not its interpreter of scripts. What asks for them knows the folder by the version.
const pdfjs = 'node_modules/pdfjs-dist'
const { version } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'))
for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
  cpSync(join(pdfjs, folder), join(assets, `pdfjs-${version}`, folder), {
    recursive: true,
    filter: (path) => !/quickjs|\.js$/.test(path),
  })
}

// Whose code it is: what browsers load is served under this name, too.
writeLicences(join(assets, 'licences.txt'), {
  lists: globSync('dist/client/licences-*.json'),
  copied: ['@scalar/fastify-api-reference', 'pdfjs-dist'],
  texts: globSync('src/site/fonts/*-OFL.txt').sort(),
})
writeLicences('dist/server/licences.txt', { lists: ['dist/server/licences-server.json'] })

// Compressed once, as well as can be, for all who will ask.
for (const name of readdirSync(assets)) {
  if (!/\.(m?js|css|svg|json|txt)$/.test(name)) continue
  const plain = readFileSync(join(assets, name))
  // The largest file takes a minute at the best quality, for a tenth less.
  const quality = plain.length > 2_000_000 ? 6 : 11
  writeFileSync(
    join(assets, `${name}.br`),
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  )
  writeFileSync(join(assets, `${name}.gz`), gzipSync(plain, { level: 9 }))
}
