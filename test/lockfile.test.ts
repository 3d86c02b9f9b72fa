import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { z } from 'zod'

const Dependencies = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: Dependencies,
  devDependencies: Dependencies,
  optionalDependencies: Dependencies,
})
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: Dependencies,
      optionalDependencies: Dependencies,
    }),
  ),
})

const { packages } = Lock.parse(readJson('package-lock.json'))
const entries = Object.entries(packages).filter(([path]) => path !== '')

describe('package-lock.json', () => {
  // npm leaves out packages for other platforms that it could not see when the lock was written; `npm ci` then fails,
  // everywhere. Choose versions whose packages are all there, remove package-lock.json, and run `npm install`.
  test('has an entry for every package, of every platform', () => {
    const missing = entries.flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(path, name))
        .map((name) => `${name}, of ${path}`),
    )
    assert.ok(entries.length > 100)
    assert.deepEqual(missing, [])
  })

  test('tells what each package must be to the byte', () => {
    assert.deepEqual(
      entries.filter(([, { version, integrity }]) => !version || !integrity).map(([path]) => path),
      [],
    )
  })
})

test('package.json names exact versions', () => {
  const manifest = Manifest.parse(readJson('package.json'))
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  assert.deepEqual(
    Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
})

/** Whether Node, looking from `path`, finds `name` in a folder that the lock fills. */
function isLocked(path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
}
