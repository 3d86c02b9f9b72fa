import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What Vite says about a package of which it has put a part into a bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly identifier?: string
  readonly text?: string
}

interface Options {
  /** The lists that the builds wrote, which are removed. */
  lists: readonly string[]
  /** Packages of which files were copied instead. */
  copied?: readonly string[]
  /** Texts that stand in the sources. */
  texts?: readonly string[]
}

/** Writes one text of the terms of all that is in some bundles, for those who get a copy of them. */
export function writeLicences(file: string, { lists, copied = [], texts = [] }: Options): void {
  const bundled: BundledPackage[] = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')))
  const sections = texts.map((text) => readFileSync(text, 'utf8').trim())
  writeFileSync(file, licencesText([...bundled, ...copied.map(readPackage)], sections))
  for (const list of lists) rmSync(list)
}

/** Each package once, in the order of their names; packages with the same terms stand together above them. */
export function licencesText(packages: readonly BundledPackage[], sections: readonly string[] = []): string {
  const byTerms = new Map<string, Set<string>>()
  for (const { name, version, identifier, text } of packages.toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )) {
    const terms = text ?? `(The package has no file with its terms; it names them: ${identifier ?? 'none'})`
    const names = byTerms.get(terms) ?? new Set()
    byTerms.set(terms, names.add(`${name} ${version} (${identifier ?? 'see below'})`))
  }
  const parts = [...byTerms].map(([terms, names]) => `${[...names].join('\n')}\n\n${terms}`)
  const head = 'These files contain parts of the following packages, under the terms below their names.'
  return `${[head, ...parts, ...sections].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

function readPackage(name: string): BundledPackage {
  const folder = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [file] = globSync(join(folder, '{LICENSE,LICENCE,COPYING}*'))
  return {
    ...{ name, version, identifier: license },
    ...(file && existsSync(file) && { text: readFileSync(file, 'utf8').trim() }),
  }
}
