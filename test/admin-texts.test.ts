import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const project = fileURLToPath(new URL('..', import.meta.url))
const sources = join(project, 'src')

interface Part {
  /** The catalogues of the source language that it adds to the built-in texts. */
  adds: string[]
  /** The first words of the keys that it names. */
  names: Set<string>
  imports: string[]
  /** What it fetches later, when it is needed. */
  fetches: string[]
}

const catalogues = new Map(
  globSync('locales/es/*.json', { cwd: project }).map((path) => [
    path.replace(/^.*\//, ''),
    Object.keys(
      z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(project, path), 'utf8'))),
    ),
  ]),
)
const parts = new Map<string, Part>()
for (const path of globSync('{admin,features/*/admin}/**/*.{ts,tsx}', { cwd: sources })) {
  if (!path.includes('.test.')) parts.set(path, readPart(path))
}
/** The catalogues of the admin; what a server's page or a mail says has the same first words now and then. */
const known = new Set([...parts.values()].flatMap(({ adds }) => adds).concat('sign-in.json'))
const catalogueOf = new Map(
  [...known].flatMap((name) => (catalogues.get(name) ?? []).map((word) => [word, name])),
)

describe('the admin in Spanish, whose texts are built in', () => {
  const always = reach('admin/main.tsx').concat(reach('admin/area.tsx'), reach('admin/layout/shell.tsx'))
  const screens = new Set([...parts.values()].flatMap(({ fetches }) => fetches))

  test('has screens', () => assert.ok(screens.size > 10))

  test('names no text twice, since the catalogues are read as one', () => {
    const words = [...known].flatMap((name) => catalogues.get(name) ?? [])
    assert.deepEqual(
      words.filter((word, index) => words.indexOf(word) !== index),
      [],
    )
  })

  for (const screen of screens) {
    test(`brings the texts that ${screen} shows`, () => {
      const reached = reach(screen)
      const brought = new Set(
        // What fetches a part is on the page before it.
        [...always, ...reached, ...fetchersOf(screen).flatMap((path) => reach(path))].flatMap(
          (path) => parts.get(path)?.adds ?? [],
        ),
      ).add('sign-in.json')
      const lacking = reached.flatMap((path) =>
        [...(parts.get(path)?.names ?? [])]
          .filter((word) => !brought.has(catalogueOf.get(word) ?? 'sign-in.json'))
          .map((word) => `${path} says ${word}…, of ${catalogueOf.get(word)}`),
      )
      assert.deepEqual(lacking, [])
    })
  }
})

function readPart(path: string): Part {
  const text = readFileSync(join(sources, path), 'utf8')
  const find = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
  const files = new Map(
    [...text.matchAll(/^import (\w+) from '[./]+locales\/es\/([\w-]+\.json)'/gm)].map(([, name, file]) => [
      name,
      file,
    ]),
  )
  return {
    adds: find(/^addBuiltInTexts\('[\w-]+', (\w+)\)/gm).map((name) => files.get(name) ?? name),
    names: new Set(find(/['`](\w+)\.[\w$]/g)),
    imports: find(/^(?:import|\} from|export .* from)\b[^;]*?'([#.][^']+)'$/gm).map((name) =>
      resolve(path, name),
    ),
    fetches: find(/\bimport\('([^']+)'\)/g).map((name) => resolve(path, name)),
  }
}

function resolve(from: string, name: string): string {
  return name.startsWith('#') ? name.slice(1) : relative(sources, join(sources, dirname(from), name))
}

/** A module and all that come with it. */
function reach(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !parts.has(path)) return [...seen]
  seen.add(path)
  for (const next of parts.get(path)?.imports ?? []) reach(next, seen)
  return [...seen]
}

function fetchersOf(screen: string): string[] {
  return [...parts]
    .filter(([path, { fetches }]) => !path.endsWith('admin/screens.ts') && fetches.includes(screen))
    .map(([path]) => path)
}
